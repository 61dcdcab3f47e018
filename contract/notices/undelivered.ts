import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { pageOf, pageQuery } from '../core/values.ts'
import { SEVERITIES } from './message.ts'

export const UNDELIVERED_READ = 'wfpf.company.config.undelivered' as const
const UNDELIVERED_EDIT = 'wfpf.company.config.undelivered.ps.edit' as const

/** What of a tenant could not be told, however often it was tried. `what`, `to` and `reason` are for a person, in the caller's language. */
const undelivered = z.object({
  undeliveredId: z.int(),
  kind: z.string(),
  what: z.string(),
  /** The user it was for; null where it was for everybody or the user is gone. */
  to: z.string().nullable(),
  reason: z.string(),
  severity: z.enum(SEVERITIES),
  link: z.string().nullable(),
  attempts: z.int(),
  createdAt: z.int(),
  givenUpAt: z.int(),
})

export const undeliveredCalls = {
  page: defineCall({
    method: 'GET',
    path: '/hmsg/v1/{t}/messages/undelivered',
    permission: UNDELIVERED_READ,
    summary: 'What could not be told and was given up, newest first',
    query: z.object(pageQuery),
    answer: pageOf(undelivered),
  }),
  retry: defineCall({
    method: 'POST',
    path: '/hmsg/v1/{t}/messages/undelivered/{id}/retry',
    permission: UNDELIVERED_EDIT,
    summary: 'Tries at once, and as often as before, to tell it after all',
    answer: z.literal(true),
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/hmsg/v1/{t}/messages/undelivered/{id}',
    permission: UNDELIVERED_EDIT,
    summary: 'Drops it: nobody is told',
    answer: z.literal(1),
  }),
}
