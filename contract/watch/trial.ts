import { z } from 'zod'
import { defineCall, type PermissionCode } from '../core/call.ts'
import type { ChangeName } from '../core/change.ts'

/** A dry run goes back so far. */
export const TRIAL_DAYS = 30

/** A dry run of what is watched by, with what it found: `outcome` of each version. */
export const trialOf = <Outcome extends z.ZodType>(outcome: Outcome) =>
  z.object({
    id: z.int(),
    areaId: z.int(),
    state: z.enum(['waiting', 'running', 'done', 'cancelled', 'failed']),
    /** So many parts of the work, of how many; total 0: it was not begun. */
    done: z.int(),
    total: z.int(),
    from: z.int(),
    to: z.int(),
    /** From when on history says what it takes to judge; later than `from` where it was not kept that long, null where it says nothing. */
    knownSince: z.int().nullable(),
    /** What this version would have done, what the version that is kept would have, and what really happened. */
    wanted: outcome,
    inForce: outcome.nullable(),
    happened: outcome,
    createdAt: z.int(),
  })
export type Trial<Outcome> = z.infer<ReturnType<typeof trialOf<z.ZodType<Outcome>>>>

/** The calls that start, read and end a dry run of one kind. */
export const trialCalls = <const Path extends `/${string}`, Body extends z.ZodType, Answer extends z.ZodType>({
  path,
  permission,
  summary,
  body,
  answer,
  change,
}: {
  path: Path
  permission: PermissionCode
  /** Of the call that starts it. */
  summary: string
  body: Body
  answer: Answer
  /** What consoles are told of when it went on. */
  change: ChangeName
}) => ({
  start: defineCall({ method: 'POST', trail: { untold: 'asks' }, path, permission, summary, body, answer }),
  get: defineCall({
    method: 'GET',
    path: `${path}/{id}` as const,
    permission,
    summary: 'How far a dry run is, and what it found',
    answer,
    follows: [change],
  }),
  cancel: defineCall({
    method: 'PUT',
    trail: { untold: 'asks' },
    path: `${path}/{id}/cancel` as const,
    permission,
    summary: 'Ends a dry run; what it found until then stays. Answers it',
    answer,
  }),
})
