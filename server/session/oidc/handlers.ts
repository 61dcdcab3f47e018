import type { Kysely } from 'kysely'
import type { CallGroups } from '#contract/calls'
import type { OidcConfig } from '../../ground/config.ts'
import type { Database } from '../../ground/database/schema.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import type { Handlers } from '../../ground/http/handler.ts'
import { type Language, say } from '../../ground/words.ts'
import type { OwnPassword } from '../ownPassword.ts'
import type { TryLimit } from '../tryLimits.ts'
import type { Attempts } from './attempts.ts'

/** Sign-ins by the other service that one address may begin a minute. */
export const STARTS_PER_MINUTE = 60

export interface Oidc {
  readonly config: OidcConfig
  readonly attempts: Attempts
}

/** Signing in by another service, where one is configured; `oidc` is null where none is. */
export function oidcHandlers({
  db,
  oidc,
  password,
  starting,
  clock,
}: {
  db: Kysely<Database>
  oidc: Oidc | null
  password: OwnPassword
  starting: TryLimit
  clock: () => number
}): Handlers<CallGroups['oidc']> {
  const configured = (): Oidc => {
    if (oidc === null) throw notFound()
    return oidc
  }
  const wrong = (language: Language) =>
    new CallFailure('error.input.invalid', {}, { password: say(language, 'account:safe.wrongOriginal') })
  return {
    async start(_, { address }) {
      const { attempts } = configured()
      if (!(await starting.take(address))) throw new CallFailure('error.busy')
      return attempts.begin(null)
    },
    async state(_, { caller }) {
      if (oidc === null) return { label: null, since: null }
      const { config } = oidc
      const row = await db
        .selectFrom('external_login')
        .select('since')
        .where('id', '=', caller.userId)
        .where('issuer', '=', config.issuer)
        .executeTakeFirst()
      return { label: config.label, since: row?.since ?? null }
    },
    async startLink({ body }, { caller, language, address }) {
      const { attempts } = configured()
      if (!(await starting.take(address))) throw new CallFailure('error.busy')
      return password(
        caller.userId,
        body.password,
        () => wrong(language),
        () => attempts.begin(caller.userId),
      )
    },
    async link({ body }, { caller, inOwnName }) {
      const { config, attempts } = configured()
      const person = await attempts.finish(caller.userId, body.ticket, body.callback)
      const row = { issuer: config.issuer, subject: person.subject, since: clock() }
      await inOwnName(db, (raw) =>
        raw
          .insertInto('external_login')
          .values({ id: caller.userId, ...row })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute(),
      ).catch((cause: unknown) => {
        throw (cause as { code?: string }).code === '23505' ? new CallFailure('error.signIn.linkTaken') : cause
      })
      return true as const
    },
    async unlink({ body }, { caller, language, inOwnName }) {
      configured()
      return password(
        caller.userId,
        body.password,
        () => wrong(language),
        async () => {
          await inOwnName(db, (raw) => raw.deleteFrom('external_login').where('id', '=', caller.userId).execute())
          return true as const
        },
      )
    },
  }
}
