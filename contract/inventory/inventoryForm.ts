import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { defineDocument } from '../core/document.ts'
import { counted, neededReference, shortText, switchedFlag } from '../core/field.ts'
import { id, integer } from '../core/values.ts'

/**
 * A stocktaking: what is really in a store, by product and lot, in the stock unit. What the ledger says is noted when a count is written; once
 * approved it is settled in one step, by a receipt of what was found and a shipment of what is missing.
 */
export const inventoryForm = defineDocument({
  trail: 'inventory_form',
  name: 'inventory_form',
  area: 'inventory',
  path: '/wfpf/v1/{t}/inventory-form',
  page: '/inventory/prment/inventory_form',
  code: 'wfpf.inventory.prment.inventory_form',
  prefix: 'ST',
  progress: 'counted',
  header: {
    storeId: neededReference('store'),
    /** Whoever counts is not shown what the ledger says until it was submitted. */
    blindFlag: switchedFlag(1),
  },
  line: { productId: neededReference('product'), lotNo: shortText(40), counted: counted(), remark: shortText(200) },
})

/** What holds of a line where goods moved after it was counted: what was counted, or the difference that was found then. */
export const SETTLEMENTS = ['counted', 'difference'] as const
export type Settlement = (typeof SETTLEMENTS)[number]

// In the stock unit: decimal text with 6 decimals.
const exact = z.string()
const difference = z.object({
  lineId: z.int(),
  productId: z.int(),
  productName: z.string(),
  unitName: z.string(),
  lotNo: z.string().nullable(),
  counted: exact.nullable(),
  /** What the ledger said when the count was written, and when that was (ms UTC). */
  book: exact.nullable(),
  bookAt: z.int().nullable(),
  /** What it says now; null once it was settled. */
  current: exact.nullable(),
  /** The difference that was found, at the moving average of now; null where nothing lies there to go by. CNY. */
  value: exact.nullable(),
})
export type Difference = z.infer<typeof difference>

const { path, codes } = inventoryForm
export const stocktakingCalls = {
  sheet: defineCall({
    method: 'GET',
    path: `${path}/sheet` as const,
    permission: codes.create,
    summary:
      'What there is to count in a store: each product, each lot of it, and what lies there of no lot; nothing of how much. At most 200 places that no open stocktaking of the store counts: `left` are more of those, `elsewhere` those that one counts',
    query: z.object({ storeId: id }),
    answer: z.object({
      lines: z.array(z.object({ productId: z.int(), productName: z.string(), unitName: z.string(), lotNo: z.string().nullable() })),
      left: z.int(),
      elsewhere: z.int(),
    }),
    follows: ['stock', 'product'],
  }),
  differences: defineCall({
    method: 'GET',
    path: `${path}/{id}/differences` as const,
    permission: 'login',
    summary: 'What was counted against the ledger, line by line. Empty of figures while it is counted blind',
    answer: z.object({ blind: z.boolean(), lines: z.array(difference) }),
    follows: ['inventory_form', 'stock'],
  }),
  settle: defineCall({
    method: 'PUT',
    trail: ['inventory_form', 'warehousing', 'shipment', 'stockLot'],
    path: `${path}/{id}/settle` as const,
    permission: `${inventoryForm.code}.ps.post`,
    summary:
      'Settles an approved stocktaking: what was found more is received, what is missing is shipped, in one step. `keep` says of each line whose goods moved after it was counted what holds; 409 error.stock.moved where one is not named, error.document.state where it was settled',
    body: z.object({
      objectVersionNumber: integer(1, 2_000_000_000),
      keep: z
        .array(z.object({ lineId: id, holds: z.enum(SETTLEMENTS) }))
        .max(200)
        .default([]),
    }),
    answer: inventoryForm.full,
  }),
}
