import { type RawBuilder, sql } from 'kysely'
import type { FormCode } from '#contract/approvals/definition'
import type { ReportColumn } from '#contract/inventory/report'
import { PRODUCT_CATEGORIES } from '#contract/inventory/product'
import { NO_CATEGORY } from '#contract/inventory/report'
import { containingEach } from '../ground/database/containing.ts'
import type { Scope } from '../ground/database/scope.ts'

/** In which column a kind of document that moves goods stands. */
const COLUMNS: Readonly<Partial<Record<FormCode, ReportColumn>>> = {
  warehousing: 'received',
  materialWarehousing: 'received',
  shipment: 'issued',
  materialShipment: 'issued',
  return: 'returned',
}

/**
 * The column in which a row of the ledger stands, by its `document` and the `source` of that: what a stocktaking found stands apart, and so does
 * what is sent to another store, arrives there or is fetched back, or went to another base with its store. A reversal is of the same document as
 * what it takes back. What never arrived came to its store, and is lost there as what a stocktaking finds missing.
 */
export const columnOf = sql`case when e.kind = 'relocate' then 'transferred'
  when e.kind = 'lose' then case when (e.quantity < 0) = (posting.kind = 'loss') then 'counted' else 'transferred' end
  when source.form_code = 'inventory_form' then 'counted'
  when document.to_store_id is not null or (source.form_code = 'shipment' and source.to_store_id is not null) then 'transferred'
  ${sql.join(
    Object.entries(COLUMNS).map(([formCode, column]) => sql`when document.form_code = ${sql.lit(formCode)} then ${sql.lit(column)}`),
    sql` `,
  )} end`

/** The rows of the ledger as `e`, each with its `posting`, `document` (none of a store that moved) and the `source` of that. */
export const ledgerWithDocuments = sql`stock_entry e join stock_posting posting on posting.id = e.posting_id
  left join document on document.id = posting.document_id left join document source on source.id = document.source_id`

export interface Narrowing {
  readonly areaId?: number | undefined
  readonly storeId?: number | undefined
  readonly productId?: number | undefined
  readonly category?: (typeof PRODUCT_CATEGORIES)[number] | typeof NO_CATEGORY | undefined
  readonly search?: string | undefined
}

/** What a narrowing says of `store` and `product`; `base` is the column of the base that counts: today's, or that of what is told. */
export function narrowed({ areaId, storeId, productId, category, search }: Narrowing, base = 'store.area_id'): RawBuilder<boolean> {
  const is = (column: string, value: number | string | undefined) =>
    value === undefined ? [] : [sql<boolean>`${sql.ref(column)} = ${value}`]
  const all = [
    sql<boolean>`true`,
    ...is(base, areaId),
    ...is('store.id', storeId),
    ...is('product.id', productId),
    ...(category === NO_CATEGORY ? [sql<boolean>`product.category is null`] : is('product.category', category)),
    ...containingEach(search).map((word) => sql<boolean>`(product.name ~ ${word} or product.code ~ ${word} or product.barcode ~ ${word})`),
  ]
  return sql`(${sql.join(all, sql` and `)})`
}

/** The same of the rows of the ledger, as far as their own columns tell it: its index begins with them. */
export const ofLedger = ({ tenantId }: Scope, { storeId, productId }: Narrowing) =>
  sql`e.tenant_id = ${tenantId} ${productId === undefined ? sql`` : sql`and e.product_id = ${productId}`}
    ${storeId === undefined ? sql`` : sql`and e.store_id = ${storeId}`}`
