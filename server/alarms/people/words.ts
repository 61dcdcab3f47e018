import { type AlarmSeverity, severityRank } from '#contract/alarms/severity'
import { alarmPath, pages } from '#contract/alarms/pages'
import type { Severity } from '#contract/notices/message'
import type { Message } from '../../ground/outbox/parcel.ts'
import { wallClock } from '../../ground/zonedMoment.ts'

/** What is told of an alarm. */
export interface Told {
  readonly id: number
  readonly round: number
  readonly severity: AlarmSeverity
  readonly rule_name: string
  readonly device_name: string
  readonly ordinal: number
  readonly advice: string
  readonly unit: string | null
  readonly value: number | null
  readonly limit_value: number | null
  readonly direction: 'above' | 'below' | 'none'
  /** ms UTC */
  readonly since: number
}
/** Where it is, and by which clock it is told. */
export interface Place {
  readonly area: string
  readonly timeZone: string
}

const LIST = pages[0].path
const severities: Readonly<Record<AlarmSeverity, Severity>> = {
  critical: 'critical',
  major: 'critical',
  minor: 'warning',
  warning: 'info',
  indeterminate: 'info',
}

const amount = (value: number, unit: string | null) => [String(Number(value.toPrecision(6))), unit ?? ''].join(' ').trim()
const clock = (at: number, zone: string) => new Date(wallClock(at, zone)).toISOString().slice(0, 16).replace('T', ' ')
const shared = (one: Told, { area, timeZone }: Place) => ({
  rule: one.rule_name,
  device: one.ordinal === 0 ? one.device_name : `${one.device_name} #${one.ordinal}`,
  area,
  since: clock(one.since, timeZone),
})

/** What people read of one alarm. */
export function wordsOfOne(one: Told, place: Place): Message {
  const { value, limit_value: limit, unit, direction } = one
  const params = { ...shared(one, place), advice: one.advice }
  const about = { subject: 'notices:alarm.subject.one', severity: severities[one.severity], link: alarmPath(one.id) }
  if (value === null) return { ...about, content: 'notices:alarm.content.plain', params }
  const said = { ...params, value: amount(value, unit) }
  if (limit === null || direction === 'none') return { ...about, content: 'notices:alarm.content.value', params: said }
  return { ...about, content: `notices:alarm.content.${direction}`, params: { ...said, limit: amount(limit, unit) } }
}

/** What people read of many that came together within so many seconds. */
export function wordsOfMany(all: readonly Told[], place: Place, seconds: number): Message {
  const worst = all.toSorted((one, other) => severityRank(one.severity) - severityRank(other.severity) || one.since - other.since)[0]!
  return {
    subject: 'notices:alarm.subject.many',
    content: 'notices:alarm.content.many',
    params: { ...shared(worst, place), count: all.length, seconds },
    severity: severities[worst.severity],
    link: LIST,
  }
}

/** What somebody reads who is to see to an alarm. */
export const wordsOfAssignment = (one: Told, place: Place, by: string): Message => ({
  subject: 'notices:alarm.subject.assigned',
  content: 'notices:alarm.content.assigned',
  params: { ...shared(one, place), by },
  severity: severities[one.severity],
  link: alarmPath(one.id),
})
