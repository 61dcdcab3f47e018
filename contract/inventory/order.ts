import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id } from '../core/values.ts'
import { aplionform } from './aplionform.ts'

const line = z.object({
  productId: z.int(),
  productName: z.string(),
  specification: z.string().nullable(),
  /** The unit in which it is bought, else the stock unit. */
  unit: z.string(),
  /** Whole units: decimal text. */
  quantity: z.string(),
  /** Of one of that unit, by the cost price, CNY; null where it has none. */
  price: z.string().nullable(),
})

export const orderCalls = {
  /** What an application begins with that fills up what is below its minimum. */
  draft: defineCall({
    method: 'GET',
    path: `${aplionform.path}/below-minimum` as const,
    permission: aplionform.codes.create,
    summary:
      'The lines of an application that fills what is below its minimum in the stores of a base up to its maximum, or to its minimum where it has no maximum; what is on its way to those stores and what approved applications of the base still ask for is counted. At most 200, what is most short first',
    query: z.object({ areaId: id }),
    answer: z.array(line),
    follows: ['stock', 'aplionform', 'product', 'store'],
  }),
}
