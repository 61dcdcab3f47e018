import { createHmac } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { generateSecret, generateURI } from 'otplib'
import type { SecondFactor, SecondFactorOffer } from '#contract/session/secondFactor'
import type { Database } from '../ground/database/schema.ts'
import { inNameOf } from '../ground/database/scope.ts'
import { CallFailure } from '../ground/failure.ts'
import { createSeal } from '../ground/seal.ts'
import { asMeant, isOfApp, makeRecoveryCodes, minutesOff, stepOf } from './oneTimeCodes.ts'

/** How long an offered secret waits for its first code. */
const OFFER_MS = 15 * 60_000
const ISSUER = 'Furrow'

export interface SecondFactors {
  readonly has: (userId: number) => Promise<boolean>
  readonly state: (userId: number) => Promise<SecondFactor>
  /** Whether a code of the app or a recovery code proves the user. It is used up by that: of two who bring it at once, one is told no. */
  readonly proves: (userId: number, typed: string, address: string) => Promise<boolean>
  readonly offer: (userId: number) => Promise<SecondFactorOffer>
  /**
   * Puts the offered secret in force by one of its codes, and answers new recovery codes. Throws CallFailure error.secondFactor.offerOver; a code
   * that is wrong is null, or by how many minutes the phone's clock is off.
   */
  readonly confirm: (
    userId: number,
    typed: string,
    inOwnName: (work: (raw: Transaction<Database>) => Promise<void>) => Promise<void>,
  ) => Promise<string[] | { readonly minutesOff: number | null }>
  /** New recovery codes in the place of those before; null where there is no second factor. */
  readonly renewCodes: (raw: Transaction<Database>, userId: number) => Promise<string[] | null>
  readonly switchOff: (raw: Transaction<Database>, userId: number) => Promise<boolean>
  readonly sweep: () => Promise<void>
}

export function secondFactors(db: Kysely<Database>, recoveryKey: Uint8Array, clock: () => number): SecondFactors {
  const seal = createSeal(db)
  const purpose = (userId: number) => `second factor ${userId}`
  const hash = (userId: number, code: string) =>
    createHmac('sha256', recoveryKey)
      .update(`${userId} ${asMeant(code)}`)
      .digest('hex')
  const hashes = (userId: number, codes: readonly string[]) => codes.map((code) => hash(userId, code))
  return {
    has: async (userId) => (await db.selectFrom('second_factor').select('id').where('id', '=', userId).executeTakeFirst()) != null,

    async state(userId) {
      const row = await db.selectFrom('second_factor').select(['since', 'recovery']).where('id', '=', userId).executeTakeFirst()
      const demanding = await db
        .selectFrom('membership')
        .innerJoin('tenant', 'tenant.id', 'membership.tenant_id')
        .select('tenant.id')
        .where('membership.user_id', '=', userId)
        .where('tenant.demands_second_factor', '=', true)
        .executeTakeFirst()
      return { on: row != null, since: row?.since ?? null, codesLeft: row?.recovery.length ?? 0, demanded: demanding != null }
    },

    async proves(userId, typed, address) {
      const row = await db.selectFrom('second_factor').select(['secret', 'last_step']).where('id', '=', userId).executeTakeFirst()
      if (!row) return false
      const code = asMeant(typed)
      if (isOfApp(code)) {
        const secret = await seal.open(purpose(userId), row.secret)
        const step = secret === null ? null : await stepOf(secret, code, clock(), row.last_step)
        if (step === null) return false
        const used = await db
          .updateTable('second_factor')
          .set({ last_step: step })
          .where('id', '=', userId)
          .where('secret', '=', row.secret)
          .where('last_step', '<', step)
          .returning('id')
          .executeTakeFirst()
        return used != null
      }
      const hashed = hash(userId, code)
      const signature = { act: 'oauth.token', sessionId: '', address }
      const used = await inNameOf(db, { userId, signature }, (raw) =>
        raw
          .updateTable('second_factor')
          .set({ recovery: sql<string[]>`array_remove(recovery, ${hashed}::text)` })
          .where('id', '=', userId)
          .where(sql<boolean>`${hashed}::text = any(recovery)`)
          .returning('id')
          .executeTakeFirst(),
      )
      return used != null
    },

    async offer(userId) {
      const user = await db.selectFrom('app_user').select('login_name').where('id', '=', userId).executeTakeFirstOrThrow()
      const secret = generateSecret()
      const row = { secret: await seal.seal(purpose(userId), secret), at: clock() }
      await db
        .insertInto('second_factor_offer')
        .values({ user_id: userId, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute()
      return { secret, uri: generateURI({ issuer: ISSUER, label: user.login_name, secret }) }
    },

    async confirm(userId, typed, inOwnName) {
      const over = () => new CallFailure('error.secondFactor.offerOver')
      const offer = await db.selectFrom('second_factor_offer').select(['secret', 'at']).where('user_id', '=', userId).executeTakeFirst()
      const secret = offer && offer.at > clock() - OFFER_MS ? await seal.open(purpose(userId), offer.secret) : null
      if (!offer || secret === null) throw over()
      const code = asMeant(typed)
      if (!isOfApp(code)) return { minutesOff: null }
      const step = await stepOf(secret, code, clock(), 0)
      if (step === null) return { minutesOff: await minutesOff(secret, code, clock()) }
      const codes = makeRecoveryCodes()
      await inOwnName(async (raw) => {
        // Of two who confirm at once, the second finds no offer any more.
        const taken = await raw
          .deleteFrom('second_factor_offer')
          .where('user_id', '=', userId)
          .where('secret', '=', offer.secret)
          .returning('user_id')
          .executeTakeFirst()
        if (!taken) throw over()
        const row = { secret: offer.secret, last_step: step, recovery: hashes(userId, codes), since: clock() }
        await raw
          .insertInto('second_factor')
          .values({ id: userId, ...row })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute()
      })
      return codes
    },

    async renewCodes(raw, userId) {
      const codes = makeRecoveryCodes()
      const row = await raw
        .updateTable('second_factor')
        .set({ recovery: hashes(userId, codes) })
        .where('id', '=', userId)
        .returning('id')
        .executeTakeFirst()
      return row ? codes : null
    },

    async switchOff(raw, userId) {
      await raw.deleteFrom('second_factor_offer').where('user_id', '=', userId).execute()
      return (await raw.deleteFrom('second_factor').where('id', '=', userId).returning('id').executeTakeFirst()) != null
    },

    async sweep() {
      await db
        .deleteFrom('second_factor_offer')
        .where('at', '<', clock() - OFFER_MS)
        .execute()
    },
  }
}
