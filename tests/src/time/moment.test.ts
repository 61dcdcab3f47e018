import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import {
  dayAfter,
  dayText,
  dayWords,
  daysLater,
  farmClock,
  farmMoment,
  hourOf,
  keepZone,
  momentText,
  momentWords,
  monthBefore,
  rangeOfDay,
  shortMomentText,
  shownZone,
  startOfDay,
} from '#src/time/moment.ts'

afterEach(() => keepZone(null))

const HOUR = 3_600_000
const ZONES = [
  'Asia/Shanghai',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Apia',
  'Africa/Cairo',
  'UTC',
] as const
const zone = fc.constantFrom(...ZONES)
const moment = fc.integer({ min: Date.UTC(1990, 0, 2), max: Date.UTC(2090, 0, 1) })

/** What the library of the language says. */
function written(at: number, timeZone: string): string {
  const part = Object.fromEntries(
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return `${part['year']}-${part['month']}-${part['day']} ${part['hour']}:${part['minute']}:${part['second']}`
}

describe('the clock of the farm', () => {
  test('is what every text of a moment says, whatever the zone of the browser', () => {
    fc.assert(
      fc.property(zone, moment, (name, at) => {
        keepZone(name)
        const text = written(at, name)
        expect([momentText(at), dayText(at), hourOf(at)]).toEqual([text, text.slice(0, 10), Number(text.slice(11, 13))])
        expect([shortMomentText(at, at), shortMomentText(at, at + 50 * HOUR)]).toEqual([text.slice(11, 16), text.slice(5, 16)])
      }),
    )
  })

  test('leads back to the moment it was shown at, but where it shows a time twice', () => {
    fc.assert(
      fc.property(zone, moment, (name, at) => {
        keepZone(name)
        const second = Math.floor(at / 1000) * 1000
        const back = farmMoment(farmClock(at))
        expect(back === second || (back < second && farmClock(back) === farmClock(second))).toBe(true)
      }),
    )
  })

  test('has days that follow each other without a gap, each from its first moment on', () => {
    fc.assert(
      fc.property(zone, moment, (name, at) => {
        keepZone(name)
        const day = dayText(at)
        const { from, to } = rangeOfDay(day)
        expect(from <= at && at < to).toBe(true)
        expect([dayText(from), dayText(to - 1) <= day, startOfDay(day, 1)]).toEqual([day, true, to])
      }),
      { examples: [['Pacific/Apia', Date.UTC(2011, 11, 30, 9)]] },
    )
  })

  test('keeps the time of day over days', () => {
    keepZone('Europe/Berlin')
    const at = Date.UTC(2026, 2, 27, 6, 30, 0, 250)
    expect([momentText(at), momentText(daysLater(at, 3)), daysLater(at, 3) % 1000]).toEqual([
      '2026-03-27 07:30:00',
      '2026-03-30 07:30:00',
      250,
    ])
  })

  test('is that of the browser where the farm has none, or one that it does not know', () => {
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone
    for (const name of [null, 'Mars/Olympus', '']) {
      keepZone('Asia/Shanghai')
      keepZone(name)
      expect(shownZone()).toBe(here)
    }
  })
})

test.each([
  ['2026-03-31', '2026-02-28'],
  ['2024-03-30', '2024-02-29'],
  ['2026-01-15', '2025-12-15'],
  ['2026-05-31', '2026-04-30'],
  ['2026-03-01', '2026-02-01'],
])('a month before %s is %s', (day, before) => {
  expect(monthBefore(day)).toBe(before)
})

test('days are counted by the calendar and have names in words', () => {
  expect([dayAfter('2026-02-27', 2), dayAfter('2026-01-01', -1), dayAfter('2026-03-29')]).toEqual([
    '2026-03-01',
    '2025-12-31',
    '2026-03-30',
  ])
  expect([dayWords('2026-11-29', 'en-US', { weekday: 'long' }), dayWords('2026-11-29', 'zh-CN', { weekday: 'long' })]).toEqual([
    'Sunday',
    '星期日',
  ])
  keepZone('Pacific/Kiritimati')
  expect(momentWords(Date.UTC(2026, 10, 29, 12), 'en-US', { weekday: 'long' })).toBe('Monday')
})

test.each(['', '2026-02-30', '2026-13-01', '2026-1-1', 'now', '2026-01-01T00:00', `${'2'.repeat(100_000)}`])('%.20s is no day', (text) => {
  expect(startOfDay(text)).toBeNaN()
})

test('what is no moment has no text that looks like one', () => {
  for (const at of [Number.NaN, Infinity, 9e15]) expect(momentText(at)).toMatch(/^NaN/)
})
