import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { integer } from '../core/values.ts'
import { simCard } from './simCard.ts'

export const SIM_LIMIT_DAYS_MAX = 365
const MOST = 6

const limitsOf = (min: number, max: number) =>
  z
    .array(z.int().min(min).max(max))
    .min(1)
    .max(MOST)
    .refine((limits) => new Set(limits).size === limits.length, 'doubled')
const limits = {
  /** How many days before a card ends people are told; 0 is the day itself. */
  expiryDays: limitsOf(0, SIM_LIMIT_DAYS_MAX),
  /** How much of the month's allowance, %, is used when people are told. */
  usagePercents: limitsOf(1, 100),
}
const answer = z.object({
  ...limits,
  objectVersionNumber: z.int(),
  /** Whether the caller may change what holds for every card: these limits, and how the carrier is asked. */
  mayChange: z.boolean(),
})
export type SimLimits = z.infer<typeof answer>

const path = '/wfpf/v1/{t}/sim-limits' as const

/** When people are told of SIM cards, the same for every card of an enterprise. */
export const simLimitsCalls = {
  get: defineCall({
    method: 'GET',
    path,
    permission: simCard.codes.read,
    summary: 'How many days before a card ends, and at how much of its allowance, people are told',
    answer,
    follows: ['simCard'],
  }),
  save: defineCall({
    method: 'PUT',
    trail: 'tenantSetting',
    path,
    permission: simCard.codes.edit,
    summary:
      'Changes it, for who acts in every base. What was told already is not told again; a limit that a card has passed is told within minutes. Fails with error.version.stale',
    body: z.object({ ...limits, objectVersionNumber: integer(0, 1_000_000_000) }),
    answer,
  }),
}
