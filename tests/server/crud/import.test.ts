import { readFile } from 'node:fs/promises'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyResource, ImportReport } from '#contract/core/resource'
import { activity } from '#contract/farm/activity'
import { land } from '#contract/farm/land'
import { partner } from '#contract/inventory/partner'
import { product } from '#contract/inventory/product'
import { readSheet as readCells } from '#server/ground/crud/sheet'
import { sheet } from '#server/ground/crud/sheetJob'
import { say } from '#server/ground/words'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'
import { lawful, sheetOf } from './lawful.ts'
import { buildPlaces, nowhere } from './places.ts'

let server: TestServer
let make: Arrange
beforeAll(async () => {
  server = await startTestServer()
  make = arrange(server.owner)
})
afterAll(() => server?.close())

test('a row that names one of two bases of the same name is told so, and goes into neither', async () => {
  const { id: t } = await make.aTenant()
  for (const area_name of ['North', 'North', 'South']) await make.anArea({ tenant_id: t, area_name })
  const admin = await server.signIn((await make.aUser({ tenantId: t, codes: ['*'] })).login_name)
  const file = await sheetOf(
    'land',
    ['landName', 'areaId', 'landType'],
    [
      ['A', 'South', 'field'],
      ['B', 'North', 'field'],
      ['C', 'West', 'field'],
    ],
  )
  const { body } = await admin.call(land.calls.import, { params: { t }, body: { file, commit: 1 } })
  expect(body).toMatchObject({ rows: 3, committed: false })
  expect(body.faults.map(({ row, field, message }) => ({ row, field, message }))).toEqual([
    { row: 3, field: 'areaId', message: expect.stringContaining('多个') },
    { row: 4, field: 'areaId', message: expect.stringContaining('未找到') },
  ])
  expect((await server.owner.query('select 1 from furrow.land where tenant_id = $1', [t])).rowCount).toBe(0)
})

test('what a sheet calls by a name, a code or a word in another form is found', async () => {
  const { id: t } = await make.aTenant()
  const { id: areaId } = await make.anArea({ tenant_id: t, area_name: 'Caf\u00e9 3 号' })
  const { id: wideId } = await make.anArea({ tenant_id: t, area_name: 'Ｅａｓｔ', area_num: 'E-1' })
  for (const area_name of ['North', 'ＮＯＲＴＨ']) await make.anArea({ tenant_id: t, area_name })
  const admin = await server.signIn((await make.aUser({ tenantId: t, codes: ['*'] })).login_name)
  const file = async (rows: string[][]) => sheetOf('land', ['landName', 'areaId', 'landType'], rows)
  const send = async (rows: string[][]) =>
    (await admin.call(land.calls.import, { params: { t }, body: { file: await file(rows), commit: 1 } })).body
  expect(
    await send([
      ['A', 'CAFE\u0301\u3000３ 号', '大\u200b田'],
      ['B', 'east', '大田'],
      ['C', 'Ｅ－１', '大田'],
      // Letter by letter there is one, in other forms there are two.
      ['D', 'North', '大田'],
    ]),
  ).toMatchObject({ counts: { new: 4 }, faults: [] })
  const { rows } = await server.owner.query('select area_id from furrow.land where tenant_id = $1 order by land_name limit 3', [t])
  expect(rows).toEqual([{ area_id: areaId }, { area_id: wideId }, { area_id: wideId }])
  expect((await send([['E', 'north\u200b', '大田']])).faults).toMatchObject([{ field: 'areaId', message: expect.stringContaining('多个') }])
})

describe('what is not read is never taken for nothing', () => {
  const given = async (name: string) => (await readFile(new URL(`./cases/${name}.xlsx`, import.meta.url))).toString('base64')
  const anAdmin = async () => {
    const { id: t } = await make.aTenant()
    return { t, admin: await server.signIn((await make.aUser({ tenantId: t, codes: ['*'] })).login_name) }
  }

  test('the second row of a merged cell is a fault, and no supplier', async () => {
    const { t, admin } = await anAdmin()
    const { body } = await admin.call(partner.calls.import, { params: { t }, body: { file: await given('merged'), commit: 1 } })
    expect(body).toMatchObject({ rows: 2, committed: false })
    expect(body.faults).toContainEqual({ row: 3, field: expect.any(String), message: expect.stringContaining('B2') })
    expect(body.faults.filter(({ row }) => row === 2)).toEqual([])
  })

  test('columns that nobody knows are named, also where nothing is written yet', async () => {
    const { t, admin } = await anAdmin()
    const file = await given('unknown-head')
    const send = async (commit: 0 | 1, leftOut: string[] = []) =>
      (await admin.call(product.calls.import, { params: { t }, body: { file, commit, leftOut } })).body
    const { unknownHeads } = await send(0)
    expect(unknownHeads).toEqual(['产品编号', '成本价（元）', '安全间隔期（天）'])
    const [refused, ...others] = (await send(1)).faults.filter(({ row }) => row === 1)
    expect([refused!.message, others.length]).toEqual([expect.stringContaining('产品编号'), 2])
    expect((await send(1, unknownHeads)).faults.filter(({ row }) => row === 1)).toEqual([])
  })
})

describe('rows with a record key', () => {
  type Cells = (string | number | null | Date)[][]
  async function aFarm(codes: readonly string[] = ['*']) {
    const { id: t } = await make.aTenant({ time_zone: 'Asia/Shanghai' })
    const { id: areaId } = await make.anArea({ tenant_id: t, area_name: 'North' })
    const client = await server.signIn((await make.aUser({ tenantId: t, codes })).login_name)
    const taken = async (of: AnyResource): Promise<Cells> => {
      const answer = await client.raw('GET', `${of.calls.export.path.replace('{t}', String(t))}?sort=${of.title}`)
      return (await readSheet(Buffer.from(await answer.arrayBuffer()))) as unknown as Cells
    }
    const bring = async (of: AnyResource, [heads, ...lines]: Cells, by = client): Promise<ImportReport> => {
      const cells = lines.map((line) => line.map((cell) => (cell instanceof Date ? { clock: cell.getTime() } : cell)))
      const packed = await sheet({ title: 'A', heads: heads as string[], rows: Buffer.from(JSON.stringify(cells)) })
      const body = { file: Buffer.from(packed).toString('base64'), commit: 1 }
      return (await by.call(of.calls.import, { params: { t }, body } as never)).body as unknown as ImportReport
    }
    const at = (of: AnyResource, field: string) => of.sheetFields.indexOf(field)
    return { t, areaId, client, taken, bring, at }
  }

  test('empties a field whose cell was emptied, and leaves what the sheet has no column of', async () => {
    const { t, client, taken, bring, at } = await aFarm()
    const values = { ...(lawful.partner(nowhere) as object), phone: '13812345678', remark: 'a remark' }
    const { body: before } = await client.call(partner.calls.create, { params: { t }, body: values as never })
    const rows = (await taken(partner)).map((row, nth) => (nth === 0 ? row : row.with(at(partner, 'phone'), null)))
    const without = rows.map((row) => row.toSpliced(at(partner, 'remark'), 1))
    expect(await bring(partner, without)).toMatchObject({ counts: { changed: 1 }, faults: [] })
    const { body: after } = await client.call(partner.calls.get, { params: { t, id: before.partnerId } })
    const { byline: _was, ...kept } = before
    expect(after).toMatchObject({ ...kept, phone: null, objectVersionNumber: 2 })
  })

  test('are the same as their records also where a sheet cannot hold all of them', async () => {
    const { t, areaId, client, taken, bring, at } = await aFarm()
    // Two of one name, an error that was typed as a text, and a moment that a sheet shows to the second.
    await make.anArea({ tenant_id: t, area_name: 'North' })
    const place = await buildPlaces(make, { tenant_id: t, area_id: areaId })
    const doneAt = Date.UTC(2026, 10, 3, 4, 5, 6, 789)
    const values = { ...(lawful.activity(place) as object), doneAt, remark: '#N/A', machine: 'One; two' }
    const { body } = await client.call(activity.calls.create, { params: { t }, body: values as never })
    const rows = await taken(activity)
    expect(await bring(activity, rows)).toMatchObject({ counts: { new: 0, changed: 0, same: 1, duplicates: 0 }, faults: [] })
    rows[1]![at(activity, 'machine')] = 'Another'
    expect(await bring(activity, rows)).toMatchObject({ counts: { changed: 1 }, faults: [] })
    const { body: after } = await client.call(activity.calls.get, { params: { t, id: body.activityId } })
    expect(after).toMatchObject({ doneAt, remark: '#N/A', areaId, machine: 'Another' })
  })

  test('are changed in the bases alone in which the caller may change records', async () => {
    const { t, areaId, client, taken, bring, at } = await aFarm()
    const { id: south } = await make.anArea({ tenant_id: t, area_name: 'South' })
    for (const [landName, base] of [
      ['A', areaId],
      ['B', south],
    ] as const)
      await client.call(land.calls.create, { params: { t }, body: { landName, areaId: base, landType: 'field' } as never })
    const user = await make.aUser({ tenantId: t, codes: [land.codes.create] })
    await make.aRole({ tenant_id: t, userId: user.id, codes: [land.codes.edit], areaIds: [south] })
    const keeper = await server.signIn(user.login_name)
    const rows = (await taken(land)).map((row, nth) => (nth === 0 ? row : row.with(at(land, 'landName'), `${String(row[0])} renamed`)))
    const report = await bring(land, rows, keeper)
    expect(report).toMatchObject({ counts: { changed: 1 }, committed: false })
    expect(report.faults).toEqual([{ row: 2, field: 'recordKey', message: expect.stringContaining('无权修改') }])
    expect(await bring(land, rows.toSpliced(1, 1), keeper)).toMatchObject({ counts: { changed: 1 }, committed: true })
    // Nor are they moved into one in which the caller may not.
    const moved = (await taken(land)).toSpliced(1, 1).map((row, nth) => (nth === 0 ? row : row.with(at(land, 'areaId'), 'North')))
    expect(await bring(land, moved, keeper)).toMatchObject({ committed: false, faults: [{ row: 2, field: 'areaId' }] })
  })

  test('give their old names free for new rows, and what a rule refuses is said beside their row', async () => {
    const { t, areaId, client, taken, bring, at } = await aFarm()
    const { body } = await client.call(land.calls.create, { params: { t }, body: { landName: 'A', areaId, landType: 'field' } as never })
    const [heads, line] = (await taken(land)) as [Cells[0], Cells[0]]
    const fresh = line.with(-1, null)
    expect(await bring(land, [heads, fresh, line.with(at(land, 'landName'), 'B')])).toMatchObject({
      counts: { new: 1, changed: 1, duplicates: 0 },
      committed: true,
    })
    const { body: renamed } = await client.call(land.calls.get, { params: { t, id: body.landId } })
    expect(renamed.landName).toBe('B')
    const rows = await taken(land)
    expect(rows.map((row) => row[at(land, 'landName')])).toEqual([heads[0], 'A', 'B'])
    rows[2]![at(land, 'landName')] = 'x'.repeat(61)
    expect(await bring(land, rows)).toMatchObject({ counts: { same: 1 }, faults: [{ row: 3, field: 'landName' }] })
    // Nor is a row the same whose cell nobody can read.
    rows[2]![at(land, 'landName')] = '#REF!'
    expect(await bring(land, rows)).toMatchObject({ counts: { same: 1, changed: 0 }, faults: [{ row: 3, field: 'landName' }] })
  })

  test('below a merged key are no new records', async () => {
    const { t, areaId, client, taken } = await aFarm()
    await client.call(land.calls.create, { params: { t }, body: { landName: 'A', areaId, landType: 'field' } as never })
    const [heads, line] = (await taken(land)) as [Cells[0], Cells[0]]
    const cells = [heads, line, line.with(0, 'B').with(-1, { unread: 'merged', text: 'Z2' } as never)]
    const reader = { language: 'en-US', grant: { timeZone: 'UTC' } } as const
    const given = { ids: async () => new Map(), known: async () => new Map(), preset: {}, leftOut: null }
    const { faults } = await readCells(land, reader, { cells, ...given })
    expect(faults.filter(({ row }) => row === 3)).toMatchObject([{ row: 3, field: 'recordKey' }])
  })
})

describe('rows without a record key', () => {
  const send = async (of: AnyResource, rows: string[][], fields: string[], t: number, client: Client) => {
    const body = { file: await sheetOf(of.name as never, fields, rows), commit: 1 }
    return (await client.call(of.calls.import, { params: { t }, body } as never)).body as unknown as ImportReport
  }
  const anAdmin = async () => {
    const { id: t } = await make.aTenant()
    return { t, admin: await server.signIn((await make.aUser({ tenantId: t, codes: ['*'] })).login_name) }
  }

  test('are duplicates by title in every form, unless a code tells them apart', async () => {
    const { t, admin } = await anAdmin()
    const goods = lawful.product(await buildPlaces(make, { tenant_id: t, area_id: (await make.anArea({ tenant_id: t })).id })) as object
    await admin.call(product.calls.create, { params: { t }, body: { ...goods, name: 'Urea 46', code: 'U-1', barcode: null } as never })
    const rows = await admin.raw('GET', `${product.calls.export.path.replace('{t}', String(t))}`)
    const [, line] = (await readSheet(Buffer.from(await rows.arrayBuffer()))) as unknown as string[][]
    const fields = ['name', 'code', 'stockUnitId']
    const rest = [line![product.sheetFields.indexOf('stockUnitId')]!]
    const report = await send(
      product,
      [
        ['ＵＲＥＡ　46', '', ...rest],
        ['urea 46', 'u-1', ...rest],
        ['Urea 46', 'U-2', ...rest],
        ['Urea 46', 'U-2', ...rest],
      ],
      fields,
      t,
      admin,
    )
    expect(report.duplicates).toEqual([
      { row: 2, title: 'Urea 46', ofRow: null },
      { row: 3, title: 'Urea 46', ofRow: null },
      { row: 5, title: 'Urea 46', ofRow: 4 },
    ])
    expect(report).toMatchObject({ counts: { new: 1, duplicates: 3 }, committed: true })
  })

  test('of one title are new in another base', async () => {
    const { t, admin } = await anAdmin()
    for (const area_name of ['North', 'South']) await make.anArea({ tenant_id: t, area_name })
    const fields = ['landName', 'areaId', 'landType']
    expect(await send(land, [['A', 'North', '大田']], fields, t, admin)).toMatchObject({ counts: { new: 1 } })
    expect(
      await send(
        land,
        [
          ['a', 'North', '大田'],
          ['A', 'South', '大田'],
        ],
        fields,
        t,
        admin,
      ),
    ).toMatchObject({ counts: { new: 1, duplicates: 1 }, duplicates: [{ row: 2, title: 'A', ofRow: null }], committed: true })
  })

  test('of one title in a log are new where they say anything else, and duplicates where all that they say is there', async () => {
    const { t, admin } = await anAdmin()
    const { id: areaId } = await make.anArea({ tenant_id: t, area_name: 'North' })
    const { landId } = await buildPlaces(make, { tenant_id: t, area_id: areaId })
    const { rows: plots } = await server.owner.query<{ land_name: string }>('select land_name from furrow.land where id = $1', [landId])
    const fields = ['activityName', 'activityKind', 'areaId', 'landId', 'doneAt', 'machine']
    const kind = say('zh-CN', `farm:activity.choices.activityKind.${activity.fields.activityKind.choices![0]!}`)
    const entry = (doneAt: string, machine: string) => ['Watered', kind, 'North', plots[0]!.land_name, doneAt, machine]
    const first = [entry('2026-11-03 08:00', 'Pump'), entry('2026-11-04 08:00', 'Pump'), entry('2026-11-04 08:00', 'Pump')]
    expect(await send(activity, first, fields, t, admin)).toMatchObject({ counts: { new: 2, duplicates: 1 }, faults: [] })
    const second = [entry('2026-11-03 08:00', ''), entry('2026-11-03 08:00', 'Hose'), entry('2026/11/4 8:00', 'Pump')]
    const report = await send(activity, second, fields, t, admin)
    expect(report).toMatchObject({ counts: { new: 1, duplicates: 2 } })
    expect(report.duplicates.map(({ row }) => row)).toEqual([2, 4])
    // A sheet shows a moment to the second.
    const doneAt = Date.UTC(2026, 10, 5, 0, 0, 0, 789)
    const values = { activityName: 'Watered', activityKind: activity.fields.activityKind.choices![0], areaId, landId, doneAt }
    expect((await admin.call(activity.calls.create, { params: { t }, body: values as never })).status).toBe(200)
    expect(await send(activity, [entry('2026-11-05 08:00', '')], fields, t, admin)).toMatchObject({ counts: { new: 0, duplicates: 1 } })
  })

  test('say what was read, cut and without what nobody sees, and what is wanted', async () => {
    const { t, admin } = await anAdmin()
    await make.anArea({ tenant_id: t, area_name: 'North' })
    const long = `a\u200bb${'c'.repeat(60)}`
    const report = await send(
      land,
      [
        ['A', 'North', 'Moon', 'abc', 'maybe'],
        ['B', 'North', '大田', long, '1'],
        ['C', 'Nowhere', '大田', '2', '是'],
      ],
      ['landName', 'areaId', 'landType', 'outlineWidth', 'enabledFlag'],
      t,
      admin,
    )
    const said = (row: number, field: string) => report.faults.find((one) => one.row === row && one.field === field)?.message
    expect(said(2, 'outlineWidth')).toBe('请填写数字（读到“abc”）')
    expect(said(2, 'enabledFlag')).toBe('请填写“是”或“否”（读到“maybe”）')
    expect(said(2, 'landType')).toContain('未找到“Moon”，可填：温室大棚, 果园, 大田, 养殖')
    expect(said(3, 'outlineWidth')).toBe(`请填写数字（读到“a·b${'c'.repeat(37)}…”）`)
    expect(said(4, 'areaId')).toBe('未找到“Nowhere”')
  })
})
