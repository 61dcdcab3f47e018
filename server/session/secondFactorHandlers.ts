import type { Kysely } from 'kysely'
import type { CallGroups } from '#contract/calls'
import type { Database } from '../ground/database/schema.ts'
import { CallFailure } from '../ground/failure.ts'
import type { Handlers } from '../ground/http/handler.ts'
import { type Language, say } from '../ground/words.ts'
import type { OwnPassword } from './ownPassword.ts'
import type { SecondFactors } from './secondFactors.ts'
import type { Sessions } from './sessions.ts'
import type { TryLimit } from './tryLimits.ts'

/** Codes that one user may try a minute, wherever they are asked for. */
export const CODES_PER_MINUTE = 5

/** What a person does about the own second factor. */
export function secondFactorHandlers({
  db,
  factors,
  password,
  sessions,
  codes,
}: {
  db: Kysely<Database>
  factors: SecondFactors
  password: OwnPassword
  sessions: Sessions
  codes: TryLimit
}): Handlers<CallGroups['secondFactor']> {
  const beside = (language: Language, field: string, key: string, params: Record<string, number> = {}) =>
    new CallFailure('error.input.invalid', {}, { [field]: say(language, key, params) })
  const wrongCode = (language: Language) => beside(language, 'code', 'errors:error.signIn.codeWrong')

  async function mustProve(asking: { caller: { userId: number }; language: Language; address: string }, code: string): Promise<void> {
    const { caller, language, address } = asking
    if (!(await codes.take(`user ${caller.userId}`))) throw new CallFailure('error.busy')
    if (!(await factors.proves(caller.userId, code, address))) throw wrongCode(language)
  }
  const withPassword = <T>(asking: { caller: { userId: number }; language: Language }, sent: string, work: () => Promise<T>) =>
    password(asking.caller.userId, sent, () => beside(asking.language, 'password', 'account:safe.wrongOriginal'), work)

  return {
    state: (_, { caller }) => factors.state(caller.userId),

    offer: ({ body }, asking) =>
      withPassword(asking, body.password, async () => {
        // Another phone in the place of the one that is known takes both.
        if (await factors.has(asking.caller.userId)) {
          if (body.code === undefined) throw beside(asking.language, 'code', 'errors:field.required')
          await mustProve(asking, body.code)
        }
        return factors.offer(asking.caller.userId)
      }),

    async confirm({ body }, { caller, language, inOwnName }) {
      if (!(await codes.take(`user ${caller.userId}`))) throw new CallFailure('error.busy')
      const made = await factors.confirm(caller.userId, body.code, (work) => inOwnName(db, work))
      if (!Array.isArray(made)) {
        const { minutesOff } = made
        if (minutesOff === null) throw wrongCode(language)
        const count = Math.abs(minutesOff)
        throw beside(language, 'code', `account:factor.clock${minutesOff > 0 ? 'Ahead' : 'Behind'}_${count === 1 ? 'one' : 'other'}`, {
          count,
        })
      }
      // They were opened by a password alone.
      await sessions.revokeOthers(caller.userId, caller.sessionId)
      return { codes: made }
    },

    renewCodes: ({ body }, asking) =>
      withPassword(asking, body.password, async () => {
        await mustProve(asking, body.code)
        const made = await asking.inOwnName(db, (raw) => factors.renewCodes(raw, asking.caller.userId))
        if (made === null) throw new CallFailure('error.secondFactor.off')
        return { codes: made }
      }),

    switchOff: ({ body }, asking) =>
      withPassword(asking, body.password, async () => {
        const { on, demanded } = await factors.state(asking.caller.userId)
        if (!on) throw new CallFailure('error.secondFactor.off')
        if (demanded) throw new CallFailure('error.secondFactor.demanded')
        await mustProve(asking, body.code)
        await asking.inOwnName(db, (raw) => factors.switchOff(raw, asking.caller.userId))
        return true as const
      }),
  }
}
