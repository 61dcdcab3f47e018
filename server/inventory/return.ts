import { returned } from '#contract/inventory/return'
import { besideField } from '../ground/crud/rules.ts'
import { documentRulesFor } from '../ground/documents/documentRules.ts'
import { checkGoods, sourceOf } from './goods.ts'
import type { Movement } from './ledger/post.ts'
import { typeOf } from './numbering.ts'
import type { MovedLine } from './doneLines.ts'
import { type GoodsRules, reserve } from './posting.ts'
import { arrivals, lotsLeft, takeLots } from './lotsLeft.ts'
import { issueGoods } from './shipment.ts'
import { lotsNamed } from './lots.ts'
import { costsOf } from './warehousing.ts'
import { worthOf } from './worth.ts'

/** What goes out of a store is reserved for it; what comes back, or was never received, is not there to reserve. */
const leaves = (document: Readonly<Record<string, unknown>>) => document['direction'] === 'out'

export const returnRules = documentRulesFor(returned, {
  typeIn: typeOf(returned),
  worth: worthOf,
  async beforeSave(drafting) {
    const { scope, asking, body } = drafting
    const source = await sourceOf(scope, returned, asking, body.sourceId)
    if (!source) return checkGoods(returned, drafting, { lots: body.direction === 'in' ? 'needed' : 'possible' })
    const direction = source.form_code === 'shipment' ? ('in' as const) : ('out' as const)
    // What never arrived goes back to where it was sent from; what was received leaves the store that received it.
    const itsOwn = direction === 'out' || source.to_store_id !== null
    if (itsOwn && body.storeId !== source.store_id) throw besideField(asking, 'error.input.invalid', 'storeId', 'otherStore')
    return checkGoods(returned, { ...drafting, body: { ...body, direction } }, { lots: 'possible' })
  },
  async approved(scope, id) {
    const row = await scope.select('document').select('direction').where('document.id', '=', id).executeTakeFirstOrThrow()
    if (leaves(row)) await reserve(scope, returned, id)
  },
})

const issued = issueGoods(returned)

/** Goods go back the way they came: the lots and the worth of what was moved before, or those that the document itself names. */
export const returnGoods: GoodsRules = {
  of: returned,
  leaves,
  async movements(scope, document, lines, source) {
    const storeId = document['store_id'] as number
    if (!source) {
      if (leaves(document)) return issued.movements(scope, document, lines, null)
      const lots = await lotsNamed(scope, lines)
      const costs = await costsOf(scope, lines)
      return lines.map(({ row, quantity }) => ({
        lineId: row.id,
        productId: row['product_id'] as number,
        storeId,
        transit: false,
        quantity,
        lotId: lots.get(row.id) ?? null,
        worth: costs.get(row.id)!,
      }))
    }
    if (source['to_store_id'] != null) return arrivals(scope, lines, { from: source['to_store_id'] as number, to: storeId })
    const left = await lotsLeft(scope, lines, { transit: false })
    return lines.flatMap((line) => backOf(line, storeId, takeLots(line, left)))
  },
}

/** So much of each lot, the other way, at its share of what was moved before. */
const backOf = ({ row }: MovedLine, storeId: number, parts: ReturnType<typeof takeLots>): Movement[] =>
  parts.map(({ lotId, lotNo, quantity, value }) => ({
    lineId: row.id,
    productId: row['product_id'] as number,
    storeId,
    transit: false,
    lotId,
    quantity: -quantity,
    value: -value,
    named: row['lot_no'] !== null && row['lot_no'] === lotNo,
  }))
