import { warehousing } from '#contract/inventory/warehousing'
import { convertScreen } from '#src/documents/convertScreen.tsx'
import { inItsUnit } from '../inItsUnit.ts'
import { screens } from './return.ts'

/** Goods that were received go back to who sold them, as the lots that they are of. */
export default convertScreen(
  warehousing,
  screens.kind,
  (line, left) => ({ productId: line['productId'], lotNo: line['lotNo'], ...inItsUnit(line, left) }),
  () => ({ direction: 'out' }),
)
