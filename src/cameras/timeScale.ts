import type { Stretch } from '#src/time/moment.ts'

/** How much of a day the timeline shows, hours. */
export const ZOOMS = [24, 6, 1] as const
export type Zoom = (typeof ZOOMS)[number]
const HOUR = 3_600_000
const MINUTE = 60_000
/** Between two marks of the scale, by zoom, ms; on a narrow timeline every second is left out. */
const STEPS: Readonly<Record<Zoom, number>> = { 24: 2 * HOUR, 6: 30 * MINUTE, 1: 5 * MINUTE }
const FEWER = 2
/** Where the moment stands in a part of the day that follows it. */
const LEAD = 0.1

/** The part of `day` that begins at `from` or as near as it may; all of it by the widest zoom. */
export function windowOf(day: Stretch, zoom: Zoom, from: number): Stretch {
  const length = zoom === 24 ? day.to - day.from : zoom * HOUR
  const begins = Math.min(Math.max(from, day.from), day.to - length)
  return { from: begins, to: begins + length }
}

/** Where a part of the day has to begin for a moment to be in it; `from` where it is in it already. */
export const following = (day: Stretch, zoom: Zoom, from: number, at: number): number => {
  const seen = windowOf(day, zoom, from)
  return at >= seen.from && at < seen.to ? seen.from : windowOf(day, zoom, at - (seen.to - seen.from) * LEAD).from
}

/** Moments at which the scale has a mark, on whole steps since the day began. */
export function marksOf(day: Stretch, seen: Stretch, zoom: Zoom, narrow: boolean): number[] {
  const step = STEPS[zoom] * (narrow ? FEWER : 1)
  const first = Math.ceil((seen.from - day.from) / step)
  const count = Math.floor((seen.to - day.from) / step) - first + 1
  return Array.from({ length: count }, (_, nth) => day.from + (first + nth) * step)
}

/** What of stretches lies in a part of the day, each as where it begins and how long it is, in hundredths of that part. */
export const placesOf = (
  stretches: readonly Stretch[],
  { from, to }: Stretch,
): { readonly from: number; readonly left: number; readonly width: number }[] =>
  stretches
    .filter((one) => one.to > from && one.from < to)
    .map((one) => {
      const left = (Math.max(one.from, from) - from) / (to - from)
      return { from: one.from, left: left * 100, width: ((Math.min(one.to, to) - from) / (to - from) - left) * 100 }
    })

/** Where playback begins when a person chooses it: at the last time that something moved, else shortly before the end of what is kept. */
export function beginning(spans: readonly Stretch[], motions: readonly Stretch[], now: number): number {
  const [span, motion] = [spans.at(-1), motions.at(-1)]
  if (!span) return now - MINUTE
  return motion && motion.from >= span.from ? motion.from : Math.max(span.from, span.to - MINUTE)
}
