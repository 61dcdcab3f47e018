import { afterAll, beforeAll, expect, test } from 'vitest'
import { land } from '#contract/farm/land'
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
