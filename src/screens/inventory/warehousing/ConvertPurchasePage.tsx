import { aplionform } from '#contract/inventory/aplionform'
import { convertScreen } from '#src/documents/convertScreen.tsx'
import { inItsUnit } from '../inItsUnit.ts'
import { screens } from './warehousing.ts'

/** Where an application names its goods in words alone, who receives them says which product each is. */
export default convertScreen(aplionform, screens.kind, (line, left) =>
  line['productId'] == null
    ? {
        quantity: left,
        price: line['price'],
        unitKind: 'purchase',
        remark: [line['productName'], line['specification'], line['unit']]
          .filter((word) => typeof word === 'string' && word !== '')
          .join(' '),
      }
    : { productId: line['productId'], ...inItsUnit(line, left) },
)
