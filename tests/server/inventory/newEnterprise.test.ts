import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTenant, type Scope } from '#server/ground/database/scope'
import { listPeriod } from '#server/inventory/reportPeriod'
import { listExpiring, listSlow } from '#server/inventory/reportStanding'
import { listStock } from '#server/inventory/stockList'
import { arrange } from '../arrange.ts'
import { startTestDatabase } from '../database/testDatabase.ts'

// The database knows nothing of what was just written, as of an enterprise that is new in it.
const EACH = 120
const PLACES = 60
const NOW = Date.UTC(2026, 2, 9)
const asking = { grant: { timeZone: 'Asia/Shanghai', areasFor: () => null } } as never
let database: Awaited<ReturnType<typeof startTestDatabase>>
let t: number
beforeAll(async () => {
  database = await startTestDatabase()
  const build = arrange(database.owner)
  t = (await build.aTenant()).id
  const areaId = (await build.anArea({ tenant_id: t })).id
  const unitId = (await build.insert('measure_unit', { tenant_id: t, name: 'Kilogram', symbol: 'kg', dimension: 'mass' })).id
  await database.owner.query(
    `insert into furrow.store (tenant_id, area_id, name, warehouse_code) select $1, $2, 'Store ' || n, 'S-' || n from generate_series(1, ${EACH}) n`,
    [t, areaId],
  )
  await database.owner.query(
    `insert into furrow.product (tenant_id, name, code, product_type, stock_unit_id) select $1, 'Product ' || n, 'P-' || n, 'agricultural', $2 from generate_series(1, ${EACH}) n`,
    [t, unitId],
  )
  for (const [table, columns, values] of [
    ['stock_balance', 'on_hand, reserved, value, transit', '5, 0, 10, false'],
    ['stock_limit', 'min_quantity', '1'],
  ])
    await database.owner.query(
      `insert into furrow.${table} (tenant_id, store_id, product_id, ${columns})
       select $1, s.id, p.id, ${values} from (select id, row_number() over (order by id) as n from furrow.store where tenant_id = $1) s
       join (select id, row_number() over (order by id) as n from furrow.product where tenant_id = $1) p using (n) where n <= ${PLACES}`,
      [t],
    )
})
afterAll(() => database?.close())

const ALL = { page: 1, size: 0 }
const PERIOD = { from: '2026-03-01', to: '2026-03-09', by: 'place' } as const
test.each<[string, (scope: Scope) => Promise<{ content: readonly unknown[] }>]>([
  ['the stock', (scope) => listStock(scope, ALL, {}, { now: NOW, asking })],
  ['what did not move', (scope) => listSlow(scope, ALL, { days: 30 }, NOW)],
  ['what expires', (scope) => listExpiring(scope, ALL, { days: 30 }, { now: NOW, asking })],
  ['what came and went', (scope) => listPeriod(scope, ALL, PERIOD, asking)],
])('of an enterprise that is new, %s reads each of its tables a few times, not once for all rows of the others', async (_, list) => {
  const read = await inTenant(database.store.requestDb, { tenantId: t, userId: 0, areas: null }, async (scope) => {
    await list(scope)
    const { rows } = await sql<{ read: number }>`select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read
      from pg_stat_xact_user_tables where schemaname = 'furrow'`.execute(scope.raw)
    return rows[0]!.read
  })
  // Two tables of 120 rows and two of 60, each read by some parts of the query.
  expect(read).toBeLessThan(20 * EACH)
})
