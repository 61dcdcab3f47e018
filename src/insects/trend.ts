/** What the trend call answers of a day and a kind. */
export interface TrendLine {
  /** `YYYY-MM-DD` */
  readonly creationDate: string
  readonly insectTypeId: number | null
  readonly name: string
  readonly insectQuantity: number
}
export interface TrendSeries {
  readonly kind: number | null
  readonly name: string
  /** One a day; 0 where none were found. */
  readonly values: readonly number[]
  readonly total: number
}

/** PEST-02: so many series are shown at first. */
export const SHOWN_AT_FIRST = 5
const DAY_MS = 86_400_000

/** The calendar days from the first to the last, both with it. */
export function daysBetween(start: string, end: string): string[] {
  const [from, to] = [Date.parse(`${start}T00:00:00Z`), Date.parse(`${end}T00:00:00Z`)]
  return Array.from({ length: Math.max(0, (to - from) / DAY_MS + 1) }, (_, at) => new Date(from + at * DAY_MS).toISOString().slice(0, 10))
}

/** A line a kind over these days, the one with the most insects first. */
export function trendSeries(lines: readonly TrendLine[], days: readonly string[]): TrendSeries[] {
  const place = new Map(days.map((day, at) => [day, at]))
  const byKind = new Map<number | null, { kind: number | null; name: string; values: number[]; total: number }>()
  for (const { creationDate, insectTypeId, name, insectQuantity } of lines) {
    const at = place.get(creationDate)
    if (at === undefined) continue
    const one = byKind.get(insectTypeId) ?? { kind: insectTypeId, name, values: days.map(() => 0), total: 0 }
    one.values[at]! += insectQuantity
    one.total += insectQuantity
    byKind.set(insectTypeId, one)
  }
  return [...byKind.values()].toSorted((one, other) => other.total - one.total)
}
