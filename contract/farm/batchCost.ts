import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { choiceOr, neededDay, neededQuantity, neededText } from '../core/field.ts'
import { id } from '../core/values.ts'
import { bookOf, bookRow } from './batchBook.ts'
import { COSTS } from './costCodes.ts'

/** What is spent on a batch beside materials and hours. */
export const COST_KINDS = ['young', 'machine', 'energy', 'rent', 'transport', 'other'] as const

/** What was spent on a batch, as somebody typed it. */
export const batchCost = bookOf('batchCost', {
  spentOn: neededDay(),
  costKind: choiceOr(COST_KINDS, 'other'),
  what: neededText(60),
  amount: neededQuantity('CNY'),
})

const row = z.object({ ...bookRow, spentOn: z.string(), costKind: z.enum(COST_KINDS), what: z.string(), amount: z.string() })
export type BatchCost = z.infer<typeof row>

const material = z.object({
  productId: z.int(),
  productName: z.string(),
  unit: z.string(),
  quantity: z.string(),
  /** What is known of its worth, CNY; null: nothing is. */
  amount: z.string().nullable(),
  /** How much of the quantity has no price that anybody knows. */
  unpriced: z.string(),
})
const labour = z.object({
  workerId: z.int(),
  workerName: z.string(),
  hours: z.string(),
  amount: z.string().nullable(),
  /** Hours on days on which the worker had no rate. */
  unrated: z.string(),
})

/** What a batch cost so far. Amounts are CNY, decimal text; what nobody knows is no part of them, and said. */
export const costSum = z.object({
  materials: z.object({ amount: z.string(), lines: z.array(material) }),
  labour: z.object({ amount: z.string(), hours: z.string(), unrated: z.string(), lines: z.array(labour) }),
  others: z.object({ amount: z.string() }),
  total: z.string(),
  /** False: some of it has no price or no rate, so that it cost more than the total. */
  complete: z.boolean(),
  /** What was harvested, as far as it is a weight. */
  harvestedKg: z.string(),
  /** On how much ground, mu; null: nobody has measured it. */
  measure: z.string().nullable(),
  perKg: z.string().nullable(),
  perMu: z.string().nullable(),
})
export type CostSum = z.infer<typeof costSum>

const PATH = '/wfpf/v1/{t}/batch/cost' as const
export const batchCostCalls = {
  page: defineCall({
    method: 'GET',
    path: PATH,
    permission: COSTS,
    summary:
      'What was spent on a batch as it was typed, the newest first, and what the batch cost in all: each quantity of materials once, hours at the rate of their day',
    query: z.object({ batchId: id }),
    /** `today` is the day in the zone of the tenant: a new row begins with it. */
    answer: z.object({ content: z.array(row), sum: costSum, today: z.string() }),
    follows: ['batch', 'activity', 'materialShipment', 'materialWarehousing', 'warehousing', 'stock', 'worker', 'product', 'land'],
  }),
  save: defineCall({
    method: 'PUT',
    trail: 'batchCost',
    path: PATH,
    permission: COSTS,
    summary: 'Writes down what was spent on a batch, or changes it at its version; whoever may change the batch as well',
    body: batchCost.body,
    answer: z.object({ id: z.int() }),
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: 'batchCost',
    path: PATH,
    permission: COSTS,
    summary: 'Deletes what was written down as spent; answers 1',
    body: batchCost.gone,
    answer: z.literal(1),
  }),
}
