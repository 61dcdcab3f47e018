import { createRequire } from 'node:module'
import { rulePartsOf } from '#contract/farm/recurrence'
import { momentOf, wallClock } from '#contract/core/zonedMoment'

// Its types tell of an ES module, and Node is given a CommonJS one.
const { RRule } = createRequire(import.meta.url)('rrule') as typeof import('rrule')

/** The days that every month has. */
const SHORTEST_MONTH = 28

/**
 * What the wall shows at the moments of a rule from one reading to another, as if it were UTC. A rule of months or years that names no day is of
 * the day of its start, and of the last day of a month that lacks that, which RFC 5545 would leave out.
 */
function shownBy(rule: string, start: Date, from: Date, to: Date): Date[] {
  const day = start.getUTCDate()
  const { FREQ, BYDAY, BYMONTHDAY, BYMONTH, COUNT } = rulePartsOf(rule) ?? {}
  const given = { ...RRule.parseString(rule.replace(/UNTIL=(\d{8})/, 'UNTIL=$1T235959Z')), dtstart: start }
  const isOfDay = (FREQ === 'MONTHLY' || FREQ === 'YEARLY') && BYDAY === undefined && BYMONTHDAY === undefined
  if (!isOfDay || day <= SHORTEST_MONTH) return new RRule(given).between(from, to, true)
  const { count: _, ...endless } = given
  const known = new RRule({
    ...endless,
    bymonthday: Array.from({ length: day - SHORTEST_MONTH + 1 }, (_, at) => SHORTEST_MONTH + at),
    ...(FREQ === 'YEARLY' && BYMONTH === undefined ? { bymonth: start.getUTCMonth() + 1 } : {}),
  })
  const isIt = (at: Date) =>
    at.getUTCDate() === Math.min(day, new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate())
  if (COUNT === undefined) return known.between(from, to, true).filter(isIt)
  let left = Number(COUNT)
  const all = known.all((at) => at <= to && (isIt(at) ? left-- : left) > 0)
  return all.filter((at) => isIt(at) && at >= from && at <= to)
}

/**
 * When a task is repeated after its first start, each moment once, rising: those after `after` and not after `until` (ms UTC). Rules count on
 * the clock on the wall of `zone`: what is skipped on the night when clocks are set forward comes as much later, and of an hour that comes
 * twice the first counts. `rule` is one of contract/farm/recurrence.ts.
 */
export function occurrencesOf(rule: string, given: { startsAt: number; zone: string; after: number; until: number }): number[] {
  const { startsAt, zone, after, until } = given
  const DAY = 24 * 3_600_000
  // A day more on either side: what the wall shows and what it is differ by less.
  const [from, to] = [new Date(wallClock(after, zone) - DAY), new Date(wallClock(until, zone) + DAY)]
  const shown = shownBy(rule, new Date(wallClock(startsAt, zone)), from, to)
  const moments = new Set(shown.map((at) => momentOf(at.getTime(), zone)))
  return [...moments].filter((at) => at > after && at <= until && at > startsAt).toSorted((one, other) => one - other)
}
