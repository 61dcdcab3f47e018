import { z } from 'zod'
import { defineCall, ofPersons } from '../core/call.ts'
import { id } from '../core/values.ts'
import { ROLE_READ } from './role.ts'

/** Why a page or button is shown or not. */
export const REASONS = ['open', 'role', 'notGiven', 'noRole', 'disabled'] as const
export type Reason = (typeof REASONS)[number]

const said = z.object({
  code: z.string(),
  allowed: z.boolean(),
  reason: z.enum(REASONS),
  /** Which role lends it, and by what it says: the code itself or a pattern. */
  by: z.array(z.object({ roleId: z.int(), pattern: z.string() })),
  /** In which bases; null: in all. */
  areaIds: z.array(z.int()).nullable(),
})
export type Said = z.infer<typeof said>

const explanation = z.object({
  userId: z.int(),
  realName: z.string(),
  enabled: z.boolean(),
  /** The enterprise is still led through its first steps: its pages lead there. */
  novice: z.boolean(),
  /** The enterprise demands a second factor, and the user has none: nothing opens before. */
  lacksFactor: z.boolean(),
  /** The user's roles here, with their bases; null: every base. */
  roles: z.array(
    z.object({
      roleId: z.int(),
      name: z.string(),
      bases: z.array(z.object({ areaId: z.int(), areaName: z.string().nullable() })).nullable(),
      /** Companies that lend it, with the bases below them. */
      companies: z.array(z.string()),
    }),
  ),
  /** All roles of the tenant that could be given. */
  given: z.array(z.object({ roleId: z.int(), name: z.string(), codes: z.array(z.string()) })),
  codes: z.array(said),
})
export type Explanation = z.infer<typeof explanation>

export const explainCalls = ofPersons({
  user: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/role/explain',
    permission: ROLE_READ,
    summary:
      'Of every code that a page or call asks for: whether this user holds it, by which role and pattern, in which bases; as the gate decides',
    query: z.object({ userId: id }),
    answer: explanation,
    follows: ['role', 'area'],
  }),
})
