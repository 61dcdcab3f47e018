import { createPrivateKey, createPublicKey, generateKeyPair, hkdfSync, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { Kysely } from 'kysely'
import type { Database } from '../ground/database/schema.ts'
import { serverSecret } from '../ground/database/serverSecret.ts'
import { type Secrets, secretsOf } from '../ground/secrets.ts'

const RSA_BITS = 2048

export interface Keys {
  /** Reads the passwords that the sign-in page encrypted, and every other secret of a form. */
  readonly secrets: Secrets
  /** The other half, PEM (SPKI). */
  readonly publicPem: string
  /** Signs access tokens (HS256). */
  readonly accessKey: Uint8Array
  /** Authenticates refresh tokens. */
  readonly refreshKey: Uint8Array
  /** Encrypts the answers that captcha keys carry. */
  readonly captchaKey: Uint8Array
  /** Seals links to files. */
  readonly fileLinkKey: Uint8Array
  /** Hashes the recovery codes of a second factor. */
  readonly recoveryKey: Uint8Array
  /** The secret of the link that makes the first administrator: the same at each start, until somebody is there. */
  readonly setupKey: Uint8Array
}

/** The keys of this installation: made at the first start, kept in `server_secret`, the same for every process on the database. */
export async function loadKeys(db: Kysely<Database>): Promise<Keys> {
  const pem = await serverSecret(db, 'password.key', makePasswordKey)
  const root = Buffer.from(await serverSecret(db, 'token.key', async () => randomBytes(32).toString('base64')), 'base64')
  const passwordKey = createPrivateKey(pem)
  const derived = (purpose: string) => new Uint8Array(hkdfSync('sha256', root, Buffer.alloc(0), `furrow ${purpose}`, 32))
  return {
    secrets: secretsOf(passwordKey),
    publicPem: createPublicKey(passwordKey).export({ type: 'spki', format: 'pem' }).toString(),
    accessKey: derived('access'),
    refreshKey: derived('refresh'),
    captchaKey: derived('captcha'),
    fileLinkKey: derived('file link'),
    recoveryKey: derived('recovery code'),
    setupKey: derived('first administrator').subarray(0, 24),
  }
}

async function makePasswordKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_BITS })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
