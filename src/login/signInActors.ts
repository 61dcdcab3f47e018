import { fromPromise } from 'xstate'
import { signInCalls } from '#contract/session/signIn'
import type { SignInRequest, SignInResult } from '#machines/session/signIn'
import { isFailure, send } from '#src/api/send.ts'
import { storedLanguage } from '#src/i18n/language.ts'
import { signInByPassword } from '#src/session/signInByPassword.ts'
import { fetchCaptcha } from './captchaActors.ts'

/** What the sign-in machine asks the world for: whether a name needs a captcha, a captcha, and tokens. */
export const signInActors = {
  checkName: fromPromise<{ isNeedCaptcha: boolean }, { username: string }>(async ({ input, signal }) => {
    const answer = await send(signInCalls.userParams, { query: { username: input.username } }, { language: storedLanguage(), signal })
    if (isFailure(answer)) throw new Error(answer.code)
    return answer as { isNeedCaptcha: boolean }
  }),
  fetchCaptcha,
  signIn: fromPromise<SignInResult<unknown>, SignInRequest>(async ({ input }) => {
    const answer = await signInByPassword(input)
    return isFailure(answer)
      ? { failed: true, code: answer.code, message: answer.message === '' ? null : answer.message }
      : { failed: false, tokens: answer }
  }),
}
