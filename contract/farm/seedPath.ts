/** The page of a seed that everybody sees: `tenantId` and `id` stand in its query (SEED-PAGE-01). */
export const SEED_PAGE = '/seed'
export const seedPath = (tenantId: number, id: number, language?: string): string =>
  `${SEED_PAGE}?tenantId=${tenantId}&id=${id}${language === undefined ? '' : `&lang=${language}`}`
