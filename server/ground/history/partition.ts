import type pg from 'pg'

const AHEAD_MS = 45 * 86_400_000

/**
 * Makes the monthly partitions of `reading` (by UTC month, named `reading_YYYY_MM`) that hold `fromTs` to `toTs`, both ms UTC and
 * included, where they are missing; answers how many were made. Idempotent and safe to call from several processes at once.
 * Works under the owner and under the service role: the database function behind it runs as the owner.
 * Holds up neither readers nor writers; gives up (55P03) after two seconds on a lock that others of its kind hold (a vacuum, an index that
 * is being made). Fails (22023) for a range of more than 20 years.
 */
export async function ensurePartitions(client: Pick<pg.Pool | pg.ClientBase, 'query'>, fromTs: number, toTs: number): Promise<number> {
  const { rows } = await (client as pg.Pool).query<{ made: number }>('select furrow.ensure_reading_partitions($1, $2) as made', [
    fromTs,
    toTs,
  ])
  return rows[0]!.made
}

/** Makes the partitions of the weeks to come, so that no message waits for one. */
export const partitionsAhead = (client: Pick<pg.Pool, 'query'>, now: number): Promise<number> =>
  ensurePartitions(client, now, now + AHEAD_MS)

/** The UTC month of a moment as a number that grows by one a month: readings of one number share a partition. */
export function monthOf(ts: number): number {
  const date = new Date(ts)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** Which months are known to be there, for one writer. */
export function createMonths(pool: Pick<pg.Pool, 'query'>) {
  const known = new Set<number>()
  return {
    /** The months of these moments of which it is not known. */
    missing(moments: readonly number[]): ReadonlySet<number> {
      const found = new Set<number>()
      let start = 0
      let end = 0
      for (const ts of moments) {
        if (ts >= start && ts < end) continue
        const date = new Date(ts)
        start = Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
        end = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
        if (!known.has(monthOf(ts))) found.add(monthOf(ts))
      }
      return found
    },
    async make(month: number): Promise<void> {
      const start = Date.UTC(Math.floor(month / 12), month % 12)
      await ensurePartitions(pool, start, start)
      known.add(month)
    },
  }
}
