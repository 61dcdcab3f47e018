import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { compress, type Encoding } from '../http/assets.ts'
import type { Language } from '../words.ts'

const PAGES_MOST = 500
const BYTES_MOST = 32 * 1024 * 1024

/** A page as it is sent. */
export interface KeptPage {
  readonly bytes: Buffer
  readonly etag: string
}
interface Stamped extends KeptPage {
  readonly stamp: string
}

/**
 * Pages that everybody sees, drawn and packed once; the longest unused goes first. Which rows a page is made of is asked each time (`stampOf`,
 * undefined where there is no such page), which costs one look-up: after a change of one of them no process of the server answers what was before.
 */
export function keptPages<At>(given: {
  readonly keyOf: (at: At) => string
  readonly stampOf: (at: At) => Promise<string | undefined>
  /** Undefined where there is no such page any more. */
  readonly draw: (at: At, language: Language) => Promise<string | undefined>
  readonly most?: number | undefined
}) {
  const { keyOf, stampOf, draw, most = PAGES_MOST } = given
  const kept = new LRUCache<string, Stamped>({ max: most, maxSize: BYTES_MOST, sizeCalculation: ({ bytes }) => bytes.length + 1 })
  return {
    /** Undefined where there is no such page. */
    async of(at: At, { language, encoding }: { language: Language; encoding: Encoding }): Promise<KeptPage | undefined> {
      const key = [keyOf(at), language, encoding].join(' ')
      const stamp = await stampOf(at)
      const known = kept.get(key)
      if (stamp === undefined) {
        kept.delete(key)
        return undefined
      }
      if (known?.stamp === stamp) return known
      const drawn = await draw(at, language)
      if (drawn === undefined) return undefined
      const whole = Buffer.from(drawn)
      const page = {
        stamp,
        bytes: encoding === 'identity' ? whole : await compress(whole, encoding),
        etag: `"${createHash('sha256').update(whole).digest('base64url').slice(0, 22)}-${encoding}"`,
      }
      kept.set(key, page)
      return page
    },
    /** How many are kept. */
    size: () => kept.size,
  }
}
