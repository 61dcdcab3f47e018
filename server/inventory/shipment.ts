import type { AnyDocument } from '#contract/core/document'
import { shipment } from '#contract/inventory/shipment'
import { besideField } from '../ground/crud/rules.ts'
import { documentRulesFor } from '../ground/documents/documentRules.ts'
import { checkGoods, sourceOf } from './goods.ts'
import { typeOf } from './numbering.ts'
import { refuseExpired } from './option.ts'
import { type GoodsRules, namedLots, reserve } from './posting.ts'
import { worthOf } from './worth.ts'

export const shipmentRules = documentRulesFor(shipment, {
  typeIn: typeOf(shipment),
  worth: worthOf,
  async beforeSave(drafting) {
    const { scope, asking, body } = drafting
    const source = await sourceOf(scope, shipment, asking, body.sourceId)
    // What is sent to another store, or was found missing, may have expired.
    if (source === null) await refuseExpired(drafting)
    if (source && (source.store_id !== body.storeId || source.area_id !== body.areaId))
      throw besideField(asking, 'error.input.invalid', 'storeId', 'otherStore')
    const to = { toAreaId: source?.to_area_id ?? null, toStoreId: source?.to_store_id ?? null }
    return checkGoods(shipment, { ...drafting, body: { ...body, ...to } }, { lots: 'possible' })
  },
  approved: (scope, id) => reserve(scope, shipment, id),
})

/** A kind of document by which goods leave a store, at the moving average; those of a transfer are on their way from then on. */
export const issueGoods = (of: AnyDocument): GoodsRules => ({
  of,
  async movements(scope, document, lines, source) {
    const lots = await namedLots(
      scope,
      lines.map(({ row }) => row),
    )
    const toStoreId = document['to_store_id'] as number | null
    return lines.map(({ row, quantity }) => ({
      lineId: row.id,
      productId: row['product_id'] as number,
      storeId: document['store_id'] as number,
      transit: false,
      quantity: -quantity,
      // What is sent to another store, given back or found missing may have expired.
      issued: of.name !== 'return' && toStoreId == null && source?.form_code !== 'inventory_form',
      // Where it names none, what expires first is taken.
      ...(lots.has(row.id) ? { lotId: lots.get(row.id)!, named: true } : {}),
      // What was counted of no lot is of none.
      ...(source?.form_code === 'inventory_form' ? { missing: true, ...(lots.has(row.id) ? {} : { lotId: null }) } : {}),
      ...(toStoreId == null ? {} : { to: { storeId: toStoreId, transit: true } }),
    }))
  },
})
export const shipmentGoods = issueGoods(shipment)
