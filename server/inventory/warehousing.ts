import type { AnyDocument } from '#contract/core/document'
import { millionths, shareOf } from '#contract/core/exact'
import type { ReceiptValue } from '#contract/inventory/inventoryOption'
import { warehousing } from '#contract/inventory/warehousing'
import { documentRulesFor } from '../ground/documents/documentRules.ts'
import type { Scope } from '../ground/database/scope.ts'
import { checkGoods, productsOf } from './goods.ts'
import { typeOf } from './numbering.ts'
import { readOption } from './option.ts'
import type { GoodsRules, MovedLine } from './posting.ts'

const ONE = millionths('1')!

export const warehousingRules = documentRulesFor(warehousing, {
  typeIn: typeOf(warehousing),
  beforeSave: (drafting) => checkGoods(warehousing, drafting, { lots: 'needed' }),
})

/**
 * What so much of a line is worth: parts of a line come to its amount, however it is parted. Without a price it is worth what the tenant says;
 * undefined is the moving average of its place, nothing where nothing lies there.
 */
function valueOf({ row, quantity }: MovedLine, unpriced: ReceiptValue, costPrice: string | null | undefined): bigint | undefined {
  if (row.amount === null) {
    if (unpriced === 'average') return undefined
    return unpriced === 'costPrice' && costPrice != null ? shareOf(quantity, millionths(costPrice)!, ONE) : 0n
  }
  const amount = millionths(row.amount)!
  const planned = millionths(row.stock_quantity)!
  const before = millionths(row.done)!
  return shareOf(amount, before + quantity, planned) - shareOf(amount, before, planned)
}

/** The lots that lines name, by line: made where a number is new. A day of expiry that was not known before is kept. */
async function lotsOf({ raw, tenantId }: Scope, lines: readonly MovedLine[]): Promise<ReadonlyMap<number, number>> {
  const lots = new Map<number, number>()
  const named = lines.filter(({ row }) => row['lot_no'] != null)
  const keyOf = ({ row }: MovedLine) => `${row['product_id'] as number} ${row['lot_no'] as string}`
  for (const same of Map.groupBy(named, keyOf).values()) {
    const { row } = same[0]!
    const { id } = await raw
      .insertInto('stock_lot')
      .values({
        tenant_id: tenantId,
        product_id: row['product_id'] as number,
        lot_no: row['lot_no'] as string,
        expires_on: row['expires_on'] as string | null,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'product_id', 'lot_no'])
          .doUpdateSet((eb) => ({ expires_on: eb.fn.coalesce('stock_lot.expires_on', 'excluded.expires_on') })),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const line of same) lots.set(line.row.id, id)
  }
  return lots
}

/** A kind of document by which goods come into a store, at what was paid for them. */
export const receiptGoods = (of: AnyDocument): GoodsRules => ({
  of,
  async movements(scope, document, lines) {
    const lots = await lotsOf(scope, lines)
    const unpriced = lines.filter(({ row }) => row.amount === null)
    const worth = unpriced.length === 0 ? 'zero' : (await readOption(scope)).receiptValue
    const products = await productsOf(scope, worth === 'costPrice' ? unpriced.map(({ row }) => row['product_id'] as number) : [])
    return lines.map((line) => {
      const value = valueOf(line, worth, products.get(line.row['product_id'] as number)?.cost_price)
      return {
        lineId: line.row.id,
        productId: line.row['product_id'] as number,
        storeId: document['store_id'] as number,
        transit: false,
        quantity: line.quantity,
        ...(value === undefined ? {} : { value }),
        lotId: lots.get(line.row.id) ?? null,
      }
    })
  },
})
export const warehousingGoods = receiptGoods(warehousing)
