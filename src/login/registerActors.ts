import { fromPromise } from 'xstate'
import { registrationCalls } from '#contract/session/registration'
import type { CodeRequest, CodeResult, RegistrationRequest, RegistrationResult } from '#machines/session/registration'
import { type CallFailure, isFailure, send } from '#src/api/send.ts'
import { storedLanguage } from '#src/i18n/language.ts'
import { encryptSecret } from '#src/session/encryptSecret.ts'
import { fetchCaptcha } from './captchaActors.ts'

const problem = ({ code, message, fields }: CallFailure) =>
  ({ failed: true, code, message: message === '' ? null : message, fields }) as const

/** What the registration machine asks the world for: a code on the phone, a captcha where one is wanted for it, and an account. */
export const registerActors = {
  sendCode: fromPromise<CodeResult, CodeRequest>(async ({ input, signal }) => {
    const answer = await send(registrationCalls.sendPhoneCaptcha, { query: { ...input } }, { language: storedLanguage(), signal })
    if (isFailure(answer)) return problem(answer)
    const { success, message, captchaKey, demoCode } = answer as {
      success: boolean
      message: string
      captchaKey: string | null
      demoCode: string | null
    }
    return success && captchaKey != null ? { failed: false, captchaKey, demoCode } : { failed: true, code: 'error.unavailable', message }
  }),
  fetchCaptcha,
  register: fromPromise<RegistrationResult, RegistrationRequest>(async ({ input }) => {
    const password = await encryptSecret(input.password)
    if (isFailure(password)) return problem(password)
    const answer = await send(registrationCalls.register, { body: { ...input, password } }, { language: storedLanguage() })
    return isFailure(answer) ? problem(answer) : { failed: false }
  }),
}
