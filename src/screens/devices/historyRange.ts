import { SPAN_UNITS } from '#src/ui/spanUnits.ts'
import { dayAfter, dayText, startOfDay } from '#src/time/moment.ts'

export interface HistoryRange {
  /** Calendar days, `YYYY-MM-DD`, by the farm's clock; both are part of the range. */
  readonly start: string
  readonly end: string
}

/** Ranges of so many hours that end now, and of so many whole days that end today. */
const HOURS = { hour: 1, sixHours: 6, dayHours: 24 } as const
const DAYS = { today: 1, week: 7, month: 30, year: 365 } as const
type HourPreset = keyof typeof HOURS
type DayPreset = keyof typeof DAYS
export type Preset = HourPreset | DayPreset
export const PRESETS = [...Object.keys(HOURS), ...Object.keys(DAYS)] as Preset[]
const isHours = (preset: Preset): preset is HourPreset => preset in HOURS

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A range of so many whole days that ends today. */
export function presetRange(preset: DayPreset, now: number): HistoryRange {
  const end = dayText(now)
  return { start: dayAfter(end, 1 - DAYS[preset]), end }
}

/** PAGINATION-04: from 00:00:00 of the first day to 23:59:59 of the last, as ms UTC; null where the days are no range. */
export function rangeMoments({ start, end }: HistoryRange): readonly [number, number] | null {
  const [from, to] = [startOfDay(start), startOfDay(end, 1) - 1]
  return Number.isFinite(from) && Number.isFinite(to) && from <= to ? [from, to] : null
}

/** What is asked for: a preset moves on with the clock, days that were chosen stay. In ms UTC; null where the days are no range. */
export function momentsOf(chosen: Preset | HistoryRange, now: number): readonly [number, number] | null {
  if (typeof chosen !== 'string') return rangeMoments(chosen)
  if (!isHours(chosen)) return rangeMoments(presetRange(chosen, now))
  // To the end of this minute, so that a reading of this moment is in it.
  const end = (Math.floor(now / MINUTE) + 1) * MINUTE
  return [end - HOURS[chosen] * HOUR, end]
}

/** Whether a choice is another range with every minute. */
export const rolls = (chosen: Preset | HistoryRange): boolean => typeof chosen === 'string' && isHours(chosen)

/** The days that a choice stands for, for the fields of its first and last day. */
export function daysOf(chosen: Preset | HistoryRange, now: number): HistoryRange {
  if (typeof chosen !== 'string') return chosen
  if (!isHours(chosen)) return presetRange(chosen, now)
  return { start: dayText(now - HOURS[chosen] * HOUR), end: dayText(now) }
}

export type SpanUnit = (typeof SPAN_UNITS)[number][0]

/** A bucket's length in the largest unit that divides it, for "one point every 5 minutes". */
export function describeSpan(ms: number): { unit: SpanUnit; count: number } {
  const [unit, length] = SPAN_UNITS.find(([, each]) => ms >= each && ms % each === 0) ?? SPAN_UNITS[3]
  return { unit, count: Math.max(1, Math.round(ms / length)) }
}
