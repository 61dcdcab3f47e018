import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../ground/database/schema.ts'
import { hashToken } from './tokens.ts'

/** How long somebody whose password was right may look for the phone, and how many codes that is good for. */
export const CHALLENGE_SECONDS = 5 * 60
export const CHALLENGE_TRIES = 5

export interface Challenges {
  /** Of a user whose first factor was right: good for one sign-in. */
  readonly make: (userId: number) => Promise<string>
  /** Whose it is, counting one try; null where it is over, or the password is another one by now. */
  readonly tryOne: (challenge: string) => Promise<{ readonly userId: number; readonly loginName: string } | null>
  /** Uses it up: false where somebody else has. */
  readonly use: (challenge: string) => Promise<boolean>
  readonly sweep: () => Promise<void>
}

export function challenges(db: Kysely<Database>, demo: boolean, clock: () => number): Challenges {
  return {
    async make(userId) {
      const challenge = randomBytes(32).toString('base64url')
      const user = await db.selectFrom('app_user').select('password_hash').where('id', '=', userId).executeTakeFirstOrThrow()
      await db
        .insertInto('sign_in_challenge')
        .values({
          key_hash: hashToken(challenge),
          user_id: userId,
          password_mark: hashToken(user.password_hash ?? ''),
          expires_at: clock() + CHALLENGE_SECONDS * 1000,
        })
        .execute()
      return challenge
    },
    async tryOne(challenge) {
      const row = await db
        .updateTable('sign_in_challenge')
        .set((of) => ({ tries: of('tries', '+', 1) }))
        .where('key_hash', '=', hashToken(challenge))
        .where('expires_at', '>', clock())
        .where('tries', '<', CHALLENGE_TRIES)
        .returning(['user_id', 'password_mark'])
        .executeTakeFirst()
      if (!row) return null
      const user = await db
        .selectFrom('app_user')
        .select(['login_name', 'password_hash', 'enabled', 'demo'])
        .where('id', '=', row.user_id)
        .executeTakeFirstOrThrow()
      const stands = user.enabled && (demo || !user.demo) && hashToken(user.password_hash ?? '') === row.password_mark
      return stands ? { userId: row.user_id, loginName: user.login_name } : null
    },
    use: async (challenge) =>
      (await db.deleteFrom('sign_in_challenge').where('key_hash', '=', hashToken(challenge)).returning('key_hash').executeTakeFirst()) !=
      null,
    async sweep() {
      await db.deleteFrom('sign_in_challenge').where('expires_at', '<', clock()).execute()
    },
  }
}
