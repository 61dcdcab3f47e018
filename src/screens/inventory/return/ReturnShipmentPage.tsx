import { shipment } from '#contract/inventory/shipment'
import { convertScreen } from '#src/documents/convertScreen.tsx'
import { inItsUnit } from '../inItsUnit.ts'
import { screens } from './return.ts'

/** Goods that left come back, as the lots that they are of. */
export default convertScreen(
  shipment,
  screens.kind,
  (line, left) => ({ productId: line['productId'], lotNo: line['lotNo'], ...inItsUnit(line, left) }),
  () => ({ direction: 'in' }),
)
