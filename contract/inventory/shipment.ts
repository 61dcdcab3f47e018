import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { defineDocument } from '../core/document.ts'
import { neededReference, reference } from '../core/field.ts'
import { integer, requiredText } from '../core/values.ts'
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

export const shipmentCalls = {
  writeOff: defineCall({
    method: 'PUT',
    trail: 'shipment',
    path: `${shipment.path}/{id}/write-off` as const,
    permission: shipment.codes.post,
    summary:
      'shipment: writes off all that a transfer sent by it and that has not arrived, as a loss of the store that it was sent to; reversed as any posting, and received then. 409 error.document.state where nothing is under way',
    body: z.object({ objectVersionNumber: integer(1, 2_000_000_000), reason: requiredText(200) }),
    answer: shipment.full,
  }),
}
