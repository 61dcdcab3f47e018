import { z } from 'zod'
import { FORM_CODES } from '../approvals/definition.ts'
import { id, text } from '../core/values.ts'

// What the stock and its report say alike. Quantities stand in the product's stock unit, values in CNY: decimal text with 6 decimals.
export const exact = z.string()
export const level = z.object({ quantity: exact, value: exact })

/** A product in a store. */
export const stockPlace = z.object({
  productId: z.int(),
  productName: z.string(),
  productCode: z.string().nullable(),
  specification: z.string().nullable(),
  /** The sign of the product's stock unit. */
  unitName: z.string(),
  storeId: z.int(),
  storeName: z.string(),
  areaName: z.string().nullable(),
})

/** A document behind a figure. Who may not read it is told its number alone. */
export const behind = z.object({
  formCode: z.enum(FORM_CODES),
  id: z.int(),
  code: z.string(),
  title: z.string().nullable(),
  readable: z.boolean(),
})
export type BehindStock = z.infer<typeof behind>

/** A row of the ledger. */
export const ledgerRow = z.object({
  id: z.int(),
  /** Null: its store came to another base, with all that lay in it. */
  document: behind.nullable(),
  /** How it was posted: done, taken back with a reason, along with its store, or written off with a reason as it never arrived. */
  posting: z.enum(['post', 'reverse', 'relocate', 'loss']),
  kind: z.enum(['move', 'revalue', 'relocate', 'lose']),
  reason: z.string().nullable(),
  userName: z.string(),
  /** When the goods moved, and when that was written: ms UTC. */
  effectiveAt: z.int(),
  at: z.int(),
  storeName: z.string(),
  /** The base that the store stood in then; assumed where it was written before this was kept, and the trail does not tell. */
  areaName: z.string().nullable(),
  areaAssumed: z.boolean(),
  lotNo: z.string().nullable(),
  /** With its sign. */
  quantity: exact,
  value: exact,
})
export type LedgerRow = z.infer<typeof ledgerRow>

/** What a list of either may be narrowed to; `search` looks at name, code and barcode. */
export const ofPlaces = { areaId: id.optional(), storeId: id.optional(), productId: id.optional(), search: text(100).optional() }
