import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { requiredText, text } from '../core/values.ts'
import { encryptedSecret } from '../core/encrypted.ts'
import { isPhone, registrationCalls } from './registration.ts'
import { signInCalls } from './signIn.ts'

export { CLIENT_ID, CLIENT_SECRET } from './signIn.ts'

const tokenRequest = z.looseObject({
  grant_type: text(40),
  client_id: text(100).default(''),
  client_secret: text(100).default(''),
  scope: text(200_000).optional(),
  username: text(100).optional(),
  password: encryptedSecret.optional(),
  source_type: text(20).optional(),
  device_id: text(100).optional(),
  captchaKey: text(100).optional(),
  captcha: text(20).optional(),
  refresh_token: text(500).optional(),
  challenge: text(100).optional(),
  code: text(40).optional(),
  ticket: text(100).optional(),
  callback: text(4000).optional(),
})

/** Access token (JWT), refresh token (opaque), seconds until the access token expires. */
export const tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.int(),
  token_type: z.literal('bearer'),
})
export type Tokens = z.infer<typeof tokens>
/** Of a client application (RFC 6749 4.4): it asks for the next one by its secret. */
const clientToken = tokens.omit({ refresh_token: true }).extend({ scope: z.string() })
export type ClientToken = z.infer<typeof clientToken>

/** The password was right, and no token comes before the second factor: the challenge goes with its code, within `expires_in` seconds. */
export const challenged = z.object({ challenge: z.string(), expires_in: z.int() })
export type Challenged = z.infer<typeof challenged>

export const oauthCalls = {
  token: defineCall({
    ...signInCalls.token,
    trail: 'secondFactor',
    permission: 'public',
    summary:
      'Signs in with a password, or renews with a refresh token. Who has a second factor is answered a challenge, and signs in by it with grant_type second_factor and a code. With client_credentials a client application is let in by its id and secret, in the body or by HTTP Basic. Fails with error.signIn.*, beside which error and error_description stand for an application (RFC 6749 5.2)',
    body: tokenRequest,
    answer: z.union([tokens, clientToken, challenged]),
  }),
  logout: defineCall({
    method: 'POST',
    trail: { untold: 'own' },
    path: '/oauth/token/logout',
    permission: 'login',
    encoding: 'form',
    summary: 'Revokes the session of the token that calls',
    beforeSecondFactor: true,
    body: z.looseObject({ access_token: text(4000).optional() }),
    answer: z.literal(true),
  }),
  userParams: defineCall({
    ...signInCalls.userParams,
    permission: 'public',
    summary: 'Whether this name must answer a captcha',
    query: z.object({ username: text(100).default('') }),
    answer: z.object({ isNeedCaptcha: z.boolean() }),
  }),
  captchaCode: defineCall({
    ...signInCalls.captchaCode,
    permission: 'public',
    summary: 'A fresh captcha, good for five minutes and one try',
    answer: z.object({ captchaKey: z.string() }),
  }),
  captchaImage: defineCall({
    ...signInCalls.captchaImage,
    permission: 'public',
    summary: 'The picture of a captcha',
    produces: 'image/png',
  }),
  sendPhoneCaptcha: defineCall({
    ...registrationCalls.sendPhoneCaptcha,
    trail: { untold: 'own' },
    permission: 'public',
    summary:
      'Sends a code of six digits to a phone, good for five minutes and few tries; `success` false where it could not be sent. Fails with error.register.captchaNeeded where many were asked for from the network: then a solved captcha goes with it',
    query: z.object({
      phone: text(20).refine(isPhone, 'phone'),
      captchaKey: text(100).optional(),
      captcha: text(20).optional(),
    }),
    answer: z.object({
      success: z.boolean(),
      message: z.string(),
      captchaKey: z.string().nullable(),
      /** The code itself, where nothing can send it and the demo is on. */
      demoCode: z.string().nullable(),
    }),
  }),
  firstAdministrator: defineCall({
    method: 'POST',
    trail: ['tenant', 'user', 'member'],
    path: '/oauth/public/first-administrator',
    permission: 'public',
    summary:
      'Makes the first tenant and its administrator, by the one-time link that a start without users prints; 404 for any other token',
    body: z.object({
      token: text(100),
      tenantName: requiredText(60),
      loginName: requiredText(60),
      realName: requiredText(60),
      password: encryptedSecret,
    }),
    answer: z.literal(true),
  }),
  publicKey: defineCall({
    method: 'GET',
    path: '/oauth/public/key',
    permission: 'public',
    summary: 'The RSA public key (PEM, SPKI) that passwords are encrypted with',
    produces: 'text/plain',
  }),
}
