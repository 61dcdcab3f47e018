import { defineContents } from '../core/contents.ts'
import { changes } from './changes.ts'
import { aplionform } from './aplionform.ts'
import { billType } from './billType.ts'
import { landSafetyCalls } from './landSafety.ts'
import { materialShipment } from './materialShipment.ts'
import { materialWarehousing } from './materialWarehousing.ts'
import { harvestReceiptCalls } from './harvestReceipt.ts'
import { inventoryForm, stocktakingCalls } from './inventoryForm.ts'
import { inventoryOptionCalls } from './inventoryOption.ts'
import { measureUnit } from './measureUnit.ts'
import { openingStockCalls } from './openingStock.ts'
import { orderCalls } from './order.ts'
import { partner } from './partner.ts'
import { planNeedCalls } from './planNeeds.ts'
import { product } from './product.ts'
import { productStandard } from './productStandard.ts'
import { returned } from './return.ts'
import { shop } from './shop.ts'
import { reportCalls } from './report.ts'
import { stockCalls } from './stock.ts'
import { stockLimitCalls } from './stockLimit.ts'
import { store } from './store.ts'
import { shipment, shipmentCalls } from './shipment.ts'
import { transfer } from './transfer.ts'
import { warehousing } from './warehousing.ts'

export const inventory = defineContents({
  calls: {
    aplionform: aplionform.calls,
    warehousing: warehousing.calls,
    shipment: { ...shipment.calls, ...shipmentCalls },
    materialWarehousing: materialWarehousing.calls,
    materialShipment: materialShipment.calls,
    landSafety: landSafetyCalls,
    transfer: transfer.calls,
    return: returned.calls,
    inventory_form: { ...inventoryForm.calls, ...stocktakingCalls },
    measureUnit: measureUnit.calls,
    billType: billType.calls,
    productStandard: productStandard.calls,
    product: product.calls,
    store: store.calls,
    stock: stockCalls,
    order: orderCalls,
    stockReport: reportCalls,
    inventoryOption: inventoryOptionCalls,
    stockLimit: stockLimitCalls,
    openingStock: openingStockCalls,
    harvestReceipt: harvestReceiptCalls,
    planNeed: planNeedCalls,
    partner: partner.calls,
    shop: shop.calls,
  },
  changes,
})
