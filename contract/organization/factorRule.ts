import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { CORPORATION_EDIT, CORPORATION_READ } from './corporation.ts'
import { USERS_READ } from './user.ts'

/** Whoever may let somebody in again: a reset password, or a lost second factor. */
export const USER_RESET = 'wfpf.company.config.user.ps.reset' as const

const rule = z.object({ demanded: z.boolean() })
export const factorRuleCalls = {
  get: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/second-factor',
    permission: CORPORATION_READ,
    summary: 'Whether the enterprise demands a second factor of everybody',
    answer: rule,
    follows: ['corporation'],
  }),
  set: defineCall({
    method: 'PUT',
    trail: 'tenant',
    path: '/wfpf/v1/{t}/second-factor',
    permission: CORPORATION_EDIT,
    summary:
      'Demands a second factor of everybody, or of nobody. Whoever has none gets nothing else until there is one; whoever demands it must have one',
    body: rule,
    answer: rule,
  }),
  ofUser: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/user-manage/{id}/second-factor',
    permission: USERS_READ,
    summary: 'Whether somebody of the enterprise signs in with a second factor',
    answer: z.object({ on: z.boolean(), since: z.int().nullable() }),
  }),
  switchOff: defineCall({
    method: 'DELETE',
    trail: 'secondFactor',
    path: '/wfpf/v1/{t}/user-manage/{id}/second-factor',
    permission: USER_RESET,
    summary:
      'Switches off the second factor of somebody who has lost it, not the own one. Refused where the person belongs to an enterprise in which the caller may not do so',
    answer: z.literal(1),
  }),
}
