import { type RawBuilder, sql } from 'kysely'
import { millionths } from '#contract/core/exact'
import type { Scope } from '../../ground/database/scope.ts'
import { type Counted, countMaterials, type Issued, type Used } from './reckon.ts'

const exact = (text: string) => millionths(text)!
const read = async <Row>({ raw }: Scope, query: RawBuilder<Row>) => (await query.execute(raw)).rows

/** What an issue gave of a product comes from the ledger, so that what was taken back is not in it. */
const issuesOf = ({ tenantId }: Scope, batchId: number) => sql<{
  issue_id: number
  product_id: number
  batch_id: number | null
  quantity: string
  value: string
  at: number
}>`
  with issued as (
    select document.id as issue_id, line.product_id from document join document_line line on line.document_id = document.id
    where document.tenant_id = ${tenantId} and document.batch_id = ${batchId} and document.form_code = 'materialShipment'
    union
    select used.issue_id, used.product_id from activity join activity_material used on used.activity_id = activity.id
    where activity.tenant_id = ${tenantId} and activity.batch_id = ${batchId} and used.issue_id is not null
  )
  select issued.issue_id, issued.product_id, document.batch_id, moved.quantity::numeric(20, 6)::text as quantity,
    moved.value::numeric(20, 6)::text as value, moved.at
  from issued join document on document.id = issued.issue_id cross join lateral (
    select -sum(entry.quantity) as quantity, -sum(entry.value) as value, max(entry.effective_at) filter (where entry.quantity < 0) as at
    from document_line line join stock_entry entry on entry.line_id = line.id and entry.kind = 'move'
    where line.document_id = issued.issue_id and line.product_id = issued.product_id
  ) as moved
  where moved.quantity > 0 order by issued.issue_id, issued.product_id`

/**
 * What activities of the batch used, and what others name of its issues. What was used is worth what lay in the stores of its base then, by the
 * moving average; where nothing of worth did, what the product is said to cost.
 */
const usedOf = ({ tenantId }: Scope, batchId: number, issueIds: readonly number[]) => sql<{
  product_id: number
  batch_id: number | null
  issue_id: number | null
  quantity: string
  at: number
  price: string | null
}>`
  select used.product_id, activity.batch_id, used.issue_id, used.quantity::text, activity.done_at as at,
    round(coalesce(lay.price, nullif(product.cost_price, 0)), 6)::numeric(20, 6)::text as price
  from activity join activity_material used on used.activity_id = activity.id join product on product.id = used.product_id
    left join lateral (
      select case when sum(entry.quantity) > 0 and sum(entry.value) > 0 then sum(entry.value) / sum(entry.quantity) end as price
      from stock_entry entry
      where entry.tenant_id = activity.tenant_id and entry.area_id = activity.area_id and entry.product_id = used.product_id and not entry.transit
        and entry.effective_at <= activity.done_at
    ) as lay on true
  where activity.tenant_id = ${tenantId} and (activity.batch_id = ${batchId} or used.issue_id = any(${issueIds}::bigint[]))
  order by activity.id, used.nth`

/** The materials that count for a batch, each quantity once: the one source of what it cost and what it was fed. */
export async function materialsOf(scope: Scope, batchId: number): Promise<Counted[]> {
  const issued = (await read(scope, issuesOf(scope, batchId))).map((row): Issued => ({
    issueId: row.issue_id,
    productId: row.product_id,
    batchId: row.batch_id,
    quantity: exact(row.quantity),
    value: exact(row.value),
    at: row.at,
  }))
  const issueIds = [...new Set(issued.map(({ issueId }) => issueId))]
  const used = (await read(scope, usedOf(scope, batchId, issueIds))).map((row): Used => ({
    productId: row.product_id,
    batchId: row.batch_id,
    issueId: row.issue_id,
    quantity: exact(row.quantity),
    at: row.at,
    price: row.price === null ? null : exact(row.price),
  }))
  return countMaterials(batchId, issued, used)
}

/** What products are called and counted in, by id, in the order of their names. */
export async function productsOf({ raw, tenantId }: Scope, ids: readonly number[]) {
  const rows = await raw
    .selectFrom('product')
    .innerJoin('measure_unit', 'measure_unit.id', 'product.stock_unit_id')
    .select(['product.id', 'product.name', 'product.category', 'measure_unit.symbol', 'measure_unit.dimension'])
    .select(['measure_unit.numerator', 'measure_unit.denominator'])
    .where('product.tenant_id', '=', tenantId)
    .where('product.id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('product.name')
    .orderBy('product.id')
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
