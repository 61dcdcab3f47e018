import { minutesOf } from '#contract/cameras/capture'
import { momentOf, wallClock } from '#contract/core/zonedMoment'

const MINUTE = 60_000
const DAY = 86_400_000
/** No zone has left out more than a day. */
const LEFT_OUT_WITHIN = 26 * 3_600_000
/** Every weekday comes within so many days, a changed clock at either end included. */
const AHEAD_DAYS = 9

/** When a plan takes pictures, as its row says it. */
export interface Timing {
  readonly times: readonly number[]
  readonly every_minutes: number | null
  readonly from_minute: number
  readonly to_minute: number
  readonly days: readonly number[]
  readonly from_date: string | null
  readonly to_date: string | null
}

/**
 * The moment at which a zone's clock first shows this (as if it were UTC) or, where it is set forward past it, more. The first of two where it is
 * set back.
 */
function dueMoment(shown: number, zone: string): number {
  const found = momentOf(shown, zone)
  if (wallClock(found, zone) === shown) return found
  let [before, there] = [found - LEFT_OUT_WITHIN, found + LEFT_OUT_WITHIN].map((at) => Math.floor(at / 1000)) as [number, number]
  while (there - before > 1) {
    const middle = Math.floor((before + there) / 2)
    if (wallClock(middle * 1000, zone) >= shown) there = middle
    else before = middle
  }
  return there * 1000
}

const weekdayOf = (day: number) => ((((day / DAY + 3) % 7) + 7) % 7) + 1

/** The first moment after another (ms UTC) at which a plan takes a picture; null where there is none any more. */
export function nextDue(timing: Timing, zone: string, after: number): number | null {
  const minutes = minutesOf({
    times: timing.times,
    everyMinutes: timing.every_minutes,
    fromMinute: timing.from_minute,
    toMinute: timing.to_minute,
  })
  const today = Math.floor(wallClock(after, zone) / DAY) * DAY
  const first = Math.max(today - 2 * DAY, timing.from_date === null ? -Infinity : Date.parse(timing.from_date))
  const last = Math.min(Math.max(first, today) + AHEAD_DAYS * DAY, timing.to_date === null ? Infinity : Date.parse(timing.to_date))
  for (let day = first; day <= last; day += DAY) {
    if (!timing.days.includes(weekdayOf(day))) continue
    for (const minute of minutes) {
      const due = dueMoment(day + minute * MINUTE, zone)
      if (due > after) return due
    }
  }
  return null
}
