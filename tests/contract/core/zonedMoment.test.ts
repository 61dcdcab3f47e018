import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayOf, zonedMoment } from '#contract/core/zonedMoment'

const HOUR = 3_600_000
const day = (text: string, zone: string) => [zonedMoment(text, zone, 'start')!, zonedMoment(text, zone, 'end')!] as const

describe('a day of a zone', () => {
  test('is 24 hours where clocks stand, from its own midnight to the next', () => {
    expect(day('2026-11-21', 'Asia/Shanghai')).toEqual([Date.UTC(2026, 10, 20, 16), Date.UTC(2026, 10, 21, 16)])
  })

  test('is 23 or 25 hours where clocks are changed on it', () => {
    const length = (text: string) => {
      const [start, end] = day(text, 'America/New_York')
      return (end - start) / HOUR
    }
    expect([length('2026-03-08'), length('2026-11-01'), length('2026-06-01')]).toEqual([23, 25, 24])
  })

  test('ends where the next one begins, whatever the zone', () => {
    const zone = fc.constantFrom(
      'Asia/Shanghai',
      'America/New_York',
      'Europe/London',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
      'Pacific/Kiritimati',
      'Pacific/Apia',
      'America/Havana',
      'Asia/Beirut',
      'Africa/Cairo',
      'UTC',
    )
    const date = fc.date({ min: new Date('1990-01-02'), max: new Date('2060-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(zone, date, (of, at) => {
        const text = (moment: number) => new Date(moment).toISOString().slice(0, 10)
        const next = zonedMoment(text(at.getTime() + 24 * HOUR), of, 'start')
        expect(zonedMoment(text(at.getTime()), of, 'end')).toBe(next)
      }),
    )
  })
})

test.each([
  ['America/Havana', '2026-03-08'],
  ['Asia/Beirut', '2026-03-29'],
  ['Africa/Cairo', '2026-04-24'],
  ['America/Sao_Paulo', '2018-11-04'],
])('a day without a midnight begins at the change of clocks, and the one before ends there (%s)', (zone, text) => {
  const [start, end] = day(text, zone)
  expect([dayOf(start, zone), dayOf(start - 1, zone)]).toEqual([text, dayOf(start - HOUR, zone)])
  expect(dayOf(start - 1, zone) < text).toBe(true)
  expect((end - start) / HOUR).toBe(23)
})

test('what is no moment of a calendar is none', () => {
  for (const text of ['2026-02-30', '2026-13-01', '2026-01-01 24:00:00', '2026-1-1', '', 'now', '0000-02-29'])
    expect(zonedMoment(text, 'Asia/Shanghai', 'start')).toBeNull()
})
