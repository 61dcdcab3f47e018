import type { AnyDocument } from '#contract/core/document'
import { shipment } from '#contract/inventory/shipment'
import type { Scope } from '../ground/database/scope.ts'
import { documentRulesFor } from '../ground/documents/documentRules.ts'
import { CallFailure } from '../ground/failure.ts'
import { checkGoods } from './goods.ts'
import { typeOf } from './numbering.ts'
import { refuseExpired } from './option.ts'
import { type GoodsRules, type MovedLine, reserve } from './posting.ts'

export const shipmentRules = documentRulesFor(shipment, {
  typeIn: typeOf(shipment),
  async beforeSave(drafting) {
    await refuseExpired(drafting)
    return checkGoods(shipment, drafting, { lots: 'possible' })
  },
  approved: (scope, id) => reserve(scope, shipment, id),
})

/** The lot that a line names; undefined where it names none, so that what expires first is taken. */
async function lotOf({ raw, tenantId }: Scope, { row }: MovedLine): Promise<number | undefined> {
  if (row['lot_no'] == null) return undefined
  const lot = await raw
    .selectFrom('stock_lot')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('product_id', '=', row['product_id'] as number)
    .where('lot_no', '=', row['lot_no'] as string)
    .executeTakeFirst()
  if (!lot) throw new CallFailure('error.stock.lotShort', { product: '', store: '', available: '0', lot: row['lot_no'] as string })
  return lot.id
}

/** A kind of document by which goods leave a store, at the moving average. */
export const issueGoods = (of: AnyDocument): GoodsRules => ({
  of,
  async movements(scope, document, lines) {
    const movements = []
    for (const line of lines) {
      const lotId = await lotOf(scope, line)
      movements.push({
        lineId: line.row.id,
        productId: line.row['product_id'] as number,
        storeId: document['store_id'] as number,
        transit: false,
        quantity: -line.quantity,
        issued: true,
        ...(lotId === undefined ? {} : { lotId }),
      })
    }
    return movements
  },
})
export const shipmentGoods = issueGoods(shipment)
