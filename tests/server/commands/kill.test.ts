import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SILENCE_MS } from '#contract/devices/command'
import { pool } from '#server/ground/database/open'
import { inbox } from '../broker/farm.ts'
import { emptyDatabase, silentLog } from '../database/testDatabase.ts'
import { type ChildServer, childServer, peopleAndDevice } from '../faults/childServer.ts'

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

let circuit = 0
async function aSwitch() {
  circuit++
  const { tenant, area, device } = people
  const { rows } = await owner.query<{ id: number }>(
    `insert into furrow.switch (tenant_id, area_id, device_id, circuit, status, status_at) values ($1, $2, $3, $4, 0, 1) returning id`,
    [tenant.id, area.id, device.id, circuit],
  )
  return { id: rows[0]!.id, circuit }
}
async function ask(one: { id: number; circuit: number }, runSeconds?: number) {
  const answer = await fetch(`${server.url}/wfpe/v1/${people.tenant.id}/mqtt/control/switch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await server.signIn(people.user.login_name)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ switchId: one.id, sw: 1, eui: people.device.eui, circuit: one.circuit, runSeconds }),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { commandId: string; state: string }
}
async function connect() {
  const client = await server.device(people.device)
  const got = inbox<{ id: string; circuit: number; status: number; run?: number }>(client)
  await client.subscribeAsync(`furrow/${people.tenant.id}/${people.device.eui}/commands/+`, { qos: 1 })
  const say = (of: number, status: number) =>
    client.publishAsync(`furrow/${people.tenant.id}/${people.device.eui}/state`, JSON.stringify({ [of]: status }), { qos: 1 })
  return { got, say }
}
const row = async (id: string) =>
  (
    await owner.query<{ state: string; state_at: number; message: string | null; history: { state: string; at: number }[] }>(
      'select * from furrow.command where id = $1',
      [id],
    )
  ).rows[0]!
async function killed() {
  await server.stop('SIGKILL')
  server = await childServer(database.url)
}

test('a command that was under way when its server was killed ends at its time after the restart', { timeout: 60_000 }, async () => {
  await connect()
  const { commandId, state } = await ask(await aSwitch())
  expect(state).toBe('sent')
  await vi.waitFor(async () => expect((await row(commandId)).state).toBe('sent'))
  await killed()
  const ready = Date.now()
  await vi.waitFor(
    async () => expect(await row(commandId)).toMatchObject({ state: 'silent', message: 'notices:command.reason.noAnswer' }),
    {
      timeout: 15_000,
      interval: 50,
    },
  )
  const [sent, silent, ...rest] = (await row(commandId)).history
  expect(rest).toEqual([])
  const after = silent!.at - sent!.at
  if (process.env['FURROW_FIGURES']) process.stdout.write(`silent after ${after} ms\n`)
  expect(after).toBeGreaterThanOrEqual(SILENCE_MS)
  // On a machine that is busy elsewhere the restart alone may take longer.
  expect(after).toBeLessThan(Math.max(SILENCE_MS, ready - sent!.at) + 1000)
})

test('a running time that ends while no server runs is ended by the next one, once', { timeout: 60_000 }, async () => {
  const device = await connect()
  const one = await aSwitch()
  const { commandId } = await ask(one, 3)
  await vi.waitFor(() => expect(device.got.at(-1)).toMatchObject({ status: 1, run: 3000 }))
  await device.say(one.circuit, 1)
  await vi.waitFor(async () => expect((await row(commandId)).state).toBe('observed'))
  await server.stop('SIGKILL')
  const due = (await row(commandId)).state_at + 3000
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(due), { timeout: 5000 })
  server = await childServer(database.url)
  const back = await connect()
  await vi.waitFor(() => expect(back.got).toMatchObject([{ circuit: one.circuit, status: 0 }]), { timeout: 10_000 })
  await back.say(one.circuit, 0)
  await vi.waitFor(async () => expect((await row(back.got[0]!.id)).state).toBe('observed'))
  const { rows } = await owner.query('select cause, state from furrow.command where circuit = $1 order by created_at', [one.circuit])
  expect(rows).toEqual([
    { cause: 'user', state: 'observed' },
    { cause: 'runOver', state: 'observed' },
  ])
})

test('a server that was killed while it ended a running time ends it after all, once', { timeout: 60_000 }, async () => {
  const device = await connect()
  const one = await aSwitch()
  const { commandId } = await ask(one, 3600)
  await device.say(one.circuit, 1)
  await vi.waitFor(async () => expect((await row(commandId)).state).toBe('observed'))
  // The job waits for the target in the midst of its transaction.
  const holder = await owner.connect()
  try {
    await holder.query('begin')
    await holder.query(`select pg_advisory_xact_lock(hashtextextended('furrow command ' || $1, 0))`, [
      `${people.device.id}/circuit/${one.circuit}`,
    ])
    await owner.query(`update furrow.job set due_at = 0 where name = 'devices.runningTimeOver' and key like '%' || $1`, [commandId])
    await vi.waitFor(async () => {
      const { rowCount } = await owner.query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
      expect(rowCount).toBe(1)
    })
    await server.stop('SIGKILL')
  } finally {
    holder.release(true)
  }
  server = await childServer(database.url)
  const back = await connect()
  await vi.waitFor(() => expect(back.got).toMatchObject([{ circuit: one.circuit, status: 0 }]), { timeout: 10_000 })
  const { rows } = await owner.query('select cause from furrow.command where circuit = $1', [one.circuit])
  expect(rows).toHaveLength(2)
})

test(
  'a pump and a valve that run when their server is killed both end on time, what never answered is never on, and the log says so',
  {
    timeout: 90_000,
  },
  async () => {
    const device = await connect()
    const [pump, valve, mute] = [await aSwitch(), await aSwitch(), await aSwitch()]
    const asked = [await ask(pump, 20), await ask(valve, 16)]
    const unanswered = await ask(mute, 20)
    for (const one of [pump, valve]) await device.say(one.circuit, 1)
    for (const { commandId } of asked) await vi.waitFor(async () => expect((await row(commandId)).state).toBe('observed'))
    const due = await Promise.all(asked.map(async ({ commandId }, at) => (await row(commandId)).state_at + [20_000, 16_000][at]!))
    await killed()
    const ready = Date.now()
    const back = await connect()
    const stopsOf = ({ circuit: of }: { circuit: number }) => back.got.filter((one) => one.circuit === of && one.status === 0)
    for (const one of [valve, pump]) {
      await vi.waitFor(() => expect(stopsOf(one)).toHaveLength(1), { timeout: 30_000, interval: 50 })
      await back.say(one.circuit, 0)
      await vi.waitFor(async () => expect((await row(stopsOf(one)[0]!.id)).state).toBe('observed'))
    }
    for (const [at, one] of [pump, valve].entries()) {
      const [told, ...more] = stopsOf(one)
      expect(more).toEqual([])
      const sent = (await row(told!.id)).history.find(({ state }) => state === 'sent')!.at
      expect(sent).toBeGreaterThanOrEqual(due[at]!)
      // On a machine that is busy elsewhere the restart alone may take longer.
      expect(sent).toBeLessThan(Math.max(due[at]!, ready) + 2000)
    }
    expect(await row(unanswered.commandId)).toMatchObject({ state: 'silent', message: 'notices:command.reason.noAnswer' })
    const { rows } = await owner.query<{ status: number; changes: number }>(
      'select status, (select count(*)::int from furrow.switch_change c where c.switch_id = s.id) as changes from furrow.switch s where id = $1',
      [mute.id],
    )
    expect(rows).toEqual([{ status: 0, changes: 0 }])
    for (const one of [pump, valve]) {
      const log = await owner.query('select cause, status, state from furrow.command where switch_id = $1 order by created_at', [one.id])
      expect(log.rows).toEqual([
        { cause: 'user', status: 1, state: 'observed' },
        { cause: 'runOver', status: 0, state: 'observed' },
      ])
    }
  },
)
