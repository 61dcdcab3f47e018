import { defineDocument } from '../core/document.ts'
import { neededReference, reference } from '../core/field.ts'
import { goodsLine } from './goodsLine.ts'

/** What leaves is worth what lies there: it has no price of its own. */
const { expiresOn: _expiresOn, price: _price, ...line } = goodsLine

/** Goods that leave a store: used, sold, or sent back. They are reserved from the approval on. */
export const shipment = defineDocument({
  name: 'shipment',
  area: 'inventory',
  path: '/wfpf/v1/{t}/shipment',
  page: '/inventory/prment/shipment',
  code: 'wfpf.inventory.prment.shipment',
  prefix: 'SO',
  progress: 'outbound',
  posts: true,
  header: { storeId: neededReference('store'), partnerId: reference('partner') },
  line,
})
