import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deviceTypes } from '#contract/devices/deviceType'
import { settingsCalls } from '#contract/devices/settings'
import { settingsBatchCalls } from '#contract/devices/settingsBatch'
import { DEVICE_SECRET } from '../arrange.ts'
import { inbox } from '../broker/farm.ts'
import { type Farm, startFarm } from './farmOfDevices.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

type Client = Farm['admin']
const POND = 'aerator_ii'
const wanted = { oxygenLow: 4, oxygenHigh: 6.5, schedule: null }
const aDevice = (name: string, type: string = POND, area = farm.north.id) =>
  farm.build.aDevice({ tenant_id: farm.t, area_id: area, device_type: type, name })
const ask = (devices: readonly { id: number }[], values: object = wanted, client: Client = farm.admin) =>
  client.call(settingsBatchCalls.ask, {
    params: { t: farm.t },
    body: { deviceType: POND, deviceIds: devices.map(({ id }) => id), values: { ...values } },
  })
const judged = async (devices: readonly { id: number }[], client: Client = farm.admin) =>
  (
    await client.call(settingsBatchCalls.devices, {
      params: { t: farm.t },
      query: { deviceType: POND, ids: devices.map(({ id }) => id).join() },
    })
  ).body
const statesOf = async (id: number) =>
  Object.fromEntries(
    (await farm.admin.call(settingsBatchCalls.get, { params: { t: farm.t, id } })).body.devices.map(({ name, state, message }) => [
      name,
      [state, message],
    ]),
  )
const commands = async (devices: readonly { id: number }[]) =>
  (
    await farm.owner.query<{ id: string; device_id: number }>(
      'select id, device_id from furrow.command where device_id = any($1) order by id',
      [devices.map(({ id }) => id)],
    )
  ).rows

/** A device that answers each of its commands so, and what it was told. */
async function online(device: { eui: string }, reply: object) {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${farm.mqttPort}`, {
    username: `${farm.t}/${device.eui}`,
    password: DEVICE_SECRET,
    protocolVersion: 4,
  })
  const got = inbox<{ id: string; verb: string; args: object }>(client)
  client.on('message', (topic) => void client.publish(`${topic}/reply`, JSON.stringify(reply), { qos: 1 }))
  await client.subscribeAsync(`furrow/${farm.t}/${device.eui}/commands/+`, { qos: 1 })
  return { got, end: () => client.endAsync(true) }
}

test('devices of a type are asked at once, each by a command of its own, and each says what came of it; one that is away is told with its first word', async () => {
  const [good, stubborn, away] = [await aDevice('Good'), await aDevice('Stubborn'), await aDevice('Away')]
  const one = await online(good, { ok: true })
  const other = await online(stubborn, { ok: false, message: 'local control' })
  const answer = await ask([good, stubborn, away])
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ deviceType: POND, values: wanted, author: 'A User' })
  const { id } = answer.body
  await vi.waitFor(async () =>
    expect(await statesOf(id)).toEqual({ Good: ['observed', null], Stubborn: ['refused', 'local control'], Away: ['queued', null] }),
  )
  expect(one.got).toMatchObject([{ verb: 'settings.set', args: wanted }])
  const late = await online(away, { ok: true })
  await vi.waitFor(async () => expect(await statesOf(id)).toMatchObject({ Away: ['observed', null] }))
  expect(late.got).toMatchObject([{ verb: 'settings.set', args: wanted }])
  expect((await farm.admin.call(settingsCalls.get, { params: { t: farm.t, id: away.id } })).body.confirmed?.values).toEqual(wanted)
  // Nobody is written to for what only waits.
  const { rows } = await farm.owner.query("select from furrow.outbox o where to_jsonb(o)::text like '%waiting%'")
  expect(rows).toHaveLength(0)
  expect((await judged([good, away])).held).toEqual(wanted)
  expect((await judged([good, stubborn])).held).toEqual({})
  await Promise.all([one, other, late].map(({ end }) => end()))
})

test('who cannot be asked with the others is named before, and then none is asked', async () => {
  const mine = await aDevice('Pond')
  const valve = await aDevice('Valve', 'tzgk_electric_valve')
  const southern = await aDevice('South pond', POND, farm.south.id)
  expect(await judged([mine, valve])).toEqual({
    lawful: [{ id: mine.id, name: 'Pond', eui: mine.eui }],
    leftOut: [{ id: valve.id, name: 'Valve', eui: valve.eui, why: 'otherType' }],
    held: {},
  })
  const mixed = await ask([mine, valve])
  expect([mixed.status, mixed.body]).toMatchObject([422, { code: 'error.settings.leftOut', message: expect.stringContaining('Valve') }])

  const user = await farm.build.aUser({ tenantId: farm.t, codes: [deviceTypes[POND].code] })
  const role = { tenant_id: farm.t, name: 'Editor in the north', codes: [deviceTypes[POND].codes.edit] }
  const { id: roleId } = await farm.build.insert('role', role)
  await farm.build.insert('role_assignment', { tenant_id: farm.t, user_id: user.id, role_id: roleId, area_ids: [farm.north.id] })
  const northern = await farm.signIn(user.login_name)
  expect((await judged([mine, southern], northern)).leftOut).toMatchObject([{ name: 'South pond', why: 'mayNot' }])
  expect((await ask([mine, southern], wanted, northern)).status).toBe(404)

  expect((await ask([mine], { ...wanted, oxygenLow: 7 })).body.fields).toHaveProperty('oxygenHigh')
  expect((await ask([mine, { id: 999_999_999 }])).status).toBe(404)
  expect((await ask([mine], wanted, farm.viewer)).status).toBe(403)
  expect(await commands([mine, valve, southern])).toEqual([])
  const { rows } = await farm.owner.query('select from furrow.settings_batch_device where device_id = any($1)', [[mine.id, southern.id]])
  expect(rows).toHaveLength(0)
})

test('sent again under its key it asks once, and a server that ended on the way asks only those that it had not asked', async () => {
  const devices = [await aDevice('One'), await aDevice('Two'), await aDevice('Three')]
  const send = () =>
    farm.admin.raw('POST', settingsBatchCalls.ask.path.replace('{t}', String(farm.t)), {
      headers: { 'content-type': 'application/json', 'idempotency-key': 'batch-of-ponds' },
      body: JSON.stringify({ deviceType: POND, deviceIds: devices.map(({ id }) => id), values: wanted }),
    })
  const [first, again] = [await (await send()).json(), await (await send()).json()] as { id: number }[]
  expect(again!.id).toBe(first!.id)
  await vi.waitFor(async () => expect(await commands(devices)).toHaveLength(3))
  const before = await commands(devices)
  // All commands are there a moment before the job that asked for them is done.
  const jobs = async () =>
    (await farm.owner.query('select from furrow.job where tenant_id = $1 and key = $2', [farm.t, String(first!.id)])).rows
  await vi.waitFor(async () => expect(await jobs()).toEqual([]))

  const gone = before.find(({ device_id }) => device_id === devices[1]!.id)!
  await farm.owner.query('delete from furrow.command where id = $1', [gone.id])
  await farm.owner.query(
    "insert into furrow.job (name, tenant_id, key, due_at, created_at) values ('devices.settingsBatch', $1, $2, 0, 0)",
    [farm.t, String(first!.id)],
  )
  await vi.waitFor(async () => expect(await commands(devices)).toEqual(before))
})
