import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { settingsCalls } from '#contract/devices/settings'
import { DEVICE_SECRET } from '../arrange.ts'
import { inbox } from '../broker/farm.ts'
import { type Farm, startFarm } from './farmOfDevices.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

const aDevice = (type: string) => farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id, device_type: type })
const set = (id: number, values: object, client = farm.admin) =>
  client.call(settingsCalls.set, { params: { t: farm.t, id }, body: { values } })
const get = async (id: number) => (await farm.admin.call(settingsCalls.get, { params: { t: farm.t, id } })).body

test('settings are asked of the device, and hold once it has said yes; what it refused is said beside what it holds', async () => {
  const device = await aDevice('aerator_ii')
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${farm.mqttPort}`, {
    username: `${farm.t}/${device.eui}`,
    password: DEVICE_SECRET,
    protocolVersion: 4,
  })
  try {
    const got = inbox<{ id: string; verb: string; args: object }>(client)
    await client.subscribeAsync(`furrow/${farm.t}/${device.eui}/commands/+`, { qos: 1 })
    const answer = (id: string, ok: boolean, message?: string) =>
      client.publishAsync(`furrow/${farm.t}/${device.eui}/commands/${id}/reply`, JSON.stringify({ ok, message }), { qos: 1 })
    expect(await get(device.id)).toEqual({ confirmed: null, asked: null })
    const wanted = { oxygenLow: 4, oxygenHigh: 6.5, schedule: '22:00-06:00' }
    expect((await set(device.id, wanted)).body).toMatchObject({ result: 1, state: 'sent' })
    await vi.waitFor(() => expect(got).toMatchObject([{ verb: 'settings.set', args: wanted }]))
    expect(await get(device.id)).toMatchObject({ confirmed: null, asked: { values: wanted, state: 'sent', author: 'A User' } })
    await answer(got[0]!.id, true)
    await vi.waitFor(async () =>
      expect(await get(device.id)).toMatchObject({ confirmed: { values: wanted }, asked: { state: 'observed' } }),
    )
    await set(device.id, { oxygenLow: null, oxygenHigh: null, schedule: null })
    await vi.waitFor(() => expect(got).toHaveLength(2))
    await answer(got[1]!.id, false, 'local control')
    await vi.waitFor(async () =>
      expect(await get(device.id)).toMatchObject({
        confirmed: { values: wanted },
        asked: { values: { oxygenLow: null }, state: 'refused', message: 'local control' },
      }),
    )
  } finally {
    await client.endAsync(true)
  }
})

test('what the type does not have, or outside its limits, is refused beside its name and told to nobody', async () => {
  const [pond, inverter, valve] = [await aDevice('aerator_ii'), await aDevice('inverter'), await aDevice('tzgk_electric_valve')]
  expect((await set(inverter.id, { targetPressure: 16 })).status).toBe(200)
  // DEVICE-LIMITS-04: whatever is above 0, and 0 in those words.
  expect((await set(inverter.id, { targetPressure: 0.005 })).status).toBe(200)
  for (const [targetPressure, words] of [
    [0, '必须大于 0'],
    [-1, '必须大于 0'],
    [16.1, /16/],
    ['high', /./],
  ] as const)
    expect((await set(inverter.id, { targetPressure })).body.fields?.['targetPressure']).toMatch(words)
  expect((await set(pond.id, { oxygenLow: 6, oxygenHigh: 4, schedule: null })).body.fields).toHaveProperty('oxygenHigh')
  expect((await set(pond.id, { oxygenLow: 6, oxygenHigh: null, schedule: null })).body.fields).toHaveProperty('oxygenHigh')
  expect((await set(pond.id, { oxygenLow: null, oxygenHigh: null, schedule: '25:00-26:00' })).body.fields).toHaveProperty('schedule')
  expect((await set(pond.id, { fish: 3 })).status).toBe(400)
  expect((await set(valve.id, {})).status).toBe(404)
  expect((await set(pond.id, {}, farm.viewer)).status).toBe(403)
  expect((await get(pond.id)).asked).toBeNull()
})
