import type { Kysely } from 'kysely'
import type { Database } from '../ground/database/schema.ts'
import { CallFailure } from '../ground/failure.ts'
import type { Keys } from './keys.ts'
import type { PasswordDesk } from './password.ts'
import type { TryLimits } from './tryLimits.ts'

/** Wrong original passwords that one user may send a minute: a stolen session must not find the password out. */
const WRONG_PER_MINUTE = 5

/**
 * Asks a signed-in user for the password again, in the user's turn: `work` is done where it was right, else `refuse` says what is thrown.
 * Throws CallFailure error.busy after too many wrong ones, whichever call they came by.
 */
export function ownPassword({
  db,
  keys,
  desk,
  limits,
}: {
  db: Kysely<Database>
  keys: Pick<Keys, 'secrets'>
  desk: PasswordDesk
  limits: TryLimits
}) {
  const wrong = limits.of('password', WRONG_PER_MINUTE)
  return async <T>(userId: number, sent: string, refuse: () => CallFailure, work: (password: string) => Promise<T>): Promise<T> => {
    const password = keys.secrets.read(sent)
    const subject = `user ${userId}`
    if (await wrong.isEmpty(subject)) throw new CallFailure('error.busy')
    // Of two changes at once the second one's original password is wrong by then.
    return desk.inTurn(subject, true, async () => {
      const user = await db.selectFrom('app_user').select('password_hash').where('id', '=', userId).executeTakeFirstOrThrow()
      if (!(await desk.fits(password, user.password_hash, true))) {
        await wrong.take(subject)
        throw refuse()
      }
      return work(password)
    })
  }
}
export type OwnPassword = ReturnType<typeof ownPassword>
