import { type AlarmOutcome, type AlarmTrial, MOST_TRIED, type Tried } from '#contract/alarms/trial'
import type { Cause } from '#contract/watch/condition'
import type { WatchLogic } from '#contract/watch/logic'
import type { Context } from '../ground/contents.ts'
import { notFound } from '../ground/failure.ts'
import { deviceNames } from '../ground/watch/deviceNames.ts'
import { replay as replayStored } from '../ground/watch/replay.ts'
import type { Rehearsed, TrialKind } from '../ground/watch/trials/kind.ts'
import { mustStandThere } from './calls/asked.ts'

interface Types {
  table: 'alarm_trial'
  body: { readonly areaId: number; readonly ruleId: number | null; readonly logic: WatchLogic }
  program: WatchLogic
  outcome: AlarmOutcome
  found: Rehearsed<AlarmOutcome>
  own: Pick<AlarmTrial, 'ruleId' | 'logic'>
}

/** Dry runs of rules: which alarms they would have raised. Nobody is told. */
export const alarmTrials = (
  { serviceDb, servicePool: pool }: Pick<Context, 'serviceDb' | 'servicePool'>,
  replay = replayStored,
): TrialKind<Types> => ({
  table: 'alarm_trial',
  job: 'alarms.trial',
  runs: 'error.alarm.trialRuns',
  change: 'alarmTrial',
  nothing: { count: 0, alarms: [] },
  async columnsOf(scope, { areaId, ruleId, logic }) {
    await mustStandThere(scope, areaId, logic.scope)
    const kept =
      ruleId === null
        ? null
        : await scope
            .select('alarm_rule')
            .select('alarm_rule.logic')
            .where('alarm_rule.id', '=', ruleId)
            .where('alarm_rule.area_id', '=', areaId)
            .executeTakeFirst()
    if (kept === undefined) throw notFound()
    return { rule_id: ruleId, logic: JSON.stringify(logic), in_force_logic: kept && JSON.stringify(kept.logic) }
  },
  versionsOf: ({ logic, in_force_logic: inForce }) => ({ wanted: logic, inForce }),
  ownOf: ({ rule_id: ruleId, logic }) => ({ ruleId, logic }),

  async rehearse(period, logic, progress) {
    const { found, knownSince } = await replay({ pool, ...period, logic, ...progress })
    const all = found.toSorted((one, other) => one.episode.raisedAt - other.episode.raisedAt || one.deviceId - other.deviceId)
    const some = all.slice(0, MOST_TRIED)
    const names = await deviceNames(pool, period.tenantId, some)
    const alarms = some.map(({ deviceId, ordinal, episode: { cause, raisedAt, since, seen, cleared } }): Tried => ({
      cause,
      deviceId,
      deviceName: names.get(deviceId) ?? '',
      ordinal: ordinal === 0 ? null : ordinal,
      raisedAt,
      clearedAt: cleared?.at ?? null,
      since,
      seen: [...seen],
    }))
    return { outcome: { count: all.length, alarms }, knownSince }
  },

  /** What the rule really raised in that time, of devices that are still there. */
  async happenedOf({ tenantId, from, to }, { rule_id: ruleId }) {
    const rows = await serviceDb
      .selectFrom('alarm')
      .select(['cause', 'device_id', 'device_name', 'ordinal', 'raised_at', 'cleared_at', 'reason'])
      .where('tenant_id', '=', tenantId)
      .where('rule_id', '=', ruleId)
      .where('device_id', 'is not', null)
      .where('raised_at', '>=', from)
      .where('raised_at', '<=', to)
      .orderBy('raised_at')
      .orderBy('device_id')
      .execute()
    const alarms = rows.slice(0, MOST_TRIED).map((row): Tried => ({
      cause: row.cause as Cause,
      deviceId: row.device_id!,
      deviceName: row.device_name,
      ordinal: row.ordinal === 0 ? null : row.ordinal,
      raisedAt: row.raised_at,
      clearedAt: row.cleared_at,
      since: row.reason.since,
      seen: row.reason.seen,
    }))
    return { happened: { count: rows.length, alarms } }
  },
})
