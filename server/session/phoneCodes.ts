import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { CODE_PAUSE_SECONDS } from '#contract/session/registration'
import type { Database } from '../ground/database/schema.ts'
import { CallFailure } from '../ground/failure.ts'
import { network } from './failures.ts'

/** How long a code is good, in ms. */
export const CODE_MS = 5 * 60_000
/** How often a code may be tried. */
export const CODE_TRIES = 5
/** A page that counted its minute and asked at once must not be too early by a clock that differs a little. */
const PAUSE_MS = CODE_PAUSE_SECONDS * 1000 - 2000
const DAY_MS = 24 * 3_600_000
const HOUR_MS = 3_600_000
/** Messages cost money, and a stranger's phone must not be flooded. */
const OF_PHONE_A_DAY = 10
/** An office, or a whole provider, is one address: from so many on each is asked for with a captcha, and nobody is refused for the others. */
const FREE_OF_NETWORK_AN_HOUR = 30
/** Captchas can be bought. */
const OF_NETWORK_AN_HOUR = 1000

const LOCK = 4_017_235

export interface PhoneCodes {
  /**
   * A fresh code of six digits for a phone; an earlier one is good no more. Throws CallFailure error.busy where too many were asked for, and
   * error.register.captchaNeeded where many were from the network and nobody has `proven` to be there.
   */
  readonly make: (phone: string, address: string, proven: boolean) => Promise<{ key: string; code: string }>
  /** Takes a code back that could not be sent: another may be asked for at once. */
  readonly withdraw: (key: string) => Promise<void>
  /** Whether this is the code that was sent to this phone; each question is one try. */
  readonly fits: (key: string, phone: string, code: string) => Promise<boolean>
  /** Uses a code up inside the caller's transaction: false where somebody else has. */
  readonly use: (work: Transaction<Database>, key: string) => Promise<boolean>
  readonly sweep: () => Promise<void>
}

/** Codes sent to phones, kept only as keyed hashes: a million tries would find six digits behind a plain one. */
export function phoneCodes(db: Kysely<Database>, hashKey: Uint8Array, clock: () => number): PhoneCodes {
  const hash = (key: string, code: string) => createHmac('sha256', hashKey).update(`phone ${key} ${code}`).digest()
  return {
    async make(phone, address, proven) {
      const [now, from] = [clock(), network(address)]
      const key = randomBytes(24).toString('base64url')
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      await db.transaction().execute(async (work) => {
        // Two that ask at once are counted one after the other.
        await sql`select pg_advisory_xact_lock(${LOCK})`.execute(work)
        const { rows } = await sql<{ lately: number; today: number; near: number }>`
          select count(*) filter (where phone = ${phone} and sent_at > ${now - PAUSE_MS}) as lately,
                 count(*) filter (where phone = ${phone}) as today,
                 count(*) filter (where network = ${from} and sent_at > ${now - HOUR_MS}) as near
          from phone_code where (phone = ${phone} or network = ${from}) and sent_at > ${now - DAY_MS}`.execute(work)
        const { lately, today, near } = rows[0]!
        if (lately > 0 || today >= OF_PHONE_A_DAY || near >= OF_NETWORK_AN_HOUR) throw new CallFailure('error.busy')
        if (near >= FREE_OF_NETWORK_AN_HOUR && !proven) throw new CallFailure('error.register.captchaNeeded')
        await work.updateTable('phone_code').set({ expires_at: now }).where('phone', '=', phone).where('expires_at', '>', now).execute()
        await work
          .insertInto('phone_code')
          .values({ key, phone, network: from, code_hash: hash(key, code).toString('hex'), sent_at: now, expires_at: now + CODE_MS })
          .execute()
      })
      return { key, code }
    },
    async withdraw(key) {
      await db.deleteFrom('phone_code').where('key', '=', key).execute()
    },
    async fits(key, phone, code) {
      const row = await db
        .updateTable('phone_code')
        .set((sent) => ({ tries: sent('tries', '+', 1) }))
        .where('key', '=', key)
        .where('phone', '=', phone)
        .where('expires_at', '>', clock())
        .where('tries', '<', CODE_TRIES)
        .returning('code_hash')
        .executeTakeFirst()
      return row != null && timingSafeEqual(Buffer.from(row.code_hash, 'hex'), hash(key, code.trim()))
    },
    async use(work, key) {
      const now = clock()
      const used = await work
        .updateTable('phone_code')
        .set({ expires_at: now })
        .where('key', '=', key)
        .where('expires_at', '>', now)
        .returning('key')
        .executeTakeFirst()
      return used != null
    },
    async sweep() {
      await db
        .deleteFrom('phone_code')
        .where('sent_at', '<', clock() - DAY_MS)
        .execute()
    },
  }
}
