import { defineDocument } from '../core/document.ts'
import { neededReference, reference } from '../core/field.ts'
import { goodsLine } from './goodsLine.ts'

/** Goods that come into a store: bought, or sent by another store. */
export const warehousing = defineDocument({
  trail: ['warehousing', 'stockLot'],
  name: 'warehousing',
  area: 'inventory',
  path: '/wfpf/v1/{t}/warehousing',
  page: '/inventory/prment/warehousing',
  code: 'wfpf.inventory.prment.warehousing',
  prefix: 'SI',
  progress: 'storage',
  posts: true,
  from: ['aplionform', 'shipment'],
  header: { storeId: neededReference('store'), partnerId: reference('partner') },
  line: goodsLine,
  amount: { quantity: 'quantity', price: 'price' },
})
