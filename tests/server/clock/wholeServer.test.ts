import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onlineTopic } from '#contract/devices/protocol'
import { LOSS_JOB } from '#server/ground/presence/lossTimers'
import { pool } from '#server/ground/database/open'
import { emptyDatabase, silentLog } from '../database/testDatabase.ts'
import { type ChildServer, childServer, peopleAndDevice } from '../faults/childServer.ts'
import { median, soon } from './workers.ts'
import { KILLS } from '../faults/kills.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let owner: pg.Pool
let server: ChildServer
let people: Awaited<ReturnType<typeof peopleAndDevice>>
beforeAll(async () => {
  database = await emptyDatabase()
  owner = pool(database.url, { max: 3 }, silentLog)
  server = await childServer(database.url)
  people = await peopleAndDevice(owner)
})
afterAll(async () => {
  await server?.stop()
  await owner?.end()
  await database?.drop()
})

/** A session that is to end at a time. */
async function sessionThatEnds(at: number): Promise<string> {
  const id = randomUUID()
  await owner.query(
    `insert into furrow.session (id, user_id, device, token_hash, created_at, used_at, expires_at) values ($1::uuid, $2, '', $1::text, 0, 0, 9e15)`,
    [id, people.user.id],
  )
  await owner.query(`insert into furrow.job (name, key, due_at, created_at) values ('session.end', $1, $2, 0)`, [id, at])
  return id
}
/** When it was ended, ms UTC. */
const ended = (id: string) =>
  soon(async () => {
    const { rows } = await owner.query<{ at: number | null }>('select revoked_at as at from furrow.session where id = $1', [id])
    expect(rows[0]!.at).not.toBeNull()
    expect((await owner.query('select from furrow.job where key = $1', [id])).rowCount).toBe(0)
    return rows[0]!.at!
  })

test(
  `a killed server does at its next start what was due meanwhile and what it was doing, ${KILLS} times`,
  { timeout: 30_000 + KILLS * 15_000 },
  async () => {
    const after = { due: [] as number[], running: [] as number[] }
    for (let round = 0; round < KILLS; round++) {
      const holder = await owner.connect()
      const running = await sessionThatEnds(Number.MAX_SAFE_INTEGER)
      try {
        await holder.query('begin')
        await holder.query('select from furrow.session where id = $1 for update', [running])
        await owner.query('update furrow.job set due_at = 0 where key = $1', [running])
        // Its job waits for the row in the midst of its transaction.
        await soon(async () => {
          const { rowCount } = await owner.query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          )
          expect(rowCount).toBe(1)
        })
        await server.stop('SIGKILL')
      } finally {
        // Its end gives the row free.
        holder.release(true)
      }
      const due = await sessionThatEnds(Date.now())
      server = await childServer(database.url)
      const ready = Date.now()
      after.running.push((await ended(running)) - ready)
      after.due.push((await ended(due)) - ready)
    }
    if (process.env['FURROW_FIGURES'])
      process.stdout.write(`after ready: resumed ${after.running.join(', ')} ms, fired ${after.due.join(', ')} ms\n`)
    expect(median(after.running)).toBeLessThan(2000)
    expect(median(after.due)).toBeLessThan(1000)
  },
)

test('a device that was lost just before the server was killed is told of, once', { timeout: 60_000 }, async () => {
  const { tenant, device } = people
  const gateway = await server.device(device)
  const word = (said: string) => gateway.publishAsync(onlineTopic.of({ tenantId: tenant.id, eui: device.eui }), said, { qos: 1 })
  await word('1')
  await word('0')
  const timers = () => owner.query('select due_at from furrow.job where name = $1 and key = $2', [LOSS_JOB, String(device.id)])
  await soon(async () => expect((await timers()).rowCount).toBe(1))
  await server.stop('SIGKILL')
  server = await childServer(database.url)
  expect((await timers()).rowCount).toBe(1)
  // As the server finds it after a minute of silence.
  await owner.query(`update furrow.device set presence = 'offline' where id = $1`, [device.id])
  await owner.query('update furrow.job set due_at = 0 where name = $1', [LOSS_JOB])
  await soon(async () => expect((await timers()).rowCount).toBe(0))
  const { rows } = await owner.query(
    `select subject_key as subject from furrow.user_message where tenant_id = $1
     union all select body ->> 'subject' from furrow.outbox where tenant_id = $1 and kind = 'message'`,
    [tenant.id],
  )
  expect(rows).toEqual([{ subject: 'notices:lost.subject.one' }])
})
