import { shipment } from '#contract/inventory/shipment'
import { convertScreen } from '#src/documents/convertScreen.tsx'
import { inItsUnit } from '../inItsUnit.ts'
import { screens } from './warehousing.ts'

/** Goods of a transfer arrive: they keep their lots and their worth. */
export default convertScreen(
  shipment,
  screens.kind,
  (line, left) => ({ productId: line['productId'], ...inItsUnit(line, left), price: null }),
  (of) => ({ areaId: of['toAreaId'], storeId: of['toStoreId'], partnerId: null }),
)
