import type { AlarmFace } from '#contract/alarms/alarm'
import { CAUSES } from '#contract/watch/condition'
import { severityRank } from '#contract/alarms/severity'
import type { KnownAlarms } from '#streams/alarms/alarmBoard'
import type { alarmQuery } from './alarmQuery.ts'

type Asked = ReturnType<typeof alarmQuery>

/** What a list shows of the alarms that were asked for. */
export interface AlarmPage {
  readonly content: readonly AlarmFace[]
  readonly totalElements: number
}

const LIVE_QUERY: readonly string[] = ['page', 'size', 'areaId', 'standing', 'severity'] satisfies (keyof Asked)[]

/** The order in which the server lists open alarms: worst first, then those of which something is known, then newest. */
const asListed = (a: AlarmFace, b: AlarmFace) =>
  severityRank(a.severity) - severityRank(b.severity) ||
  CAUSES.indexOf(a.cause) - CAUSES.indexOf(b.cause) ||
  b.raisedAt - a.raisedAt ||
  b.id - a.id

/** Whether the live alarms say what is asked for: those that are open, of any severity or of one. */
export const isLive = (asked: Asked): boolean => asked.standing === 'open' && Object.keys(asked).every((name) => LIVE_QUERY.includes(name))

/**
 * The page of open alarms by what is known live, which is what the server would answer, sooner; null where nothing is, and where the server's
 * answer, read at `answeredAt` (ms UTC), is newer.
 */
export function livePage(known: KnownAlarms, asked: Asked, answeredAt: number): AlarmPage | null {
  const keepsUp = known.status === 'fresh' || (known.since !== null && answeredAt < known.since)
  if (!known.whole || !keepsUp) return null
  const { severity, page, size } = asked
  const rows = severity === undefined ? known.open : known.open.filter((face) => face.severity === severity)
  return { content: rows.toSorted(asListed).slice((page - 1) * size, page * size), totalElements: rows.length }
}
