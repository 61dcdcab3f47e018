import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { integer, requiredText, text } from '../core/values.ts'
import { encryptedSecret } from '../core/encrypted.ts'

/** A place where the user is signed in. */
export const openSession = z.object({
  key: z.string(),
  /** What the browser said of itself when it signed in. */
  device: z.string(),
  address: z.string(),
  createdAt: z.int(),
  /** When the session was last renewed, which an open console does every quarter of an hour. */
  usedAt: z.int(),
  /** The session that asks. */
  current: z.boolean(),
})
export type OpenSession = z.infer<typeof openSession>

/** After a changed password the session that changed it lives this long, so that its page can say so (ACCOUNT-04). */
export const SIGNED_OUT_AFTER_MS = 2000

const USERS = '/iam/stong/v1/users'

export const accountCalls = {
  realName: defineCall({
    method: 'PUT',
    trail: 'user',
    path: `${USERS}/real-name`,
    permission: 'login',
    summary: 'Changes the own name',
    body: z.object({ realName: requiredText(60) }),
    answer: z.literal(true),
  }),
  password: defineCall({
    method: 'PUT',
    trail: 'user',
    path: `${USERS}/password`,
    permission: 'login',
    summary: 'Changes the own password and ends every session of the user. Both passwords travel encrypted as that of a sign-in does',
    body: z.object({
      password: encryptedSecret,
      originalPassword: encryptedSecret,
      organizationId: integer(-1, 999_999_999_999_999).optional(),
    }),
    answer: z.literal(true),
  }),
  avatar: defineCall({
    method: 'PUT',
    trail: { untold: 'own' },
    path: `${USERS}/avatar`,
    permission: 'login',
    summary: 'Changes the own picture: the fileUrl of an uploaded image, or empty for none',
    body: z.object({ avatar: text(500) }),
    answer: z.literal(true),
  }),
  sessions: defineCall({
    method: 'GET',
    path: `${USERS}/sessions`,
    permission: 'login',
    summary: 'Where the caller is signed in, the last used first',
    answer: z.array(openSession),
    whileViewing: false,
  }),
  endSession: defineCall({
    method: 'DELETE',
    trail: { untold: 'own' },
    path: `${USERS}/sessions/{key}`,
    permission: 'login',
    summary: "Ends one of the caller's sessions at once",
    answer: z.literal(1),
  }),
  endOthers: defineCall({
    method: 'DELETE',
    trail: { untold: 'own' },
    path: `${USERS}/sessions`,
    permission: 'login',
    summary: 'Ends every session of the caller but this one; answers how many',
    answer: z.int(),
  }),
}
