import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectCalls } from '#contract/devices/collect'
import { MAX_CELLS } from '#contract/devices/export'
import { ensurePartitions } from '#server/ground/history/partition'
import { HOUR } from '#server/ground/history/resolution'
import type { Client } from '../harness.ts'
import { type Farm, GATEWAY_CODE, startFarm } from './farmOfDevices.ts'

/** 2026-03-10 12:00 in Shanghai. */
const NOON = Date.UTC(2026, 2, 10, 4)

let farm: Farm
let exporter: Client
beforeAll(async () => {
  farm = await startFarm({ clock: () => NOON })
  exporter = await farm.enter([GATEWAY_CODE, `${GATEWAY_CODE}.ps.export`])
  await ensurePartitions(farm.owner, NOON - 24 * HOUR, NOON)
})
afterAll(() => farm?.close())

async function aDevice(names: readonly string[], given: { area_id?: number; device_type?: string } = {}) {
  const place = { tenant_id: farm.t, area_id: given.area_id ?? farm.north.id }
  const device = await farm.build.aDevice({ ...place, ...given, name: '=Pond' })
  const items = []
  for (const [position, name] of names.entries())
    items.push(
      await farm.build.anItem({ ...place, device_id: device.id, name, position, last_ts: NOON - 1000, last_value: position + 0.5 }),
    )
  return { device, items }
}
const read = (itemId: number, ts: number, value: number | null) =>
  farm.owner.query('insert into reading (item_id, ts, value, tenant_id) values ($1, $2, $3, $4)', [itemId, ts, value, farm.t])
async function download(path: string, client = exporter) {
  const answer = await client.raw('GET', path)
  return { status: answer.status, type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) }
}
const pathOf = (id: number, query: Record<string, string>) =>
  `/wfpe/v1/${farm.t}/device/concentrator/${id}/export-collection?${new URLSearchParams({ lang: 'en-US', ...query })}`
const range = { startTime: '2026-03-10 10:00:00', endTime: '2026-03-10 11:59:59' }
/** A sheet counts in days: a second is there to a millisecond or so. */
const whole = (cell: unknown) => (cell instanceof Date ? new Date(Math.round(cell.getTime() / 1000) * 1000) : cell)
const cellsOf = async (bytes: Buffer) => ((await readSheet(bytes)) as unknown as unknown[][]).map((row) => row.map(whole))

describe('the readings of a device', () => {
  test('are a spreadsheet, a row a moment, in the zone of the tenant, which the head says', async () => {
    const { device, items } = await aDevice(['Air', '+Humidity'])
    await read(items[0]!.id, NOON - HOUR, 21.5)
    await read(items[1]!.id, NOON - HOUR, 60)
    await read(items[0]!.id, NOON - HOUR / 2, null)
    await read(items[1]!.id, NOON - HOUR / 2, 61)
    await read(items[0]!.id, NOON, 99)
    const { status, type, bytes } = await download(pathOf(device.id, range))
    expect({ status, type }).toEqual({ status: 200, type: expect.stringContaining('spreadsheetml') })
    expect(await cellsOf(bytes)).toEqual([
      ['Time (Asia/Shanghai)', 'Air (°C)', '+Humidity (°C)'],
      [new Date(Date.UTC(2026, 2, 10, 11)), 21.5, 60],
      [new Date(Date.UTC(2026, 2, 10, 11, 30)), null, 61],
    ])
  })

  test('are a text that no spreadsheet takes for formulas, of the items that are named', async () => {
    const { device, items } = await aDevice(['Air', '=HYPERLINK("http://x"),1'])
    await read(items[1]!.id, NOON - HOUR, -3)
    const { type, bytes } = await download(pathOf(device.id, { ...range, format: 'csv', itemIds: String(items[1]!.id) }))
    expect(type).toContain('text/csv')
    expect(bytes.toString('utf8')).toBe('\uFEFFTime (Asia/Shanghai),"\'=HYPERLINK(""http://x""),1 (°C)"\r\n2026-03-10 11:00:00,-3\r\n')
  })

  test('are refused beside the range where they are more than a file holds', async () => {
    const { device, items } = await aDevice(['Air', 'Soil'])
    await farm.owner.query(
      'insert into reading (item_id, ts, value, tenant_id) select $1, $2 + n, 1, $3 from generate_series(1::bigint, $4) n',
      [items[0]!.id, NOON - HOUR, farm.t, MAX_CELLS.xlsx / 2 + 1],
    )
    const { status, bytes } = await download(pathOf(device.id, range))
    expect({ status, ...JSON.parse(bytes.toString('utf8')).fields }).toEqual({ status: 400, endTime: expect.stringContaining('100000') })
    expect((await download(pathOf(device.id, { ...range, itemIds: String(items[0]!.id) }))).status).toBe(200)
    expect((await download(pathOf(device.id, { ...range, format: 'csv' }))).status).toBe(200)
  })

  test('are for whoever holds the code of exports for its type, in its base', async () => {
    const { device } = await aDevice(['Air'])
    const weather = await aDevice(['Air'], { device_type: 'gateway_weather' })
    const southern = await aDevice(['Air'], { area_id: farm.south.id })
    expect((await download(pathOf(device.id, range), farm.viewer)).status).toBe(403)
    expect((await download(pathOf(weather.device.id, range), farm.viewer)).status).toBe(403)
    expect((await download(pathOf(southern.device.id, range), farm.northerner)).status).toBe(404)
    const reader = await farm.enter([GATEWAY_CODE, 'wfpf.farm.equipment.weatherStations.ps.export'])
    expect((await download(pathOf(device.id, range), reader)).status).toBe(403)
  })

  test('of a range that is none, or of another device’s items, are refused', async () => {
    const { device } = await aDevice(['Air'])
    const { items } = await aDevice(['Air'])
    expect((await download(pathOf(device.id, { startTime: range.endTime, endTime: range.startTime }))).status).toBe(422)
    expect((await download(pathOf(device.id, { ...range, itemIds: String(items[0]!.id) }))).status).toBe(404)
  })
})

test('the newest readings of a base are a spreadsheet of what its reader may take along', async () => {
  const base = await farm.build.anArea({ tenant_id: farm.t })
  await aDevice(['Air', 'Soil'], { area_id: base.id })
  await aDevice(['Wind'], { area_id: base.id, device_type: 'gateway_weather' })
  const path = (format: string) => `/wfpe/v2/${farm.t}/device/collection/export?areaId=${base.id}&format=${format}&lang=en-US`
  const [heads, ...rows] = await cellsOf((await download(path('xlsx'))).bytes)
  expect(heads).toEqual(['Device', 'EUI', 'Item', 'Value', 'Unit', 'Time (Asia/Shanghai)', 'Normal from', 'Normal up to'])
  expect(rows.map(([device, , item, value]) => [device, item, value])).toEqual([
    ['=Pond', 'Air', 0.5],
    ['=Pond', 'Soil', 1.5],
  ])
  const text = (await download(path('csv'), farm.admin)).bytes.toString('utf8')
  expect(text.split('\r\n').filter((line) => line.startsWith("'=Pond"))).toHaveLength(3)
  expect((await download(path('csv'), farm.viewer)).status).toBe(403)
})

describe('many items of a device', () => {
  const edit = (id: number, items: object[], client: Client = farm.admin) =>
    client.call(collectCalls.editItems, { params: { t: farm.t }, body: { id, items } })
  const given = (id: number, more: object) => ({ id, objectVersionNumber: 1, ...more })

  test('are changed in one call, and answered in its order', async () => {
    const { device, items } = await aDevice(['Air', 'Soil'])
    const [air, soil] = items.map(({ id }) => id)
    const { status, body } = await edit(device.id, [given(soil!, { name: 'Bed', unit: '%', low: 1, high: 2 }), given(air!, { hidden: 1 })])
    expect(status).toBe(200)
    expect(body).toMatchObject([
      { id: soil, name: 'Bed', unit: '%', low: 1, high: 2, hidden: 0, objectVersionNumber: 2 },
      { id: air, hidden: 1, objectVersionNumber: 2 },
    ])
  })

  test('stay as they are where one of them cannot be changed', async () => {
    const { device, items } = await aDevice(['Air', 'Soil'])
    const other = await aDevice(['Air'])
    const [air, soil] = items.map(({ id }) => id)
    const refused = async (second: object, client?: Client) => {
      const { status, body } = await edit(device.id, [given(air!, { name: 'Changed' }), second], client)
      return [status, body.code]
    }
    expect(await refused(given(soil!, { objectVersionNumber: 7 }))).toEqual([409, 'error.version.stale'])
    expect(await refused(given(other.items[0]!.id, {}))).toEqual([404, 'error.notFound'])
    expect(await refused(given(soil!, { low: 2, high: 1 }))).toEqual([400, 'error.input.invalid'])
    expect((await refused(given(soil!, {}), farm.viewer))[0]).toBe(403)
    const { rows } = await farm.owner.query('select name, object_version_number from item where id = $1', [air])
    expect(rows).toEqual([{ name: 'Air', object_version_number: 1 }])
  })
})
