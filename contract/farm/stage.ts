import { daysOf, type Stage } from '../core/field.ts'

const DAY_MS = 86_400_000
/** How many days one day of the calendar lies after another, YYYY-MM-DD. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** How far something has grown: whole days since it began, of how many; `over` are those beyond. `stage` is the place of its stage in the list. */
export interface Growth {
  readonly elapsed: number
  /** Null: nobody has said how long it grows. */
  readonly total: number | null
  readonly over: number
  readonly stage: number | null
  /** Which day of its stage it is, the first is 1. */
  readonly day: number | null
}

/** How far what began on a day has grown on another, by its stages, or else by the days until its harvest. */
export function growthOn(parts: readonly Stage[], { from, on, until }: { from: string; on: string; until: string | null }): Growth {
  const elapsed = Math.max(0, daysBetween(from, on))
  if (parts.length === 0) {
    const total = until === null ? null : Math.max(0, daysBetween(from, until))
    return { elapsed, total, over: total === null ? 0 : Math.max(0, elapsed - total), stage: null, day: null }
  }
  const total = daysOf(parts)
  let before = 0
  let stage = 0
  while (stage < parts.length - 1 && elapsed >= before + parts[stage]!.days) before += parts[stage++]!.days
  return { elapsed, total, over: Math.max(0, elapsed - total), stage, day: Math.min(elapsed - before + 1, parts[stage]!.days) }
}
