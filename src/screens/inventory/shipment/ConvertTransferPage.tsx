import { transfer } from '#contract/inventory/transfer'
import { convertScreen } from '#src/documents/convertScreen.tsx'
import { inItsUnit } from '../inItsUnit.ts'
import { screens } from './shipment.ts'

/** Where they go is the transfer's own: the server writes it. */
export default convertScreen(
  transfer,
  screens.kind,
  (line, left) => ({ productId: line['productId'], lotNo: line['lotNo'], ...inItsUnit(line, left) }),
  () => ({ toAreaId: null, toStoreId: null }),
)
