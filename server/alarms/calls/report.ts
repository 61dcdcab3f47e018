import { sql } from 'kysely'
import type { CallAnswer } from '#contract/core/call'
import type { alarmCalls } from '#contract/alarms/alarm'
import type { Scope } from '../../ground/database/scope.ts'
import { besideField } from '../../ground/http/faults.ts'
import type { Language } from '../../ground/words.ts'

type Report = CallAnswer<typeof alarmCalls.report>

/** The longest range of a report. */
const DAYS = 31
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Rules and devices that are listed. */
const MOST = 50

/** What a base raised in a range. Fails beside `endTime` where that is before the start, or too long after it. */
export async function reportOf(
  scope: Scope,
  language: Language,
  { areaId, startTime, endTime }: { areaId: number; startTime: number; endTime: number },
): Promise<Report> {
  if (endTime < startTime) throw besideField(language, 'endTime', 'error.range.empty')
  if (endTime - startTime > DAYS * DAY_MS) throw besideField(language, 'endTime', 'error.alarm.reportLong', { days: DAYS })
  const inRange = sql`tenant_id = ${scope.tenantId} and area_id = ${areaId} and raised_at between ${startTime} and ${endTime}`
  const never = sql`count(*) filter (where acknowledged_at is null)::int`
  const sums = await sql<{ total: number; never: number; median: number | null }>`select count(*)::int as total, ${never} as never,
      percentile_cont(0.5) within group (order by acknowledged_at - told_at) filter (where acknowledged_at is not null) as median
    from alarm where ${inRange}`.execute(scope.raw)
  const hours = await sql<{ hour: number; n: number }>`select (raised_at / ${HOUR_MS}) * ${HOUR_MS}::bigint as hour, count(*)::int as n
    from alarm where ${inRange} group by 1 order by 1`.execute(scope.raw)
  const most = (id: 'rule_id' | 'device_id', name: 'rule_name' | 'device_name') =>
    // Of one that is gone, its name is what is left.
    sql<{ id: number | null; name: string; count: number; never: number }>`
      select ${sql.ref(id)} as id, (array_agg(${sql.ref(name)} order by raised_at desc))[1] as name, count(*)::int as count, ${never} as never
      from alarm where ${inRange} group by ${sql.ref(id)}, case when ${sql.ref(id)} is null then ${sql.ref(name)} end
      order by count desc, name limit ${sql.lit(MOST)}`.execute(scope.raw)
  const rules = await most('rule_id', 'rule_name')
  const devices = await most('device_id', 'device_name')
  const { total, never: neverAcknowledged, median } = sums.rows[0]!
  return {
    total,
    neverAcknowledged,
    medianToAcknowledge: median === null ? null : Math.round(median),
    hours: hours.rows.map(({ hour, n }) => [hour, n]),
    rules: rules.rows.map(({ id, name, count, never: none }) => ({ ruleId: id, name, count, neverAcknowledged: none })),
    devices: devices.rows.map(({ id, name, count, never: none }) => ({ deviceId: id, name, count, neverAcknowledged: none })),
  }
}
