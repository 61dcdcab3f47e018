import { type RawBuilder, sql } from 'kysely'
import type { Publication } from '#contract/news/article'

/** Whether everybody sees an article at a moment (ms UTC), of the table `consult`: no job has to run for it. */
export const publicationAt = (now: number): RawBuilder<Publication> => sql<Publication>`case when consult.enabled_flag <> 1 then 'hidden'
  when consult.published_from > ${now}::bigint then 'planned' when consult.published_until <= ${now}::bigint then 'over' else 'shown' end`
export const isShownAt = (now: number): RawBuilder<boolean> => sql<boolean>`${publicationAt(now)} = 'shown'`

/** The same of a row. */
export function publicationOf(
  row: { enabled_flag: number; published_from: number | null; published_until: number | null },
  now: number,
): Publication {
  if (row.enabled_flag !== 1) return 'hidden'
  if (row.published_from !== null && row.published_from > now) return 'planned'
  return row.published_until !== null && row.published_until <= now ? 'over' : 'shown'
}
