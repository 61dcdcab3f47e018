import type { AnyDocument } from '#contract/core/document'
import type { Context, ServerContents } from '../ground/contents.ts'
import { crudHandlers } from '../ground/crud/handlers.ts'
import { approvalFormOf } from '../ground/documents/approvalForm.ts'
import type { DocumentRules } from '../ground/documents/documentRules.ts'
import { discardOf, draftOf } from '../ground/documents/draftOf.ts'
import type { Handlers } from '../ground/http/handler.ts'
import { documentHandlers } from '../ground/documents/documentHandlers.ts'
import { aplionformRules } from './aplionform.ts'
import { billTypeRules } from './billType.ts'
import { landSafetyHandlers } from './landSafety.ts'
import { materialShipmentGoods, materialShipmentRules, materialWarehousingGoods, materialWarehousingRules } from './materials.ts'
import { harvestReceiptHandlers } from './harvestReceipt.ts'
import { inventoryFormHandlers, inventoryFormRules } from './inventoryForm.ts'
import { inventoryOptionHandlers } from './inventoryOption.ts'
import { measureUnitRules } from './measureUnit.ts'
import { openingStockHandlers } from './openingStock.ts'
import { orderHandlers } from './order.ts'
import { partnerRules } from './partner.ts'
import { closingHandlers, type GoodsRules, postingHandlers } from './posting.ts'
import { planNeedHandlers } from './planNeeds.ts'
import { productRules } from './product.ts'
import { productStandardRules } from './productStandard.ts'
import { reportHandlers } from './report.ts'
import { returnGoods, returnRules } from './return.ts'
import { shopRules } from './shop.ts'
import { lotHandlers } from './lots.ts'
import { stockHandlers } from './stock.ts'
import { stockLimitHandlers } from './stockLimit.ts'
import { shipmentGoods, shipmentRules } from './shipment.ts'
import { shortArrivalHandlers } from './shortArrival.ts'
import { storeRules } from './store.ts'
import { transferRules } from './transfer.ts'
import { warehousingGoods, warehousingRules } from './warehousing.ts'

/** The calls of a kind of document, with those by which it is done: it moves goods by itself (`goods`), or by what is made of it. */
const acting = <D extends AnyDocument>(rules: DocumentRules<D>, context: Context, goods?: GoodsRules) =>
  ({
    ...documentHandlers(rules, context),
    ...(goods ? postingHandlers(goods, context) : closingHandlers(rules.of, context)),
  }) as unknown as Handlers<D['calls']>

export const inventory = {
  rules: {
    measureUnit: measureUnitRules,
    billType: billTypeRules,
    productStandard: productStandardRules,
    product: productRules,
    store: storeRules,
    partner: partnerRules,
    shop: shopRules,
  },
  handlers: (context) => ({
    aplionform: acting(aplionformRules, context),
    warehousing: acting(warehousingRules, context, warehousingGoods),
    shipment: { ...acting(shipmentRules, context, shipmentGoods), ...shortArrivalHandlers(context) },
    materialWarehousing: acting(materialWarehousingRules, context, materialWarehousingGoods),
    materialShipment: acting(materialShipmentRules, context, materialShipmentGoods),
    landSafety: landSafetyHandlers(context),
    transfer: acting(transferRules, context),
    return: acting(returnRules, context, returnGoods),
    inventory_form: { ...acting(inventoryFormRules, context), ...inventoryFormHandlers(context) },
    measureUnit: crudHandlers(measureUnitRules, context),
    billType: crudHandlers(billTypeRules, context),
    productStandard: crudHandlers(productStandardRules, context),
    product: crudHandlers(productRules, context),
    store: crudHandlers(storeRules, context),
    stock: { ...stockHandlers(context), ...lotHandlers(context) },
    order: orderHandlers,
    stockReport: reportHandlers(context),
    inventoryOption: inventoryOptionHandlers(context),
    stockLimit: stockLimitHandlers(context),
    openingStock: openingStockHandlers(context, (live) => acting(warehousingRules, { ...context, live }, warehousingGoods)),
    harvestReceipt: harvestReceiptHandlers(context, (live) => acting(warehousingRules, { ...context, live }, warehousingGoods)),
    planNeed: planNeedHandlers(context, (live) => acting(aplionformRules, { ...context, live })),
    partner: crudHandlers(partnerRules, context),
    shop: crudHandlers(shopRules, context),
  }),
  forms: [
    aplionformRules,
    warehousingRules,
    shipmentRules,
    materialWarehousingRules,
    materialShipmentRules,
    transferRules,
    returnRules,
    inventoryFormRules,
  ].map((rules) => {
    const kind = rules as unknown as DocumentRules
    return { ...approvalFormOf(kind), draft: draftOf(kind), discard: discardOf(kind) }
  }),
} satisfies ServerContents<'inventory'>
