import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextDue, type Timing } from '#server/cameras/captures/dueMoments'
import { momentOf, wallClock } from '#contract/core/zonedMoment'

const HOUR = 3_600_000
const MINUTE = 60_000
const DAY = 24 * HOUR
const daily = (times: readonly number[]): Timing => ({
  times,
  every_minutes: null,
  from_minute: 0,
  to_minute: 0,
  days: [1, 2, 3, 4, 5, 6, 7],
  from_date: null,
  to_date: null,
})
const all = (timing: Timing, zone: string, from: number, to: number): number[] => {
  const found: number[] = []
  for (let at = nextDue(timing, zone, from); at !== null && at <= to; at = nextDue(timing, zone, at)) found.push(at)
  return found
}

/** Minute by minute: on each day of the plan, the first minute whose clock shows the wanted time or more. */
function slowly(timing: Timing, zone: string, from: number, to: number): number[] {
  const found = new Set<number>()
  const last = Math.floor(wallClock(to, zone) / DAY) * DAY
  for (let day = Math.floor(wallClock(from, zone) / DAY) * DAY - DAY; day <= last; day += DAY) {
    const date = new Date(day)
    if (!timing.days.includes(date.getUTCDay() || 7)) continue
    const name = date.toISOString().slice(0, 10)
    if ((timing.from_date ?? '') > name || (timing.to_date ?? '9999') < name) continue
    const minutes: number[] = [...timing.times]
    if (timing.every_minutes !== null) {
      minutes.length = 0
      for (let one = timing.from_minute; one <= timing.to_minute; one += timing.every_minutes) minutes.push(one)
    }
    for (const minute of minutes) {
      let at = day - 15 * HOUR
      while (wallClock(at, zone) < day + minute * MINUTE) at += MINUTE
      if (at > from && at <= to) found.add(at)
    }
  }
  return [...found].toSorted((one, other) => one - other)
}

test('a time that the clock leaves out is taken when the clock has passed it, and one that comes twice is taken once', () => {
  const around = (day: string, zone: string) => {
    const noon = momentOf(Date.parse(day) + 12 * HOUR, zone)
    return all(daily([150]), zone, noon - DAY, noon).map((at) => new Date(at).toISOString().slice(0, 16))
  }
  expect(around('2026-03-29', 'Europe/Berlin')).toEqual(['2026-03-29T01:00'])
  expect(around('2026-10-25', 'Europe/Berlin')).toEqual(['2026-10-25T00:30'])
})

test('due moments are those of a clock that is read minute by minute', { timeout: 60_000 }, () => {
  const zone = fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'America/Santiago', 'Australia/Lord_Howe')
  const start = fc.constantFrom('2026-03-28', '2026-10-24', '2026-04-04', '2026-09-05', '2026-10-03', '2026-06-14')
  const minute = fc.integer({ min: 0, max: 1439 })
  const timing = fc.record({
    times: fc
      .uniqueArray(fc.oneof(minute, fc.constantFrom(0, 30, 60, 90, 120, 150, 180)), { minLength: 1, maxLength: 3 })
      .map((times) => times.toSorted((one, other) => one - other)),
    every_minutes: fc.option(fc.integer({ min: 60, max: 700 })),
    from_minute: fc.integer({ min: 0, max: 200 }),
    to_minute: fc.integer({ min: 200, max: 1439 }),
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    from_date: fc.option(fc.constantFrom('2026-03-29', '2026-10-25')),
    to_date: fc.option(fc.constantFrom('2026-04-05', '2026-10-25')),
  })
  fc.assert(
    fc.property(zone, start, timing, (where, day, plan) => {
      const from = Date.parse(day)
      expect(all(plan, where, from, from + 2 * DAY)).toEqual(slowly(plan, where, from, from + 2 * DAY))
    }),
    { numRuns: 60 },
  )
})
