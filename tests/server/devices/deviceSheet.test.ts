import { Buffer } from 'node:buffer'
import { readSheet } from 'read-excel-file/node'
import { zipSync } from 'fflate'
import writeCells from 'write-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceSheet, deviceSheetCalls } from '#contract/devices/deviceSheet'
import { deviceTypes } from '#contract/devices/deviceType'
import { fileCalls } from '#contract/media/files'
import { headOf } from '#server/ground/crud/sheet'
import { hashSecret } from '#server/ground/broker/secret'
import { type Farm, startFarm } from './farmOfDevices.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

type Client = Farm['admin']
type Row = readonly (string | number | null)[]
const HEADS = deviceSheet.sheetFields.map((name) => headOf(deviceSheet, name, 'zh-CN'))
/** name, eui, type, base, plot, gateway, minutes, coordinates, SIM */
const aRow = (nr: number, given: Partial<Record<number, string | number | null>> = {}): Row =>
  Object.assign([`Device ${nr}`, `sheet-${nr}`, '土壤墒情', 'North', null, null, 30, '113.34,22.96', '898600'], given)
const xlsx = async (rows: readonly Row[], heads: readonly string[] = HEADS) =>
  writeCells(
    [heads, ...rows].map((row) =>
      row.map((value) => (value === null ? null : typeof value === 'number' ? { type: Number, value } : { type: String, value })),
    ),
  ).toBuffer()

async function uploaded(bytes: Uint8Array, client: Client = farm.admin, t = farm.t): Promise<string> {
  const file = new File([Buffer.from(bytes)], 'devices.xlsx')
  const { body } = await client.call(fileCalls.upload, { params: { t }, body: { kind: 'file', file } })
  return body.id
}
const check = (uuid: string, client: Client = farm.admin, t = farm.t) => client.call(deviceSheetCalls.check, { params: { t, uuid } })
const bring = (fileId: string, client: Client = farm.admin, t = farm.t) =>
  client.call(deviceSheetCalls.bring, { params: { t }, body: { fileId } })
const count = async (tenant = farm.t) =>
  Number((await farm.owner.query('select count(*) as n from furrow.device where tenant_id = $1', [tenant])).rows[0]!.n)

test('ten thousand rows with 37 faults name exactly those 37 and make nothing; mended they make ten thousand, once, also when pressed twice', async () => {
  const fault = new Map<number, Partial<Record<number, string | number | null>>>()
  const kinds: Partial<Record<number, string | number | null>>[] = [
    { 1: 'sheet-1' },
    { 1: 'has a space' },
    { 2: '飞船' },
    { 3: 'Nowhere' },
    { 4: 'No such plot' },
    { 5: 'no-such-gateway' },
    { 6: 0 },
    { 7: 'far away' },
    { 0: null },
  ]
  for (let at = 0; at < 37; at++) fault.set(100 + at * 250, kinds[at % kinds.length]!)
  const rows = Array.from({ length: 10_000 }, (_, at) => aRow(at + 1, fault.get(at + 1)))
  const broken = await uploaded(await xlsx(rows))
  const before = await count()
  const heap = process.memoryUsage().heapUsed
  for (const answer of [await check(broken), await bring(broken)]) {
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ rows: 10_000, committed: false })
    expect(answer.body.faults.map(({ row }) => row)).toEqual([...fault.keys()].map((nr) => nr + 1))
  }
  expect(process.memoryUsage().heapUsed - heap).toBeLessThan(200 * 1024 * 1024)
  expect(await count()).toBe(before)

  const mended = await uploaded(await xlsx(rows.map((row, at) => (fault.has(at + 1) ? aRow(at + 1) : row))))
  expect((await check(mended)).body).toMatchObject({
    rows: 10_000,
    counts: { new: 10_000 },
    committed: false,
    unknownHeads: [],
    faults: [],
  })
  const [one, other] = await Promise.all([bring(mended), bring(mended)])
  const [done, refused] = one.status === 200 ? [one.body, other.body] : [other.body, one.body]
  expect(done).toMatchObject({ counts: { new: 10_000 }, committed: true })
  expect(refused).toMatchObject({ code: 'error.busy' })
  const { body: told } = await bring(mended)
  expect(told).toMatchObject({ counts: { new: 0, same: 10_000 }, committed: true, faults: [], secrets: null })
  const { body: differs } = await bring(await uploaded(await xlsx([aRow(1), aRow(2, { 0: 'Another name' })])))
  expect(differs).toMatchObject({ counts: { new: 0, same: 1 }, committed: false, faults: [{ row: 3, field: 'eui' }] })
  expect(await count()).toBe(before + 10_000)

  const [, first] = (await readSheet(Buffer.from(done.secrets!, 'base64'))) as unknown as string[][]
  expect(first!.slice(1, 3)).toEqual(['sheet-1', `${farm.t}/sheet-1`])
  const { rows: kept } = await farm.owner.query(
    'select secret_hash, reporting_period from furrow.device where tenant_id = $1 and eui = $2',
    [farm.t, 'sheet-1'],
  )
  expect(kept[0]).toEqual({ secret_hash: hashSecret(first![3]!), reporting_period: expect.anything() })
}, 240_000)

test('each fault is told beside its column, in the language of the reader', async () => {
  const taken = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id, eui: 'there-already' })
  const deep = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id, eui: 'behind-one', parent_id: taken.id })
  await farm.build.anArea({ tenant_id: farm.elsewhere.id, area_name: 'Theirs' })
  await farm.build.aLand({ tenant_id: farm.t, area_id: farm.south.id, land_name: 'South plot' })
  const id = await uploaded(
    await xlsx([
      aRow(20_001, { 1: taken.eui }),
      aRow(20_002, { 1: 'same' }),
      aRow(20_003, { 1: 'same' }),
      aRow(20_004, { 2: 'Spaceship' }),
      aRow(20_005, { 3: 'Theirs' }),
      aRow(20_006, { 4: 'South plot' }),
      aRow(20_007, { 5: deep.eui }),
      aRow(20_008, { 8: 2 ** 66 }),
      aRow(20_009, { 5: taken.eui, 2: 'Soil moisture' }),
    ]),
  )
  const { body } = await check(id)
  expect(body.faults.map(({ row, field }) => [row, field])).toEqual([
    [2, 'eui'],
    [4, 'eui'],
    [5, 'deviceType'],
    [6, 'areaId'],
    [7, 'landName'],
    [8, 'gatewayEui'],
    [9, 'iccid'],
  ])
  expect(body.faults[1]!.message).toBe('与第 3 行相同（读到“same”）')
  expect(body.faults[2]!.message).toContain('Spaceship')
})

test('a device may stand behind another row, and what it names of a row that is refused is not blamed again', async () => {
  const id = await uploaded(
    await xlsx([
      aRow(1, { 1: 'row-child', 5: 'row-gateway' }),
      aRow(2, { 1: 'row-gateway', 2: '网关' }),
      aRow(3, { 1: 'x y', 5: 'row-gateway' }),
    ]),
  )
  expect((await check(id)).body.faults.map(({ row, field }) => [row, field])).toEqual([[4, 'eui']])
  const good = await uploaded(await xlsx([aRow(1, { 1: 'row-child', 5: 'row-gateway' }), aRow(2, { 1: 'row-gateway', 2: '网关' })]))
  expect((await bring(good)).body.committed).toBe(true)
  const { rows } = await farm.owner.query(
    'select p.eui from furrow.device c join furrow.device p on p.id = c.parent_id where c.tenant_id = $1 and c.eui = $2',
    [farm.t, 'row-child'],
  )
  expect(rows).toEqual([{ eui: 'row-gateway' }])
})

test('a column that nobody knows is left out once that is confirmed', async () => {
  const fileId = await uploaded(await xlsx([[...aRow(1, { 1: 'left-out' }), 'mine']], [...HEADS, 'Owner']))
  const send = async (leftOut: string[]) =>
    (await farm.admin.call(deviceSheetCalls.bring, { params: { t: farm.t }, body: { fileId, leftOut } })).body
  expect(await send([])).toMatchObject({ committed: false, unknownHeads: ['Owner'], faults: [{ row: 1, field: null }], secrets: null })
  expect(await send(['Owner'])).toMatchObject({ counts: { new: 1 }, committed: true, unknownHeads: ['Owner'], faults: [] })
})

test('rights are judged by the type and the base of each row', async () => {
  const gardener = await farm.enter([deviceTypes.soil.code, deviceTypes.soil.codes.create])
  const rows = [aRow(1, { 1: 'mine-1' }), aRow(2, { 1: 'mine-2', 2: '电动阀' })]
  const { body } = await bring(await uploaded(await xlsx(rows), gardener), gardener)
  expect(body.faults).toEqual([{ row: 3, field: 'areaId', message: expect.stringContaining('不能') }])
  const northerner = await bring(await uploaded(await xlsx([aRow(1, { 1: 'mine-3', 3: 'South' })]), farm.northerner), farm.northerner)
  expect(northerner.body).toMatchObject({ committed: false, faults: [{ row: 2, field: 'areaId' }] })
  const { rows: made } = await farm.owner.query("select 1 from furrow.device where eui like 'mine-%'")
  expect(made).toHaveLength(0)
})

test('what is no spreadsheet, unfolds to too much or has too many rows is refused, and so is the file of somebody else', async () => {
  const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  expect((await check(await uploaded(picture))).body).toMatchObject({ code: 'error.import.unreadable' })
  const bomb = zipSync({ 'xl/workbook.xml': Buffer.alloc(60_000_000, 32), '[Content_Types].xml': Buffer.from('<Types/>') })
  expect((await check(await uploaded(bomb))).body).toMatchObject({ code: 'error.input.tooLarge' })
  const many = await xlsx(Array.from({ length: 11_000 }, (_, at) => aRow(at)))
  expect((await bring(await uploaded(many))).body).toMatchObject({ code: 'error.import.tooMany' })
  const other = await xlsx([['x']], ['Anything'])
  expect((await check(await uploaded(other))).body).toMatchObject({ code: 'error.import.heads' })
  const mine = await uploaded(await xlsx([aRow(1, { 1: 'never' })]))
  expect([(await bring(mine, farm.rival, farm.elsewhere.id)).status, (await check(mine, await farm.enter(['*']))).status]).toEqual([
    404, 404,
  ])
}, 60_000)

test('the template, filled in as it comes, has no fault in either language and makes its examples, one behind the other', async () => {
  const template = async (client: Client, language: string) => {
    const path = deviceSheetCalls.template.path.replace('{t}', String(farm.t))
    const answer = await client.raw('GET', path, { headers: { 'accept-language': language } })
    return Buffer.from(await answer.arrayBuffer())
  }
  for (const language of ['zh-CN', 'en-US'] as const) {
    const bytes = await template(farm.admin, language)
    const [heads] = (await readSheet(bytes)) as unknown as string[][]
    expect(heads).toEqual(deviceSheet.sheetFields.map((name) => headOf(deviceSheet, name, language)))
    expect((await check(await uploaded(bytes))).body).toEqual({
      rows: 2,
      counts: { new: 2, changed: 0, same: 0, duplicates: 0 },
      duplicates: [],
      committed: false,
      unknownHeads: [],
      faults: [],
    })
  }
  const valves = await farm.enter([deviceTypes.tzgk_electric_valve.code, deviceTypes.tzgk_electric_valve.codes.create], {
    areaIds: [farm.south.id],
  })
  expect((await check(await uploaded(await template(valves, 'zh-CN'), valves), valves)).body).toMatchObject({
    rows: 1,
    counts: { new: 1 },
    faults: [],
  })

  expect((await bring(await uploaded(await template(farm.admin, 'en-US')))).body).toMatchObject({ counts: { new: 2 }, committed: true })
  const { rows } = await farm.owner.query(
    'select c.device_type, p.eui from furrow.device c join furrow.device p on p.id = c.parent_id where c.tenant_id = $1 and c.eui = $2',
    [farm.t, 'example-2'],
  )
  expect(rows).toEqual([{ device_type: 'soil', eui: 'example-1' }])
})
