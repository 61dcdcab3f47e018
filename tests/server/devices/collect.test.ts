import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectCalls } from '#contract/devices/collect'
import { ensurePartitions } from '#server/ground/history/partition'
import { HOUR, MINUTE } from '#server/ground/history/resolution'
import { type Farm, startFarm } from './farmOfDevices.ts'

/** 2026-03-10 12:00 in Shanghai. */
const NOON = Date.UTC(2026, 2, 10, 4)

let farm: Farm
beforeAll(async () => {
  farm = await startFarm({ clock: () => NOON })
  await ensurePartitions(farm.owner, NOON - 40 * 24 * HOUR, NOON)
})
afterAll(() => farm?.close())

async function aDeviceWithItems(codes: readonly string[], given: { area_id?: number; hidden?: number } = {}) {
  const area_id = given.area_id ?? farm.north.id
  const device = await farm.build.aDevice({ tenant_id: farm.t, area_id })
  const items = []
  for (const [position, code] of codes.entries())
    items.push(await farm.build.anItem({ tenant_id: farm.t, device_id: device.id, area_id, code, position, hidden: given.hidden ?? 0 }))
  return { device, items }
}
const read = (itemId: number, ts: number, value: number | null) =>
  farm.owner.query('insert into furrow.reading (item_id, ts, value, tenant_id) values ($1, $2, $3, $4)', [itemId, ts, value, farm.t])
const mark = (itemId: number, ts: number) =>
  farm.owner.query('insert into furrow.rollup_dirty (item_id, hour, tenant_id) values ($1, $2, $3) on conflict do nothing', [
    itemId,
    Math.floor(ts / HOUR) * HOUR,
    farm.t,
  ])
const curve = (id: number, query: Record<string, unknown>, client = farm.admin) =>
  client.call(collectCalls.curve, { params: { t: farm.t, id }, query })

test('an item that nobody renamed is named in the reader’s language, also after a form was saved with its words; so is a second of its kind', async () => {
  const device = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id })
  const place = { tenant_id: farm.t, area_id: farm.north.id, device_id: device.id }
  const item = await farm.build.anItem({ ...place, code: 'ph', position: 1 })
  await farm.build.anItem({ ...place, code: 'temperature2', position: 2 })
  const edit = (name: string, objectVersionNumber: number) =>
    farm.admin.call(collectCalls.editItem, { params: { t: farm.t }, body: { id: item.id, name, objectVersionNumber } })
  const names = async (lang: string) => {
    const answer = await farm.admin.raw('GET', `/wfpe/v1/${farm.t}/device/gateway/${device.id}/collection?lang=${lang}`)
    return ((await answer.json()) as { content: { name: string }[] }).content.map(({ name }) => name)
  }
  expect((await edit('酸碱度', 1)).status).toBe(200)
  expect((await names('en-US'))[0]).toBe('pH')
  await edit('Pond 3', 2)
  expect([(await names('en-US'))[0], (await names('zh-CN'))[0]]).toEqual(['Pond 3', 'Pond 3'])
  expect((await names('zh-CN'))[1]).toBe('空气温度 2')
  expect((await names('en-US'))[1]).toBe('Air temperature 2')
})

describe('collect items', () => {
  test('come in the order of the page, in pages, the hidden ones apart', async () => {
    const { device, items } = await aDeviceWithItems(['b', 'a', 'soilMoisture3'])
    const parts = { tenant_id: farm.t, device_id: device.id, area_id: farm.north.id }
    await farm.build.anItem({ ...parts, code: 'gone', hidden: 1 })
    const ask = async (call: typeof collectCalls.collection | typeof collectCalls.delCollection, query = {}) =>
      (await farm.admin.call(call, { params: { t: farm.t, id: device.id }, query })).body
    const first = await ask(collectCalls.collection, { size: 2 })
    expect(first).toMatchObject({ number: 1, size: 2, totalElements: 3 })
    expect(first.content.map(({ id }) => id)).toEqual([items[0]!.id, items[1]!.id])
    expect((await ask(collectCalls.collection, { size: 0 })).content[2]).toMatchObject({
      name: '第 3 层土壤湿度',
      icon: 'soil',
      reportingPeriod: 300_000,
    })
    expect((await ask(collectCalls.delCollection)).content.map(({ code }) => code)).toEqual(['gone'])
  })

  test('of a base are the snapshot of its live frames, for whom may see them', async () => {
    const area = await farm.build.anArea({ tenant_id: farm.t })
    const { items } = await aDeviceWithItems(['x', 'y'], { area_id: area.id })
    const ask = async (client = farm.admin, query = {}) =>
      (await client.call(collectCalls.areaCollection, { params: { t: farm.t }, query: { size: 0, areaId: area.id, ...query } })).body
    expect((await ask()).content.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
    expect((await ask(farm.northerner)).totalElements).toBe(0)
    expect((await ask(farm.admin, { deviceType: 'camera' })).totalElements).toBe(0)
    expect((await ask(farm.admin, { size: 1, page: 2 })).content.map(({ id }) => id)).toEqual([items[1]!.id])
    await farm.owner.query(`update furrow.device set device_type = 'soil' where area_id = $1`, [area.id])
    expect((await ask(farm.viewer)).totalElements).toBe(0)
  })

  test('can be named, bounded and hidden; a stale version is refused', async () => {
    const { items } = await aDeviceWithItems(['temperature'])
    const edit = (given: Record<string, unknown>, client = farm.admin) =>
      client.call(collectCalls.editItem, { params: { t: farm.t }, body: { id: items[0]!.id, objectVersionNumber: 1, ...given } })
    expect((await edit({}, farm.viewer)).status).toBe(403)
    expect((await edit({ low: 5, high: 4 })).body.fields).toHaveProperty('high')
    expect((await edit({ name: 'Air', low: 5, high: 30, hidden: 1 })).body).toMatchObject({
      name: 'Air',
      low: 5,
      high: 30,
      hidden: 1,
      objectVersionNumber: 2,
    })
    expect((await edit({})).body.code).toBe('error.version.stale')
    expect((await edit({ objectVersionNumber: 2, name: '  ' })).body.name).toBe('空气温度')
    const { items: southern } = await aDeviceWithItems(['ph'], { area_id: farm.south.id })
    expect((await edit({ id: southern[0]!.id }, farm.northerner)).status).toBe(404)
  })
})

describe('history', () => {
  test('is read over a range that is written in the zone of the tenant, its end included', async () => {
    const { device, items } = await aDeviceWithItems(['ph', 'rain'])
    const day = Date.UTC(2026, 2, 8, 16) // 2026-03-09 00:00 in Shanghai
    const wanted = [day, day + 12 * HOUR, day + 24 * HOUR - 1]
    for (const [at, ts] of [day - 1, ...wanted, day + 24 * HOUR].entries()) {
      await read(items[0]!.id, ts, at)
      await mark(items[0]!.id, ts)
    }
    const range = { startTime: '2026-03-09 00:00:00', endTime: '2026-03-09 23:59:59' }
    const { status, body } = await curve(device.id, range)
    expect(status).toBe(200)
    expect(body.map(({ itemId, name }) => [itemId, name])).toEqual([
      [items[0]!.id, '酸碱度'],
      [items[1]!.id, '雨量'],
    ])
    expect(Object.keys(body[0]!).toSorted()).toEqual([
      'bucket',
      'collectionData',
      'collectionTime',
      'itemId',
      'max',
      'min',
      'name',
      'strength',
      'unit',
    ])
    expect(body[0]!.collectionTime.filter((_, at) => body[0]!.collectionData[at] != null)).toEqual(wanted)
    expect(body[1]!.collectionTime).toEqual([])
    const inMs = await curve(device.id, { startTime: day, endTime: day + 24 * HOUR - 1, itemIds: String(items[0]!.id) })
    expect(inMs.body).toEqual([body[0]])
  })

  test('over a long range comes from all there is, with least and greatest', async () => {
    const { device, items } = await aDeviceWithItems(['ph'])
    const start = NOON - 30 * 24 * HOUR
    await farm.owner.query(
      'insert into furrow.reading (item_id, ts, value, tenant_id) select $1, $2 + n * 300000, n % 12, $3 from generate_series(0::bigint, 8639) n',
      [items[0]!.id, start, farm.t],
    )
    await farm.owner.query(
      'insert into furrow.rollup_dirty (item_id, hour, tenant_id) select distinct item_id, ts / 3600000 * 3600000, tenant_id from furrow.reading where item_id = $1',
      [items[0]!.id],
    )
    const { body } = await curve(device.id, { startTime: start, endTime: NOON - 1, points: 60 })
    expect(body[0]).toMatchObject({ bucket: 12 * HOUR })
    expect(body[0]!.collectionTime).toHaveLength(60)
    expect(new Set(body[0]!.collectionData)).toEqual(new Set([5.5]))
    expect(body[0]!.min.every((value) => value === 0) && body[0]!.max.every((value) => value === 11)).toBe(true)
  })

  test("is refused for a range that is empty or no range, and for items that are not the device's", async () => {
    const { device, items } = await aDeviceWithItems(['ph'])
    const { items: others } = await aDeviceWithItems(['ph'])
    const range = { startTime: NOON - HOUR, endTime: NOON }
    const backwards = await curve(device.id, { startTime: '2026-03-02 00:00:00', endTime: '2026-03-01 00:00:00' })
    expect([backwards.status, backwards.body.code]).toEqual([422, 'error.range.empty'])
    for (const startTime of ['yesterday', '2026-02-30 00:00:00', '2026-03-01 25:00:00', '']) {
      const { status, body } = await curve(device.id, { ...range, startTime })
      expect([status, Object.keys(body.fields!)]).toEqual([400, ['startTime']])
    }
    expect((await curve(device.id, { startTime: NOON })).status).toBe(400)
    expect((await curve(device.id, { ...range, points: 2001 })).status).toBe(400)
    expect((await curve(device.id, { ...range, itemIds: '1;2' })).status).toBe(400)
    expect((await curve(device.id, { ...range, itemIds: `${items[0]!.id},${others[0]!.id}` })).status).toBe(404)
    expect((await curve(device.id, range, farm.viewer)).status).toBe(200)
    const { device: southern } = await aDeviceWithItems(['ph'], { area_id: farm.south.id })
    expect((await curve(southern.id, range, farm.northerner)).status).toBe(404)
  })

  test('of the last hours comes for all shown items at once, at most 60 points each', async () => {
    const { device, items } = await aDeviceWithItems(['ph', 'rain', 'flow'])
    for (const item of items.slice(0, 2)) {
      await farm.owner.query(
        'insert into furrow.reading (item_id, ts, value, tenant_id) select $1, $2 - n * 60000, n, $3 from generate_series(0::bigint, 600) n where n < 100 or n > 200',
        [item.id, NOON, farm.t],
      )
      for (let ago = 0; ago <= 11; ago++) await mark(item.id, NOON - ago * HOUR)
    }
    const { status, body } = await farm.admin.call(collectCalls.trend, { params: { t: farm.t, id: device.id } })
    expect(status).toBe(200)
    expect(body.map(({ itemId }) => itemId)).toEqual(items.map(({ id }) => id))
    expect(body[0]!.collectionTime.length).toBeGreaterThan(20)
    expect(body[0]!.collectionTime.length).toBeLessThanOrEqual(60)
    expect(body[0]!.collectionTime[0]).toBeGreaterThanOrEqual(NOON - 6 * HOUR - MINUTE)
    expect(body[0]!.collectionData.filter((value) => value == null)).toHaveLength(1)
    expect(body[2]!.collectionTime).toEqual([])
  })
})

test('the curves of a device with very many items stay one answer that a page can take', async () => {
  const { device, items } = await aDeviceWithItems(Array.from({ length: 120 }, (_, n) => `many${n}`))
  const [from, minutes] = [NOON - 20 * HOUR, 1200]
  await farm.owner.query(
    `insert into furrow.reading (item_id, ts, value, tenant_id)
     select item, $2::bigint + minute * 60000, minute, $3 from unnest($1::bigint[]) as item, generate_series(0, $4::int - 1) as minute`,
    [items.map(({ id }) => id), from, farm.t, minutes],
  )
  const { body } = await curve(device.id, { startTime: from, endTime: NOON, points: 2000 })
  expect(body).toHaveLength(items.length)
  expect(body.reduce((sum, { collectionTime }) => sum + collectionTime.length, 0)).toBeLessThanOrEqual(100_000)
  for (const { min, max } of body) expect([Math.min(...min.map(Number)), Math.max(...max.map(Number))]).toEqual([0, minutes - 1])
  const one = await curve(device.id, { startTime: from, endTime: NOON, points: 2000, itemIds: String(items[0]!.id) })
  expect(one.body[0]!.collectionTime).toHaveLength(minutes)
})
