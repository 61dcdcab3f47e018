import { defineDocument } from '../core/document.ts'
import { neededReference, reference } from '../core/field.ts'
import { MATERIALS } from './codes.ts'
import { goodsLine } from './goodsLine.ts'

/** Agricultural products that come into a store of a base: a receipt of the farm's, on the same ledger. */
export const materialWarehousing = defineDocument({
  trail: ['materialWarehousing', 'stockLot'],
  name: 'materialWarehousing',
  area: 'inventory',
  path: '/wfpf/v1/{t}/material-warehousing',
  page: '/web/farm/agricultural/agricultural-warehousing',
  code: MATERIALS.warehousing,
  prefix: 'MI',
  progress: 'storage',
  posts: true,
  header: { storeId: neededReference('store'), partnerId: reference('partner') },
  line: goodsLine,
  amount: { quantity: 'quantity', price: 'price' },
})
