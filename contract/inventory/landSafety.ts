import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, pageOf, pageQuery } from '../core/values.ts'
import { MATERIALS } from './codes.ts'
import { materialShipment } from './materialShipment.ts'
import { behind } from './stockFields.ts'

/** What a plot remembers of a product with a safety interval that was issued to it, or sprayed on it. */
const safety = z.object({
  id: z.int(),
  landId: z.int(),
  productId: z.int(),
  productName: z.string(),
  /** The issue; null of a spray. */
  document: behind.nullable(),
  /** The spray, by its name; null of an issue. */
  activity: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** Days, as the product had them when it was issued. */
  intervalDays: z.number(),
  /** When it was issued or sprayed, ms UTC. */
  effectiveAt: z.int(),
  /** The first day of harvest, YYYY-MM-DD in the tenant's zone. */
  safeFrom: z.string(),
  /** That day is still to come. */
  isAhead: z.boolean(),
})
export type LandSafety = z.infer<typeof safety>

/** Safety intervals: a harvest is not planned within one, and one that happened there is flagged. */
export const landSafetyCalls = {
  page: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/land-safety',
    permission: ['wfpf.farm.farm.land', MATERIALS.shipment],
    summary:
      'The safety intervals of what was issued to a plot or sprayed on it, the latest day of harvest at the head; what was taken back is not among them',
    query: z.object({ ...pageQuery, landId: id }),
    answer: pageOf(safety),
    follows: [materialShipment.name, 'activity', 'land', 'product'],
  }),
  ofIssue: defineCall({
    method: 'GET',
    path: `${materialShipment.path}/{id}/plot`,
    permission: 'login',
    summary: 'What stood on the plot of an issue when it was saved, and the safety intervals that the plot remembers of it',
    answer: z.object({
      /** ms UTC; `endedAt` null: it still does. */
      period: z.object({ id: z.int(), varietyName: z.string(), startedAt: z.int(), endedAt: z.int().nullable() }).nullable(),
      safety: z.array(safety),
    }),
    follows: [materialShipment.name, 'activity', 'land', 'product'],
  }),
}
