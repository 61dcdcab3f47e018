import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ClearedBy } from '#contract/alarms/alarm'
import type { Database } from '../../ground/database/schema.ts'
import { writeEvents } from '../events.ts'

/** Alarms `a` with their rule `r` and device `d`, null where these are gone. */
export const withScope = sql`alarm a left join alarm_rule r on r.id = a.rule_id left join device d on d.id = a.device_id`

const narrows = (list: 'types' | 'deviceIds' | 'landIds', value: RawBuilder<unknown>) =>
  sql`(jsonb_typeof(r.logic -> 'scope' -> ${sql.lit(list)}) = 'array' and not coalesce(r.logic -> 'scope' -> ${sql.lit(list)} @> to_jsonb(${value}), false))`

/** An active alarm that nothing watches any more: its rule is gone or switched off, or its device is none that the rule watches. */
export const isOutOfScope = sql`a.cleared_at is null and (r.id is null or r.enabled_flag = 0 or d.id is null or d.enabled_flag = 0
  or d.area_id <> r.area_id or ${narrows('types', sql`d.device_type`)} or ${narrows('deviceIds', sql`d.id`)} or ${narrows('landIds', sql`d.land_id`)})`

const why = sql`case when r.id is null then 'ruleGone' when r.enabled_flag = 0 then 'ruleOff' else 'outOfScope' end`

/** Clears those of a tenant that nothing watches any more, and says why; with `ruleId` of one rule. Answers their ids. */
export async function clearOutOfScope(
  work: Kysely<Database>,
  tenantId: number,
  now: number,
  ruleId: number | null = null,
): Promise<number[]> {
  const { rows } = await sql<{ id: number; why: ClearedBy }>`
    update alarm set state = 'cleared', cleared_at = greatest(${now}::bigint, raised_at), cleared_by = o.why, cleared_seen = '[]', calm_at = null,
      calm_seen = null
    from (select a.id, ${why} as why from ${withScope} where a.tenant_id = ${tenantId} and ${isOutOfScope}
      and (${ruleId}::bigint is null or a.rule_id = ${ruleId}::bigint)) o
    where alarm.id = o.id and alarm.tenant_id = ${tenantId} returning alarm.id, o.why`.execute(work)
  await sayCleared(work, tenantId, rows, now)
  return rows.map(({ id }) => id)
}

/** Clears the active alarms of a rule that is about to be deleted. Answers their ids. */
export async function clearOfGoneRule(work: Kysely<Database>, tenantId: number, ruleId: number, now: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update alarm set state = 'cleared', cleared_at = greatest(${now}::bigint, raised_at), cleared_by = 'ruleGone', cleared_seen = '[]',
      calm_at = null, calm_seen = null
    where tenant_id = ${tenantId} and rule_id = ${ruleId} and cleared_at is null returning id`.execute(work)
  await sayCleared(
    work,
    tenantId,
    rows.map(({ id }) => ({ id, why: 'ruleGone' })),
    now,
  )
  return rows.map(({ id }) => id)
}

const sayCleared = (work: Kysely<Database>, tenantId: number, rows: readonly { id: number; why: ClearedBy }[], now: number) =>
  writeEvents(
    work,
    tenantId,
    rows.map(({ id, why: text }) => ({ alarmId: id, at: now, what: 'cleared', text })),
  )
