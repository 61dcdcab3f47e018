import { sql } from 'kysely'
import { REPORT_COLUMNS, type ReportEntry, type ReportFigure } from '#contract/inventory/report'
import { joinByHash } from '../ground/database/joinByHash.ts'
import { type Page, paged } from '../ground/database/page.ts'
import type { Scope } from '../ground/database/scope.ts'
import type { Asking } from '../ground/http/handler.ts'
import { everyStore, seesBase } from './baseAt.ts'
import { columnOf, ledgerWithDocuments, narrowed, type Narrowing, ofLedger } from './reportColumns.ts'
import { type Days, spanOf } from './reportPeriod.ts'
import { type LedgerRead, tellRows } from './stockBehind.ts'

type Read = Omit<LedgerRead, 'store_name' | 'area_name' | 'lot_no'> & {
  product_id: number
  store_id: number
  area_id: number
  lot_id: number | null
}

/** Which rows of the ledger a figure is made of; without one, all that moved in the days. */
function behindFigure(figure: ReportFigure | undefined, { from, until }: { from: number; until: number }) {
  const before = (moment: number) => sql`e.effective_at < ${moment}`
  if (figure === 'opening') return sql`not e.transit and ${before(from)}`
  if (figure === 'closing') return sql`not e.transit and ${before(until)}`
  if (figure === 'transit') return sql`e.transit and ${before(until)}`
  const moved = sql`not e.transit and e.effective_at >= ${from} and ${before(until)}`
  if (figure === undefined) return moved
  return figure === 'adjusted' ? sql`${moved} and e.kind = 'revalue'` : sql`${moved} and e.kind <> 'revalue' and ${columnOf} = ${figure}`
}

/** One page of the rows of the ledger behind a figure of the period, newest first, and what all of them come to. */
export async function listEntries(
  scope: Scope,
  asked: { readonly page: number; readonly size: number },
  { figure, ...query }: Narrowing & Days & { readonly figure?: ReportFigure | undefined },
  asking: Asking,
): Promise<Page<ReportEntry> & { sum: { quantity: string | null; value: string }; unitName: string | null }> {
  // Only a column needs to be told why goods moved.
  const ledger = REPORT_COLUMNS.some((column) => column === figure)
    ? ledgerWithDocuments
    : sql`stock_entry e join stock_posting posting on posting.id = e.posting_id`
  const rows = everyStore(scope)
    .innerJoin(
      sql<Read>`(
        select e.id, e.product_id, e.store_id, e.area_id, e.area_assumed, e.lot_id, e.kind, e.quantity, e.value, e.effective_at,
          posting.kind as posting, posting.reason, posting.user_name, posting.at, posting.document_id
        from ${ledger} where ${ofLedger(scope, query)} and ${behindFigure(figure, spanOf(query, asking))})`.as('entry'),
      'entry.store_id',
      'store.id',
    )
    .innerJoin('product', (join) => join.onRef('product.id', '=', 'entry.product_id').onRef('product.tenant_id', '=', 'store.tenant_id'))
    .innerJoin('measure_unit', 'measure_unit.id', 'product.stock_unit_id')
    .leftJoin('area', 'area.id', 'entry.area_id')
    .where(narrowed(query, 'entry.area_id'))
    .where(seesBase(scope, sql.ref('entry.area_id')))
  const units = sql`count(distinct product.stock_unit_id)`
  await joinByHash(scope)
  const sums = await rows
    .select([
      ({ fn }) => fn.countAll<number>().as('total'),
      sql<string | null>`case when ${units} = 1 then min(measure_unit.symbol) end`.as('unitName'),
      sql<string | null>`case when ${units} < 2 then coalesce(sum(entry.quantity), 0)::numeric(20, 6) end`.as('quantity'),
      sql<string>`coalesce(sum(entry.value), 0)::numeric(20, 6)`.as('value'),
    ])
    .executeTakeFirstOrThrow()
  const page = await paged(
    asked,
    ({ limit, offset }) =>
      rows
        .leftJoin('stock_lot', 'stock_lot.id', 'entry.lot_id')
        .selectAll('entry')
        .select([
          'store.name as store_name',
          'area.area_name',
          'stock_lot.lot_no',
          'product.name as product_name',
          'measure_unit.symbol as unit_name',
        ])
        .orderBy('entry.effective_at', 'desc')
        .orderBy('entry.id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
    async () => sums.total,
  )
  const content = await tellRows(scope, asking, page.content, (row) => ({
    productId: row.product_id,
    productName: row.product_name,
    unitName: row.unit_name,
  }))
  return { ...page, content, sum: { quantity: sums.quantity, value: sums.value }, unitName: sums.unitName }
}
