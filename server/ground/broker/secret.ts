import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A device's secret: 256 random bits as 43 letters, shown once. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What the database keeps of a secret: its SHA-256, hex. A fast hash is enough for 256 random bits. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export function secretMatches(secret: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret), 'hex'), Buffer.from(hash, 'hex'))
}
