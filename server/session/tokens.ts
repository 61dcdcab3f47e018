import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Keys } from './keys.ts'

/** How long an access token is good, in seconds. */
export const ACCESS_SECONDS = 15 * 60
/** How long a session lives without being renewed, in ms. */
export const SESSION_MS = 30 * 24 * 3_600_000
/** A tab that renews with the token that another tab has just renewed is no thief for this long, in ms. */
export const RACE_GRACE_MS = 10_000

const ISSUER = 'furrow'
const VERIFIED_KEPT = 10_000

export interface Claims {
  readonly userId: number
  readonly sessionId: string
  /** ms UTC. */
  readonly expires: number
}

/** Signs and reads access tokens: `sub` the user, `sid` the session. Verified ones are remembered, since each comes with every call. */
export function accessTokens(key: Uint8Array, clock: () => number) {
  const verified = new LRUCache<string, Claims>({ max: VERIFIED_KEPT })
  return {
    /** `until`: ms UTC at which it ends at the latest. */
    async sign({ userId, sessionId }: { userId: number; sessionId: string }, until: number | null = null): Promise<string> {
      const now = Math.floor(clock() / 1000)
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setSubject(String(userId))
        .setIssuedAt(now)
        .setExpirationTime(Math.min(now + ACCESS_SECONDS, until === null ? Infinity : Math.floor(until / 1000)))
        .sign(key)
    },
    async read(token: string): Promise<Claims | 'expired' | 'invalid'> {
      const known = verified.get(token)
      if (known) return known.expires > clock() ? known : 'expired'
      try {
        const { payload } = await jwtVerify(token, key, {
          issuer: ISSUER,
          algorithms: ['HS256'],
          requiredClaims: ['exp', 'sub', 'sid'],
          currentDate: new Date(clock()),
        })
        const claims = { userId: Number(payload.sub), sessionId: String(payload['sid']), expires: payload.exp! * 1000 }
        verified.set(token, claims)
        return claims
      } catch (cause) {
        return cause instanceof errors.JWTExpired ? 'expired' : 'invalid'
      }
    },
    expiry(token: string): number {
      try {
        return (decodeJwt(token).exp ?? 0) * 1000
      } catch {
        return 0
      }
    },
  }
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

const MAC_BYTES = 16

/**
 * Refresh tokens: `session.secret.mac`, opaque to whoever holds one. The next secret follows from the last one under the server's key,
 * so that two tabs that renew at once get the same token; the mac tells a token that was once issued from one that was made up.
 */
export function refreshTokens(key: Keys['refreshKey']) {
  const mac = (purpose: string, text: string) => createHmac('sha256', key).update(`${purpose} ${text}`).digest()
  const seal = (sessionId: string, secret: string) => {
    const stem = `${sessionId}.${secret}`
    return `${stem}.${mac('seal', stem).subarray(0, MAC_BYTES).toString('base64url')}`
  }
  return {
    first: (sessionId: string): string => seal(sessionId, randomBytes(32).toString('base64url')),
    /** The token that follows a lawful one. */
    next(token: string): string {
      const [sessionId, secret] = token.split('.') as [string, string]
      return seal(sessionId, mac('next', `${sessionId}.${secret}`).toString('base64url'))
    },
    /** The session of a token that this server has issued at some time, else null. */
    sessionOf(token: string): string | null {
      const parts = token.split('.')
      if (parts.length !== 3) return null
      const right = mac('seal', `${parts[0]}.${parts[1]}`).subarray(0, MAC_BYTES)
      const given = Buffer.from(parts[2]!, 'base64url')
      return given.length === right.length && timingSafeEqual(given, right) ? parts[0]! : null
    },
  }
}
