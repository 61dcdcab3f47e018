import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { pageOf, pageQuery } from '../core/values.ts'
import { SEVERITIES } from './message.ts'

export const UNDELIVERED_READ = 'wfpf.company.config.undelivered' as const
export const UNDELIVERED_EDIT = 'wfpf.company.config.undelivered.ps.edit' as const

/** Why something could not be told, as far as it was foreseen. */
export const UNTOLD_CAUSES = ['tooSlow', 'noWords', 'noReader', 'noDoor', 'database'] as const
export type UntoldCause = (typeof UNTOLD_CAUSES)[number]

/** What of a tenant could not be told, however often it was tried. `what`, `to` and `reason` are for a person, in the caller's language. */
const undelivered = z.object({
  undeliveredId: z.int(),
  kind: z.string(),
  what: z.string(),
  /** The user it was for; null where it was for everybody or the user is gone. */
  to: z.string().nullable(),
  /** Why the last try failed. */
  reason: z.string(),
  /** The same in the words of the program that failed, for a technician. */
  error: z.string(),
  severity: z.enum(SEVERITIES),
  /** The page of the console that it is about. */
  link: z.string().nullable(),
  attempts: z.int(),
  createdAt: z.int(),
  givenUpAt: z.int(),
})
export type Undelivered = z.infer<typeof undelivered>

export const undeliveredCalls = {
  page: defineCall({
    method: 'GET',
    path: '/hmsg/v1/{t}/messages/undelivered',
    permission: UNDELIVERED_READ,
    summary: 'What could not be told and was given up, newest first',
    query: z.object(pageQuery),
    answer: pageOf(undelivered),
    follows: ['undelivered'],
  }),
  retry: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: '/hmsg/v1/{t}/messages/undelivered/{id}/retry',
    permission: UNDELIVERED_EDIT,
    summary: 'Tries at once, and as often as before, to tell it after all',
    answer: z.literal(true),
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: { untold: 'logged' },
    path: '/hmsg/v1/{t}/messages/undelivered/{id}',
    permission: UNDELIVERED_EDIT,
    summary: 'Drops it: nobody is told',
    answer: z.literal(1),
  }),
}
