import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { PLANS } from '../farm/planCodes.ts'
import { id } from '../core/values.ts'
import { aplionform } from './aplionform.ts'
import { behind, exact } from './stockFields.ts'
import { AUDIT_STATUSES, PROGRESS } from '../core/document.ts'

/** What a plan needs of one product, in its stock unit. */
const need = z.object({
  productId: z.int(),
  productName: z.string(),
  unit: z.string(),
  /** Of its tasks, without the cancelled and the ended ones. */
  planned: exact,
  /** What was issued to its batch and not given back, and what activities used that was in no issue. */
  used: exact,
  /** What is promised to issues for its batch. */
  promised: exact,
  /** What is still to leave the stock: of tasks to come, and of finished ones whose issue is not done. Never below 0. */
  needed: exact,
  /** In the stores of its base, as the stock says it: null where the caller does not see that. */
  available: exact.nullable(),
  /** How much of it is missing; null where nobody can say. */
  short: exact.nullable(),
})
export type Need = z.infer<typeof need>

const application = behind.extend({ auditStatus: z.enum(AUDIT_STATUSES), progress: z.enum(PROGRESS) })

/** What plans need from stock, against what is there. */
export const planNeedCalls = {
  list: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/plan/{id}/needs',
    permission: PLANS,
    summary: 'What a plan needs from stock against what is there, by product, and the purchase applications that were made for it',
    answer: z.object({ needs: z.array(need), applications: z.array(application) }),
    follows: ['plan', 'task', 'activity', 'product', 'stock', 'materialShipment', 'aplionform'],
  }),
  apply: defineCall({
    method: 'POST',
    trail: 'aplionform',
    path: '/wfpf/v1/{t}/plan/purchase',
    permission: aplionform.codes.create,
    summary:
      'Drafts a purchase application of what a plan is short of, and answers it (`made` 1). While one stands that has not come in as a whole, it is answered instead (`made` 0)',
    body: z.object({ planId: id }),
    answer: z.object({ id: z.int(), code: z.string(), made: z.int() }),
  }),
}
