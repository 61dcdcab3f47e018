import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aeratorCalls, firstAeratorCalls, MOST_PUMPS, regulatorCalls } from '#contract/devices/aerator'
import { deviceLogCalls } from '#contract/devices/deviceLog'
import { switchCalls } from '#contract/devices/switch'
import { deviceTypes } from '#contract/devices/deviceType'
import { type Farm, startFarm } from './farmOfDevices.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

const versions = [
  ['the first version', firstAeratorCalls],
  ['the second version', { ...regulatorCalls, ...aeratorCalls }],
] as const
let made = 0
const at = (id?: number) => ({ t: farm.t, ...(id === undefined ? {} : { id }) })
const aBody = (given: Record<string, unknown> = {}) => ({ name: 'Pond', eui: `pond-${++made}`, areaId: farm.north.id, ...given })
const aRegulator = () => farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id, device_type: 'aerator_ii', presence: 'online' })

describe.each(versions)('aerators by %s of the calls', (_, calls) => {
  test('are made, read, changed and deleted as devices of their type, and no other device is', async () => {
    const { body } = await farm.admin.call(calls.create, { params: at(), body: aBody() })
    expect(body).toMatchObject({ deviceType: 'aerator_ii', name: 'Pond', secret: expect.any(String) })
    const page = await farm.admin.call(calls.page, { params: at(), query: { size: 0, areaId: farm.north.id } })
    expect(page.body.content.map(({ id }) => id)).toContain(body.id)
    expect(new Set(page.body.content.map(({ deviceType }) => deviceType))).toEqual(new Set(['aerator_ii']))
    const changed = aBody({ id: body.id, eui: body.eui, name: 'North pond', objectVersionNumber: 1 })
    expect((await farm.admin.call(calls.update, { params: at(), body: changed })).body).toMatchObject({ name: 'North pond' })
    expect((await farm.admin.call(calls.update, { params: at(), body: changed })).body.code).toBe('error.version.stale')
    expect((await farm.admin.call(calls.details, { params: at(body.id) })).body).toMatchObject({ name: 'North pond', pumps: [] })
    const other = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id })
    expect((await farm.admin.call(calls.update, { params: at(), body: { ...changed, id: other.id } })).status).toBe(404)
    expect((await farm.admin.call(calls.details, { params: at(other.id) })).status).toBe(404)
    expect((await farm.admin.call(calls.remove, { params: at(other.id) })).status).toBe(404)
    expect((await farm.viewer.call(calls.remove, { params: at(body.id) })).status).toBe(403)
    expect((await farm.admin.call(calls.remove, { params: at(body.id) })).body).toBe(1)
    expect((await farm.admin.call(calls.details, { params: at(body.id) })).status).toBe(404)
  })

  test('have at most four pumps, each on a port of its own with a name and an icon that are kept', async () => {
    const regulator = await aRegulator()
    const add = (node: number, given: Record<string, unknown> = {}) =>
      farm.admin.call(calls.add, { params: at(), body: { regulatorId: regulator.id, node, ...given } })
    const first = await add(1, { name: ' Paddle ', icon: '/file/paddle.png' })
    expect(first.body).toMatchObject({ node: 1, name: 'Paddle', icon: '/file/paddle.png', statusFlag: null, onlineFlag: 1 })
    expect((await add(1)).body).toMatchObject({ code: 'error.aerator.nodeTaken', fields: { node: expect.stringContaining('1') } })
    for (let node = 2; node <= MOST_PUMPS; node++) expect((await add(node)).status).toBe(200)
    expect((await add(5)).body).toMatchObject({ code: 'error.aerator.pumps', fields: { node: expect.stringContaining('4') } })
    const named = { id: first.body.id, objectVersionNumber: 1, name: 'Impeller', icon: null }
    expect((await farm.admin.call(calls.edit, { params: at(), body: named })).body).toMatchObject({ name: 'Impeller', icon: null })
    expect((await farm.admin.call(calls.edit, { params: at(), body: named })).body.code).toBe('error.version.stale')
    const list = async () => (await farm.admin.call(calls.pumps, { params: at(), query: { regulatorId: regulator.id } })).body
    expect((await list()).map(({ node, name }) => [node, name])).toEqual([
      [1, 'Impeller'],
      [2, '2 号泵'],
      [3, '3 号泵'],
      [4, '4 号泵'],
    ])
    expect((await farm.admin.call(calls.control, { params: at(first.body.id), body: { status: 1 } })).body).toMatchObject({ result: 0 })
    const forget = () =>
      'body' in firstAeratorCalls.forget && calls === firstAeratorCalls
        ? farm.admin.call(firstAeratorCalls.forget, { params: at(), body: { id: first.body.id } })
        : farm.admin.call(aeratorCalls.forget, { params: at(first.body.id) })
    expect((await forget()).body).toBe(1)
    expect((await forget()).status).toBe(404)
    expect(await list()).toHaveLength(3)
    expect((await add(1)).status).toBe(200)
  })
})

describe('the logs of an aerator', () => {
  const codes = [deviceTypes.aerator_ii.code]
  test('say when contact was lost and came back, and of any device the same', async () => {
    const { id } = await aRegulator()
    const now = Date.now()
    for (const [ago, presence] of [
      [50, 'online'],
      [40, 'offline'],
      [25, 'online'],
      [10, 'offline'],
    ] as const)
      await farm.owner.query('insert into furrow.online_log (tenant_id, device_id, at, presence) values ($1, $2, $3, $4)', [
        farm.t,
        id,
        now - ago * 1000,
        presence,
      ])
    const reader = await farm.enter(codes)
    const { body } = await reader.call(firstAeratorCalls.offlineLog, { params: at(), query: { regulatorId: id } })
    expect(body.content).toMatchObject([
      { at: now - 10_000, until: null, presence: 'offline' },
      { at: now - 40_000, until: now - 25_000 },
    ])
    const all = await reader.call(deviceLogCalls.online, { params: at(id), query: { size: 3 } })
    expect(all.body).toMatchObject({ totalElements: 4, content: [{ until: null }, { presence: 'online' }, { until: now - 25_000 }] })
    const none = await reader.call(deviceLogCalls.online, { params: at(id), query: { startTime: 0, endTime: now - 60_000 } })
    expect(none.body.totalElements).toBe(0)
    expect((await reader.call(deviceLogCalls.online, { params: at(id), query: { startTime: 2, endTime: 1 } })).status).toBe(422)
    const gatewayId = (await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id })).id
    expect((await farm.admin.call(firstAeratorCalls.offlineLog, { params: at(), query: { regulatorId: gatewayId } })).status).toBe(404)
  })

  test('say which pump had which fault, from when until when', async () => {
    const { id } = await aRegulator()
    const parts = { tenant_id: farm.t, area_id: farm.north.id, device_id: id }
    const [two, three] = [await farm.build.anItem({ ...parts, code: 'fault2' }), await farm.build.anItem({ ...parts, code: 'fault3' })]
    const oxygen = await farm.build.anItem({ ...parts, code: 'dissolvedOxygen' })
    const start = Date.now() - 100_000
    const read = (item: { id: number }, values: readonly number[]) =>
      farm.owner.query(
        `insert into furrow.reading (item_id, ts, value, tenant_id) select $1, $2::bigint + nr * 1000, value, $4 from unnest($3::float8[]) with ordinality as v(value, nr)`,
        [item.id, start, values, farm.t],
      )
    await read(two, [0, 0, 1, 1, 2, 0, 0])
    await read(three, [3, 3, 0, 3])
    await read(oxygen, [6, 7])
    const { body } = await farm.admin.call(firstAeratorCalls.faultLog, { params: at(), query: { regulatorId: id } })
    expect(
      body.content.map(({ code, fault, from, until }) => [code, fault, (from - start) / 1000, until && (until - start) / 1000]),
    ).toEqual([
      ['fault2', 2, 5, 6],
      ['fault3', 3, 4, null],
      ['fault2', 1, 3, 5],
      ['fault3', 3, 1, 3],
    ])
    expect((await farm.admin.call(deviceLogCalls.fault, { params: at(id) })).body).toEqual(body)
  })

  test('say who asked what of its pumps, as the log of the device does', async () => {
    const regulator = await aRegulator()
    const one = await farm.build.aSwitch({ tenant_id: farm.t, area_id: farm.north.id, device_id: regulator.id, kind: 'aerator' })
    await farm.admin.call(firstAeratorCalls.control, { params: at(one.id), body: { status: 1 } })
    const { body } = await farm.admin.call(firstAeratorCalls.controlLog, { params: at(), query: { regulatorId: regulator.id } })
    expect(body.content).toMatchObject([{ switchId: one.id, status: 1, author: 'A User' }])
    const device = await farm.admin.call(switchCalls.log, { params: at(), query: { concentratorId: regulator.id } })
    expect(device.body.content).toEqual(body.content)
  })
})
