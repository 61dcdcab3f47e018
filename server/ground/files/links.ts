import { createHmac, timingSafeEqual } from 'node:crypto'

/** How long a link is good: a film is asked for piece by piece while it plays. */
export const LINK_MS = 10 * 60_000

export interface Linked {
  readonly tenantId: number
  readonly id: string
}

/** Makes and reads the keys of linked files: who, until when, and a seal over both that nobody else can make. */
export function fileLinks(key: Uint8Array, clock: () => number) {
  const seal = (text: string) => createHmac('sha256', key).update(text).digest().subarray(0, 18).toString('base64url')
  return {
    make({ tenantId, id }: Linked): { key: string; expiresAt: number } {
      const expiresAt = clock() + LINK_MS
      const text = `${tenantId.toString(36)}.${id.replaceAll('-', '')}.${expiresAt.toString(36)}`
      return { key: `${text}.${seal(text)}`, expiresAt }
    },
    /** Null of a key that was not made here, or is no longer good. */
    read(given: string): Linked | null {
      const found =
        /^(([0-9a-z]{1,10})\.([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})\.([0-9a-z]{1,10}))\.([\w-]{24})$/.exec(
          given,
        )
      if (!found) return null
      const [, text = '', tenant = '', one, two, three, four, five, expires = '', sealed = ''] = found
      if (!timingSafeEqual(Buffer.from(seal(text)), Buffer.from(sealed))) return null
      if (Number.parseInt(expires, 36) < clock()) return null
      return { tenantId: Number.parseInt(tenant, 36), id: `${one}-${two}-${three}-${four}-${five}` }
    },
  }
}
export type FileLinks = ReturnType<typeof fileLinks>
