import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import type { PermissionCode } from '#contract/core/call'
import { matrixOf, scopeCodes } from '#contract/organization/scopes'
import { MOST_TOKENS, type PersonalToken, TOKEN_LONGEST_DAYS } from '#contract/session/personalToken'
import { dayUsesOf, noUse } from '../ground/clients/dayUse.ts'
import { newPersonalToken } from '../ground/clients/secrets.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { faultyField } from '../ground/http/faults.ts'
import type { Asking, Handlers } from '../ground/http/handler.ts'
import { hashToken } from './tokens.ts'

const DAY_MS = 86_400_000

const ownRows = (scope: Scope, { caller }: Pick<Asking, 'caller'>) =>
  scope.select('personal_token').selectAll().where('personal_token.user_id', '=', caller.userId)

async function tokensOf(scope: Scope, asking: Asking, now: number): Promise<PersonalToken[]> {
  const rows = await ownRows(scope, asking).orderBy('personal_token.id', 'desc').execute()
  const ids = rows.map(({ id }) => id)
  const uses = await dayUsesOf(scope, 'token_id', ids, now)
  return rows.map((row) => ({
    tokenId: row.id,
    name: row.name,
    scopes: row.scopes,
    expiresAt: row.expires_at,
    madeAt: row.created_at ?? 0,
    usedAt: row.used_at,
    day: uses.get(row.id) ?? noUse,
  }))
}

/** By which a person lets programs call in the own name: never more than the person may at that moment, and no longer than said. */
export function personalTokenHandlers(clock: () => number): Handlers<CallGroups['personalToken']> {
  return {
    list: (_, asking) => asking.inTenant((scope) => tokensOf(scope, asking, clock())),

    matrix: async (_, { grant }) => matrixOf((code) => scopeCodes.has(code) && grant.holds(code as PermissionCode)),

    create: ({ body }, asking) =>
      asking.inTenant(async (scope) => {
        const { caller, grant, language } = asking
        const codes = [...new Set(body.scopes)]
        if (!codes.every((code) => scopeCodes.has(code))) throw faultyField(language, 'scopes')
        if (!codes.every((code) => grant.holds(code as PermissionCode))) throw new CallFailure('error.role.beyond')
        const now = clock()
        if (body.expiresAt <= now || body.expiresAt > now + TOKEN_LONGEST_DAYS * DAY_MS) throw faultyField(language, 'expiresAt')
        // Of several at once each is counted.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`furrow tokens ${caller.userId}`}, ${scope.tenantId}))`.execute(scope.raw)
        if ((await ownRows(scope, asking).execute()).length >= MOST_TOKENS) throw new CallFailure('error.token.most', { most: MOST_TOKENS })
        const secret = newPersonalToken()
        const row = { user_id: caller.userId, name: body.name.trim(), scopes: codes, expires_at: body.expiresAt }
        const { id } = await scope
          .insert('personal_token', [{ ...row, token_hash: hashToken(secret), key: randomUUID() }])
          .returning('id')
          .executeTakeFirstOrThrow()
        const token = (await tokensOf(scope, asking, now)).find(({ tokenId }) => tokenId === id)!
        return { token, secret }
      }),

    revoke: ({ params: { id } }, asking) =>
      asking.inTenant(async (scope) => {
        const gone = await scope
          .remove('personal_token')
          .where('personal_token.user_id', '=', asking.caller.userId)
          .where('personal_token.id', '=', id)
          .returning('personal_token.id')
          .executeTakeFirst()
        if (!gone) throw notFound()
        return 1 as const
      }),
  }
}
