import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from './database/schema.ts'

const NAME = 'seal.key'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Keeps secrets in rows that a copy of these rows alone does not tell. */
export interface Seal {
  /** Sealed text for `purpose`, e.g. `camera 12`: it opens for this purpose and no other. */
  seal(purpose: string, secret: string): Promise<string>
  /** The secret; null where the text was changed, is of another purpose, or of another installation. */
  open(purpose: string, sealed: string): Promise<string | null>
}

/** AES-256-GCM with a key of this installation: made when it is first needed, kept in `server_secret`, the same for every process on the database. */
export function createSeal(db: Kysely<Database>): Seal {
  let known: Promise<Buffer> | null = null
  function key(): Promise<Buffer> {
    known ??= loadKey(db).catch((cause: unknown) => {
      known = null
      throw cause
    })
    return known
  }
  return {
    async seal(purpose, secret) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', await key(), iv, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(purpose))
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
    },
    async open(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      if (bytes.length < IV_BYTES + TAG_BYTES) return null
      const decipher = createDecipheriv('aes-256-gcm', await key(), bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(purpose))
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}

/** Of two processes that need it first at once, the first one's key is kept by both. */
async function loadKey(db: Kysely<Database>): Promise<Buffer> {
  const read = () => db.selectFrom('server_secret').select('value').where('name', '=', NAME).executeTakeFirst()
  let row = await read()
  if (!row) {
    const value = randomBytes(32).toString('base64')
    await db
      .insertInto('server_secret')
      .values({ name: NAME, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    row = await read()
  }
  return Buffer.from(row!.value, 'base64')
}
