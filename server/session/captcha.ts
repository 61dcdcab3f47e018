import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../ground/database/schema.ts'
import { LETTERS } from './captchaLetters.ts'
import { drawCaptcha } from './drawCaptcha.ts'

/** How long a captcha is good, in ms. */
export const CAPTCHA_MS = 5 * 60_000
const LENGTH = 5
const NONCE_BYTES = 12
const TAG_BYTES = 16

export interface Captchas {
  /** A fresh captcha's key. */
  readonly make: () => Promise<string>
  /** Its picture, PNG; null where there is no such captcha, or it was used or is too old. */
  readonly picture: (key: string) => Promise<Buffer | null>
  /** Uses a captcha up: true where the answer was right, in either case of letters, and in time. */
  readonly take: (key: string, answer: string) => Promise<boolean>
  /** Forgets those that are too old. */
  readonly sweep: () => Promise<void>
}

/**
 * Captchas: a key carries its answer encrypted, so any process can draw it and the database keeps only a hash; a row that is deleted
 * by the first try makes it good for one.
 */
export function captchas(db: Kysely<Database>, encryptionKey: Uint8Array, clock: () => number): Captchas {
  return {
    async make() {
      const answer = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]!).join('')
      const key = encrypt(answer, encryptionKey)
      await db
        .insertInto('captcha')
        .values({ key, answer_hash: hashAnswer(key, answer), expires_at: clock() + CAPTCHA_MS })
        .execute()
      return key
    },
    async picture(key) {
      const answer = decrypt(key, encryptionKey)
      if (answer == null) return null
      const row = await db.selectFrom('captcha').select('expires_at').where('key', '=', key).executeTakeFirst()
      return row && row.expires_at > clock() ? drawCaptcha(answer, createHash('sha256').update(encryptionKey).update(key).digest()) : null
    },
    async take(key, answer) {
      const row = await db.deleteFrom('captcha').where('key', '=', key).returning(['answer_hash', 'expires_at']).executeTakeFirst()
      return row != null && row.expires_at > clock() && row.answer_hash === hashAnswer(key, answer.trim().toUpperCase())
    },
    async sweep() {
      await db.deleteFrom('captcha').where('expires_at', '<', clock()).execute()
    },
  }
}

const hashAnswer = (key: string, answer: string) => createHash('sha256').update(`${key} ${answer}`).digest('hex')

function encrypt(answer: string, key: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const hidden = Buffer.concat([cipher.update(answer, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, hidden, cipher.getAuthTag()]).toString('base64url')
}

function decrypt(text: string, key: Uint8Array): string | null {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== NONCE_BYTES + LENGTH + TAG_BYTES) return null
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
