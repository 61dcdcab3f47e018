import { farmClock, farmMoment, momentText } from '#src/time/moment.ts'
import type { Ink } from './ink.ts'

// ECharts places the marks of a time axis by the browser's clock or by UTC. Days begin by the farm's: the marks are placed here.

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MONTH = 30 * DAY
/** Between two marks, ms of the clock; above them months. */
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 4, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 4, 7, 14].map((n) => n * DAY),
]
const MONTHS = [1, 2, 3, 6, 12, 24, 60, 120, 600]
/** Marks of an axis; what would overlap is not drawn. */
const MOST = 12

/** The first days of every so many months, counted from January, as the clock shows their midnights. */
function monthStarts(from: number, to: number, months: number): number[] {
  const [year, month] = [new Date(from).getUTCFullYear(), new Date(from).getUTCMonth()]
  const first = months > 12 ? year - (year % (months / 12)) : year
  const found: number[] = []
  for (let at = months > 12 ? 0 : month - (month % months); ; at += months) {
    const shown = Date.UTC(first, at, 1)
    if (shown > to) return found
    if (shown >= from) found.push(shown)
  }
}

/** Moments (ms UTC) from the first to the last at which the farm's clock shows a round time: whole days, hours, minutes. */
export function timeTicks([first, last]: readonly [number, number], most = MOST): number[] {
  const [from, to] = [farmClock(first), farmClock(last)]
  if (!(to > from)) return []
  const step = STEPS.find((one) => (to - from) / one <= most)
  const shown =
    step === undefined
      ? monthStarts(from, to, MONTHS.find((one) => (to - from) / (one * MONTH) <= most) ?? MONTHS.at(-1)!)
      : Array.from({ length: Math.floor(to / step) - Math.ceil(from / step) + 1 }, (_, at) => (Math.ceil(from / step) + at) * step)
  return shown.flatMap((clock) => {
    const at = farmMoment(clock)
    // An hour that the clock skips has no mark.
    return at >= first && at <= last && farmClock(at) === clock ? [at] : []
  })
}

/** What is said of a mark: the year, month or day that begins there, else the time of day. */
export function tickText(at: number): string {
  const [day, clock] = momentText(at).split(' ') as [string, string]
  if (clock !== '00:00:00') return clock.endsWith(':00') ? clock.slice(0, 5) : clock
  return day.endsWith('-01-01') ? day.slice(0, 4) : day.endsWith('-01') ? day.slice(0, 7) : day.slice(5)
}

/** Where an axis of these moments has its marks. */
export function ticksOf(range: readonly [number, number]) {
  const customValues = timeTicks(range)
  return { axisTick: { customValues }, axisLabel: { customValues } }
}

/** An axis of time from one moment to another, ms UTC. */
export function timeAxis([min, max]: readonly [number, number], ink: Ink) {
  const { axisTick, axisLabel } = ticksOf([min, max])
  const line = { lineStyle: { color: ink.line } }
  return {
    type: 'time',
    min,
    max,
    axisLine: line,
    axisTick: { ...line, ...axisTick },
    axisLabel: { color: ink.quiet, fontFamily: ink.font, hideOverlap: true, formatter: tickText, ...axisLabel },
  }
}
