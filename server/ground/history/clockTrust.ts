import type pg from 'pg'

const HOUR = 3_600_000
/** As far as a clock may move on between two runs, and be ahead of the newest reading, and still be believed, in ms. */
const BELIEVED_MS = 31 * 24 * HOUR

/** What a clock is judged by, ms UTC. */
export interface ClockFacts {
  readonly now: number
  /** The newest reading that is not beyond it; null where there is none. */
  readonly newest: number | null
  /** What it said when retention last moved. */
  readonly last: number
}

/**
 * Why retention does not move, or null where the clock agrees with the newest readings and with what it said at the last run. A clock
 * that is behind deletes nothing too much; one that is ahead deletes everything.
 */
export function clockDoubt({ now, newest, last }: ClockFacts): string | null {
  if (now - last > BELIEVED_MS) return `the clock says ${at(now)}, and when history was last looked through it said ${at(last)}`
  if (last - now > HOUR) return `the clock was set back from ${at(last)} to ${at(now)}`
  if (newest != null && now - newest > BELIEVED_MS) return `the clock says ${at(now)}, and the newest reading is of ${at(newest)}`
  return null
}
const at = (ts: number) => new Date(ts).toISOString().slice(0, 16)

export async function clockFacts(pool: Pick<pg.Pool, 'query'>, now: number): Promise<ClockFacts> {
  const { rows } = await pool.query<{ newest: number | null; last: number }>(
    'select (select max(last_ts) from furrow.item where last_ts <= $1) as newest, at as last from furrow.retention',
    [Math.floor(now)],
  )
  return { now, newest: rows[0]!.newest, last: rows[0]!.last }
}

/** Notes what the clock says now. */
export async function noteClock(pool: Pick<pg.Pool, 'query'>, now: number): Promise<void> {
  await pool.query('update furrow.retention set at = $1', [Math.floor(now)])
}
