import type { Kysely } from 'kysely'
import type { CallRequest } from '#contract/core/call'
import type { ClientToken, oauthCalls } from '#contract/session/oauth'
import { secretMatches } from '../ground/broker/secret.ts'
import type { ClientUse } from '../ground/http/clientUse.ts'
import type { Database } from '../ground/database/schema.ts'
import { CallFailure } from '../ground/failure.ts'
import type { Asking } from '../ground/http/handler.ts'
import type { FullGate } from './gate.ts'
import { ACCESS_SECONDS } from './tokens.ts'
import type { TryLimit } from './tryLimits.ts'

type Body = CallRequest<typeof oauthCalls.token>['body']

/** Id and secret as the body or HTTP Basic gives them (RFC 6749 2.3.1); not in two ways at once. */
function credentialsOf(body: Body, { header }: Pick<Asking, 'header'>): { id: string; secret: string } {
  const [scheme = '', encoded = ''] = (header('authorization') ?? '').split(' ')
  if (scheme.toLowerCase() !== 'basic') return { id: body.client_id, secret: body.client_secret }
  if (body.client_secret !== '') throw new CallFailure('error.signIn.clientSecret')
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  try {
    return { id: decodeURIComponent(id), secret: decodeURIComponent(secret) }
  } catch {
    throw new CallFailure('error.signIn.clientSecret')
  }
}

/**
 * Lets a client application in for a quarter of an hour, by its id and its secret or, while that goes on, the one before. Throws CallFailure
 * error.signIn.clientSecret, whatever is wrong with it.
 */
export function clientCredentials(given: {
  db: Kysely<Database>
  gate: Pick<FullGate, 'sign'>
  use: ClientUse
  failing: TryLimit
  demo: boolean
  clock: () => number
}): (body: Body, asking: Pick<Asking, 'address' | 'header'>) => Promise<ClientToken> {
  const { db, gate, use, failing, demo, clock } = given

  async function applicationOf(id: string, secret: string) {
    const row = await db
      .selectFrom('application')
      .innerJoin('app_user', 'app_user.id', 'application.user_id')
      .selectAll('application')
      .select('app_user.demo')
      .where('application.client_id', '=', id)
      .where('application.enabled_flag', '=', 1)
      .executeTakeFirst()
    const now = clock()
    if (!row || (row.demo && !demo) || (row.expires_at !== null && row.expires_at <= now)) return null
    const { secret_hash: hash, secret_key: key, old_secret_hash: oldHash, old_secret_key: oldKey, old_secret_until: oldUntil } = row
    if (hash !== null && key !== null && secretMatches(secret, hash)) return { row, key, until: row.expires_at }
    if (oldHash === null || oldKey === null || oldUntil === null || oldUntil <= now || !secretMatches(secret, oldHash)) return null
    return { row, key: oldKey, until: Math.min(oldUntil, row.expires_at ?? oldUntil) }
  }

  return async (body, asking) => {
    if (await failing.isEmpty(asking.address)) throw new CallFailure('error.signIn.locked')
    const { id, secret } = credentialsOf(body, asking)
    const found = await applicationOf(id, secret)
    if (found === null) {
      await failing.take(asking.address)
      throw new CallFailure('error.signIn.clientSecret')
    }
    const { row, key, until } = found
    if (!use.take({ kind: 'application', id: row.id, perMinute: row.per_minute }).allowed) throw new CallFailure('error.pace')
    const wanted = body.scope?.split(' ').filter((word) => word !== '') ?? []
    if (!wanted.every((word) => row.scopes.includes(word))) throw new CallFailure('error.signIn.scope')
    const rest = until === null ? ACCESS_SECONDS : Math.min(ACCESS_SECONDS, Math.floor((until - clock()) / 1000))
    return {
      access_token: await gate.sign({ userId: row.user_id, sessionId: key }, rest),
      expires_in: rest,
      token_type: 'bearer',
      // What it was lent whole, whatever part of it was asked for (RFC 6749 3.3).
      scope: row.scopes.join(' '),
    }
  }
}
