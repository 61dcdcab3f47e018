import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Calendar, Hours, Sun } from '#machines/watch/watch'
import { calendarOf } from '#server/ground/watch/calendar'
import { wallClock } from '#contract/core/zonedMoment'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const utc = (text: string) => Date.parse(`${text}Z`)
const hours = (from: number, to: number, days = EVERY_DAY): Hours => ({ kind: 'hours', from, to, days })
const sun = (is: 'up' | 'down', shift = 0): Sun => ({ kind: 'sun', is, shift })

/** The moments from `from` to before `to` at which a minute-by-minute walk finds another answer than a minute before. */
function changes(calendar: Calendar, leaf: Hours | Sun, from: number, to: number): string[] {
  const found: string[] = []
  for (let at = from; at < to; at += MINUTE)
    if (calendar.is(leaf, at) !== calendar.is(leaf, at - MINUTE))
      found.push(`${new Date(at).toISOString().slice(0, 16)} ${calendar.is(leaf, at) ? 'on' : 'off'}`)
  return found
}
/** What the clock of a zone says of a moment, minute by minute and without any spans. */
function shown({ from, to, days }: Hours, at: number, zone: string): boolean {
  const wall = wallClock(at, zone)
  const minute = Math.floor((wall % DAY) / MINUTE)
  const isDay = (day: number) => days.includes(new Date(wall + day * DAY).getUTCDay() || 7)
  if (to > from) return isDay(0) && minute >= from && minute < to
  return (isDay(0) && minute >= from) || (isDay(-1) && minute < to)
}
/** The first minute that `turns` would have a watch sleep through, null where there is none. */
function slept(leaf: Hours | Sun, make: () => Calendar, from: number, to: number): string | null {
  const asked = make()
  const walked = make()
  for (let at = from; at < to;) {
    const next = Math.min(asked.turns(leaf, at) ?? Infinity, to)
    if (next <= at) return `${new Date(at).toISOString()} turns backwards`
    const is = walked.is(leaf, at)
    for (let between = at + MINUTE; between < next; between += MINUTE)
      if (walked.is(leaf, between) !== is) return new Date(between).toISOString()
    at = next
  }
  return null
}

describe('hours of the day', () => {
  const shanghai = calendarOf('Asia/Shanghai', null)
  test('begin and end by the clock of the zone', () => {
    expect(changes(shanghai, hours(8 * 60, 17 * 60 + 30), utc('2026-06-01T00:00'), utc('2026-06-02T12:00'))).toEqual([
      '2026-06-01T00:00 on',
      '2026-06-01T09:30 off',
      '2026-06-02T00:00 on',
      '2026-06-02T09:30 off',
    ])
  })
  test('over midnight belong to the day on which they begin', () => {
    // 2026-06-05 is a Friday.
    expect(changes(shanghai, hours(22 * 60, 6 * 60, [5]), utc('2026-06-01T00:00'), utc('2026-06-08T00:00'))).toEqual([
      '2026-06-05T14:00 on',
      '2026-06-05T22:00 off',
    ])
  })
  test('of whole days go on from day to day', () => {
    for (const whole of [hours(0, 1440), hours(0, 0), hours(420, 420)])
      expect(changes(shanghai, whole, utc('2026-06-01T00:00'), utc('2026-06-04T00:00'))).toEqual([])
    expect(changes(shanghai, hours(0, 1440, [6, 7]), utc('2026-06-01T00:00'), utc('2026-06-08T00:00'))).toEqual([
      '2026-06-05T16:00 on',
      '2026-06-07T16:00 off',
    ])
  })

  describe('where clocks are changed', () => {
    const berlin = calendarOf('Europe/Berlin', null)
    test('to summer time, a night is an hour shorter', () => {
      expect(changes(berlin, hours(22 * 60, 6 * 60), utc('2026-03-28T12:00'), utc('2026-03-29T12:00'))).toEqual([
        '2026-03-28T21:00 on',
        '2026-03-29T04:00 off',
      ])
    })
    test('to winter time, a night is an hour longer', () => {
      expect(changes(berlin, hours(22 * 60, 6 * 60), utc('2026-10-24T12:00'), utc('2026-10-25T12:00'))).toEqual([
        '2026-10-24T20:00 on',
        '2026-10-25T05:00 off',
      ])
    })
    test('hours that are skipped, or come twice, begin once and end once', () => {
      expect(changes(berlin, hours(150, 240), utc('2026-03-28T23:00'), utc('2026-03-29T22:00'))).toEqual([
        '2026-03-29T01:30 on',
        '2026-03-29T02:00 off',
      ])
      expect(changes(berlin, hours(150, 240), utc('2026-10-24T22:00'), utc('2026-10-25T23:00'))).toEqual([
        '2026-10-25T00:30 on',
        '2026-10-25T03:00 off',
      ])
    })
    test('a day has no gap', () => {
      for (const day of ['2026-03-28', '2026-10-24'])
        expect(changes(berlin, hours(0, 1440), utc(`${day}T00:00`), utc(`${day}T00:00`) + 3 * DAY)).toEqual([])
    })
  })

  test('are what the clock shows at every minute, and no change of them is slept through', () => {
    // The hour that is skipped, or comes twice, is no edge here: what it means is said above.
    const edge = fc.integer({ min: 0, max: 1440 }).filter((minute) => minute < 60 || minute > 180)
    fc.assert(
      fc.property(
        fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'Asia/Kathmandu', 'UTC'),
        fc.record({ from: edge, to: edge, days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }) }),
        fc.constantFrom('2026-03-27T00:00', '2026-10-23T00:00', '2026-12-30T00:00').map(utc),
        fc.integer({ min: 0, max: 1439 }),
        (zone, some, start, offset) => {
          const leaf: Hours = { kind: 'hours', ...some }
          const from = start + offset * MINUTE
          const calendar = calendarOf(zone, null)
          for (let at = from; at < from + 3 * DAY; at += 7 * MINUTE) if (calendar.is(leaf, at) !== shown(leaf, at, zone)) return false
          return slept(leaf, () => calendarOf(zone, null), from, from + 3 * DAY) === null
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('the sun', () => {
  const place = { latitude: 23, longitude: 113 }
  const pearlRiver = calendarOf('Asia/Shanghai', place)
  const near = (at: number | null, text: string) => expect(Math.abs(at! - utc(text))).toBeLessThan(5 * MINUTE)

  test('rises and sets where the base is', () => {
    // On the longest day from 05:42 to 19:14 of the local clock.
    const noon = utc('2026-06-21T04:00')
    expect([pearlRiver.is(sun('up'), noon), pearlRiver.is(sun('down'), noon)]).toEqual([true, false])
    near(pearlRiver.turns(sun('up'), utc('2026-06-20T18:00')), '2026-06-20T21:42')
    near(pearlRiver.turns(sun('up'), noon), '2026-06-21T11:14')
    const midnight = utc('2026-06-21T16:00')
    expect([pearlRiver.is(sun('up'), midnight), pearlRiver.is(sun('down'), midnight)]).toEqual([false, true])
  })
  test.each([-180, -30, 30, 180])('is shifted by %i minutes, at both ends', (shift) => {
    for (const at of [utc('2026-06-20T18:00'), utc('2026-06-21T04:00')])
      expect(pearlRiver.turns(sun('up', shift), at)).toBe(pearlRiver.turns(sun('up'), at)! + shift * MINUTE)
  })
  test('stays up for weeks in the north, and stays away', () => {
    const north = calendarOf('Europe/Oslo', { latitude: 70, longitude: 25 })
    for (let hour = 0; hour < 72; hour++) {
      expect(north.is(sun('up'), utc('2026-06-20T00:00') + hour * HOUR)).toBe(true)
      expect(north.is(sun('down'), utc('2026-06-20T00:00') + hour * HOUR)).toBe(false)
      expect(north.is(sun('up'), utc('2026-12-20T00:00') + hour * HOUR)).toBe(false)
      expect(north.is(sun('down'), utc('2026-12-20T00:00') + hour * HOUR)).toBe(true)
    }
  })
  test('is asked for again within days where nothing turns', () => {
    const north = calendarOf('Europe/Oslo', { latitude: 70, longitude: 25 })
    const at = utc('2026-12-20T00:00')
    expect(north.turns(sun('up'), at)! - at).toBeLessThanOrEqual(9 * DAY)
    expect(north.turns(sun('up'), at)).toBeGreaterThan(at)
  })
  test('is waited for: no change is slept through', () => {
    fc.assert(
      fc.property(
        fc.constantFrom({ latitude: 23, longitude: 113 }, { latitude: 70, longitude: 25 }, { latitude: -34, longitude: -179 }),
        fc.constantFrom('2026-01-14', '2026-05-15', '2026-06-21', '2026-07-26', '2026-11-22').map((day) => utc(`${day}T00:00`)),
        fc.record({ is: fc.constantFrom('up' as const, 'down' as const), shift: fc.integer({ min: -180, max: 180 }) }),
        fc.integer({ min: 0, max: 1439 }),
        (where, start, some, offset) => {
          const from = start + offset * MINUTE
          expect(slept({ kind: 'sun', ...some }, () => calendarOf('UTC', where), from, from + 6 * DAY)).toBeNull()
        },
      ),
      { numRuns: 40 },
    )
  })
})
