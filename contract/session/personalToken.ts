import { z } from 'zod'
import { defineCall, ofPersons } from '../core/call.ts'
import { moment, requiredText } from '../core/values.ts'
import { dayUse, scopes } from '../organization/application.ts'
import { matrixRow } from '../organization/role.ts'

export const TOKEN_NAME_MAX = 40
/** Of one person in an enterprise. */
export const MOST_TOKENS = 20
export const TOKEN_LONGEST_DAYS = 366
/** How each of them begins, so that scanners for secrets recognise it. */
export const TOKEN_PREFIX = 'furrow_pat_'

const token = z.object({
  tokenId: z.int(),
  name: z.string(),
  scopes: z.array(z.string()),
  expiresAt: z.int(),
  madeAt: z.int(),
  usedAt: z.int().nullable(),
  day: dayUse,
})
export type PersonalToken = z.infer<typeof token>

const path = '/wfpf/v1/{t}/personal-token'

export const personalTokenCalls = ofPersons({
  list: defineCall({
    method: 'GET',
    path,
    permission: 'login',
    summary: "The caller's own access tokens of this enterprise, the newest first; never the token itself",
    answer: z.array(token),
  }),
  matrix: defineCall({
    method: 'GET',
    path: `${path}/matrix`,
    permission: 'login',
    summary: 'What the caller could lend a token: the codes that the caller holds and that calls ask for which need no person',
    answer: z.array(matrixRow),
  }),
  create: defineCall({
    method: 'POST',
    trail: 'personalToken',
    path,
    permission: 'login',
    secret: true,
    summary:
      'Makes an access token of the caller, answered this once. It does what its scopes name and the caller may do at that moment. Fails with error.role.beyond, error.token.most',
    body: z.object({ name: requiredText(TOKEN_NAME_MAX), scopes: scopes.min(1), expiresAt: moment }),
    answer: z.object({ token, secret: z.string() }),
  }),
  revoke: defineCall({
    method: 'DELETE',
    trail: 'personalToken',
    path: `${path}/{id}`,
    permission: 'login',
    summary: "Ends one of the caller's access tokens at once; answers 1",
    answer: z.literal(1),
  }),
})
