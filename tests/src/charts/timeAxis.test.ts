import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { tickText, timeTicks } from '#src/charts/timeAxis.ts'
import { keepZone, momentText, startOfDay } from '#src/time/moment.ts'

afterEach(() => keepZone(null))

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const ZONES = ['Asia/Shanghai', 'Asia/Kolkata', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia'] as const

describe('the marks of a time axis', () => {
  test('are few, in order, within it, and at round times of the farm', () => {
    const length = fc.oneof(
      fc.integer({ min: 10_000, max: 2 * HOUR }),
      fc.integer({ min: HOUR, max: 40 * DAY }),
      fc.integer({ min: 30 * DAY, max: 4000 * DAY }),
    )
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), fc.integer({ min: 0, max: Date.UTC(2060, 0) }), length, (zone, from, long) => {
        keepZone(zone)
        const ticks = timeTicks([from, from + long])
        expect(ticks.length).toBeLessThanOrEqual(14)
        expect(ticks.length).toBeGreaterThan(0)
        ticks.forEach((at, place) => {
          expect(at).toBeGreaterThan(ticks[place - 1] ?? from - 1)
          expect(at).toBeLessThanOrEqual(from + long)
          // Days and longer are at midnight.
          if (long > 13 * DAY) expect(momentText(at).slice(11)).toBe('00:00:00')
          if (long > 13 * HOUR) expect(momentText(at).slice(14)).toBe('00:00')
        })
      }),
    )
  })

  test('of a day are its hours, also where clocks are changed on it', () => {
    keepZone('Europe/Berlin')
    const hours = (day: string) => timeTicks([startOfDay(day), startOfDay(day, 1)]).map(tickText)
    const even = ['02:00', '04:00', '06:00', '08:00', '10:00', '12:00', '14:00', '16:00', '18:00', '20:00', '22:00']
    expect(hours('2026-11-29')).toEqual(['11-29', ...even, '11-30'])
    // From two to three is skipped.
    expect(hours('2026-03-29')).toEqual(['03-29', ...even.slice(1), '03-30'])
  })

  test('say the year, the month or the day that begins there', () => {
    keepZone('Asia/Shanghai')
    const texts = (from: string, to: string) => timeTicks([startOfDay(from), startOfDay(to)]).map(tickText)
    expect(texts('2026-01-01', '2026-12-31')).toEqual(['2026', '2026-03', '2026-05', '2026-07', '2026-09', '2026-11'])
    expect(texts('2026-01-01', '2026-07-01')).toEqual(['2026', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07'])
    expect(texts('2026-11-28', '2026-12-03')).toEqual(expect.arrayContaining(['11-28', '11-29', '2026-12', '12-03']))
    expect(texts('2000-01-01', '2030-01-01')).toEqual(['2000', '2005', '2010', '2015', '2020', '2025', '2030'])
    expect(tickText(startOfDay('2026-11-29') + 61_000)).toBe('00:01:01')
  })

  test('there are none of no time', () => {
    expect(timeTicks([5, 5])).toEqual([])
    expect(timeTicks([9, 5])).toEqual([])
    expect(timeTicks([Number.NaN, 5])).toEqual([])
  })
})
