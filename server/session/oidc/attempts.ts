import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import type { OidcStart } from '#contract/session/oidc'
import type { Database } from '../../ground/database/schema.ts'
import { CallFailure } from '../../ground/failure.ts'
import { hashToken } from '../tokens.ts'
import type { ExternalPerson, Provider } from './provider.ts'

/** How long somebody may take at the other service, ms. */
export const ATTEMPT_MS = 10 * 60_000

export interface Attempts {
  /** `userId`: who links an account; null where somebody signs in. */
  readonly begin: (userId: number | null) => Promise<OidcStart>
  /**
   * Who came back, of an attempt of this browser and for this purpose; good once, whatever comes of it. Throws CallFailure
   * error.signIn.providerDown or .providerRefused.
   */
  readonly finish: (userId: number | null, ticket: string, callback: string) => Promise<ExternalPerson>
  readonly sweep: () => Promise<void>
}

export function attempts(db: Kysely<Database>, provider: Provider, clock: () => number): Attempts {
  return {
    async begin(userId) {
      const attempt = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
      const ticket = randomBytes(32).toString('base64url')
      // First of all: where the other service is down nothing is begun.
      const url = await provider.urlFor(attempt)
      await db
        .insertInto('external_attempt')
        .values({
          state_hash: hashToken(attempt.state),
          ticket_hash: hashToken(ticket),
          nonce: attempt.nonce,
          verifier: attempt.verifier,
          user_id: userId,
          expires_at: clock() + ATTEMPT_MS,
        })
        .execute()
      return { url, ticket }
    },
    async finish(userId, ticket, callback) {
      const state = new URLSearchParams(callback).get('state') ?? ''
      const row = await db
        .deleteFrom('external_attempt')
        .where('state_hash', '=', hashToken(state))
        .where('ticket_hash', '=', hashToken(ticket))
        .where('user_id', 'is not distinct from', userId)
        .returning(['nonce', 'verifier', 'expires_at'])
        .executeTakeFirst()
      if (!row || row.expires_at <= clock()) throw new CallFailure('error.signIn.providerRefused')
      return provider.personOf(callback, { state, nonce: row.nonce, verifier: row.verifier })
    },
    async sweep() {
      await db.deleteFrom('external_attempt').where('expires_at', '<', clock()).execute()
    },
  }
}
