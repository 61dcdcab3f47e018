import { choice, longText, neededPattern, neededText, switchedFlag } from '../core/field.ts'
import { defineResource } from '../core/resource.ts'

/** The documents of the inventory, by the last word of their routes. */
export const DOCUMENT_KINDS = ['aplionform', 'transfer', 'shipment', 'warehousing', 'inventory_form', 'return'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]
/** What a document does to stock. */
export const DIRECTIONS = ['in', 'out', 'move', 'count', 'none'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** The directions that each kind of document may have. */
export const DIRECTIONS_OF = {
  aplionform: ['none'],
  transfer: ['move'],
  shipment: ['out'],
  warehousing: ['in'],
  inventory_form: ['count'],
  return: ['in', 'out'],
} as const satisfies Record<DocumentKind, readonly Direction[]>

/** A type of a kind of document: how its documents are numbered, and whether they go through approval. */
export const billType = defineResource({
  trail: 'billType',
  name: 'billType',
  area: 'inventory',
  path: '/wfpf/v1/{t}/bill-type',
  idName: 'billTypeId',
  shape: 'body',
  title: 'name',
  code: 'wfpf.inventory.base.bill',
  searchable: ['name', 'prefix'],
  unique: ['prefix'],
  fields: {
    name: neededText(40),
    documentKind: choice(DOCUMENT_KINDS),
    direction: choice(DIRECTIONS),
    /** DEVICE-LIMITS-06. */
    prefix: neededPattern(/^[A-Z]{2,6}$/, 'prefix'),
    /** 0: documents of its kind are approved as soon as they are submitted, as long as it is the default one. */
    approvalFlag: switchedFlag(1),
    defaultFlag: switchedFlag(0),
    enabledFlag: switchedFlag(1),
    remark: longText(500),
  },
})
