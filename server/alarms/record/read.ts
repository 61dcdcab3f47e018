import { type Kysely, sql } from 'kysely'
import type { Cause, Seen } from '#contract/watch/condition'
import type { WatchLogic } from '#contract/watch/logic'
import type { Quiet } from '#contract/alarms/alarm'
import type { Database } from '../../ground/database/schema.ts'
import type { Act } from '../../ground/watch/kind.ts'
import { plannedUntil } from '../../ground/watch/plannedWork.ts'
import type { ItemFacts } from './evidence.ts'
import type { Followed } from './follow.ts'

/** A layer of a device that a rule watches, and why something of it is told. */
export interface Origin extends Pick<Act, 'ruleId' | 'deviceId' | 'ordinal'> {
  readonly cause: Cause
}
export const keyOf = ({ ruleId, deviceId, ordinal, cause }: Origin): string => `${ruleId}/${deviceId}/${ordinal}/${cause}`

export interface RuleFacts {
  readonly id: number
  readonly area_id: number
  readonly name: string
  readonly severity: string
  readonly advice: string
  readonly logic: WatchLogic
  readonly enabled_flag: number
}
export interface DeviceFacts {
  readonly id: number
  readonly name: string
  readonly device_type: string
  readonly area_id: number
  readonly land_id: number | null
  readonly land_name: string | null
  /** The gateway that it stands behind is lost. */
  readonly gateway_lost: boolean
}

/** The rules and devices of these origins, by id: two statements, however many. */
export async function readFacts(work: Kysely<Database>, tenantId: number, origins: readonly Pick<Origin, 'ruleId' | 'deviceId'>[]) {
  const ids = (of: 'ruleId' | 'deviceId') => [...new Set(origins.map((origin) => origin[of]))]
  const rules = await sql<RuleFacts>`select id, area_id, name, severity, advice, logic, enabled_flag from alarm_rule
    where tenant_id = ${tenantId} and id = any(${ids('ruleId')}::bigint[])`.execute(work)
  const devices = await sql<DeviceFacts>`select d.id, d.name, d.device_type, d.area_id, d.land_id, l.land_name,
      coalesce(p.presence = 'offline', false) as gateway_lost
    from device d left join land l on l.id = d.land_id left join device p on p.id = d.parent_id
    where d.tenant_id = ${tenantId} and d.id = any(${ids('deviceId')}::bigint[])`.execute(work)
  return {
    rules: new Map(rules.rows.map((rule) => [rule.id, rule])),
    devices: new Map(devices.rows.map((device) => [device.id, device])),
  }
}

export async function readItems(
  work: Kysely<Database>,
  tenantId: number,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, ItemFacts>> {
  if (itemIds.length === 0) return new Map()
  const { rows } = await sql<ItemFacts & { id: number }>`select id, code, unit from item
    where tenant_id = ${tenantId} and id = any(${[...new Set(itemIds)]}::bigint[])`.execute(work)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The devices that planned work covers now in the bases of their rules, each as `<rule>/<device>`. */
export async function readSilenced(
  work: Kysely<Database>,
  tenantId: number,
  acts: readonly Pick<Act, 'ruleId' | 'deviceId'>[],
  now: number,
): Promise<ReadonlySet<string>> {
  const named = { tenantId: sql`r.tenant_id`, areaId: sql`r.area_id`, deviceId: sql`n.device_id` }
  const { rows } = await sql<{ of: string }>`select distinct n.rule_id || '/' || n.device_id as of
    from unnest(${acts.map(({ ruleId }) => ruleId)}::bigint[], ${acts.map(({ deviceId }) => deviceId)}::bigint[]) as n(rule_id, device_id)
    join alarm_rule r on r.id = n.rule_id where r.tenant_id = ${tenantId} and ${plannedUntil(named, now)} is not null`.execute(work)
  return new Set(rows.map(({ of }) => of))
}

interface LastRow {
  rule_id: number
  device_id: number
  ordinal: number
  cause: Cause
  id: number
  raised_at: number
  episode_at: number
  recent: number[]
  times: number
  cleared_at: number | null
  cleared_by: string | null
  cleared_seen: Seen[] | null
  calm_at: number | null
  calm_seen: Seen[] | null
  quiet: Quiet | null
  by_loss: boolean
  due_at: number | null
  heard_at: number | null
  shelved_until: number | null
}

/** The alarm of each origin that is active, else its newest one; by `keyOf`. One statement. */
export async function readLast(work: Kysely<Database>, tenantId: number, origins: readonly Origin[]): Promise<Map<string, Followed>> {
  const each = [...new Map(origins.map((origin) => [keyOf(origin), origin])).values()]
  const { rows } =
    await sql<LastRow>`select a.rule_id, a.device_id, a.ordinal, a.cause, a.id, a.raised_at, a.episode_at, a.recent, a.times, a.cleared_at,
      a.cleared_by, a.cleared_seen, a.calm_at, a.calm_seen, a.quiet, a.by_loss, a.due_at, a.heard_at, a.shelved_until
    from unnest(${each.map(({ ruleId }) => ruleId)}::bigint[], ${each.map(({ deviceId }) => deviceId)}::bigint[],
      ${each.map(({ ordinal }) => ordinal)}::int[], ${each.map(({ cause }) => cause)}::text[]) as o (rule_id, device_id, ordinal, cause)
    cross join lateral (
      (select * from alarm x where x.tenant_id = ${tenantId} and x.rule_id = o.rule_id and x.device_id = o.device_id and x.ordinal = o.ordinal
        and x.cause = o.cause and x.cleared_at is null)
      union all
      (select * from alarm x where x.tenant_id = ${tenantId} and x.rule_id = o.rule_id and x.device_id = o.device_id and x.ordinal = o.ordinal
        and x.cause = o.cause order by x.episode_at desc limit 1)
      limit 1
    ) a`.execute(work)
  return new Map(
    rows.map((row) => [
      keyOf({ ruleId: row.rule_id, deviceId: row.device_id, ordinal: row.ordinal, cause: row.cause }),
      {
        id: row.id,
        raisedAt: row.raised_at,
        episode: null,
        episodeAt: row.episode_at,
        recent: row.recent,
        times: row.times,
        clearedAt: row.cleared_at,
        clearedBy: row.cleared_by,
        clearedSeen: row.cleared_seen,
        calmAt: row.calm_at,
        calmSeen: row.calm_seen,
        quiet: row.quiet,
        byLoss: row.by_loss,
        dueAt: row.due_at,
        heardAt: row.heard_at,
        shelvedUntil: row.shelved_until,
        events: [],
        touched: false,
        shown: false,
      },
    ]),
  )
}
