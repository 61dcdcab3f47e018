import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
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

async function connect() {
  const { tenant, device } = people
  const client = await server.device(device)
  const got = inbox<{ id: string; circuit: number; status: number }>(client)
  await client.subscribeAsync(`furrow/${tenant.id}/${device.eui}/commands/+`, { qos: 1 })
  const say = (status: number) => client.publishAsync(`furrow/${tenant.id}/${device.eui}/state`, JSON.stringify({ 1: status }), { qos: 1 })
  return { got, say }
}

test('what was pressed before its server was killed is carried out by the next one, and stands', { timeout: 60_000 }, async () => {
  const { tenant, area, device, user } = people
  await owner.query(
    `insert into furrow.switch (tenant_id, area_id, device_id, circuit, status, status_at) values ($1, $2, $3, 1, 1, 1)
    on conflict (device_id, circuit) do nothing`,
    [tenant.id, area.id, device.id],
  )
  await server.stop('SIGKILL')
  // As a server leaves it that is killed right after the press is committed.
  await owner.query(`insert into furrow.emergency_stop (tenant_id, area_id, pressed_at, pressed_by) values ($1, $2, $3, 'Li')`, [
    tenant.id,
    area.id,
    Date.now(),
  ])
  server = await childServer(database.url)
  const first = await connect()
  await vi.waitFor(() => expect(first.got.at(-1)).toMatchObject({ circuit: 1, status: 0 }), { timeout: 10_000 })
  // One stop; a device that begins to listen while it leaves may be told of it twice.
  expect(new Set(first.got.map(({ id }) => id)).size).toBe(1)

  // Killed again before the device obeyed: the stop that waits is the next server's.
  await server.stop('SIGKILL')
  server = await childServer(database.url)
  const second = await connect()
  await vi.waitFor(() => expect(second.got.at(-1)).toMatchObject({ status: 0 }), { timeout: 10_000 })
  await second.say(0)
  await vi.waitFor(async () => {
    const { rows } = await owner.query('select cause, cause_name, state from furrow.command order by created_at')
    expect(rows).toEqual([{ cause: 'emergency', cause_name: 'Li', state: 'observed' }])
  })
  const headers = { authorization: `Bearer ${await server.signIn(user.login_name)}`, 'content-type': 'application/json' }
  const { rows } = await owner.query<{ id: number }>('select id from furrow.switch')
  const refused = await fetch(`${server.url}/wfpe/v1/${tenant.id}/mqtt/control/switch`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ switchId: rows[0]!.id, sw: 1, eui: device.eui, circuit: 1 }),
  })
  expect(await refused.json()).toMatchObject({ result: 0, state: 'refused' })
})
