import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callGroups } from '#contract/calls'
import { device as deviceAnswer, deviceCalls, type DeviceSort } from '#contract/devices/device'
import { DEVICE_TYPES } from '#contract/devices/deviceType'
import { readMarker } from '#src/map/mapDevice.ts'
import { type Farm, GATEWAY_CODE, startFarm } from './farmOfDevices.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

const pick = (row: object, fields: readonly string[]) => Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field)))
/** A base of its own, so that tests do not see each other's devices. */
const aBase = () => farm.build.anArea({ tenant_id: farm.t })
const aDevice = (area_id: number, given: Partial<Parameters<Farm['build']['aDevice']>[0]> = {}) =>
  farm.build.aDevice({ tenant_id: farm.t, area_id, ...given })
const all = (areaId: number, query: Record<string, unknown> = {}, client = farm.admin) =>
  client.call(deviceCalls.tenantAll, { params: { t: farm.t }, query: { page: 0, size: 0, areaId, ...query } })

describe('devices of a tenant', () => {
  test('name the device that they stand behind, with the same fields, where the caller may see it (MAP-18)', async () => {
    const [base, other] = [await aBase(), await aBase()]
    const [near, far] = [await aDevice(base.id, { name: 'Near', presence: 'online' }), await aDevice(other.id, { name: 'Far' })]
    await farm.build.aSwitch({ tenant_id: farm.t, area_id: base.id, device_id: near.id, circuit: 1 })
    const [behindNear, behindFar] = [await aDevice(base.id, { parent_id: near.id }), await aDevice(base.id, { parent_id: far.id })]
    const named = async (client = farm.admin) =>
      new Map((await all(base.id, {}, client)).body.content.map(({ id, baseConcentratorDTO }) => [id, baseConcentratorDTO]))
    const seen = await named()
    expect(seen.get(near.id)).toBeNull()
    expect(seen.get(behindNear.id)).toMatchObject({ id: near.id, name: 'Near', online: 1, switches: [{ circuit: 1 }] })
    expect(Object.keys(seen.get(behindFar.id)!).toSorted()).toEqual(Object.keys(deviceAnswer.shape).toSorted())
    const hidden = await named(await farm.enter(['*'], { areaIds: [base.id] }))
    expect([hidden.get(behindNear.id)?.id, hidden.get(behindFar.id)]).toEqual([near.id, null])
  })

  test('say through which gateway they were heard, where they still stand behind it and the caller may see it', async () => {
    const [base, other] = [await aBase(), await aBase()]
    const [near, far] = [await aDevice(base.id, { name: 'Near' }), await aDevice(other.id, { name: 'Far' })]
    const through = async (parent: { id: number }, through_id: number | null) => {
      const row = await aDevice(base.id, { parent_id: parent.id })
      await farm.build.insert('device_heard', { device_id: row.id, tenant_id: farm.t, heard_at: 5, through_id })
      return row.id
    }
    const ids = [await through(near, near.id), await through(far, far.id), await through(near, null), await through(near, far.id)]
    const behind = async (client = farm.admin) => {
      const { body } = await all(base.id, {}, client)
      const markers = (await client.call(deviceCalls.markers, { params: { t: farm.t }, query: { page: 0, size: 0, areaId: base.id } })).body
      const named = new Map(body.content.map((one) => [one.id, one.behind]))
      const marked = new Map(markers.content.map((row) => [row[0], readMarker(base.id, row).behind]))
      expect(marked).toEqual(named)
      return ids.map((id) => named.get(id))
    }
    expect(await behind()).toEqual(['Near', 'Far', null, null])
    expect(await behind(await farm.enter(['*'], { areaIds: [base.id] }))).toEqual(['Near', null, null, null])
  })

  test('come with place, presence, main reading and switches', async () => {
    const base = await aBase()
    const land = await farm.build.aLand({ tenant_id: farm.t, area_id: base.id, land_name: 'Pond 1' })
    const row = await aDevice(base.id, { name: 'Pump house', land_id: land.id, presence: 'online', heard_at: 17 })
    const parts = { tenant_id: farm.t, device_id: row.id, area_id: base.id }
    await farm.build.anItem({ ...parts, code: 'hidden', hidden: 1, position: 0 })
    await farm.build.anItem({ ...parts, code: 'ph', position: 2 })
    const main = await farm.build.anItem({
      ...parts,
      code: 'dissolvedOxygen',
      unit: 'mg/L',
      position: 1,
      last_value: 6.5,
      last_ts: 16,
      low: 5,
    })
    const pump = await farm.build.aSwitch({ ...parts, circuit: 2, kind: 'aerator', status: 1, status_at: 15 })
    await farm.build.anItem({ ...parts, code: 'ammonia', position: 5, last_value: 0.5, last_ts: 16, high: 0.4 })
    await farm.build.anItem({ ...parts, code: 'turbidity', position: 6, last_value: 3, last_ts: 16 })
    await farm.build.aSwitch({ ...parts, circuit: 1, name: 'Valve' })

    const { status, body } = await all(base.id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ number: 1, size: 0, totalElements: 1 })
    expect(body.content[0]).toMatchObject({
      id: row.id,
      concentratorId: row.id,
      name: 'Pump house',
      landName: 'Pond 1',
      online: 1,
      presence: 'online',
      heardAt: 17,
      reportingPeriod: 300_000,
      latlng: { longitude: 113.34, latitude: 22.96 },
      main: { itemId: main.id, code: 'dissolvedOxygen', name: '溶解氧', value: 6.5, ts: 16, low: 5, high: null },
      switches: [
        { circuit: 1, name: 'Valve', status: null },
        { switchId: pump.id, circuit: 2, name: '2 号开关', kind: 'aerator', status: 1, ts: 15 },
      ],
    })
    expect(deviceAnswer.safeParse(body.content[0]).success).toBe(true)
    expect(JSON.stringify(body)).not.toContain('secret')
  })

  test('carry online 1 while they are online, and 0 whatever else is known of them (COLLECT-07)', async () => {
    const base = await aBase()
    for (const presence of ['online', 'offline', 'unknown'] as const) await aDevice(base.id, { name: presence, presence })
    const { body } = await all(base.id)
    expect(Object.fromEntries(body.content.map(({ name, online }) => [name, online]))).toEqual({ online: 1, offline: 0, unknown: 0 })
  })

  test('are named in the language of the caller where nobody named them', async () => {
    const base = await aBase()
    const row = await aDevice(base.id)
    await farm.build.anItem({ tenant_id: farm.t, device_id: row.id, area_id: base.id, code: 'temperature' })
    await farm.build.aSwitch({ tenant_id: farm.t, device_id: row.id, area_id: base.id, circuit: 3 })
    const answer = await farm.admin.raw('GET', `/wfpe/v2/${farm.t}/device/gateway/tenant-all?areaId=${base.id}&size=0`, {
      headers: { 'accept-language': 'en-US' },
    })
    const { content } = (await answer.json()) as { content: { main: { name: string }; switches: { name: string }[] }[] }
    expect([content[0]!.main.name, content[0]!.switches[0]!.name]).toEqual(['Air temperature', 'Switch 3'])
  })

  test('are found by words of name and EUI together, in any order, the shortest first', async () => {
    const base = await aBase()
    for (const [name, eui] of [
      ['Pond gateway 10', 'north-10'],
      ['Pond gateway 1', 'north-1'],
      ['Pond gateway 2', 'south-100%'],
    ] as const)
      await aDevice(base.id, { name, eui })
    const found = async (find: string) => (await all(base.id, { find })).body.content.map(({ eui }) => eui)
    expect(await found('NORTH-1')).toEqual(['north-1', 'north-10'])
    expect(await found('1 pond north')).toEqual(['north-1', 'north-10'])
    expect(await found('0%')).toEqual(['south-100%'])
    expect(await found('pond west')).toEqual([])
    expect(await found('  ')).toHaveLength(3)
  })

  test('are only of the types whose code the caller holds', async () => {
    const base = await aBase()
    for (const device_type of DEVICE_TYPES) await aDevice(base.id, { device_type })
    expect((await all(base.id)).body.totalElements).toBe(DEVICE_TYPES.length)
    const seen = await all(base.id, {}, farm.viewer)
    expect(seen.body.content.map(({ deviceType }) => deviceType)).toEqual(['gateway'])
    expect((await all(base.id, { deviceType: 'camera' }, farm.viewer)).body.totalElements).toBe(0)
    const nobody = await farm.enter([])
    expect((await all(base.id, {}, nobody)).body).toMatchObject({ content: [], totalElements: 0 })
  })

  test('are the same as rows for a map, in order of id', async () => {
    const base = await aBase()
    const land = await farm.build.aLand({ tenant_id: farm.t, area_id: base.id, land_name: 'Pond 2' })
    const row = await aDevice(base.id, { name: 'Z', land_id: land.id, presence: 'online', heard_at: 17, device_serial: 'S1' })
    const parts = { tenant_id: farm.t, device_id: row.id, area_id: base.id }
    await farm.build.anItem({ ...parts, code: 'ph', last_value: 7, last_ts: 16, low: 6.5, unit: 'pH' })
    await farm.build.anItem({ ...parts, code: 'ammonia', position: 5, last_value: 0.5, last_ts: 16, high: 0.4 })
    await farm.build.anItem({ ...parts, code: 'turbidity', position: 6, last_value: 3, last_ts: 16 })
    await farm.build.aSwitch({ ...parts, circuit: 1, name: 'Valve', status: 1, status_at: 15 })
    await aDevice(base.id, { name: 'A', device_type: 'camera', latitude: null, longitude: null })
    const markers = (client = farm.admin) =>
      client.call(deviceCalls.markers, { params: { t: farm.t }, query: { page: 0, size: 0, areaId: base.id } })
    const { body } = await markers()
    expect(body.totalElements).toBe(2)
    const known = (await all(base.id, { sort: '-name' })).body.content
    const read = body.content.map((marker) => readMarker(base.id, marker))
    const shared = Object.keys(read[0]!).filter((name) => name !== 'banded')
    expect(read.map((one) => pick(one, shared))).toEqual(known.map((device) => pick(device, shared)))
    // Whatever else has a band may be out of it, too.
    expect(read.map(({ banded }) => banded?.map(({ code, high }) => [code, high]))).toEqual([[['ammonia', 0.4]], []])
    expect((await markers(farm.viewer)).body.content.map(([id]) => id)).toEqual([row.id])
    expect((await markers(farm.northerner)).body).toMatchObject({ content: [], totalElements: 0 })
  })

  test('can be narrowed by type, types, name, eui and presence', async () => {
    const base = await aBase()
    const one = await aDevice(base.id, { name: 'Alpha 100%', eui: 'narrow-A_1', presence: 'online' })
    const two = await aDevice(base.id, { name: 'Beta', device_type: 'camera', eui: 'narrow-AB1' })
    const three = await aDevice(base.id, { name: 'Gamma', device_type: 'soil' })
    const found = async (query: Record<string, unknown>) => (await all(base.id, query)).body.content.map(({ id }) => id)
    expect(await found({ deviceType: 'camera' })).toEqual([two.id])
    expect(await found({ deviceTypes: 'camera,soil' })).toEqual([two.id, three.id])
    expect(await found({ deviceType: 'gateway', deviceTypes: 'soil' })).toEqual([one.id, three.id])
    expect(await found({ name: '0%' })).toEqual([one.id])
    expect(await found({ name: 'ALPHA' })).toEqual([one.id])
    expect(await found({ eui: 'a_1' })).toEqual([one.id])
    expect(await found({ presence: 'online' })).toEqual([one.id])
    const kept = await aDevice(base.id, { name: 'Kept out', enabled_flag: 0 })
    expect(await found({ enabledFlag: 0 })).toEqual([kept.id])
    expect(await found({ enabledFlag: 1 })).toEqual([one.id, two.id, three.id])
    expect((await all(base.id, { enabledFlag: 2 })).status).toBe(400)
    const wrong = await all(base.id, { deviceTypes: 'camera,tractor' })
    expect(wrong.status).toBe(400)
    expect(Object.keys(wrong.body.fields!)).toEqual(['deviceTypes'])
  })

  test('come in pages, in the asked order', async () => {
    const base = await aBase()
    for (const [at, name] of ['d', 'b', 'e', 'a', 'c'].entries()) await aDevice(base.id, { name, heard_at: at === 0 ? null : at })
    const page = async (query: Record<string, unknown>) => {
      const { body } = await all(base.id, query)
      return [body.content.map(({ name }) => name).join(''), body.number, body.totalElements]
    }
    expect(await page({ page: 1, size: 2 })).toEqual(['ab', 1, 5])
    expect(await page({ page: 3, size: 2 })).toEqual(['e', 3, 5])
    expect(await page({ page: 9, size: 2 })).toEqual(['', 9, 5])
    expect(await page({ sort: '-name' })).toEqual(['edcba', 1, 5])
    expect(await page({ sort: 'heardAt' })).toEqual(['beacd', 1, 5])
    expect(await page({ sort: '-heardAt' })).toEqual(['caebd', 1, 5])
    expect((await all(base.id, { sort: 'secretHash' })).status).toBe(400)
  })

  test('of every base come in order of their bases, and two bases of one name stay apart', async () => {
    const [other, named, twin] = await Promise.all(
      ['Zhong', 'Alder', 'Alder'].map((area_name) => farm.build.anArea({ tenant_id: farm.t, area_name })),
    )
    const places = [other, twin, named, twin, named].map((base) => base!.id)
    const devices: { id: number }[] = []
    for (const [at, area] of places.entries()) devices.push(await aDevice(area, { name: `Placed ${9 - at}` }))
    const order = async (sort: DeviceSort) => {
      const asked = { params: { t: farm.t }, query: { page: 1, size: 10, name: 'Placed', sort } }
      const { body } = await farm.admin.call(deviceCalls.tenantAll, asked)
      return body.content.map(({ id }) => devices.findIndex((one) => one.id === id))
    }
    const alders = named!.id < twin!.id ? [4, 2, 3, 1] : [3, 1, 4, 2]
    expect(await order('areaName')).toEqual([...alders, 0])
    expect(await order('-areaName')).toEqual([0, ...alders])
  })

  test('are named by their ids, at most 100 at once, and only those that the caller may see come', async () => {
    const base = await aBase()
    const [one, two, hidden] = [await aDevice(base.id), await aDevice(base.id), await aDevice(farm.south.id)]
    const named = (ids: string, client = farm.admin) =>
      client.call(deviceCalls.tenantAll, { params: { t: farm.t }, query: { page: 1, size: 100, ids } })
    const found = async (ids: readonly number[], client = farm.admin) =>
      (await named(ids.join(), client)).body.content.map(({ id }) => id).toSorted((first, second) => first - second)
    expect(await found([two.id, one.id, 999_999_999])).toEqual([one.id, two.id])
    const inBase = await farm.enter(['*'], { areaIds: [base.id] })
    expect(await found([one.id, hidden.id], inBase)).toEqual([one.id])
    for (const wrong of ['1,x', Array.from({ length: 101 }, (_, at) => at).join()]) {
      const { status, body } = await named(wrong)
      expect([status, Object.keys(body.fields!)]).toEqual([400, ['ids']])
    }
  })

  test('of a base that the caller may not see are not there', async () => {
    await aDevice(farm.south.id, { name: 'Southern' })
    const north = await aDevice(farm.north.id, { name: 'Northern' })
    expect((await all(farm.south.id, {}, farm.northerner)).body.totalElements).toBe(0)
    const seen = await farm.northerner.call(deviceCalls.tenantAll, { params: { t: farm.t }, query: { size: 0 } })
    expect(seen.body.content.map(({ id }) => id)).toEqual([north.id])
    expect((await all(farm.foreign.id)).body.totalElements).toBe(0)
  })

  test('more than can be read at once are refused with how many there are', async () => {
    const base = await aBase()
    await farm.owner.query(
      `insert into furrow.device (tenant_id, area_id, device_type, name, eui, secret_hash)
       select $1, $2, 'gateway', 'Many ' || n, 'many-' || n, 'x' from generate_series(1, 10001) n`,
      [farm.t, base.id],
    )
    const { status, body } = await all(base.id)
    expect(status).toBe(422)
    expect(body.code).toBe('error.page.tooMany')
    expect(body.message).toContain('10001')
    await farm.owner.query(`delete from furrow.device where eui = 'many-1'`)
    const whole = await all(base.id)
    expect(whole.body.content).toHaveLength(10_000)
    await farm.owner.query('delete from furrow.device where area_id = $1', [base.id])
  })
})

describe('one look at a base', () => {
  test('counts what the caller may see', async () => {
    const base = await aBase()
    for (const device_type of ['camera', 'gateway', 'gateway_water', 'gateway_weather', 'soil'] as const)
      await aDevice(base.id, { device_type, presence: device_type === 'soil' ? 'online' : 'unknown' })
    const count = async (client = farm.admin) =>
      (await client.call(deviceCalls.count, { params: { t: farm.t }, query: { areaId: base.id } })).body
    expect(await count()).toEqual({ cameraCount: 1, gatewayCount: 2, weatherCount: 1, onlineCount: 1, totalCount: 4 })
    expect(await count(farm.viewer)).toEqual({ cameraCount: 0, gatewayCount: 1, weatherCount: 0, onlineCount: 0, totalCount: 1 })
  })

  test('tells the presence of each device', async () => {
    const base = await aBase()
    const row = await aDevice(base.id, { presence: 'offline', heard_at: 5 })
    const { body } = await farm.admin.call(deviceCalls.status, { params: { t: farm.t }, query: { areaId: base.id } })
    expect(body).toEqual([{ id: row.id, presence: 'offline', heardAt: 5 }])
  })

  test('shows its cameras to who may open the camera page', async () => {
    const base = await aBase()
    const camera = await aDevice(base.id, { device_type: 'camera' })
    await aDevice(base.id)
    const ask = (client = farm.admin, id = base.id) =>
      client.call(deviceCalls.areaCameras, { params: { t: farm.t, id }, query: { page: 1, size: 1000 } })
    expect((await ask()).body.content.map(({ id }) => id)).toEqual([camera.id])
    expect((await ask(farm.viewer)).status).toBe(403)
    expect((await ask(farm.northerner)).status).toBe(404)
    expect((await ask(farm.admin, farm.foreign.id)).status).toBe(404)
  })

  test('a device tells its newest readings in one answer', async () => {
    const base = await aBase()
    const row = await aDevice(base.id)
    const parts = { tenant_id: farm.t, device_id: row.id, area_id: base.id }
    await farm.build.anItem({ ...parts, code: 'ph', last_value: null, last_ts: 9 })
    await farm.build.anItem({ ...parts, code: 'own-code' })
    const ask = (client = farm.admin) => client.call(deviceCalls.state, { params: { t: farm.t, id: row.id } })
    expect((await ask()).body.items.map(({ name, value, ts }) => [name, value, ts])).toEqual([
      ['酸碱度', null, 9],
      ['own-code', null, null],
    ])
    expect((await ask(farm.northerner)).status).toBe(404)
    const camera = await aDevice(base.id, { device_type: 'camera' })
    expect((await farm.viewer.call(deviceCalls.state, { params: { t: farm.t, id: camera.id } })).status).toBe(404)
  })
})

describe('every call of devices', () => {
  const groups = ['device', 'gateway', 'collect', 'switch', 'aerator'] as const
  const calls = groups.flatMap((group) => Object.entries(callGroups[group]).map(([name, call]) => ({ name: `${group}.${name}`, call })))

  test.each(calls)('$name asks who calls, and shows another tenant nothing', async ({ call }) => {
    const input = { params: { t: farm.t, id: 1 } }
    expect((await farm.anonymous.call(call, input)).status).toBe(401)
    expect((await farm.rival.call(call, input)).status).toBe(404)
  })

  test.each(calls.filter(({ call }) => call.permission !== 'login'))('$name is refused without its code', async ({ call }) => {
    const stranger = await farm.enter(['wfpf.farm.farm.map'])
    expect((await stranger.call(call, { params: { t: farm.t, id: 1 } })).status).toBe(403)
  })

  test.each(calls.filter(({ call }) => [call.permission].flat().every((code) => code.includes('.ps.'))))(
    '$name is refused to who may only read',
    async ({ call }) => {
      const reader = await farm.enter([GATEWAY_CODE, 'wfpf.farm.equipment.aerator'])
      expect((await reader.call(call, { params: { t: farm.t, id: 1 } })).status).toBe(403)
    },
  )

  test('an id that is none is a fault of the caller', async () => {
    for (const id of ['abc', '-1', '1e3', '9999999999999999'])
      expect((await farm.admin.call(deviceCalls.state, { params: { t: farm.t, id } })).status).toBe(400)
    expect((await farm.admin.call(deviceCalls.state, { params: { t: farm.t, id: 999_999_999_999_999 } })).status).toBe(404)
  })
})
