import { z } from 'zod'

/** The body of every failed call: the caller's language decides `message`; `fields` names what was wrong with which input. */
export const failure = z.object({
  failed: z.literal(true),
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
})
export type Failure = z.infer<typeof failure>

/** Every code a call can fail with, and its HTTP status. Words stand in locales/<language>/errors.json under the same path. */
export const failureStatus = {
  'error.permission.accessTokenExpired': 401,
  'error.permission.accessTokenInvalid': 401,
  'error.permission.denied': 403,
  'error.notFound': 404,
  'error.input.invalid': 400,
  'error.input.tooLarge': 413,
  'error.input.mediaType': 415,
  'error.page.tooMany': 422,
  'error.version.stale': 409,
  'error.conflict': 409,
  'error.busy': 429,
  'error.unavailable': 503,
  'error.internal': 500,
  'error.signIn.wrong': 400,
  'error.signIn.captchaNeeded': 400,
  'error.signIn.captchaWrong': 400,
  'error.signIn.cipher': 400,
  'error.signIn.grant': 400,
  'error.signIn.client': 400,
  'error.signIn.locked': 429,
  'error.signIn.refreshInvalid': 400,
  'error.device.euiTaken': 409,
  'error.device.planted': 409,
  'error.device.areaUnknown': 422,
  'error.device.landUnknown': 422,
  'error.switch.bound': 409,
  'error.switch.notBindable': 422,
  'error.switch.status': 422,
  'error.range.empty': 422,
} as const satisfies Record<string, number>
export type FailureCode = keyof typeof failureStatus
