import { aplionform } from '#contract/inventory/aplionform'
import { convertScreen } from '#src/documents/convertScreen.tsx'
import { screens } from './warehousing.ts'

/** An application names its goods in words: who receives them says which product each is. */
export default convertScreen(aplionform, screens.kind, (line, left) => ({
  quantity: left,
  price: line['price'],
  unitKind: 'purchase',
  remark: [line['productName'], line['specification'], line['unit']].filter((word) => typeof word === 'string' && word !== '').join(' '),
}))
