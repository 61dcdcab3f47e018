import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { encryptedSecret } from '../core/encrypted.ts'
import { requiredText } from '../core/values.ts'

/** How many codes there are for when the phone is lost. */
export const RECOVERY_CODES = 10
/** Six digits of an app, or a recovery code in whatever groups it was typed. */
export const factorCode = requiredText(40)

const state = z.object({
  on: z.boolean(),
  /** ms UTC; null where it is off. */
  since: z.int().nullable(),
  /** Recovery codes that are left. */
  codesLeft: z.int(),
  /** An enterprise of the caller demands one: it cannot be switched off. */
  demanded: z.boolean(),
})
export type SecondFactor = z.infer<typeof state>

/** The secret, as text and as the address that an app reads from a QR code. */
const offer = z.object({ secret: z.string(), uri: z.string() })
export type SecondFactorOffer = z.infer<typeof offer>

const codes = z.object({ codes: z.array(z.string()) })
const proven = z.object({ password: encryptedSecret, code: factorCode })
const path = '/iam/stong/v1/users/second-factor'

/** The own second factor. Whoever must have one before anything else reaches these calls. */
export const secondFactorCalls = {
  state: defineCall({
    method: 'GET',
    path,
    permission: 'login',
    summary: 'Whether the caller signs in with a second factor, and how many recovery codes are left',
    answer: state,
    beforeSecondFactor: true,
    whileViewing: false,
  }),
  offer: defineCall({
    method: 'POST',
    trail: 'secondFactor',
    path: `${path}/offer`,
    permission: 'login',
    summary:
      'Offers a fresh secret to whoever says the password again, and where a second factor is on, a code of that; it counts for nothing until a code of it comes within 15 minutes',
    body: z.object({ password: encryptedSecret, code: factorCode.optional() }),
    answer: offer,
    secret: true,
    beforeSecondFactor: true,
  }),
  confirm: defineCall({
    method: 'PUT',
    trail: 'secondFactor',
    path,
    permission: 'login',
    summary:
      'Switches the second factor on by a code of the offered secret, answers the recovery codes this once, and ends all other sessions',
    body: z.object({ code: factorCode }),
    answer: codes,
    secret: true,
    beforeSecondFactor: true,
  }),
  renewCodes: defineCall({
    method: 'POST',
    trail: 'secondFactor',
    path: `${path}/codes`,
    permission: 'login',
    summary: 'Makes new recovery codes; those from before are good no more',
    body: proven,
    answer: codes,
    secret: true,
  }),
  switchOff: defineCall({
    method: 'POST',
    trail: 'secondFactor',
    path: `${path}/off`,
    permission: 'login',
    summary: 'Switches the second factor off, by the password and a code; refused where an enterprise of the caller demands one',
    body: proven,
    answer: z.literal(true),
  }),
}
