import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { repeatRule, rulePartsOf } from '#contract/farm/recurrence'
import { occurrencesOf } from '#server/farm/tasks/recurrence'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const ZONES = [
  'Asia/Shanghai',
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Apia',
] as const
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

const formats = new Map(
  ZONES.map((zone) => [zone as string, new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })]),
)
/** `YYYY-MM-DD HH:mm:ss` on the wall of a zone. */
const wall = (at: number, zone: string) => formats.get(zone)!.format(at)
/**
 * The model: walks through the real time minute by minute (a quarter of an hour is fine enough, every zone is shifted by multiples of it), and
 * takes the moments whose wall reads as the rule wants; where a wanted reading never comes, the moment that is as long after the change as the
 * reading is after the gap began.
 */
function model(rule: string, { startsAt, zone, after, until }: { startsAt: number; zone: string; after: number; until: number }): number[] {
  const parts = rulePartsOf(rule)!
  const interval = Number(parts['INTERVAL'] ?? 1)
  const first = wall(startsAt, zone)
  const asUtc = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`)
  const dayNumber = (text: string) => Math.floor(asUtc(text) / DAY)
  const hours = parts['BYHOUR']?.split(',').map(Number) ?? [Number(first.slice(11, 13))]
  const weekdays = parts['BYDAY']?.split(',')
  const weekdayOf = (text: string) => DAYS[(dayNumber(text) + 3) % 7]!
  const weekOf = (text: string) => Math.floor((dayNumber(text) + 3) / 7)
  /** Whether a wall that reads so is one of the rule's. */
  const wanted = (text: string): boolean => {
    if (text < first || text.slice(13) !== first.slice(13)) return false
    const apart = dayNumber(text) - dayNumber(first)
    if (parts['UNTIL'] !== undefined && text.slice(0, 10).replaceAll('-', '') > parts['UNTIL']) return false
    if (parts['FREQ'] === 'HOURLY')
      return ((asUtc(text) - asUtc(first)) / HOUR) % interval === 0 && (weekdays?.includes(weekdayOf(text)) ?? true)
    if (!hours.includes(Number(text.slice(11, 13)))) return false
    if (parts['FREQ'] === 'DAILY') return apart % interval === 0
    if (parts['FREQ'] === 'WEEKLY')
      return (weekOf(text) - weekOf(first)) % interval === 0 && (weekdays ?? [weekdayOf(first)]).includes(weekdayOf(text))
    const months = (Number(text.slice(0, 4)) - Number(first.slice(0, 4))) * 12 + Number(text.slice(5, 7)) - Number(first.slice(5, 7))
    const days = parts['BYMONTHDAY']?.split(',').map(Number) ?? [Number(first.slice(8, 10))]
    const last = new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate()
    // A day that the rule does not name, but its start, is the last one of a month that lacks it.
    const isImplied = parts['BYMONTHDAY'] === undefined
    return (
      months % interval === 0 && days.some((day) => Number(text.slice(8, 10)) === (day === -1 || (isImplied && day > last) ? last : day))
    )
  }
  const found = new Set<number>()
  const seen = new Set<string>()
  const STEP = 15 * 60_000
  const text = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
  const beginning = Math.max(startsAt, after - 2 * DAY)
  // On the same minute of the quarter as the start.
  for (let at = beginning - ((beginning - startsAt) % STEP); at <= until; at += STEP) {
    const reads = wall(at, zone)
    const before = asUtc(wall(at - STEP, zone))
    // Readings that were jumped over come as they would by the old clock.
    for (let skipped = before + STEP; skipped < asUtc(reads); skipped += STEP)
      if (wanted(text(skipped)) && !seen.has(text(skipped))) {
        seen.add(text(skipped))
        found.add(at + (skipped - (before + STEP)))
      }
    if (!wanted(reads) || seen.has(reads)) continue
    seen.add(reads)
    found.add(at)
  }
  const all = [...found].toSorted((one, other) => one - other)
  return all.filter((at) => at > startsAt && at > after && at <= until)
}

const rule = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 24 }), fc.option(fc.uniqueArray(fc.constantFrom(...DAYS), { minLength: 1 })))
    .map(([interval, days]) => `FREQ=HOURLY;INTERVAL=${interval}${days ? `;BYDAY=${days.join(',')}` : ''}`),
  fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 4 })))
    .map(([interval, hours]) => `FREQ=DAILY;INTERVAL=${interval}${hours ? `;BYHOUR=${hours.join(',')}` : ''}`),
  fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.uniqueArray(fc.constantFrom(...DAYS), { minLength: 1 }))
    .map(([interval, days]) => `FREQ=WEEKLY;INTERVAL=${interval};BYDAY=${days.join(',')}`),
  fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.option(fc.uniqueArray(fc.constantFrom(1, 15, 28, 29, 30, 31, -1), { minLength: 1 })))
    .map(([interval, days]) => `FREQ=MONTHLY;INTERVAL=${interval}${days ? `;BYMONTHDAY=${days.join(',')}` : ''}`),
)

test('a task is repeated when the wall says so, in every zone and on the nights when clocks are changed: as an independent model finds', () => {
  fc.assert(
    fc.property(
      rule,
      fc.constantFrom(...ZONES),
      fc.integer({ min: 0, max: 730 }),
      fc.integer({ min: 0, max: 95 }),
      (text, zone, day, quarter) => {
        const startsAt = Date.UTC(2025, 0, 1) + day * DAY + quarter * 15 * 60_000
        const given = { startsAt, zone, after: startsAt, until: startsAt + 62 * DAY }
        expect(occurrencesOf(text, given)).toEqual(model(text, given))
      },
    ),
    { numRuns: 250 },
  )
})

describe('a repetition', () => {
  test('has a first day, an end and a count', () => {
    const startsAt = Date.UTC(2026, 2, 1, 22)
    const given = { startsAt, zone: 'Asia/Shanghai', after: startsAt, until: startsAt + 60 * DAY }
    expect(occurrencesOf('FREQ=DAILY;COUNT=3', given)).toEqual([startsAt + DAY, startsAt + 2 * DAY])
    // 2026-03-02 06:00 on the wall is the first; until the 4th, which is whole.
    expect(occurrencesOf('FREQ=DAILY;UNTIL=20260304', given)).toEqual([startsAt + DAY, startsAt + 2 * DAY])
    expect(occurrencesOf('FREQ=DAILY', { ...given, after: startsAt + 30 * DAY, until: startsAt + 31 * DAY })).toEqual([startsAt + 31 * DAY])
  })

  test.each([
    ['FREQ=MONTHLY', '2026-01-31', ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['FREQ=MONTHLY;COUNT=4', '2026-01-30', ['2026-02-28', '2026-03-30', '2026-04-30']],
    ['FREQ=MONTHLY;INTERVAL=3;UNTIL=20260801', '2026-01-31', ['2026-04-30', '2026-07-31']],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-01-31', ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['FREQ=MONTHLY;BYDAY=2TU', '2026-01-13', ['2026-02-10', '2026-03-10', '2026-04-14', '2026-05-12']],
    ['FREQ=MONTHLY;BYDAY=-1FR', '2026-01-30', ['2026-02-27', '2026-03-27', '2026-04-24', '2026-05-29']],
    ['FREQ=YEARLY;COUNT=3', '2024-02-29', ['2025-02-28', '2026-02-28']],
    ['FREQ=YEARLY;BYMONTH=2,4,5', '2026-01-31', ['2026-02-28', '2026-04-30', '2026-05-31']],
  ])('%s from %s on leaves no month out', (rule, first, wanted) => {
    const startsAt = Date.parse(`${first}T06:00:00Z`)
    const found = occurrencesOf(rule, { startsAt, zone: 'UTC', after: startsAt, until: startsAt + 4000 * DAY })
    expect(found.slice(0, wanted.length).map((at) => new Date(at).toISOString())).toEqual(wanted.map((day) => `${day}T06:00:00.000Z`))
    if (/COUNT|UNTIL/.test(rule)) expect(found).toHaveLength(wanted.length)
  })

  test('that never comes again ends at once', () => {
    const startsAt = Date.UTC(2026, 2, 1)
    const given = { startsAt, zone: 'UTC', after: startsAt, until: startsAt + 60 * DAY }
    for (const never of ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31;BYHOUR=0'])
      expect(occurrencesOf(never, given).length).toBeLessThanOrEqual(1)
  })

  test.each([
    ['FREQ=MINUTELY', 'over24'],
    ['FREQ=DAILY;BYMINUTE=0,30', 'over24'],
    ['FREQ=SECONDLY;COUNT=1', 'over24'],
    ['FREQ=HOURLY;INTERVAL=25', 'repetition'],
    ['FREQ=DAILY;INTERVAL=0', 'repetition'],
    ['FREQ=DAILY;BYDAY=MO', 'repetition'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20270101', 'repetition'],
    ['FREQ=DAILY;FREQ=DAILY', 'repetition'],
    ['FREQ=DAILY;UNTIL=20270231', 'repetition'],
    ['FREQ=WEEKLY;BYDAY=MO,MO', 'repetition'],
    ['FREQ=FORTNIGHTLY', 'repetition'],
    ['every day', 'repetition'],
    ['', 'repetition'],
  ])('%s is refused', (text, why) => {
    expect(repeatRule.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([why])
  })

  test('is read in linear time', () => {
    for (const text of ['FREQ=DAILY;'.repeat(20), 'BYHOUR=1,'.repeat(25), '='.repeat(200)])
      expect(repeatRule.safeParse(text).success).toBe(false)
  })
})
