import type { AnyDocument } from '#contract/core/document'
import { millionths, shareOf } from '#contract/core/exact'
import { warehousing } from '#contract/inventory/warehousing'
import { besideField } from '../ground/crud/rules.ts'
import { documentRulesFor } from '../ground/documents/documentRules.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure } from '../ground/failure.ts'
import { checkGoods, productsOf, sourceOf } from './goods.ts'
import { lotsNamed } from './lots.ts'
import { arrivals } from './lotsLeft.ts'
import { readOption } from './option.ts'
import { typeOf } from './numbering.ts'
import type { MovedLine } from './doneLines.ts'
import { checkAsked, type GoodsRules } from './posting.ts'
import { worthOf } from './worth.ts'

export const warehousingRules = documentRulesFor(warehousing, {
  typeIn: typeOf(warehousing),
  worth: worthOf,
  beforeSubmit: checkAsked(warehousing),
  async beforeSave(drafting) {
    const { scope, asking, body } = drafting
    const source = await sourceOf(scope, warehousing, asking, body.sourceId)
    if (source?.form_code === 'shipment') {
      // Only what was sent to a store can be received there.
      if (source.to_store_id === null) throw new CallFailure('error.document.sourceUnknown')
      if (source.to_store_id !== body.storeId) throw besideField(asking, 'error.input.invalid', 'storeId', 'otherStore')
    }
    return checkGoods(warehousing, drafting, { lots: source?.form_code === 'shipment' ? 'possible' : 'needed' })
  },
})

/** What so much of a line was paid for: parts of a line come to its amount, however it is parted. */
function paidFor({ row, quantity }: MovedLine): bigint {
  const amount = millionths(row.amount!)!
  const planned = millionths(row.stock_quantity)!
  const before = millionths(row.done)!
  return shareOf(amount, before + quantity, planned) - shareOf(amount, before, planned)
}

/** What so much of each line is worth at the cost price of its product, by line; 0 where it has none. */
export async function costsOf(scope: Scope, lines: readonly MovedLine[]): Promise<ReadonlyMap<number, bigint>> {
  if (lines.length === 0) return new Map()
  const idOf = ({ row }: MovedLine) => row['product_id'] as number
  const products = await productsOf(scope, lines.map(idOf))
  return new Map(
    lines.map((line) => [line.row.id, shareOf(millionths(products.get(idOf(line))!.cost_price ?? '0')!, line.quantity, 1_000_000n)]),
  )
}

/** A kind of document by which goods come into a store, at what was paid for them; those of a transfer at what they are worth on their way. */
export const receiptGoods = (of: AnyDocument): GoodsRules => ({
  of,
  async movements(scope, document, lines, source) {
    const storeId = document['store_id'] as number
    if (source?.form_code === 'shipment') return arrivals(scope, lines, { from: storeId, to: storeId })
    const lots = await lotsNamed(scope, lines)
    const isFound = source?.form_code === 'inventory_form'
    const unpriced = lines.filter(({ row }) => row.amount === null)
    const receiptValue = unpriced.length === 0 ? null : (await readOption(scope)).receiptValue
    const costs = await costsOf(scope, unpriced)
    /** Without a price it is worth what the tenant says; what was found is worth what lies there, else its cost price. */
    const worthOf = (line: MovedLine) => {
      if (line.row.amount !== null) return { value: paidFor(line) }
      const cost = costs.get(line.row.id)!
      if (isFound) return { worth: cost }
      return receiptValue === 'average' ? {} : { value: receiptValue === 'costPrice' ? cost : 0n }
    }
    return lines.map((line) => ({
      lineId: line.row.id,
      productId: line.row['product_id'] as number,
      storeId,
      transit: false,
      quantity: line.quantity,
      ...worthOf(line),
      lotId: lots.get(line.row.id) ?? null,
    }))
  },
})
export const warehousingGoods = receiptGoods(warehousing)
