import type { Kysely } from 'kysely'
import type { CallGroups } from '#contract/calls'
import type { ENTRY_PURPOSES } from '#contract/session/entryLink'
import { isAccountPassword } from '#contract/session/registration'
import type { Database } from '../ground/database/schema.ts'
import { hashLink } from '../ground/hashLink.ts'
import { inNameOf } from '../ground/database/scope.ts'
import { CallFailure } from '../ground/failure.ts'
import type { Handlers } from '../ground/http/handler.ts'
import type { Secrets } from '../ground/secrets.ts'
import { say } from '../ground/words.ts'
import { hashPassword } from './password.ts'
import type { TryLimits } from './tryLimits.ts'

/** Links that one address may try a minute: none can be guessed, but each costs a look, and a password a core for a moment. */
const TRIES_PER_MINUTE = 30

interface EntryParts {
  readonly db: Kysely<Database>
  readonly secrets: Secrets
  readonly clock: () => number
  readonly demo: boolean
  readonly limits: TryLimits
}

/** What a link opens, for who has no password: the password that they choose. */
export function entryHandlers({ db, secrets, clock, demo, limits }: EntryParts): Handlers<CallGroups['entry']> {
  const trying = limits.of('entry', TRIES_PER_MINUTE)
  async function linkOf(token: string) {
    const row = await db
      .selectFrom('entry_link')
      .innerJoin('app_user', 'app_user.id', 'entry_link.user_id')
      .innerJoin('membership', (join) =>
        join.onRef('membership.user_id', '=', 'entry_link.user_id').onRef('membership.tenant_id', '=', 'entry_link.tenant_id'),
      )
      .select(['app_user.id as userId', 'app_user.real_name as realName', 'app_user.login_name as loginName', 'app_user.demo'])
      .select(['entry_link.purpose', 'entry_link.used_at as usedAt', 'entry_link.expires_at as expiresAt'])
      .where('entry_link.token_hash', '=', hashLink(token))
      .where('app_user.enabled', '=', true)
      .executeTakeFirst()
    if (!row || (row.demo && !demo)) throw new CallFailure('error.entry.unknown')
    if (row.usedAt !== null) throw new CallFailure('error.entry.used')
    if (row.expiresAt <= clock()) throw new CallFailure('error.entry.expired')
    return row
  }
  const taking = async (address: string) => {
    if (!(await trying.take(address))) throw new CallFailure('error.busy')
  }
  return {
    async look({ body }, { address }) {
      await taking(address)
      const { realName, loginName, purpose } = await linkOf(body.token)
      return { realName, loginName, purpose: purpose as (typeof ENTRY_PURPOSES)[number] }
    },

    async open({ body }, { address, language }) {
      await taking(address)
      const { userId, loginName } = await linkOf(body.token)
      const password = secrets.read(body.password)
      if (!isAccountPassword(password)) throw new CallFailure('error.input.invalid', {}, { password: say(language, 'account:safe.rule') })
      const hash = await hashPassword(password)
      await inNameOf(db, { userId, signature: { act: 'entry.open', sessionId: '', address } }, async (raw) => {
        const now = clock()
        // Of two who open it at once one is first.
        const used = await raw
          .updateTable('entry_link')
          .set({ used_at: now })
          .where('token_hash', '=', hashLink(body.token))
          .where('used_at', 'is', null)
          .where('expires_at', '>', now)
          .returning('user_id')
          .executeTakeFirst()
        if (!used) throw new CallFailure('error.entry.used')
        await raw.updateTable('app_user').set({ password_hash: hash }).where('id', '=', userId).execute()
        // The gate hears of it from the database.
        await raw.updateTable('session').set({ revoked_at: now }).where('user_id', '=', userId).where('revoked_at', 'is', null).execute()
      })
      return { loginName }
    },
  }
}

/** How long it is known that a link was used or has ended: it can still be told then, ms. */
const KEPT_MS = 30 * 24 * 3_600_000
export const sweepLinks = async (db: Kysely<Database>, clock: () => number): Promise<void> =>
  void (await db
    .deleteFrom('entry_link')
    .where('expires_at', '<', clock() - KEPT_MS)
    .execute())
