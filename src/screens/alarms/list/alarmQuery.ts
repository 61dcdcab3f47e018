import { STANDINGS } from '#contract/alarms/alarm'
import { ALARM_SEVERITIES } from '#contract/alarms/severity'
import { moment } from '#contract/core/values'
import type { ListState } from '#src/ui/listAddress.ts'
import { startOfDay } from '#src/time/moment.ts'

/** The filters of the list, by their names in the address. */
export const FILTERS = [
  'standing',
  'severity',
  'text',
  'deviceId',
  'ruleId',
  'landId',
  'assigneeId',
  'startDate',
  'endDate',
  'since',
  'until',
] as const

export type Standing = (typeof STANDINGS)[number]
export const standingOf = ({ standing }: ListState['filters']): Standing => STANDINGS.find((one) => one === standing) ?? 'open'

const ID = /^[1-9]\d{0,14}$/

/** A moment that can be asked for; undefined where it is none, or lies centuries away. */
const lawful = (at: number | undefined) => moment.safeParse(at).data

/** The first moment of a day, or of the day after it; undefined where it is none. */
const momentOf = (text: string | undefined, after = 0): number | undefined =>
  text === undefined ? undefined : lawful(startOfDay(text, after))
const idOf = (text: string | undefined) => (text !== undefined && ID.test(text) ? Number(text) : undefined)

const bound = (pick: (one: number, other: number) => number, one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined ? (one ?? other) : pick(one, other)

/** From when to when a report sent here, ms UTC; null where the address names no such moments. */
export function spanOf({
  since,
  until,
}: ListState['filters']): { readonly from: number | undefined; readonly to: number | undefined } | null {
  const [from, to] = [lawful(idOf(since)), lawful(idOf(until))]
  return from === undefined && to === undefined ? null : { from, to }
}

/** What the list asks for. What an address says wrongly is left out rather than refused. */
export function alarmQuery({ filters, page, size }: ListState, areaId: number) {
  const span = spanOf(filters)
  const severity = ALARM_SEVERITIES.find((one) => one === filters.severity)
  const asked = {
    severity,
    text: filters.text?.slice(0, 60),
    deviceId: idOf(filters.deviceId),
    ruleId: idOf(filters.ruleId),
    landId: idOf(filters.landId),
    assigneeId: idOf(filters.assigneeId),
    // Both hold where both are given.
    startTime: bound(Math.max, momentOf(filters.startDate), span?.from),
    endTime: bound(Math.min, momentOf(filters.endDate, 1), span?.to),
  }
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as {
    readonly [Name in keyof typeof asked]?: NonNullable<(typeof asked)[Name]>
  }
  return { page, size, areaId, standing: standingOf(filters), ...given }
}
