import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { meterCalls } from '#contract/devices/meter'
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

/** A valve with a water counter of its own. */
async function aValve(unit = 'm³') {
  const device = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id, device_type: 'tzgk_electric_valve' })
  const place = { tenant_id: farm.t, area_id: farm.north.id, device_id: device.id }
  const one = await farm.build.aSwitch({ ...place, circuit: 1, status: 0, status_at: 1 })
  const item = await farm.build.anItem({ ...place, code: 'meter', unit })
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${farm.mqttPort}`, {
    username: `${farm.t}/${device.eui}`,
    password: DEVICE_SECRET,
    protocolVersion: 4,
  })
  clients.push(client)
  const got = inbox<{ id: string; circuit?: number; status?: number; report?: true }>(client)
  const topic = `furrow/${farm.t}/${device.eui}`
  await client.subscribeAsync(`${topic}/commands/+`, { qos: 1 })
  const tell = (what: string, payload: unknown) => client.publishAsync(`${topic}/${what}`, JSON.stringify(payload), { qos: 1 })
  const params = { t: farm.t, id: device.id }
  return {
    device,
    one,
    item,
    says: (status: number) => tell('state', { 1: status }),
    reads: (meter: number | null) => tell('readings', { meter }),
    told: () => got.filter(({ circuit }) => circuit === 1).map(({ status }) => status),
    asked: () => got.some(({ report }) => report === true),
    set: (body: object) =>
      farm.admin.call(meterCalls.set, { params, query: { lang: 'en-US' } as never, body: { switchId: one.id, itemId: item.id, ...body } }),
    list: async () => (await farm.admin.call(meterCalls.list, { params })).body,
    ask: (volume: number, more: object = {}) =>
      farm.admin.call(switchCalls.control, {
        params: { t: farm.t },
        query: { lang: 'en-US' } as never,
        body: { switchId: one.id, sw: 1, eui: device.eui, circuit: 1, volume, ...more },
      }),
    log: async () => (await farm.admin.call(switchCalls.log, { params: { t: farm.t }, query: { switchId: one.id } })).body.content,
  }
}
const soon = { timeout: 6000 }

test('a valve that is opened for 20 m³ closes when its meter says so: the log says what was asked, what was reached, and why it ended', async () => {
  const valve = await aValve()
  expect((await valve.set({})).body).toMatchObject([{ switchId: valve.one.id, unit: 'm³', graceSeconds: 300, run: null }])
  await valve.reads(500)
  expect((await valve.ask(20, { runSeconds: 7200 })).body).toMatchObject({ result: 1 })
  await valve.says(1)
  await vi.waitFor(() => expect(valve.asked()).toBe(true), soon)
  await valve.reads(519)
  await vi.waitFor(async () => expect(await valve.list()).toMatchObject([{ run: { asked: 20, reached: 19, why: null } }]), soon)
  expect(valve.told()).toEqual([1])
  await valve.reads(520.4)
  await vi.waitFor(() => expect(valve.told()).toEqual([1, 0]), soon)
  await valve.says(0)
  await vi.waitFor(async () => {
    const [stop, start] = await valve.log()
    expect(stop).toMatchObject({ status: 0, cause: 'meter', state: 'observed' })
    expect(stop!.causeName).toMatch(/^notices:command\.reason\.meter\.reached\?asked=20&reached=20\.40/)
    expect(start).toMatchObject({ status: 1, maxRunMs: 7_200_000, volume: { asked: 20, why: 'reached' } })
    expect(start!.volume!.reached).toBeCloseTo(20.4)
  }, soon)
})

test('a meter that falls silent ends it after its grace, and a longest running time in any case', async () => {
  const [silent, slow] = [await aValve('m³/h'), await aValve()]
  await silent.set({ graceSeconds: 30 })
  await slow.set({})
  await silent.reads(9)
  await slow.reads(1)
  await silent.ask(20)
  await slow.ask(20, { runSeconds: 1 })
  await silent.says(1)
  await slow.says(1)
  await vi.waitFor(() => expect(slow.told()).toEqual([1, 0]), soon)
  await slow.says(0)
  await vi.waitFor(async () => expect((await slow.log()).at(-1)!.volume).toMatchObject({ asked: 20, why: 'time' }), soon)
  await vi.waitFor(async () => expect(await silent.list()).toMatchObject([{ run: { why: null } }]), soon)
  // Half a minute ago, as it would stand there: the meter said its last word and the valve was opened.
  await farm.owner.query(
    'update furrow.metered_run set started_at = started_at - 40000, spoke_at = spoke_at - 40000 where switch_id = $1',
    [silent.one.id],
  )
  await vi.waitFor(() => expect(silent.told()).toEqual([1, 0]), soon)
  await silent.says(0)
  await vi.waitFor(async () => expect((await silent.log()).at(-1)!.volume).toMatchObject({ why: 'silent' }), soon)
  expect((await silent.log())[0]!.causeName).toMatch(/meter\.silent\?.*minutes=0\.5/)
})

test('who closes it before is told as such, and a start that its device refuses is no run', async () => {
  const valve = await aValve()
  await valve.set({})
  await valve.reads(1)
  await valve.ask(5)
  await valve.says(1)
  await vi.waitFor(async () => expect(await valve.list()).toMatchObject([{ run: { why: null } }]))
  await vi.waitFor(() => expect(valve.asked()).toBe(true), soon)
  await farm.admin.call(switchCalls.control, {
    params: { t: farm.t },
    body: { switchId: valve.one.id, sw: 0, eui: valve.device.eui, circuit: 1 },
  })
  await valve.says(0)
  await vi.waitFor(async () => expect(await valve.list()).toMatchObject([{ run: { asked: 5, why: 'person' } }]), soon)
})

test('a volume that makes no sense is refused beside it, and nothing is sent', async () => {
  const valve = await aValve()
  expect((await valve.ask(5)).body.fields).toEqual({ volume: 'Nothing measures the water of this circuit: say first which item does' })
  await valve.set({})
  for (const volume of [0, -3, 100_001])
    expect((await valve.ask(volume)).body.fields).toEqual({ volume: 'The volume must be from 0.01 to 100000 m³' })
  expect((await valve.ask(5, { sw: 0 })).body.fields).toHaveProperty('volume')
  expect((await valve.ask(5, { runSeconds: 86_400, sw: 2 })).status).toBe(422)
  expect(valve.told()).toEqual([])
  const { rows } = await farm.owner.query('select from furrow.metered_run where switch_id = $1', [valve.one.id])
  expect(rows).toEqual([])
  const warm = await farm.build.anItem({
    tenant_id: farm.t,
    area_id: farm.north.id,
    device_id: valve.device.id,
    code: 'temperature',
    unit: '°C',
  })
  expect((await valve.set({ itemId: warm.id })).body).toMatchObject({ code: 'error.meter.item' })
  const theirs = await farm.build.aDevice({ tenant_id: farm.elsewhere.id, area_id: farm.foreign.id })
  const foreign = await farm.build.anItem({
    tenant_id: farm.elsewhere.id,
    area_id: farm.foreign.id,
    device_id: theirs.id,
    code: 'flow',
    unit: 'm³/h',
  })
  expect((await valve.set({ itemId: foreign.id })).body).toMatchObject({ code: 'error.meter.item' })
  expect((await valve.set({ graceSeconds: 5 })).status).toBe(400)
  expect((await valve.set({ itemId: null })).body).toEqual([])
})

test('a start that lies an hour ahead, since the clock was set back, still ends by its meter', async () => {
  const valve = await aValve()
  await valve.set({})
  await valve.reads(100)
  await valve.ask(5, { runSeconds: 7200 })
  await valve.says(1)
  await vi.waitFor(() => expect(valve.asked()).toBe(true), soon)
  await valve.reads(102)
  await vi.waitFor(async () => expect(await valve.list()).toMatchObject([{ run: { reached: 2 } }]), soon)
  await farm.owner.query(
    `update furrow.metered_run set started_at = started_at + 3600000, seen_ts = seen_ts + 3600000, spoke_at = spoke_at + 3600000 where switch_id = $1`,
    [valve.one.id],
  )
  await vi.waitFor(async () => {
    const { rows } = await farm.owner.query('select started_at < $2 as mended from furrow.metered_run where switch_id = $1', [
      valve.one.id,
      Date.now() + 60_000,
    ])
    expect(rows).toEqual([{ mended: true }])
  }, soon)
  await valve.reads(105.5)
  await vi.waitFor(() => expect(valve.told()).toEqual([1, 0]), soon)
})
