import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectCalls } from '#contract/devices/collect'
import { deviceCalls } from '#contract/devices/device'
import { deviceTypes } from '#contract/devices/deviceType'
import { gatewayCalls, MADE_TYPES } from '#contract/devices/gateway'
import { switchCalls } from '#contract/devices/switch'
import { type Farm, startFarm } from './farmOfDevices.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

const written = (given: object) => ({
  name: 'One',
  areaId: farm.north.id,
  landId: null,
  latlng: null,
  iccid: null,
  fileUrl: null,
  reportingMinutes: 5,
  enabledFlag: 1,
  ...given,
})
const make = (client: Farm['admin'], given: object) =>
  client.call(gatewayCalls.create, { params: { t: farm.t }, body: written(given) as never })

describe('what one may do with devices is what one may do with their type', () => {
  test.each(MADE_TYPES)('a %s is made, changed and deleted by who holds the codes of its page', async (deviceType) => {
    const { code, codes } = deviceTypes[deviceType]
    const client = await farm.enter([code, ...Object.values(codes)])
    const made = await make(client, { eui: `own-${deviceType}`, deviceType })
    expect(made.status).toBe(200)
    const { userName, secret, ...record } = made.body
    expect([userName, secret.length > 20]).toEqual([`${farm.t}/own-${deviceType}`, true])
    const changed = await client.call(gatewayCalls.update, { params: { t: farm.t }, body: { ...record, name: 'Two' } as never })
    expect([changed.status, changed.body.name]).toEqual([200, 'Two'])
    const gone = await client.call(gatewayCalls.remove, {
      params: { t: farm.t, id: record.id },
      query: { objectVersionNumber: changed.body.objectVersionNumber },
    })
    expect(gone.status).toBe(200)
  })

  test('who looks after valves changes no gateway, nor makes one, nor turns a valve into one', async () => {
    const { code, codes } = deviceTypes.tzgk_electric_valve
    const valveKeeper = await farm.enter([code, ...Object.values(codes), deviceTypes.gateway.code])
    const gateway = await make(farm.admin, { eui: 'g', deviceType: 'gateway' })
    const valve = await make(valveKeeper, { eui: 'v', deviceType: 'tzgk_electric_valve' })
    const item = await farm.build.anItem({ tenant_id: farm.t, area_id: farm.north.id, device_id: gateway.body.id, code: 'temperature' })
    const circuit = await farm.build.aSwitch({ tenant_id: farm.t, area_id: farm.north.id, device_id: gateway.body.id, circuit: 1 })
    const id = gateway.body.id
    const { userName: _, secret: __, ...record } = gateway.body
    const { userName: ___, secret: ____, ...valveRecord } = valve.body
    const params = { t: farm.t, id }
    const refused = await Promise.all([
      make(valveKeeper, { eui: 'other', deviceType: 'gateway' }),
      valveKeeper.call(gatewayCalls.update, { params: { t: farm.t }, body: { ...record, name: 'x' } as never }),
      valveKeeper.call(gatewayCalls.update, { params: { t: farm.t }, body: { ...valveRecord, deviceType: 'gateway' } as never }),
      valveKeeper.call(gatewayCalls.remove, { params, query: { objectVersionNumber: record.objectVersionNumber } }),
      valveKeeper.call(gatewayCalls.configure, { params, body: { reportingMinutes: 9 } }),
      valveKeeper.call(gatewayCalls.secret, { params }),
      valveKeeper.call(collectCalls.editItem, {
        params: { t: farm.t },
        body: { id: item.id, name: 'x', unit: null, description: null, low: null, high: null, hidden: 0, objectVersionNumber: 1 },
      }),
      valveKeeper.call(switchCalls.edit, {
        params: { t: farm.t },
        body: { id: circuit.id, name: 'x', type: 'ordinary', relatedEquip: null, objectVersionNumber: 1 },
      }),
      valveKeeper.call(switchCalls.remove, { params: { t: farm.t, id: circuit.id } }),
    ])
    expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 403))
    expect((await valveKeeper.call(gatewayCalls.get, { params })).body).toMatchObject({ name: 'One', reportingMinutes: 5 })
    expect(
      (await valveKeeper.call(gatewayCalls.configure, { params: { t: farm.t, id: valve.body.id }, body: { reportingMinutes: 9 } })).status,
    ).toBe(200)
  })

  test('an act held in one base is not held in another', async () => {
    const { code, codes } = deviceTypes.soil
    const northern = await farm.enter([code, ...Object.values(codes)], { areaIds: [farm.north.id] })
    expect((await make(northern, { eui: 'n1', deviceType: 'soil' })).status).toBe(200)
    expect((await make(northern, { eui: 's1', deviceType: 'soil', areaId: farm.south.id })).status).toBeGreaterThanOrEqual(400)
  })

  test('who holds the page of one type alone reads its devices and no others', async () => {
    const { code } = deviceTypes.spore
    const reader = await farm.enter([code])
    const spore = await make(farm.admin, { eui: 'spore-1', deviceType: 'spore' })
    const gateway = await make(farm.admin, { eui: 'gw-1', deviceType: 'gateway' })
    const see = (id: number) => reader.call(gatewayCalls.details, { params: { t: farm.t, id } })
    expect([(await see(spore.body.id)).status, (await see(gateway.body.id)).status]).toEqual([200, 404])
    expect((await reader.call(collectCalls.collection, { params: { t: farm.t, id: spore.body.id }, query: {} })).status).toBe(200)
  })
})

test('a list shows the newest readings of the items that it asks for, in their order, hidden ones not', async () => {
  const base = await farm.build.anArea({ tenant_id: farm.t })
  const device = await farm.build.aDevice({ tenant_id: farm.t, area_id: base.id, device_type: 'gateway_water' })
  const bare = await farm.build.aDevice({ tenant_id: farm.t, area_id: base.id, device_type: 'gateway_water' })
  const item = (code: string, given: object = {}) =>
    farm.build.anItem({ tenant_id: farm.t, area_id: base.id, device_id: device.id, code, ...given })
  await item('turbidity', { last_value: 1, last_ts: 5 })
  await item('ph', { last_value: 7.1, last_ts: 6, low: 6.5, high: 8 })
  await item('ammonia', { hidden: 1 })
  const list = (items?: string) =>
    farm.admin.call(deviceCalls.tenantAll, {
      params: { t: farm.t },
      query: { page: 0, size: 0, areaId: base.id, ...(items ? { items } : {}) },
    })
  const rows = new Map((await list('ph,ammonia,turbidity')).body.content.map((row) => [row.id, row.items]))
  expect(rows.get(device.id)).toMatchObject([
    { code: 'ph', value: 7.1, ts: 6, low: 6.5, high: 8 },
    { code: 'turbidity', value: 1, ts: 5 },
  ])
  expect(rows.get(bare.id)).toEqual([])
  expect((await list()).body.content.map(({ items }) => items)).toEqual([[], []])
  expect((await list(Array.from({ length: 11 }, (_, at) => `c${at}`).join())).status).toBe(400)
})
