import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pool } from '#server/ground/database/open'
import { arrange } from '../arrange.ts'
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

const patience = { timeout: 15_000, interval: 50 }

test(
  'a valve that is open for a volume counts what passed while no server ran, closes by its meter after the restart, and is told once',
  {
    timeout: 90_000,
  },
  async () => {
    const { tenant, area, user } = people
    const build = arrange(owner)
    const device = await build.aDevice({ tenant_id: tenant.id, area_id: area.id, device_type: 'tzgk_electric_valve' })
    const place = { tenant_id: tenant.id, area_id: area.id, device_id: device.id }
    const valve = await build.aSwitch({ ...place, circuit: 1, status: 0, status_at: 1 })
    const meter = await build.anItem({ ...place, code: 'meter', unit: 'm³' })
    await owner.query('insert into furrow.switch_meter (switch_id, item_id, tenant_id, grace_ms) values ($1, $2, $3, 300000)', [
      valve.id,
      meter.id,
      tenant.id,
    ])
    const topic = `furrow/${tenant.id}/${device.eui}`
    async function connect() {
      const client = await server.device(device)
      const got = inbox<{ id: string; circuit?: number; status?: number }>(client)
      await client.subscribeAsync(`${topic}/commands/+`, { qos: 1 })
      const say = (what: string, payload: unknown) => client.publishAsync(`${topic}/${what}`, JSON.stringify(payload), { qos: 1 })
      return { say, told: () => got.filter(({ circuit }) => circuit === 1).map(({ status }) => status) }
    }
    const run = async () =>
      (
        await owner.query<{ reached: number; why: string | null; ended_at: number | null }>(
          'select reached, why, ended_at from furrow.metered_run',
        )
      ).rows[0]

    const before = await connect()
    await before.say('readings', { meter: 100 })
    const answer = await fetch(`${server.url}/wfpe/v1/${tenant.id}/mqtt/control/switch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await server.signIn(user.login_name)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ switchId: valve.id, sw: 1, eui: device.eui, circuit: 1, volume: 20, runSeconds: 3600 }),
    })
    expect(await answer.json()).toMatchObject({ result: 1 })
    await before.say('state', { 1: 1 })
    await before.say('readings', { meter: 108 })
    await vi.waitFor(async () => expect(await run()).toMatchObject({ reached: 8, why: null }), patience)
    await server.stop('SIGKILL')

    server = await childServer(database.url)
    const after = await connect()
    // What stands on the counter now passed while nobody looked.
    await after.say('readings', { meter: 119 })
    await vi.waitFor(async () => expect(await run()).toMatchObject({ reached: 19, why: null }), patience)
    expect(after.told()).toEqual([])
    await after.say('readings', { meter: 120.5 })
    await vi.waitFor(() => expect(after.told()).toEqual([0]), patience)
    await server.stop('SIGKILL')

    // Killed between the stop that was sent and the word of the device that it took it.
    server = await childServer(database.url)
    const last = await connect()
    await vi.waitFor(() => expect(last.told()).toEqual([0]), patience)
    await last.say('state', { 1: 0 })
    await vi.waitFor(async () => {
      const ended = await run()
      expect(ended).toMatchObject({ reached: 20.5, why: 'reached' })
      expect(ended!.ended_at).not.toBeNull()
    }, patience)
    const { rows } = await owner.query('select cause, status, state from furrow.command where switch_id = $1 order by created_at', [
      valve.id,
    ])
    expect(rows).toEqual([
      { cause: 'user', status: 1, state: 'observed' },
      { cause: 'meter', status: 0, state: 'observed' },
    ])
  },
)
