import type pg from 'pg'

/**
 * Makes the monthly partitions of `reading` (by UTC month, named `reading_YYYY_MM`) that hold `fromTs` to `toTs`, both ms UTC and
 * included, where they are missing; answers how many were made. Idempotent and safe to call from several processes at once.
 * Works under the owner and under the service role: the database function behind it runs as the owner.
 * Call it before the transaction that writes readings, never within one: a new partition locks `reading` for a moment.
 * Fails (22023) for a range of more than 20 years.
 */
export async function ensurePartitions(client: Pick<pg.Pool | pg.ClientBase, 'query'>, fromTs: number, toTs: number): Promise<number> {
  const { rows } = await (client as pg.Pool).query<{ made: number }>('select furrow.ensure_reading_partitions($1, $2) as made', [
    fromTs,
    toTs,
  ])
  return rows[0]!.made
}

/** The UTC month of a moment as a number that grows by one a month: readings of one number share a partition. */
export function monthOf(ts: number): number {
  const date = new Date(ts)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}
