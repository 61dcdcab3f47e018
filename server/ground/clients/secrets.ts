import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { TOKEN_PREFIX } from '#contract/session/personalToken'

/** How the secret of a client application begins, so that scanners for secrets recognise it. */
const SECRET_PREFIX = 'furrow_secret_'
const SUM_LETTERS = 8
/** 43 letters of random and those of the sum. */
const BODY = /^[A-Za-z0-9_-]{51}$/

/** 256 random bits and a sum over them, by which a scanner tells a true one, and this server one that was made up, without asking anybody. */
function summed(prefix: string): string {
  const random = randomBytes(32).toString('base64url')
  return prefix + random + sumOf(prefix + random)
}
const sumOf = (text: string) => crc32(text).toString(16).padStart(SUM_LETTERS, '0')

export const newClientId = (): string => `furrow_app_${randomBytes(12).toString('hex')}`
export const newClientSecret = (): string => summed(SECRET_PREFIX)
export const newPersonalToken = (): string => summed(TOKEN_PREFIX)
export const isPersonalToken = (token: string): boolean =>
  token.startsWith(TOKEN_PREFIX) &&
  BODY.test(token.slice(TOKEN_PREFIX.length)) &&
  sumOf(token.slice(0, -SUM_LETTERS)) === token.slice(-SUM_LETTERS)
