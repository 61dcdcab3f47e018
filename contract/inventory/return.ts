import { defineDocument } from '../core/document.ts'
import { choice, neededReference, reference } from '../core/field.ts'
import { leavingLine } from './goodsLine.ts'

/** Which way goods come back: into a store that sent them, or out of one to whom they came from. */
export const RETURN_DIRECTIONS = ['in', 'out'] as const

/**
 * Goods that are given back, of the lots and at the worth with which they went. Made of a shipment or a receipt, its direction follows from
 * that; what goes out is reserved from the approval on.
 */
export const returned = defineDocument({
  trail: ['return', 'stockLot'],
  name: 'return',
  area: 'inventory',
  path: '/wfpf/v1/{t}/return',
  page: '/inventory/prment/return',
  code: 'wfpf.inventory.prment.return',
  prefix: 'RE',
  progress: 'returned',
  posts: true,
  from: ['shipment', 'warehousing'],
  header: { storeId: neededReference('store'), direction: choice(RETURN_DIRECTIONS), partnerId: reference('partner') },
  line: leavingLine,
})
