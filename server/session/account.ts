import type { Kysely } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { parseFileUrl } from '#contract/media/files'
import { isAccountPassword } from '#contract/session/registration'
import type { Database } from '../ground/database/schema.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { sayUses } from '../ground/files/uses.ts'
import { faultyField } from '../ground/http/faults.ts'
import type { Handlers } from '../ground/http/handler.ts'
import { type Language, say } from '../ground/words.ts'
import type { FullGate } from './gate.ts'
import type { Keys } from './keys.ts'
import type { OwnPassword } from './ownPassword.ts'
import { hashPassword } from './password.ts'
import type { Sessions } from './sessions.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface AccountParts {
  readonly db: Kysely<Database>
  readonly gate: FullGate
  readonly keys: Keys
  readonly sessions: Sessions
  readonly password: OwnPassword
}

/** What a person changes about the own account. */
export function accountHandlers({ db, gate, keys, sessions, password }: AccountParts): Handlers<CallGroups['account']> {
  const refuse = (language: Language, field: 'password' | 'originalPassword', word: 'rule' | 'same' | 'wrongOriginal') =>
    new CallFailure('error.input.invalid', {}, { [field]: say(language, `account:safe.${word}`) })

  return {
    async realName({ body }, { caller, inOwnName }) {
      await inOwnName(db, (raw) =>
        raw.updateTable('app_user').set({ real_name: body.realName.trim() }).where('id', '=', caller.userId).execute(),
      )
      return true
    },

    async password({ body }, { caller, language, inOwnName }) {
      const organization = body.organizationId ?? -1
      if (organization >= 0 && (await gate.grant(caller.userId, organization)) == null) throw notFound()
      const fresh = keys.secrets.read(body.password)
      if (!isAccountPassword(fresh)) throw refuse(language, 'password', 'rule')
      await password(
        caller.userId,
        body.originalPassword,
        () => refuse(language, 'originalPassword', 'wrongOriginal'),
        async (original) => {
          if (fresh === original) throw refuse(language, 'password', 'same')
          const hash = await hashPassword(fresh)
          await inOwnName(db, (raw) => raw.updateTable('app_user').set({ password_hash: hash }).where('id', '=', caller.userId).execute())
        },
      )
      await sessions.endAllSoon(caller.userId, caller.sessionId)
      return true
    },

    avatar: ({ body: { avatar } }, { caller, language, inOwnName }) =>
      inOwnName(db, async (transaction) => {
        if (avatar !== '') {
          const file = parseFileUrl(avatar)
          if (file == null || !UUID.test(file.id)) throw faultyField(language, 'avatar')
          const row = await transaction
            .selectFrom('file')
            .innerJoin('membership', 'membership.tenant_id', 'file.tenant_id')
            .select('file.content_type')
            .where('file.id', '=', file.id)
            .where('file.tenant_id', '=', file.tenantId)
            .where('membership.user_id', '=', caller.userId)
            .executeTakeFirst()
          if (row == null) throw notFound()
          if (!['image/jpeg', 'image/png'].includes(row.content_type)) throw new CallFailure('error.file.notImage')
        }
        await transaction
          .updateTable('app_user')
          .set({ image_url: avatar === '' ? null : avatar })
          .where('id', '=', caller.userId)
          .execute()
        // The last one may be a file of another of the user's tenants.
        await transaction.deleteFrom('file_use').where('holder', '=', 'app_user').where('holder_id', '=', caller.userId).execute()
        const file = parseFileUrl(avatar)
        if (file) await sayUses(transaction, { tenantId: file.tenantId, table: 'app_user', id: caller.userId }, { texts: [avatar] })
        return true as const
      }),

    sessions: (_, { caller }) => sessions.list(caller.userId, caller.sessionId),

    async endSession({ params: { key } }, { caller }) {
      if (!UUID.test(key) || !(await sessions.revoke(key, caller.userId))) throw notFound()
      return 1
    },

    endOthers: (_, { caller }) => sessions.revokeOthers(caller.userId, caller.sessionId),
  }
}
