import type { CallAnswer } from '#contract/core/call'
import { secondFactorCalls } from '#contract/session/secondFactor'
import { call, type CallFailure, isFailure } from '#src/api/call.ts'
import { encryptSecret } from '#src/session/encryptSecret.ts'

type Proven = 'offer' | 'renewCodes' | 'switchOff'

/** Does what takes the password again, and a code where one is known. */
export async function sendFactor<Name extends Proven>(
  name: Name,
  typed: { readonly password: string; readonly code?: string },
): Promise<CallAnswer<(typeof secondFactorCalls)[Name]> | CallFailure> {
  const password = await encryptSecret(typed.password)
  if (isFailure(password)) return password
  const code = typed.code === undefined ? {} : { code: typed.code }
  return call(secondFactorCalls[name], { body: { password, ...code } as never }, { quiet: true })
}
