import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { choiceOr, heads, neededDay, neededQuantity, reference, shortText } from '../core/field.ts'
import { id, pageOf, pageQuery } from '../core/values.ts'
import { AUDIT_STATUSES, PROGRESS } from '../core/document.ts'
import { behind } from '../inventory/stockFields.ts'
import { batch } from './batch.ts'
import { bookOf, bookRow } from './batchBook.ts'

/** What a harvest is counted in: kilograms, or the stock unit of its product. */
export const HARVEST_UNITS = ['kg', 'stock'] as const

/** What was harvested of a batch on a day; with a product and a store it can come into stock. */
export const harvest = bookOf('harvest', {
  harvestedOn: neededDay(),
  quantity: neededQuantity(),
  unitKind: choiceOr(HARVEST_UNITS, 'kg'),
  /** Of fish and animals: how many it was. */
  headCount: heads(),
  productId: reference('product'),
  storeId: reference('store'),
  remark: shortText(200),
})

const row = z.object({
  ...bookRow,
  harvestedOn: z.string(),
  quantity: z.string(),
  unitKind: z.enum(HARVEST_UNITS),
  /** What it was counted in then. */
  unitName: z.string(),
  /** The same in kg, exact; null where it is counted in what is no weight. */
  kg: z.string().nullable(),
  headCount: z.int().nullable(),
  productId: z.int().nullable(),
  productName: z.string().nullable(),
  storeId: z.int().nullable(),
  storeName: z.string().nullable(),
  remark: z.string().nullable(),
  /** It happened within a safety interval of its plot: the day on which it would have been safe; null: it was. */
  safeFrom: z.string().nullable(),
  /** The receipt that was drafted of it. */
  receipt: behind.extend({ auditStatus: z.enum(AUDIT_STATUSES), progress: z.enum(PROGRESS) }).nullable(),
})
export type Harvest = z.infer<typeof row>

const PATH = '/wfpf/v1/{t}/batch/harvest' as const
export const harvestCalls = {
  page: defineCall({
    method: 'GET',
    path: PATH,
    permission: batch.codes.read,
    summary: 'The harvests of a batch, the newest first, and what they come to: in kg, and of what is no weight by unit',
    query: z.object({ ...pageQuery, batchId: id }),
    answer: pageOf(row).extend({
      kg: z.string(),
      expectedYield: z.string().nullable(),
      /** The day in the zone of the tenant: a new row begins with it. */
      today: z.string(),
      others: z.array(z.object({ unitName: z.string(), quantity: z.string() })),
    }),
    follows: ['batch', 'product', 'store', 'warehousing', 'activity', 'materialShipment'],
  }),
  save: defineCall({
    method: 'PUT',
    trail: ['batch', 'harvest'],
    path: PATH,
    permission: batch.codes.edit,
    summary:
      'Records a harvest, or changes one at its version. The first one of a batch that grows begins its harvest; one with a receipt is not changed (error.harvest.received)',
    body: harvest.body,
    answer: z.object({ id: z.int() }),
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: 'harvest',
    path: PATH,
    permission: batch.codes.edit,
    summary: 'Deletes a harvest without a receipt; answers 1',
    body: harvest.gone,
    answer: z.literal(1),
  }),
}
