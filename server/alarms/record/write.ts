import { type Kysely, sql } from 'kysely'
import type { AlarmReason } from '#contract/alarms/alarm'
import type { Cause } from '#contract/watch/condition'
import type { Database } from '../../ground/database/schema.ts'
import { type Happened, writeEvents } from '../events.ts'
import { evidenceOf, type ItemFacts } from './evidence.ts'
import type { Followed } from './follow.ts'
import { type DeviceFacts, keyOf, type Origin, type RuleFacts } from './read.ts'

/** An alarm that acts changed or made. */
export interface Outcome {
  readonly origin: Origin
  readonly alarm: Followed
  /** Of a new one: of what it tells. */
  readonly about: { readonly rule: RuleFacts; readonly device: DeviceFacts; readonly version: number } | null
}

const movingColumns = ({ alarm }: Outcome) => ({
  state: alarm.clearedAt === null ? 'active' : 'cleared',
  cleared_at: alarm.clearedAt,
  cleared_by: alarm.clearedBy,
  cleared_seen: alarm.clearedSeen,
  episode_at: alarm.episodeAt,
  recent: alarm.recent,
  times: alarm.times,
  calm_at: alarm.calmAt,
  calm_seen: alarm.calmSeen,
  quiet: alarm.quiet,
  by_loss: alarm.byLoss,
  due_at: alarm.dueAt,
})
const MOVING = `state text, cleared_at bigint, cleared_by text, cleared_seen jsonb, episode_at bigint, recent bigint[], times int, calm_at bigint,
  calm_seen jsonb, quiet text, by_loss boolean, due_at bigint`

/** Writes what acts made of alarms: three statements, however many. Answers the ids of those that are others to who looks at them. */
export async function writeOutcomes(
  work: Kysely<Database>,
  tenantId: number,
  outcomes: readonly Outcome[],
  items: ReadonlyMap<number, ItemFacts>,
  now: number,
): Promise<number[]> {
  const changed = outcomes.filter(({ alarm }) => alarm.id !== null && alarm.touched)
  const fresh = outcomes.filter(({ alarm }) => alarm.id === null)
  // What ended before what began: of one rule and origin there is one that is active.
  if (changed.length > 0)
    await sql`update alarm set state = m.state, cleared_at = m.cleared_at, cleared_by = m.cleared_by, cleared_seen = m.cleared_seen,
        episode_at = m.episode_at, recent = m.recent, times = m.times, calm_at = m.calm_at, calm_seen = m.calm_seen, quiet = m.quiet,
        by_loss = m.by_loss, due_at = m.due_at
      from jsonb_to_recordset(${JSON.stringify(changed.map((one) => ({ id: one.alarm.id, ...movingColumns(one) })))}::jsonb)
        as m (id bigint, ${sql.raw(MOVING)})
      where alarm.id = m.id and alarm.tenant_id = ${tenantId}`.execute(work)
  const made = await insertAlarms(work, tenantId, fresh, items, now)
  const written = outcomes.flatMap((one) => {
    const id = one.alarm.id ?? made.get(placeOf(one.origin, one.alarm.raisedAt))
    return id === undefined ? [] : [{ id, alarm: one.alarm }]
  })
  await writeEvents(
    work,
    tenantId,
    written.flatMap(({ id, alarm }) => alarm.events.map((event): Happened => ({ alarmId: id, ...event }))),
  )
  return written.flatMap(({ id, alarm }) => (alarm.shown ? [id] : []))
}

const placeOf = (origin: Origin, raisedAt: number) => `${keyOf(origin)}/${raisedAt}`

/** Answers the ids of those that were not there yet, by their place. */
async function insertAlarms(
  work: Kysely<Database>,
  tenantId: number,
  fresh: readonly Outcome[],
  items: ReadonlyMap<number, ItemFacts>,
  now: number,
): Promise<ReadonlyMap<string, number>> {
  if (fresh.length === 0) return new Map()
  const rows = fresh.map((one, nth) => {
    const { rule, device, version } = one.about!
    const episode = one.alarm.episode!
    const { limit, itemId, at: seenAt, ...evidence } = evidenceOf(one.origin.cause, rule.logic.when, episode.seen, items)
    return {
      nth,
      area_id: rule.area_id,
      severity: rule.severity,
      rule_id: rule.id,
      rule_name: rule.name,
      advice: rule.advice,
      device_id: device.id,
      device_name: device.name,
      device_type: device.device_type,
      land_id: device.land_id,
      land_name: device.land_name,
      ordinal: one.origin.ordinal,
      cause: one.origin.cause,
      raised_at: one.alarm.raisedAt,
      ...movingColumns(one),
      ...evidence,
      item_id: itemId,
      limit_value: limit,
      seen_at: seenAt,
      reason: {
        when: rule.logic.when,
        holdSeconds: rule.logic.holdSeconds,
        since: episode.since,
        seen: [...episode.seen],
        version,
      } satisfies AlarmReason,
    }
  })
  const columns =
    sql.raw(`area_id, severity, rule_id, rule_name, advice, device_id, device_name, device_type, land_id, land_name, ordinal, cause, raised_at,
    state, cleared_at, cleared_by, cleared_seen, episode_at, recent, times, calm_at, calm_seen, quiet, by_loss, due_at, code, item_id, unit, value,
    limit_value, direction, seen_at, reason`)
  const { rows: made } = await sql<{ id: number; rule_id: number; device_id: number; ordinal: number; cause: Cause; raised_at: number }>`
    insert into alarm (tenant_id, told_at, ${columns}) select ${tenantId}::bigint, ${now}::bigint, ${columns}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (nth int, area_id bigint, severity text, rule_id bigint, rule_name text, advice text,
      device_id bigint, device_name text, device_type text, land_id bigint, land_name text, ordinal int, cause text, raised_at bigint, ${sql.raw(MOVING)},
      code text, item_id bigint, unit text, value double precision, limit_value double precision, direction text, seen_at bigint, reason jsonb)
    order by nth on conflict do nothing returning id, rule_id, device_id, ordinal, cause, raised_at`.execute(work)
  return new Map(
    made.map((row) => [
      placeOf({ ruleId: row.rule_id, deviceId: row.device_id, ordinal: row.ordinal, cause: row.cause }, row.raised_at),
      row.id,
    ]),
  )
}
