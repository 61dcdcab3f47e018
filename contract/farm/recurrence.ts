import { z } from 'zod'

/** How far ahead the tasks of a repetition are made, days. */
export const MADE_AHEAD_DAYS = 60
/** A repetition does not begin further back than this, days. */
export const BEGINS_WITHIN_DAYS = 366

const FREQUENCIES = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
const TOO_OFTEN = ['SECONDLY', 'MINUTELY']
type Frequency = (typeof FREQUENCIES)[number]
/** The longest step of each. Of hours a day at most, so that every day of a week has one. */
const LONGEST: Readonly<Record<Frequency, number>> = { HOURLY: 24, DAILY: 366, WEEKLY: 52, MONTHLY: 24, YEARLY: 10 }
/** What narrows each: no two that exclude each other, as every 7 days and on a Tuesday. */
const NARROWING: Readonly<Record<Frequency, readonly string[]>> = {
  HOURLY: ['BYDAY'],
  DAILY: ['BYHOUR'],
  WEEKLY: ['BYDAY', 'BYHOUR'],
  MONTHLY: ['BYDAY', 'BYMONTHDAY', 'BYHOUR'],
  YEARLY: ['BYMONTH', 'BYMONTHDAY', 'BYHOUR'],
}
const MOST = 1000

const whole = (text: string, min: number, max: number) => /^-?\d{1,4}$/.test(text) && Number(text) >= min && Number(text) <= max
const each = (text: string, fits: (part: string) => boolean) => {
  const parts = text.split(',')
  return parts.length <= 31 && new Set(parts).size === parts.length && parts.every(fits)
}
const WEEKDAY = /^(MO|TU|WE|TH|FR|SA|SU)$/
const NTH_WEEKDAY = /^(-1|[1-5])?(MO|TU|WE|TH|FR|SA|SU)$/
const fits: Readonly<Record<string, (value: string, frequency: Frequency) => boolean>> = {
  INTERVAL: (value, frequency) => whole(value, 1, LONGEST[frequency]),
  COUNT: (value) => whole(value, 1, MOST),
  UNTIL: (value) => z.iso.date().safeParse(`${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6)}`).success && value < '2200',
  BYDAY: (value, frequency) => each(value, (one) => (frequency === 'MONTHLY' ? NTH_WEEKDAY : WEEKDAY).test(one)),
  BYMONTHDAY: (value) => each(value, (one) => whole(one, 1, 31) || one === '-1'),
  BYMONTH: (value) => each(value, (one) => whole(one, 1, 12)),
  BYHOUR: (value) => each(value, (one) => whole(one, 0, 23)),
}

/** The parts of a rule, as `FREQ=WEEKLY;BYDAY=MO,FR` has them; null where it is none that Furrow repeats by. */
export function rulePartsOf(rule: string): Readonly<Record<string, string>> | null {
  const pairs = rule.split(';').map((pair) => pair.split('='))
  if (pairs.length > 8 || pairs.some((pair) => pair.length !== 2)) return null
  const parts = Object.fromEntries(pairs as [string, string][])
  const frequency = parts['FREQ'] as Frequency
  if (Object.keys(parts).length !== pairs.length || !FREQUENCIES.includes(frequency)) return null
  if (parts['COUNT'] !== undefined && parts['UNTIL'] !== undefined) return null
  const { FREQ: _frequency, ...others } = parts
  const known = ['INTERVAL', 'COUNT', 'UNTIL', ...NARROWING[frequency]]
  return Object.entries(others).every(([name, value]) => known.includes(name) && fits[name]!(value, frequency)) ? parts : null
}

/**
 * How a task is repeated: an RRULE of RFC 5545, in the tenant's zone as the clock on the wall shows it, from the start of the first task on.
 * At most one an hour; `UNTIL` is a day.
 */
export const repeatRule = z
  .string()
  .max(200, 'tooLong')
  .refine((rule) => !TOO_OFTEN.includes(/^FREQ=([A-Z]{1,9})/.exec(rule)?.[1] ?? '') && !/BY(MINUTE|SECOND)/.test(rule), {
    message: 'over24',
    abort: true,
  })
  .refine((rule) => rulePartsOf(rule) !== null, 'repetition')
