import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { land } from '#contract/farm/land'
import { partner } from '#contract/inventory/partner'
import { product } from '#contract/inventory/product'
import { type Arrange, arrange } from '../arrange.ts'
import { startTestServer, type TestServer } from '../harness.ts'
import { sheetOf } from './lawful.ts'

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
  expect(body).toMatchObject({ rows: 3, created: 0, committed: false })
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
  ).toMatchObject({ created: 4, faults: [] })
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
    expect(body).toMatchObject({ rows: 2, created: 0, committed: false })
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
