import { sql } from 'kysely'
import { type AlarmSeverity, severityRank } from '#contract/alarms/severity'
import { quantityOf } from '#contract/devices/itemCode'
import { type Cause, CAUSES } from '#contract/watch/condition'
import { alarmPath, pages } from '#contract/alarms/pages'
import type { Severity } from '#contract/notices/message'
import type { Message } from '../../ground/outbox/parcel.ts'
import { say } from '../../ground/words.ts'
import { wallClock } from '#contract/core/zonedMoment'

/** What is told of an alarm. */
export interface Told {
  readonly id: number
  readonly round: number
  readonly cause: Cause
  readonly severity: AlarmSeverity
  readonly rule_name: string
  readonly device_name: string
  readonly ordinal: number
  readonly advice: string
  readonly unit: string | null
  readonly value: number | null
  readonly limit_value: number | null
  readonly direction: 'above' | 'below' | 'none'
  readonly code: string | null
  /** What a person called the item. */
  readonly item_name: string | null
  /** Of no data: the last reading that there was; ms UTC. */
  readonly seen_at: number | null
  /** ms UTC */
  readonly since: number
}
/** Where it is, and by which clock it is told. */
export interface Place {
  readonly area: string
  readonly timeZone: string
  /** ms UTC */
  readonly now: number
}

const MINUTE_MS = 60_000
const LIST = pages[0].path
const severities: Readonly<Record<AlarmSeverity, Severity>> = {
  critical: 'critical',
  major: 'critical',
  minor: 'warning',
  warning: 'info',
  indeterminate: 'info',
}

/** What a `Told` is read from: alarms `a`. */
export const toldColumns = sql`a.id, a.round, a.cause, a.severity, a.rule_name, a.device_name, a.ordinal, a.advice, a.unit, a.value, a.limit_value,
  a.direction, a.code, (select i.name from item i where i.id = a.item_id) as item_name, a.seen_at, (a.reason ->> 'since')::bigint as since`

const amount = (value: number, unit: string | null) => [String(Number(value.toPrecision(6))), unit ?? ''].join(' ').trim()
const clock = (at: number, zone: string) => new Date(wallClock(at, zone)).toISOString().slice(0, 16).replace('T', ' ')
const shared = (one: Told, { area, timeZone }: Place) => ({
  rule: one.rule_name,
  device: one.ordinal === 0 ? one.device_name : `${one.device_name} #${one.ordinal}`,
  area,
  since: clock(one.since, timeZone),
  quantity: quantityOfTold(one),
})
/** What is not known, as somebody named it, or as the key of its words. */
function quantityOfTold({ code, item_name: name }: Told): string {
  if (name !== null || code === null) return name ?? 'notices:alarm.itsState'
  const key = `devices:item.${quantityOf(code) ?? code}`
  return say('en-US', key) === key ? code : key
}

/** What people read of one alarm. */
export function wordsOfOne(one: Told, place: Place): Message {
  const { value, limit_value: limit, unit, direction } = one
  const params = { ...shared(one, place), advice: one.advice }
  if (one.cause === 'noData') return wordsOfNoData(one, place)
  const about = { subject: 'notices:alarm.subject.one', severity: severities[one.severity], link: alarmPath(one.id) }
  if (value === null) return { ...about, content: 'notices:alarm.content.plain', params }
  const said = { ...params, value: amount(value, unit) }
  if (limit === null || direction === 'none') return { ...about, content: 'notices:alarm.content.value', params: said }
  return { ...about, content: `notices:alarm.content.${direction}`, params: { ...said, limit: amount(limit, unit) } }
}

const minutesSince = (at: number, { now }: Place) => Math.max(0, Math.round((now - at) / MINUTE_MS))

/** That nothing is known, in words of its own: those of the rule would say what nobody knows. */
function wordsOfNoData(one: Told, place: Place): Message {
  const about = { subject: 'notices:alarm.subject.noData', severity: severities[one.severity], link: alarmPath(one.id) }
  const params = shared(one, place)
  if (one.seen_at === null) return { ...about, content: 'notices:alarm.content.neverData', params }
  return {
    ...about,
    content: 'notices:alarm.content.noData',
    params: { ...params, last: clock(one.seen_at, place.timeZone), minutes: minutesSince(one.seen_at, place) },
  }
}

/** What people read of many that came together within so many seconds. */
export function wordsOfMany(all: readonly Told[], place: Place, seconds: number): Message {
  const worst = all.toSorted(
    (one, other) =>
      severityRank(one.severity) - severityRank(other.severity) ||
      CAUSES.indexOf(one.cause) - CAUSES.indexOf(other.cause) ||
      one.since - other.since,
  )[0]!
  return {
    subject: 'notices:alarm.subject.many',
    content: worst.cause === 'noData' ? 'notices:alarm.content.manyNoData' : 'notices:alarm.content.many',
    params: { ...shared(worst, place), count: all.length, seconds },
    severity: severities[worst.severity],
    link: LIST,
  }
}

/** What somebody reads who is to see to an alarm. */
export const wordsOfAssignment = (one: Told, place: Place, by: string): Message => ({
  subject: one.cause === 'noData' ? 'notices:alarm.subject.assignedNoData' : 'notices:alarm.subject.assigned',
  content: 'notices:alarm.content.assigned',
  params: { ...shared(one, place), by },
  severity: severities[one.severity],
  link: alarmPath(one.id),
})
