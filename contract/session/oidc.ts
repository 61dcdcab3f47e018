import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { encryptedSecret } from '../core/encrypted.ts'
import { requiredText } from '../core/values.ts'
import { signInCalls } from './signIn.ts'

/** Where the browser goes, and what it keeps until it comes back: no other browser can finish what this one began. */
const start = z.object({ url: z.string(), ticket: z.string() })
export type OidcStart = z.infer<typeof start>

/** With what the other service sends the browser back: the query of the address, as it is. */
export const CALLBACK_MAX = 4000
const path = '/iam/stong/v1/users/oidc'

/** Signing in by another service (OpenID Connect). All are 404 where none is configured. */
export const oidcCalls = {
  start: defineCall({
    ...signInCalls.oidcStart,
    trail: { untold: 'asks' },
    permission: 'public',
    summary: 'Begins to sign in by the other service. Coming back, grant_type oidc of the token call takes the ticket and the callback',
    answer: start,
  }),
  state: defineCall({
    method: 'GET',
    path,
    permission: 'login',
    summary:
      'What the other service is called, and since when an account of it is linked with the caller; `label` is null where none is configured',
    answer: z.object({ label: z.string().nullable(), since: z.int().nullable() }),
    whileViewing: false,
  }),
  startLink: defineCall({
    method: 'POST',
    trail: { untold: 'own' },
    path: `${path}/start`,
    permission: 'login',
    summary: 'Begins to link an account of the other service, by the password',
    body: z.object({ password: encryptedSecret }),
    answer: start,
    secret: true,
  }),
  link: defineCall({
    ...signInCalls.oidcLink,
    trail: 'externalLogin',
    permission: 'login',
    summary: 'Links the account with which the browser came back; it takes the place of one that was linked before',
    body: z.object({ ticket: requiredText(100), callback: requiredText(CALLBACK_MAX) }),
    answer: z.literal(true),
  }),
  unlink: defineCall({
    method: 'POST',
    trail: 'externalLogin',
    path: `${path}/off`,
    permission: 'login',
    summary: 'Ends the link, by the password',
    body: z.object({ password: encryptedSecret }),
    answer: z.literal(true),
  }),
}
