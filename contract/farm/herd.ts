import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { choiceOr, neededDay, neededHeads, neededQuantity, neededReference, neededTime, quantity, shortText } from '../core/field.ts'
import { id } from '../core/values.ts'
import { batch } from './batch.ts'
import { bookOf, bookRow } from './batchBook.ts'

/** What happens to the animals of a batch: they come, die, are taken out alive, or some of them are weighed. */
export const HERD_EVENTS = ['stocked', 'died', 'removed', 'weighed'] as const

/** What was counted and weighed of fish and animals of a batch. Of what was weighed `head` is how many were. */
export const herd = bookOf('herd', {
  happenedOn: neededDay(),
  event: choiceOr(HERD_EVENTS, 'died'),
  head: neededHeads(),
  /** Of one. */
  meanWeight: quantity('g'),
  reason: shortText(100),
})

const row = z.object({
  ...bookRow,
  happenedOn: z.string(),
  event: z.enum(HERD_EVENTS),
  head: z.int(),
  meanWeight: z.string().nullable(),
  reason: z.string().nullable(),
})
export type HerdRow = z.infer<typeof row>

const fed = { fedAt: neededTime(), productId: neededReference('product'), quantity: neededQuantity() }
/** Feed that came of no issue, as it is typed beside the herd: it is an activity, as any other feeding. */
export const feeding = {
  name: 'feeding',
  area: 'farm',
  fields: fed,
  create: z.object({ fedAt: fed.fedAt.schema, productId: fed.productId.schema, quantity: fed.quantity.schema }),
} as const

/** Why nobody knows how much feed became how much weight. */
export const NO_RATIO = ['noStocking', 'noStockingWeight', 'noWeight', 'noFeed', 'uncounted', 'noHarvestWeight', 'noGain'] as const

export const herdSum = z.object({
  stocked: z.int(),
  died: z.int(),
  removed: z.int(),
  /** By harvests that say how many it was; `uncounted` is how many harvests do not. */
  harvested: z.int(),
  uncounted: z.int(),
  living: z.int(),
  /** What did not die of what came, percent with one decimal; null: nothing came. */
  survival: z.string().nullable(),
  /** Mean weights as they were sampled, g, by day; those at which animals came are the first. */
  weights: z.array(z.object({ day: z.string(), meanWeight: z.string() })),
  /** What it was fed with, each quantity once; `others` is what is no weight. */
  feedKg: z.string(),
  feeds: z.array(z.object({ productName: z.string(), unit: z.string(), quantity: z.string(), kg: z.string().nullable() })),
  /** Feed over what was gained, both until the last sample; null: see `noRatio`. */
  ratio: z.string().nullable(),
  ratioOn: z.string().nullable(),
  noRatio: z.enum(NO_RATIO).nullable(),
})
export type HerdSum = z.infer<typeof herdSum>

const PATH = '/wfpf/v1/{t}/batch/herd' as const
export const herdCalls = {
  page: defineCall({
    method: 'GET',
    path: PATH,
    permission: batch.codes.read,
    summary: 'What was counted and weighed of the animals of a batch, the newest first, how many live, and how feed became weight',
    query: z.object({ batchId: id }),
    /** `today` is the day in the zone of the tenant: a new row begins with it. */
    answer: z.object({ content: z.array(row), sum: herdSum, today: z.string() }),
    follows: ['batch', 'activity', 'materialShipment', 'product'],
  }),
  save: defineCall({
    method: 'PUT',
    trail: 'herd',
    path: PATH,
    permission: batch.codes.edit,
    summary: 'Writes down what was counted or weighed, or changes it at its version. Refused where less than none would live on any day',
    body: herd.body,
    answer: z.object({ id: z.int() }),
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: 'herd',
    path: PATH,
    permission: batch.codes.edit,
    summary: 'Deletes what was counted or weighed, unless less than none would live on any day then (error.herd.negative); answers 1',
    body: herd.gone,
    answer: z.literal(1),
  }),
}
