import { sql } from 'kysely'
import { plainText } from '#contract/core/exact'
import { STOCK } from '#contract/inventory/codes'
import type { Scope } from '../ground/database/scope.ts'
import { holdersOf } from '../ground/messages/holders.ts'
import { messageTo, post } from '../ground/outbox/parcel.ts'
import { levelOf } from './level.ts'

/** What lay in a store before a posting, and after it: millionths of the stock unit. */
interface Change {
  readonly productId: number
  readonly storeId: number
  readonly before: bigint
  readonly after: bigint
}

/**
 * Tells who reads the stock of a base that goods fell below their minimum there, or rose above their maximum: once a crossing, since whoever
 * posts holds the balance. Call it in the transaction of the posting; `at` is ms UTC.
 */
export async function tellCrossings({ raw, tenantId }: Scope, changes: readonly Change[], at: number): Promise<void> {
  const moved = changes.filter(({ before, after }) => before !== after)
  const ids = (of: (change: Change) => number) => [...new Set(moved.map(of))]
  const places = raw
    .selectFrom('stock_limit')
    .where('stock_limit.tenant_id', '=', tenantId)
    .where('stock_limit.store_id', '=', sql<number>`any(${ids(({ storeId }) => storeId)}::bigint[])`)
    .where('stock_limit.product_id', '=', sql<number>`any(${ids(({ productId }) => productId)}::bigint[])`)
  // Few goods have limits: what they are called is asked for those alone.
  if (moved.length === 0 || !(await places.select('stock_limit.store_id').limit(1).executeTakeFirst())) return
  const limits = await places
    .innerJoin('store', 'store.id', 'stock_limit.store_id')
    .innerJoin('product', 'product.id', 'stock_limit.product_id')
    .innerJoin('measure_unit', 'measure_unit.id', 'product.stock_unit_id')
    .select([
      'stock_limit.store_id',
      'stock_limit.product_id',
      'stock_limit.min_quantity as minQuantity',
      'stock_limit.max_quantity as maxQuantity',
      'store.name as store',
      'store.area_id',
      'product.name as product',
      'measure_unit.symbol as unit',
    ])
    .execute()
  for (const { productId, storeId, before, after } of moved) {
    const limit = limits.find((one) => one.store_id === storeId && one.product_id === productId)
    const level = limit ? levelOf(after, limit) : null
    if (!limit || (level !== 'below' && level !== 'above') || level === levelOf(before, limit)) continue
    const message = {
      subject: `inventory:stock.crossed.${level}.subject`,
      content: `inventory:stock.crossed.${level}.content`,
      params: {
        product: limit.product,
        store: limit.store,
        unit: limit.unit,
        onHand: plainText(after),
        limit: (level === 'below' ? limit.minQuantity : limit.maxQuantity)!,
      },
      severity: 'warning' as const,
      link: `/inventory/prment/stock?areaId=${limit.area_id}&storeId=${storeId}&only=${level}&open=${productId}-${storeId}`,
    }
    const readers = await holdersOf(raw, tenantId, limit.area_id, STOCK)
    await post(
      raw,
      readers.map(({ id: userId }) => messageTo({ tenantId, userId }, message)),
      at,
    )
  }
}
