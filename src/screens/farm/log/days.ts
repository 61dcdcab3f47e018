import type { LogRow } from '#contract/farm/log'
import { dayText } from '#src/time/moment.ts'

/** The rows by the day on which they happened, in their order. */
export function byDay(rows: readonly LogRow[]): { readonly day: string; readonly rows: readonly LogRow[] }[] {
  const days: { day: string; rows: LogRow[] }[] = []
  for (const row of rows) {
    const day = dayText(row.at)
    const last = days.at(-1)
    if (last?.day === day) last.rows.push(row)
    else days.push({ day, rows: [row] })
  }
  return days
}
export const keyOf = ({ source, id }: LogRow) => `${source} ${id}`
