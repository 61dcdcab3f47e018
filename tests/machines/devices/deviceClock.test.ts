import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CLOCK_TOLERANCE_MS, type DeviceClock, hearClock, newestSent, unheardClock } from '#machines/devices/deviceClock'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const START = Date.UTC(2026, 10, 28)
const about = { period: MINUTE, reach: 5 * 365 * DAY }

/** Messages that come at `at`, each dated `sent`; answers where each is put, less when it was measured. */
const errors = (clock: DeviceClock, messages: readonly { at: number; sent: number; measured: number }[], given = about) =>
  messages.map(({ at, sent, measured }) => sent - hearClock(clock, at, sent, given) - measured)
/** In time, one a period, by a clock that is `off` ahead; what comes takes `takes`. */
const live = (count: number, off: number, { from = START, every = MINUTE, takes = (_nth: number): number => 300 } = {}) =>
  Array.from({ length: count }, (_, nth) => {
    const measured = from + nth * every
    return { at: measured + takes(nth), sent: measured + off, measured }
  })
/** What was measured before `until`, sent one after another from then on. */
const backlog = (count: number, off: number, { until = START, every = MINUTE, gap = 50 } = {}) =>
  Array.from({ length: count }, (_, nth) => {
    const measured = until - (count - nth) * every
    return { at: until + nth * gap, sent: measured + off, measured }
  })
const last = (list: readonly number[]) => Math.abs(list.at(-1)!)

describe('a clock', () => {
  test('that agrees with the server is left alone', () => {
    expect(errors(unheardClock(), live(5, 0))).toEqual([0, 0, 0, 0, 0])
    expect(errors(unheardClock(), live(5, 20_000))).toEqual([20_000, 20_000, 20_000, 20_000, 20_000])
  })

  test('that is ahead is known with its first word', () => {
    const clock = unheardClock()
    expect(errors(clock, live(3, 8 * HOUR)).every((error) => Math.abs(error) < 1000)).toBe(true)
    expect(clock.offset).toBeGreaterThan(8 * HOUR - 1000)
  })

  test('that is behind is not known with its first word, which may be backlog, and with the next that is in time', () => {
    const clock = unheardClock()
    expect(errors(clock, live(1, -20 * MINUTE))).toEqual([-20 * MINUTE])
    expect(clock.offset).toBeNull()
    expect(last(errors(clock, live(1, -20 * MINUTE, { from: START + MINUTE })))).toBeLessThan(1000)
    expect(clock.offset).toBeLessThan(-19 * MINUTE)
  })

  test('of a device that says much is known within seconds', () => {
    // Heard just before it is no backlog; behind a silence it is looked at for longer.
    const takes = (nth: number) => 20 * (nth % 3)
    expect(last(errors(unheardClock(null, START - 1000), live(4, -20 * MINUTE, { every: 1000, takes })))).toBeLessThan(1000)
    expect(last(errors(unheardClock(), live(4, -20 * MINUTE, { every: 1000, takes })))).toBeGreaterThan(MINUTE)
    expect(last(errors(unheardClock(), live(14, -20 * MINUTE, { every: 1000, takes })))).toBeLessThan(1000)
  })

  test('that is behind by more than any backlog is known at once', () => {
    expect(last(errors(unheardClock(), live(1, -26 * 365 * DAY)))).toBeLessThan(1000)
  })

  test('that is stepped back by four minutes shows what comes in order with the second word behind it', () => {
    const clock = unheardClock()
    errors(clock, live(5, 0))
    const after = errors(clock, live(3, -4 * MINUTE, { from: START + 5 * MINUTE }))
    expect(after[0]).toBe(-4 * MINUTE)
    expect(after.slice(1).every((error) => Math.abs(error) < 1000)).toBe(true)
  })

  test('that is set right is right with its next word', () => {
    for (const off of [8 * HOUR, -20 * MINUTE]) {
      const clock = unheardClock(off)
      errors(clock, live(3, off))
      expect(errors(clock, live(2, 0, { from: START + 3 * MINUTE }))).toEqual([0, 0])
      expect(clock.offset).toBe(0)
    }
  })

  test('that was set right is not moved by what it said before, which is moved as then', () => {
    const clock = unheardClock()
    const before = live(5, 8 * HOUR)
    errors(clock, before)
    errors(clock, live(2, 0, { from: START + 5 * MINUTE }))
    const again = before.map((one, nth) => ({ ...one, at: START + 7 * MINUTE + nth * 10 }))
    expect(errors(clock, again).every((error) => Math.abs(error) < 1000)).toBe(true)
    expect(clock.offset).toBe(0)
    // Wrong again, it is by what it says after the hour in which that may be old.
    errors(clock, live(90, 8 * HOUR, { from: START + 8 * MINUTE }))
    expect(clock.offset).toBeGreaterThan(8 * HOUR - 1000)
  })

  test('about the bound of what is right does not go to and fro', () => {
    const clock = unheardClock()
    const standing = live(60, CLOCK_TOLERANCE_MS + 2000, { takes: (nth) => (nth % 5) * 1000 }).map(({ at, sent }) => {
      hearClock(clock, at, sent, about)
      return clock.offset === 0
    })
    expect(standing.filter((isRight, nth) => nth > 0 && isRight !== standing[nth - 1]).length).toBeLessThanOrEqual(1)
  })
})

describe('a backlog', () => {
  test('of a clock that is right keeps its times, after an outage as before anything was known', () => {
    for (const clock of [unheardClock(), unheardClock(0)]) {
      expect(errors(clock, backlog(600, 0)).every((error) => error === 0)).toBe(true)
      expect(errors(clock, live(3, 0, { from: START + MINUTE }))).toEqual([0, 0, 0])
    }
  })

  test.each([1.05, 1.2, 2, 10])('that comes %s times as fast as it was measured, behind an outage, is a backlog', (speed) => {
    for (const clock of [unheardClock(), unheardClock(0)]) {
      if (clock.offset === 0) errors(clock, live(3, 0, { from: START - 30 * MINUTE }))
      const sent = Array.from({ length: 400 }, (_, nth) => {
        const measured = START - 20 * MINUTE + nth * 1000
        return { at: START + (nth * 1000) / speed, sent: measured, measured }
      })
      expect(errors(clock, sent).every((error) => error === 0)).toBe(true)
    }
  })

  test('of a clock that is known to be wrong is moved as that is, also where its times pass by the present', () => {
    const clock = unheardClock(8 * HOUR)
    errors(clock, live(3, 8 * HOUR))
    const late = errors(clock, backlog(16 * 60, 8 * HOUR, { until: START + DAY }))
    expect(late.every((error) => Math.abs(error) < 1000)).toBe(true)
  })

  test('among what comes in time leaves the clock as it is', () => {
    const clock = unheardClock(0)
    const mixed = live(20, 0).flatMap((one) => [one, { at: one.at + 500, sent: one.sent - DAY, measured: one.measured - DAY }])
    expect(errors(clock, mixed).every((error) => error === 0)).toBe(true)
  })
})

describe('of a message the times', () => {
  const times = (...minutes: number[]) => minutes.map((minute) => START + minute * MINUTE)
  const year2099 = (Date.UTC(2099, 0) - START) / MINUTE
  test.each([
    ['that are of now', null, times(0, -1, -2), 0],
    ['of a backlog', 0, times(-10, -11), -10],
    ['with one of 2099', null, times(0, year2099, -1), 0],
    ['with one six hours ahead', 0, times(-1, 360, 0), 0],
    ['of two, one of which is ahead', 0, times(0, 360), 0],
    ['with one ahead of a clock that is ahead', 8 * HOUR, times(480, 479, 900), 480],
    [
      'of a backlog that passes by the present, of a clock ahead',
      null,
      Array.from({ length: 600 }, (_, nth) => START + (480 - nth) * MINUTE),
      480,
    ],
    ['of hours that pass by the present, of a clock ahead', null, Array.from({ length: 20 }, (_, nth) => START + (8 - nth) * HOUR), 480],
    ['most of which are ahead', 0, times(0, 360, 359, 358), 360],
    ['of which none is in time', 0, times(360, -5), 360],
  ] as const)('%s', (_, offset, given, newest) => {
    expect((newestSent(unheardClock(offset), START, given) - START) / MINUTE).toBe(newest)
  })
})

test('whatever the offset, the pace and the delays: once some came in time all that follows is put where it was measured', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -3 * DAY, max: 3 * DAY }),
      fc.constantFrom(1000, 10_000, MINUTE, 5 * MINUTE, HOUR),
      fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 40, maxLength: 40 }),
      fc.integer({ min: 0, max: 200 }),
      (off, every, delays, missed) => {
        const clock = unheardClock()
        const given = { period: every, reach: about.reach }
        const takes = (nth: number) => Math.min(delays[nth % delays.length]!, every / 10)
        // So long that it can be told from a backlog.
        const count = Math.max(20, (2 * MINUTE) / every)
        errors(clock, live(count, off, { every, takes }), given)
        const from = START + (count + missed) * every
        const behind = [
          ...backlog(missed, off, { until: from, every, gap: 5 }),
          ...live(20, off, { from: from + 5 * missed, every, takes }),
        ]
        const bound = CLOCK_TOLERANCE_MS + 1000
        for (const error of errors(clock, behind, given)) expect(Math.abs(error)).toBeLessThanOrEqual(bound)
        // Nothing lies in the future by more than a right clock may.
        expect(clock.offset).not.toBeNull()
      },
    ),
    {
      numRuns: 500,
      examples: [
        [1_170_000, 5 * MINUTE, Array.from({ length: 40 }, () => 0), 4],
        [60_001, MINUTE, Array.from({ length: 40 }, () => 0), 2],
        [-60_000, 10_000, Array.from({ length: 40 }, (_, nth) => 900 * (nth % 2)), 0],
      ],
    },
  )
})
