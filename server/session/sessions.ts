import { randomBytes, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type OpenSession, SIGNED_OUT_AFTER_MS } from '#contract/session/account'
import type { Tokens } from '#contract/session/oauth'
import { type Job, setTimer } from '../ground/clock/job.ts'
import type { Database } from '../ground/database/schema.ts'
import { CallFailure } from '../ground/failure.ts'
import { network } from './failures.ts'
import type { FullGate } from './gate.ts'
import { ACCESS_SECONDS, hashToken, RACE_GRACE_MS, refreshTokens, SESSION_MS } from './tokens.ts'

export interface Sessions {
  /** Opens a session of a user on a device (a browser's words about itself); `providerFactor`: who signed it in elsewhere asked for a second factor. */
  readonly open: (userId: number, device: string, address: string, providerFactor?: boolean) => Promise<Tokens>
  /**
   * Trades a refresh token for a new pair. A token that was already traded ends its session, since one of the two who hold it is a
   * thief; only a tab that raced another one within seconds gets what that one got. Throws CallFailure error.signIn.refreshInvalid.
   */
  readonly renew: (refreshToken: string, address: string) => Promise<Tokens>
  /** Ends a session, of this user alone where one is named; answers whether there was one. */
  readonly revoke: (sessionId: string, userId?: number) => Promise<boolean>
  /** Ends every session of a user but one; answers how many. */
  readonly revokeOthers: (userId: number, sessionId: string) => Promise<number>
  /** The same, and the one that is left cannot be renewed and ends by itself: just late enough for its page to say why. */
  readonly endAllSoon: (userId: number, sessionId: string) => Promise<void>
  /** The sessions of a user that are good, the last used first. */
  readonly list: (userId: number, current: string) => Promise<OpenSession[]>
  /** Whether this user has a session from this place, or had one lately. */
  readonly knows: (userId: number, address: string) => Promise<boolean>
  readonly sweep: () => Promise<void>
  readonly jobs: readonly Job[]
}

export function sessions(given: {
  db: Kysely<Database>
  gate: FullGate
  refreshKey: Uint8Array
  demo: boolean
  clock: () => number
}): Sessions {
  const { db, gate, clock, demo } = given
  const refresh = refreshTokens(given.refreshKey)
  const pair = async (userId: number, sessionId: string, refreshToken: string): Promise<Tokens> => ({
    access_token: await gate.sign({ userId, sessionId }),
    refresh_token: refreshToken,
    expires_in: ACCESS_SECONDS,
    token_type: 'bearer',
  })
  const revoke = async (sessionId: string, userId?: number) => {
    const ended = await db
      .updateTable('session')
      .set({ revoked_at: clock() })
      .where('id', '=', sessionId)
      .where('revoked_at', 'is', null)
      .$if(userId != null, (query) => query.where('user_id', '=', userId!))
      .returning('id')
      .executeTakeFirst()
    if (ended) gate.forget('session', sessionId)
    return ended != null
  }
  const revokeOthers = async (userId: number, sessionId: string) => {
    const ended = await db
      .updateTable('session')
      .set({ revoked_at: clock() })
      .where('user_id', '=', userId)
      .where('id', '<>', sessionId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', clock())
      .returning('id')
      .execute()
    for (const { id } of ended) gate.forget('session', id)
    return ended.length
  }
  const end: Job = {
    name: 'session.end',
    missed: 'catchUp',
    // The gate hears of it from the database.
    once: async (work, { key }) =>
      void (await work.updateTable('session').set({ revoked_at: clock() }).where('id', '=', key).where('revoked_at', 'is', null).execute()),
  }
  return {
    jobs: [end],

    async open(userId, device, address, providerFactor = false) {
      const id = randomUUID()
      const token = refresh.first(id)
      const now = clock()
      await db
        .insertInto('session')
        .values({
          id,
          user_id: userId,
          device: device.slice(0, 300),
          address,
          provider_factor: providerFactor,
          token_hash: hashToken(token),
          previous_hash: null,
          rotated_at: null,
          created_at: now,
          used_at: now,
          expires_at: now + SESSION_MS,
          revoked_at: null,
        })
        .execute()
      return pair(userId, id, token)
    },

    async renew(token, address) {
      const sessionId = refresh.sessionOf(token)
      if (sessionId == null) throw new CallFailure('error.signIn.refreshInvalid')
      const now = clock()
      const [given_, next] = [hashToken(token), refresh.next(token)]
      const traded = await db
        .updateTable('session')
        .set({ token_hash: hashToken(next), previous_hash: given_, rotated_at: now, used_at: now, expires_at: now + SESSION_MS, address })
        .where('id', '=', sessionId)
        .where('token_hash', '=', given_)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .where((session) =>
          session.exists(
            session
              .selectFrom('app_user')
              .select('app_user.id')
              .whereRef('app_user.id', '=', 'session.user_id')
              .where('enabled', '=', true)
              .where((user) => (demo ? user.lit(true) : user('demo', '=', false))),
          ),
        )
        .returning('user_id')
        .executeTakeFirst()
      if (traded) return pair(traded.user_id, sessionId, next)

      const session = await db.selectFrom('session').selectAll().where('id', '=', sessionId).executeTakeFirst()
      const lives = session != null && session.revoked_at == null && session.expires_at > now
      if (lives && session.previous_hash === given_ && now - (session.rotated_at ?? 0) <= RACE_GRACE_MS)
        return pair(session.user_id, sessionId, next)
      if (lives) await revoke(sessionId)
      throw new CallFailure('error.signIn.refreshInvalid')
    },

    revoke,
    revokeOthers,

    async endAllSoon(userId, sessionId) {
      await revokeOthers(userId, sessionId)
      // No token that anybody holds has this hash.
      const nobodys = hashToken(randomBytes(32).toString('base64url'))
      const at = clock() + 2 * SIGNED_OUT_AFTER_MS
      await db.transaction().execute(async (work) => {
        await work
          .updateTable('session')
          .set({ token_hash: nobodys, previous_hash: null, expires_at: at })
          .where('id', '=', sessionId)
          .execute()
        await setTimer(work, end, { tenantId: null, key: sessionId, at, payload: {} })
      })
    },

    async list(userId, current) {
      const rows = await db
        .selectFrom('session')
        .select(['id', 'device', 'address', 'created_at', 'used_at'])
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', clock())
        .orderBy('used_at', 'desc')
        .limit(200)
        .execute()
      return rows.map(({ id, device, address, created_at, used_at }) => ({
        key: id,
        device,
        address,
        createdAt: created_at,
        usedAt: used_at,
        current: id === current,
      }))
    },

    async knows(userId, address) {
      const rows = await db
        .selectFrom('session')
        .select('address')
        .where('user_id', '=', userId)
        .orderBy('used_at', 'desc')
        .limit(50)
        .execute()
      return rows.some((one) => network(one.address) === network(address))
    },

    async sweep() {
      // A revoked session is kept a day, for whoever asks when it ended.
      await db
        .deleteFrom('session')
        .where((session) => session.or([session('expires_at', '<', clock()), session('revoked_at', '<', clock() - 24 * 3_600_000)]))
        .execute()
    },
  }
}
