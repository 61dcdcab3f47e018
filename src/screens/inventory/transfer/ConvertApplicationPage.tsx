import { aplionform } from '#contract/inventory/aplionform'
import { convertScreen } from '#src/documents/convertScreen.tsx'
import { inItsUnit } from '../inItsUnit.ts'
import { screens } from './transfer.ts'

/** The stores are chosen by whoever plans the transfer. */
export default convertScreen(aplionform, screens.kind, (line, left) => ({
  productId: line['productId'] ?? null,
  ...(line['productId'] == null ? { quantity: left, remark: line['productName'] } : inItsUnit(line, left)),
}))
