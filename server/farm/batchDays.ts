import type { Stage } from '#contract/core/field'
import { growthOn } from '#contract/farm/stage'
import { dayOf } from '#contract/core/zonedMoment'

const DAY_MS = 86_400_000
/** The day of the calendar so many days after another, YYYY-MM-DD. */
export const dayAfter = (from: string, days: number) => new Date(Date.parse(from) + days * DAY_MS).toISOString().slice(0, 10)

/** How far a batch has grown, now or when it ended; null while it has not begun. */
export function growthOf(row: Readonly<Record<string, unknown>>, now: number, zone: string) {
  const [from, to] = [row['started_at'], row['ended_at']] as (number | null)[]
  if (from == null) return null
  const days = { from: dayOf(from, zone), on: dayOf(to ?? now, zone), until: row['harvest_on'] as string | null }
  return growthOn(row['stages'] as Stage[], days)
}
