import { createRequire } from 'node:module'
import { momentOf, wallClock } from '../../ground/zonedMoment.ts'

// Its types tell of an ES module, and Node is given a CommonJS one.
const { RRule } = createRequire(import.meta.url)('rrule') as typeof import('rrule')

/** Longer ago than any clock is changed by. */
const BEFORE = 3 * 3_600_000
/** The moment at which the wall shows this; of what it skips the moment at which it would have been by the clock before the change. */
export function momentShown(shown: number, zone: string): number {
  const exact = momentOf(shown, zone)
  if (wallClock(exact, zone) === shown) return exact
  const earlier = exact - BEFORE
  return shown - (wallClock(earlier, zone) - earlier)
}

/**
 * When a task is repeated after its first start, each moment once, rising: those after `after` and not after `until` (ms UTC). Rules count on
 * the clock on the wall of `zone`: what is skipped on the night when clocks are set forward comes as much later, and of an hour that comes
 * twice the first counts. `rule` is one of contract/farm/recurrence.ts.
 */
export function occurrencesOf(rule: string, given: { startsAt: number; zone: string; after: number; until: number }): number[] {
  const { startsAt, zone, after, until } = given
  const DAY = 24 * 3_600_000
  const known = new RRule({
    ...RRule.parseString(rule.replace(/UNTIL=(\d{8})/, 'UNTIL=$1T235959Z')),
    dtstart: new Date(wallClock(startsAt, zone)),
  })
  // A day more on either side: what the wall shows and what it is differ by less.
  const shown = known.between(new Date(wallClock(after, zone) - DAY), new Date(wallClock(until, zone) + DAY), true)
  const moments = new Set(shown.map((at) => momentShown(at.getTime(), zone)))
  return [...moments].filter((at) => at > after && at <= until && at > startsAt).toSorted((one, other) => one - other)
}
