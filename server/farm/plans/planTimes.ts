import { momentOf, wallClock } from '#contract/core/zonedMoment'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** When the work of a day begins and ends on a farm, by the clock on the wall. */
const WORK_BEGINS = 8 * HOUR_MS
const WORK_ENDS = 18 * HOUR_MS

/** From when to when a task is, ms UTC, that begins so many days after a day (YYYY-MM-DD) of a zone's calendar and takes so many days. */
export function timesOf(startsOn: string, offsetDays: number, days: number, zone: string) {
  const first = Date.parse(startsOn) + offsetDays * DAY_MS
  return {
    startsAt: momentOf(first + WORK_BEGINS, zone),
    dueAt: momentOf(first + (days - 1) * DAY_MS + WORK_ENDS, zone),
  }
}

/** A moment so many days later or earlier, at the same time by the clock on the wall. */
export const movedBy = (moment: number, days: number, zone: string): number => momentOf(wallClock(moment, zone) + days * DAY_MS, zone)
