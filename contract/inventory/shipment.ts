import { defineDocument } from '../core/document.ts'
import { neededReference, reference } from '../core/field.ts'
import { leavingLine } from './goodsLine.ts'

/** Goods that leave a store: used, sold, or sent to another store. They are reserved from the approval on. */
export const shipment = defineDocument({
  trail: 'shipment',
  name: 'shipment',
  area: 'inventory',
  path: '/wfpf/v1/{t}/shipment',
  page: '/inventory/prment/shipment',
  code: 'wfpf.inventory.prment.shipment',
  prefix: 'SO',
  progress: 'outbound',
  posts: true,
  from: ['transfer'],
  header: {
    storeId: neededReference('store'),
    partnerId: reference('partner'),
    /** Where the goods of a transfer go; set by the server. */
    toAreaId: reference('area'),
    toStoreId: reference('store'),
  },
  line: leavingLine,
})
