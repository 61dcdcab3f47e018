import type { Kysely } from 'kysely'
import type { Database } from '../../ground/database/schema.ts'
import { inTenant } from '../../ground/database/scope.ts'
import { keptPages as pagesKept } from '../../ground/drawnPages/keptPages.ts'
import { drawSeed } from './draw.ts'
import { type SeedAt, shownSeed, stampOf } from './shownSeed.ts'

/** Pages of published seeds. */
export function keptPages(given: { serviceDb: Kysely<Database>; requestDb: Kysely<Database>; base: string | null; most?: number }) {
  const { serviceDb, requestDb, base, most } = given
  return pagesKept<SeedAt>({
    most,
    keyOf: ({ tenantId, id }) => `${tenantId} ${id}`,
    // One statement by keys, past the second fence: it says nothing of a row but whether it is another one.
    stampOf: (at) => stampOf(serviceDb, at),
    async draw({ tenantId, id }, language) {
      const seed = await inTenant(requestDb, { tenantId, userId: 0, areas: null }, (scope) => shownSeed(scope, id))
      return seed && drawSeed(seed, { language, base })
    },
  })
}
