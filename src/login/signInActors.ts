import { fromPromise } from 'xstate'
import type { Challenged, Tokens } from '#contract/session/oauth'
import type { OidcStart } from '#contract/session/oidc'
import { signInCalls } from '#contract/session/signIn'
import type { CodeRequest, ElsewhereRequest, FirstStepResult, SignInProblem, SignInRequest, SignInResult } from '#machines/session/signIn'
import { type CallFailure, isFailure, send } from '#src/api/send.ts'
import { storedLanguage } from '#src/i18n/language.ts'
import { goElsewhere } from '#src/session/elsewhere.ts'
import { proveByCode, signInByComeback, signInByPassword } from '#src/session/signInByPassword.ts'
import { fetchCaptcha } from './captchaActors.ts'

/** What the sign-in machine asks the world for: whether a name needs a captcha, a captcha, and tokens. */
export const signInActors = {
  checkName: fromPromise<{ isNeedCaptcha: boolean }, { username: string }>(async ({ input, signal }) => {
    const answer = await send(signInCalls.userParams, { query: { username: input.username } }, { language: storedLanguage(), signal })
    if (isFailure(answer)) throw new Error(answer.code)
    return answer as { isNeedCaptcha: boolean }
  }),
  fetchCaptcha,
  signIn: fromPromise<FirstStepResult<unknown>, SignInRequest>(async ({ input }) => resultOf(await signInByPassword(input))),
  proveCode: fromPromise<SignInResult<unknown>, CodeRequest>(async ({ input }) => {
    const answer = await proveByCode(input)
    return isFailure(answer) ? problemOf(answer) : { failed: false, tokens: answer }
  }),
  goElsewhere: fromPromise<SignInProblem | null>(async ({ signal }) => {
    const answer = (await send(signInCalls.oidcStart, {}, { language: storedLanguage(), signal })) as OidcStart | CallFailure
    if (isFailure(answer)) return problemOf(answer)
    goElsewhere('signIn', answer)
    return null
  }),
  signInElsewhere: fromPromise<FirstStepResult<unknown>, ElsewhereRequest>(async ({ input }) => resultOf(await signInByComeback(input))),
}

const resultOf = (answer: Tokens | Challenged | CallFailure): FirstStepResult<unknown> => {
  if (isFailure(answer)) return problemOf(answer)
  return 'challenge' in answer ? { failed: false, challenge: answer.challenge } : { failed: false, tokens: answer }
}

const problemOf = ({ code, message }: CallFailure) => ({ failed: true as const, code, message: message === '' ? null : message })
