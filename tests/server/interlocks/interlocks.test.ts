import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { interlockCalls, MOST_INTERLOCKS, type Need } from '#contract/devices/interlock'
import { switchCalls } from '#contract/devices/switch'
import { DEVICE_SECRET } from '../arrange.ts'
import { inbox } from '../broker/farm.ts'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'

let farm: Farm
const clients: mqtt.MqttClient[] = []
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(async () => {
  for (const client of clients) await client.endAsync(true)
  await farm?.close()
})

/** A device with one circuit, as an MQTT client. */
async function aStation(type = 'gateway') {
  const device = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id, device_type: type })
  const parts = { tenant_id: farm.t, area_id: farm.north.id, device_id: device.id }
  const one = await farm.build.aSwitch({ ...parts, circuit: 1, status: 0, status_at: 1 })
  const connect = async () => {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${farm.mqttPort}`, {
      username: `${farm.t}/${device.eui}`,
      password: DEVICE_SECRET,
      protocolVersion: 4,
      reconnectPeriod: 0,
    })
    clients.push(client)
    const got = inbox<{ id: string; circuit: number; status: number }>(client)
    await client.subscribeAsync(`furrow/${farm.t}/${device.eui}/commands/+`, { qos: 1 })
    const tell = (what: string, payload: unknown) =>
      client.publishAsync(`furrow/${farm.t}/${device.eui}/${what}`, JSON.stringify(payload), { qos: 1 })
    return { got, client, says: (status: number) => tell('state', { 1: status }), reads: (values: object) => tell('readings', values) }
  }
  const turn = async (sw: number) =>
    (await farm.admin.call(switchCalls.control, { params: { t: farm.t }, body: { switchId: one.id, sw, eui: device.eui, circuit: 1 } }))
      .body
  const log = async () =>
    (await farm.admin.call(switchCalls.log, { params: { t: farm.t }, query: { switchId: one.id } })).body.content.map(
      ({ status, state, cause, causeName, message }) => ({ status, state, cause, causeName, message }),
    )
  const guard = (need: Need, given: { graceSeconds?: number; name?: string; circuit?: number | null; interlockId?: number } = {}) =>
    farm.admin.call(interlockCalls.set, {
      params: { t: farm.t, id: device.id },
      body: { name: 'Dry run', circuit: 1, graceSeconds: 0, ...given, need },
    })
  const list = async () => (await farm.admin.call(interlockCalls.list, { params: { t: farm.t, id: device.id } })).body
  return { device, parts, one, connect, turn, log, guard, list }
}
const lacks = (what: string) => `notices:command.reason.lacks.${what}?interlock=Dry+run`

describe('a pump that needs an open valve', () => {
  test('is refused while none is open, runs while one is, and is stopped within seconds of its closing: the log says by what and why', async () => {
    const [pump, valve] = [await aStation(), await aStation('tzgk_electric_valve')]
    const [pumps, valves] = [await pump.connect(), await valve.connect()]
    await valves.says(0)
    expect((await pump.guard({ kind: 'anyOpen', switchIds: [valve.one.id] })).status).toBe(200)
    await vi.waitFor(async () => expect(await pump.list()).toMatchObject([{ name: 'Dry run', unmet: 'noneOpen' }]))
    expect(await pump.turn(1)).toMatchObject({ result: 0, state: 'refused', message: lacks('noneOpen') })
    expect(pumps.got).toEqual([])

    await valves.says(1)
    await vi.waitFor(async () => expect(await pump.list()).toMatchObject([{ unmet: null }]))
    expect(await pump.turn(1)).toMatchObject({ result: 1 })
    await pumps.says(1)
    await vi.waitFor(async () => expect((await pump.log())[0]).toMatchObject({ status: 1, state: 'observed' }))

    await valves.says(0)
    await vi.waitFor(() => expect(pumps.got).toMatchObject([{ status: 1 }, { circuit: 1, status: 0 }]), { timeout: 5000 })
    await pumps.says(0)
    await vi.waitFor(async () => expect((await pump.log())[0]).toMatchObject({ state: 'observed' }))
    expect(await pump.log()).toMatchObject([
      { status: 0, cause: 'interlock', causeName: lacks('noneOpen') },
      { status: 1, cause: 'user', state: 'observed' },
      { status: 1, cause: 'user', state: 'refused', message: lacks('noneOpen') },
    ])
  })

  test('is stopped where the valve is lost, and where it is away itself the stop waits for it, once', async () => {
    const [pump, valve] = [await aStation(), await aStation('tzgk_electric_valve')]
    const [pumps, valves] = [await pump.connect(), await valve.connect()]
    await valves.says(1)
    await pump.guard({ kind: 'anyOpen', switchIds: [valve.one.id] })
    await vi.waitFor(async () => expect(await pump.list()).toMatchObject([{ unmet: null }]))
    await pump.turn(1)
    await pumps.says(1)
    await vi.waitFor(async () => expect((await pump.log())[0]).toMatchObject({ state: 'observed' }))
    await pumps.client.endAsync(true)
    await valves.client.publishAsync(`furrow/${farm.t}/${valve.device.eui}/online`, '0', { qos: 1 })
    await vi.waitFor(async () => expect((await pump.log())[0]).toMatchObject({ status: 0, cause: 'interlock', state: 'queued' }), {
      timeout: 5000,
    })
    const back = await pump.connect()
    await vi.waitFor(() => expect(back.got).toMatchObject([{ status: 0 }]), { timeout: 5000 })
    await back.says(0)
    await vi.waitFor(async () => expect((await pump.log())[0]).toMatchObject({ state: 'observed', causeName: lacks('notKnown') }))
    expect((await pump.log()).filter(({ cause }) => cause === 'interlock')).toHaveLength(1)
  })
})

describe('dosing that needs flow', () => {
  test('may begin before it within its grace, and ends where the flow does not come', async () => {
    const doser = await aStation('waterFertilizer')
    const line = await doser.connect()
    await line.reads({ flow: 0.1 })
    const flow = await vi.waitFor(async () => {
      const { rows } = await farm.owner.query<{ id: number }>(`select id from furrow.item where device_id = $1 and code = 'flow'`, [
        doser.device.id,
      ])
      return rows[0]!.id
    })
    const need: Need = { kind: 'itemAbove', itemId: flow, limit: 1 }
    const { body } = await doser.guard(need)
    expect(body.unmet).toBe('tooLow')
    expect(await doser.turn(1)).toMatchObject({ result: 0, message: lacks('tooLow') })
    await doser.guard(need, { interlockId: body.id, graceSeconds: 2 })
    expect(await doser.list()).toHaveLength(1)
    expect(await doser.turn(1)).toMatchObject({ result: 1 })
    await line.says(1)
    const began = Date.now()
    await vi.waitFor(() => expect(line.got).toMatchObject([{ status: 1 }, { status: 0 }]), { timeout: 8000 })
    expect(Date.now() - began).toBeGreaterThan(1500)
  })
})

describe('an interlock is refused', () => {
  test('where running is what is safe, of another base, of the guarded circuit itself, and beyond the most', async () => {
    const pond = await aStation('aerator_ii')
    const pump = await aStation()
    const far = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.south.id })
    const abroad = await farm.build.aSwitch({ tenant_id: farm.t, area_id: farm.south.id, device_id: far.id })
    expect((await pond.guard({ kind: 'anyOpen', switchIds: [pump.one.id] })).body.code).toBe('error.interlock.rest')
    for (const switchIds of [[abroad.id], [pump.one.id], [pond.one.id, 999_999]])
      expect((await pump.guard({ kind: 'anyOpen', switchIds })).body.code).toBe('error.interlock.unknown')
    expect((await pump.guard({ kind: 'anyOpen', switchIds: [] })).body.fields).toHaveProperty('need')
    const need: Need = { kind: 'anyOpen', switchIds: [pond.one.id] }
    expect((await pump.guard(need, { circuit: 64, name: ' ' })).body.fields).toHaveProperty('name')
    for (let made = 0; made < MOST_INTERLOCKS; made++) expect((await pump.guard(need)).status).toBe(200)
    expect((await pump.guard(need)).body.code).toBe('error.interlock.most')
    const [first] = await pump.list()
    const remove = (client = farm.admin) =>
      client.call(interlockCalls.remove, { params: { t: farm.t, id: pump.device.id, interlockId: first!.id } })
    expect((await remove(farm.viewer)).status).toBe(403)
    expect((await remove()).body).toBe(1)
    expect((await remove()).status).toBe(404)
    expect((await pump.guard(need, { interlockId: first!.id })).status).toBe(404)
  })
})
