import { text } from './values.ts'

const HOW =
  'encrypted: the base64 of its UTF-8 bytes, under RSA-OAEP with SHA-256 and the key of GET /oauth/public/key, the cipher in base64'
const cipher = text(2000)

/** A secret of a form on its way, e.g. a password: the one declaration for all of them. The key holds 141 bytes of UTF-8. */
export const encryptedSecret = cipher.describe(`A secret, ${HOW}`)
/** One that is kept and never answered, where it is changed. */
export const keptSecret = cipher
  .nullable()
  .describe(`A secret, ${HOW}. null keeps the one that is set; an empty text, which is not encrypted, removes it`)
