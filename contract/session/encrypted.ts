import { text } from '../core/values.ts'

/** A password on its way: the one declaration for signing in, registering and changing it. */
export const encryptedPassword = text(2000).describe(
  'A password, encrypted: the base64 of its UTF-8 bytes, under RSA-OAEP with SHA-256 and the key of GET /oauth/public/key, the cipher in base64',
)
