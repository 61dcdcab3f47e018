import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../ground/database/schema.ts'
import { inTenant } from '../../ground/database/scope.ts'
import { compress, type Encoding } from '../../ground/http/assets.ts'
import type { Language } from '../../ground/words.ts'
import { drawSeed } from './draw.ts'
import { type SeedAt, shownSeed, stampOf } from './shownSeed.ts'

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
 * Pages of published seeds, drawn and packed once. Which rows a page is made of is asked each time, which costs one look-up by keys: after a change
 * of one of them, or of whether it is published, no process of the server answers what was before.
 */
export function keptPages(given: { serviceDb: Kysely<Database>; requestDb: Kysely<Database>; base: string | null; most?: number }) {
  const { serviceDb, requestDb, base, most = PAGES_MOST } = given
  const kept = new LRUCache<string, Stamped>({ max: most, maxSize: BYTES_MOST, sizeCalculation: ({ bytes }) => bytes.length + 1 })
  return {
    /** Undefined where there is no such seed, or it is not published. */
    async of(at: SeedAt, { language, encoding }: { language: Language; encoding: Encoding }): Promise<KeptPage | undefined> {
      const key = [at.tenantId, at.id, language, encoding].join(' ')
      // One statement by keys, past the second fence: it says nothing of a row but whether it is another one.
      const stamp = await stampOf(serviceDb, at)
      const known = kept.get(key)
      if (stamp === undefined) {
        kept.delete(key)
        return undefined
      }
      if (known?.stamp === stamp) return known
      const seed = await inTenant(requestDb, { tenantId: at.tenantId, userId: 0, areas: null }, (scope) => shownSeed(scope, at.id))
      if (!seed) return undefined
      const whole = Buffer.from(drawSeed(seed, { language, base }))
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
