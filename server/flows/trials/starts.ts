import { severityRank } from '#contract/alarms/severity'
import type { Trigger } from '#contract/flows/definition'
import type { TriedRun } from '#contract/flows/trial'
import type { Context } from '../../ground/contents.ts'
import { deviceNames } from '../../ground/watch/deviceNames.ts'
import { type Period, replay } from '../../ground/watch/replay.ts'
import { readBaseClock } from '../run/baseClock.ts'
import { isTimed, nextTime } from '../run/clockTimes.ts'

/** What would have started a flow, and when (ms UTC). */
export interface HistoricStart {
  readonly at: number
  readonly cause: TriedRun['cause']
  readonly name: string | null
}
/** More starts of one trigger than this are not tried. */
const MOST_STARTS = 20_000

/** What a trigger would have started in a period, in order; `knownSince` null where history says nothing of it. */
export async function startsOf(
  { serviceDb, servicePool: pool }: Pick<Context, 'serviceDb' | 'servicePool'>,
  period: Period,
  trigger: Trigger,
  signal: AbortSignal,
): Promise<{ starts: HistoricStart[]; knownSince: number | null }> {
  const { tenantId, areaId, from, to } = period
  if (isTimed(trigger)) {
    const clock = await readBaseClock(serviceDb, tenantId, areaId)
    const starts: HistoricStart[] = []
    for (let at = nextTime(trigger, clock, from); at !== null && at <= to && starts.length < MOST_STARTS; at = nextTime(trigger, clock, at))
      starts.push({ at, cause: trigger.kind, name: null })
    return { starts, knownSince: from }
  }
  if (trigger.kind === 'watch') {
    const { found, knownSince } = await replay({ pool, ...period, logic: trigger.logic, signal, onProgress: () => undefined })
    const names = await deviceNames(pool, tenantId, found)
    const starts = found.map(({ deviceId, episode }) => ({
      at: episode.raisedAt,
      cause: 'watch' as const,
      name: names.get(deviceId) ?? null,
    }))
    return { starts: starts.toSorted((one, other) => one.at - other.at).slice(0, MOST_STARTS), knownSince }
  }
  if (trigger.kind === 'alarm') {
    const { rows } = await pool.query<{ at: number; name: string }>(
      `select told_at as at, rule_name || ' · ' || device_name as name from alarm where tenant_id = $1 and area_id = $2 and cause = 'condition' and told_at >= $3 and told_at <= $4
         and quiet is null and case when $5::bigint is null then rank <= $6 else rule_id = $5 end order by told_at, id limit ${MOST_STARTS}`,
      [tenantId, areaId, from, to, trigger.ruleId, severityRank(trigger.severity) + 1],
    )
    return { starts: rows.map(({ at, name }) => ({ at, cause: 'alarm' as const, name })), knownSince: from }
  }
  const { rows } = await pool.query<{ at: number; name: string }>(
    `select ended_at as at, flow_name as name from flow_run where tenant_id = $1 and flow_id = $2 and ended_at >= $3 and ended_at <= $4
       and state in ('success', 'failed') and $5 in ('ended', state) order by ended_at, id limit ${MOST_STARTS}`,
    [tenantId, trigger.flowId, from, to, trigger.on],
  )
  return { starts: rows.map(({ at, name }) => ({ at, cause: 'flow' as const, name })), knownSince: from }
}
