import { z } from 'zod'
import { defineCall, ofPersons } from '../core/call.ts'
import { flag, id, integer, moment, pageOf, pageQuery, requiredText, text } from '../core/values.ts'
import { matrixRow } from './role.ts'

export const APPLICATION_READ = 'wfpf.company.config.application' as const
export const APPLICATION_CREATE = 'wfpf.company.config.application.ps.create' as const
export const APPLICATION_EDIT = 'wfpf.company.config.application.ps.edit' as const
export const APPLICATION_DELETE = 'wfpf.company.config.application.ps.delete' as const

export const APPLICATION_NAME_MAX = 40
export const APPLICATION_DESCRIPTION_MAX = 500
/** Calls a minute that an application may be let make. */
export const PACE = { least: 1, most: 6000, usual: 120 } as const
/** For so many hours an old secret may go on beside the new one, so that whoever uses it has the time to change over. */
export const OVERLAPS = [0, 1, 24, 168] as const
const MOST_SCOPES = 2000
const MOST_BASES = 500

/** `active`; `off` by hand; `expired`; without a secret (`noSecret`), since none was made yet or it was revoked. */
export const APPLICATION_STATES = ['active', 'off', 'expired', 'noSecret'] as const

const version = integer(1, 2_000_000_000)
/** A code whole: a pattern would lend what nobody has thought of yet. */
export const scopes = z
  .array(
    z
      .string()
      .max(200)
      .regex(/^wfpf\.[A-Za-z0-9_.-]+$/),
  )
  .max(MOST_SCOPES)

const typed = {
  name: requiredText(APPLICATION_NAME_MAX),
  description: text(APPLICATION_DESCRIPTION_MAX).default(''),
  enabledFlag: flag.default(1),
  scopes,
  /** Every base, those to come as well; `areaIds` is empty then. */
  everyBase: z.boolean(),
  areaIds: z.array(id).max(MOST_BASES),
  perMinute: integer(PACE.least, PACE.most).default(PACE.usual),
  /** ms UTC; null: it does not end by itself. */
  expiresAt: moment.nullable().default(null),
}

/** How much somebody who is no person has called within the last 24 hours, this one included. */
export const dayUse = z.object({
  /** All that were answered. */
  calls: z.int(),
  /** Of these, what was refused: 4xx but 429. */
  refused: z.int(),
  /** Of these, what came too fast: 429. */
  limited: z.int(),
})

const application = z.object({
  applicationId: z.int(),
  name: z.string(),
  description: z.string(),
  enabledFlag: z.int(),
  state: z.enum(APPLICATION_STATES),
  clientId: z.string(),
  scopes: z.array(z.string()),
  /** Null: every base, those to come as well. A base that the reader does not see has no name. */
  bases: z.array(z.object({ areaId: z.int(), areaName: z.string().nullable() })).nullable(),
  perMinute: z.int(),
  expiresAt: z.int().nullable(),
  /** When the secret that is in force was made; null where there is none. */
  secretAt: z.int().nullable(),
  /** Until when the secret before it goes on; null where it does not. */
  oldSecretUntil: z.int().nullable(),
  usedAt: z.int().nullable(),
  day: dayUse,
  objectVersionNumber: z.int(),
})
export type Application = z.infer<typeof application>

/** What is answered once, when a secret was made, and never again. */
const withSecret = z.object({ application, secret: z.string() })
export type NewSecret = z.infer<typeof withSecret>

const path = '/wfpf/v1/{t}/application'
const beyond = 'Fails with error.role.beyond where it would lend what the caller does not have, in a base or in all'

export const applicationCalls = ofPersons({
  page: defineCall({
    method: 'GET',
    path,
    permission: APPLICATION_READ,
    summary: 'Client applications by name, with what each may do, its last use and what it called within a day; never a secret',
    query: z.object({ ...pageQuery, search: text(100).optional() }),
    answer: pageOf(application),
    follows: ['application', 'area'],
  }),
  matrix: defineCall({
    method: 'GET',
    path: `${path}/matrix`,
    permission: APPLICATION_READ,
    summary:
      'What an application can be lent: every page in the order of the menus, with the codes that calls ask for which need no person',
    answer: z.array(matrixRow),
  }),
  create: defineCall({
    method: 'POST',
    trail: 'application',
    path,
    permission: APPLICATION_CREATE,
    secret: true,
    summary: `Makes an application with its id and secret; the secret is answered this once. ${beyond}`,
    body: z.object(typed),
    answer: withSecret,
  }),
  update: defineCall({
    method: 'PUT',
    trail: 'application',
    path,
    permission: APPLICATION_EDIT,
    summary: `Changes an application; a stale version answers 409. ${beyond}, or take it; switching it on lends all that it may do`,
    body: z.object({ ...typed, applicationId: id, objectVersionNumber: version }),
    answer: application,
  }),
  rotate: defineCall({
    method: 'PUT',
    trail: 'application',
    path: `${path}/{id}/secret`,
    permission: APPLICATION_EDIT,
    secret: true,
    summary: `Makes a new secret, answered this once. The old one, with the tokens that it was given, goes on for so many hours (0: ends at once). ${beyond}`,
    body: z.object({ overlapHours: z.literal(OVERLAPS), objectVersionNumber: version }),
    answer: withSecret,
  }),
  revoke: defineCall({
    method: 'DELETE',
    trail: 'application',
    path: `${path}/{id}/secret`,
    permission: APPLICATION_EDIT,
    summary: 'Ends every secret and token of an application at once; it calls again once a new secret was made',
    answer: application,
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: 'application',
    path,
    permission: APPLICATION_DELETE,
    summary: 'Deletes an application with its secrets and tokens; what it wrote stays under its name. Answers 1',
    body: z.object({ applicationId: id, objectVersionNumber: version }),
    answer: z.literal(1),
  }),
})
