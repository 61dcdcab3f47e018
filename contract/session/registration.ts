/*
 * The facts of registration and of choosing a password that need no schema: the public pages read them without carrying a validator with
 * them. `oauth.ts` and `tenant.ts` declare the whole calls from them.
 */

/** REGISTER-06: how long another code cannot be asked for, in seconds. */
export const CODE_PAUSE_SECONDS = 60
/** REGISTER-04: a mobile number of mainland China. */
const PHONE = /^1\d{10}$/
export const PASSWORD_MAX = 64
export const REGISTER_NAME_MAX = 60

export const isPhone = (given: string): boolean => PHONE.test(given)

/** REGISTER-03: at least 8 characters, letters and digits only, one of each. */
export const isRegistrationPassword = (given: string): boolean =>
  given.length >= 8 && given.length <= PASSWORD_MAX && /^[A-Za-z0-9]+$/.test(given) && /[A-Za-z]/.test(given) && /\d/.test(given)

/** ACCOUNT-02: 6 to 20 characters with at least two of letters, digits and symbols; blanks are none of them. */
export function isAccountPassword(given: string): boolean {
  if (given.length < 6 || given.length > 20 || !/^[\u0021-\u007e]+$/.test(given)) return false
  return [/[A-Za-z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(given)).length >= 2
}

export const registrationCalls = {
  sendPhoneCaptcha: { method: 'POST', path: '/oauth/public/send-phone-captcha-always', encoding: 'json' },
  register: { method: 'POST', path: '/wfpf/v1/tenant/register', encoding: 'json' },
} as const

/** Codes of a registration whose phone number is taken (REGISTER-09). */
export const PHONE_TAKEN_CODES: readonly string[] = ['error.register.loginNameExists', 'error.register.phoneRegistered']
