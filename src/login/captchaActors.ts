import { fromPromise } from 'xstate'
import { signInCalls } from '#contract/session/signIn'
import { isFailure, send } from '#src/api/send.ts'
import { storedLanguage } from '#src/i18n/language.ts'

/** What the machines ask for where a captcha is wanted. */
export const fetchCaptcha = fromPromise<{ captchaKey: string }>(async ({ signal }) => {
  const answer = await send(signInCalls.captchaCode, {}, { language: storedLanguage(), signal })
  if (isFailure(answer)) throw new Error(answer.code)
  return answer as { captchaKey: string }
})

/** Where a captcha's picture is. */
export const captchaAddress = (key: string) => signInCalls.captchaImage.path.replace('{key}', encodeURIComponent(key))
