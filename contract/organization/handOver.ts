import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id } from '../core/values.ts'
import { USERS_HAND_OVER } from './user.ts'

/** What somebody can be waited for by, as its responsible. What they wrote, applied for and decided stays theirs. */
export const HELD_KINDS = ['approval', 'flow', 'unit', 'line', 'task', 'inquiry', 'alarm', 'duty'] as const
export type HeldKind = (typeof HELD_KINDS)[number]
/** Why the successor cannot take something. */
export const TAKE_FAULTS = ['applicant', 'asked', 'loop', 'base', 'noRight', 'noWorker', 'noStaff', 'gone'] as const
export type TakeFault = (typeof TAKE_FAULTS)[number]
const MOST_ITEMS = 10_000

const key = { kind: z.enum(HELD_KINDS), id }
const held = z.object({ kind: z.enum(HELD_KINDS), id: z.int(), title: z.string() })
export type Held = z.infer<typeof held>
const refused = z.object({ ...held.shape, reason: z.enum(TAKE_FAULTS) })
export type RefusedItem = z.infer<typeof refused>

export const handOverCalls = {
  held: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/user-manage/held',
    permission: USERS_HAND_OVER,
    summary:
      'What waits for a person: approvals and flows that name them, units and people whom they lead, open tasks, inquiries, alarms and the escalations of alarms',
    query: z.object({ userId: id }),
    answer: z.array(held),
  }),
  handOver: defineCall({
    method: 'POST',
    trail: ['approvalDefinition', 'orgUnit', 'leader', 'task', 'alarmDuty'],
    path: '/wfpf/v1/{t}/user-manage/hand-over',
    permission: USERS_HAND_OVER,
    summary:
      'Hands what a person holds to another, all of it in one transaction: where a line of it cannot be taken nothing is, and each such line is answered with its reason. Both are told. Fails with error.user.successor where that person may not sign in here, error.role.beyond where the caller has less than who hands over',
    body: z.object({ userId: id, toUserId: id, items: z.array(z.object(key)).min(1).max(MOST_ITEMS) }),
    answer: z.object({ moved: z.int(), refused: z.array(refused) }),
  }),
}
