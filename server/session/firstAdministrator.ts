import { timingSafeEqual } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../ground/database/schema.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { type Language, say } from '../ground/words.ts'
import { foundTenant } from './foundTenant.ts'
import { hashPassword } from './password.ts'
import { hashToken } from './tokens.ts'

const LOCK = 4_017_234

export interface Newcomer {
  readonly tenantName: string
  readonly loginName: string
  readonly realName: string
  readonly password: string
}

export interface FirstAdministrator {
  /** The secret of the one-time link, or null where there is somebody already. */
  readonly token: string | null
  /** Whether the link can still be used. */
  readonly isOpen: () => Promise<boolean>
  /** Makes tenant and administrator. Throws CallFailure error.notFound for a wrong or used token. */
  readonly make: (token: string, newcomer: Newcomer, language: Language) => Promise<void>
}

/** Users other than the demo's. */
const people = (db: Kysely<Database>) => db.selectFrom('app_user').select('id').where('demo', '=', false).limit(1).executeTakeFirst()

/**
 * Opens the one way into a product without users: a link whose secret (`setupKey`) is printed at each start, good until somebody
 * exists. With the demo on nobody needs it.
 */
export async function firstAdministrator(db: Kysely<Database>, demo: boolean, setupKey: Uint8Array): Promise<FirstAdministrator> {
  const token = demo || (await people(db)) ? null : Buffer.from(setupKey).toString('base64url')
  const expected = token == null ? null : Buffer.from(hashToken(token), 'hex')
  return {
    token,
    isOpen: async () => token != null && !(await people(db)),
    async make(given, { tenantName, loginName, realName, password }, language) {
      if (expected == null || !timingSafeEqual(Buffer.from(hashToken(given), 'hex'), expected)) throw notFound()
      if (password.length < 8 || password.length > 64 || !/\p{L}/u.test(password) || !/\d/.test(password))
        throw new CallFailure('error.input.invalid', {}, { password: say(language, 'setup:passwordRule') })
      const hashed = await hashPassword(password)
      await db.transaction().execute(async (work) => {
        // Of two who send at once, the second finds the first.
        await sql`select pg_advisory_xact_lock(${LOCK})`.execute(work)
        if (await people(work)) throw notFound()
        const taken = await work.selectFrom('app_user').select('id').where('login_name', '=', loginName).executeTakeFirst()
        if (taken) throw new CallFailure('error.conflict', {}, { loginName: say(language, 'setup:taken') })
        await foundTenant(work, { tenantName, loginName, realName, passwordHash: hashed, phone: null })
      })
    },
  }
}
