import { type Kysely, sql } from 'kysely'
import type { FlowDefinition } from '#contract/flows/definition'
import { MIDDLE_PRIORITY } from '#contract/flows/flowGroup'
import type { RunCause, RunReason, RunState } from '#contract/flows/run'
import type { Cursor } from '#machines/flows/cursor'
import type { Database } from '../../ground/database/schema.ts'

/** An open run with what decides about it. */
export interface OpenRun {
  readonly id: number
  readonly tenant_id: number
  readonly area_id: number
  readonly flow_id: number
  readonly flow_name: string
  readonly version: number
  readonly cause: RunCause
  readonly state: RunState
  readonly at: number
  readonly cursor: Cursor | null
  readonly depth: number
  readonly stop: RunReason | null
  readonly user_id: number | null
  /** Who changed the flow last. */
  readonly author_id: number | null
  /** As it was at its version; null where that is kept no more. */
  readonly definition: FlowDefinition | null
  readonly group_id: number | null
  readonly exclusive: boolean
  /** Of the flow's group: 1 goes before 9. What an alarm starts goes before all that. */
  readonly priority: number
  readonly is_enabled: boolean
  readonly is_stopped: boolean
}

/** What an alarm starts goes before what anything else starts. */
const BEFORE_ALL = 10

const columns = sql`r.id, r.tenant_id, r.area_id, r.flow_id, r.flow_name, r.version, r.cause, r.state, r.at, r.cursor, r.depth, r.stop, r.user_id,
  coalesce(f.updated_by, f.created_by) as author_id, v.definition, f.group_id, coalesce(g.exclusive_flag, 0) = 1 as exclusive,
  coalesce(g.priority, ${MIDDLE_PRIORITY}) - case when r.cause ->> 'kind' = 'alarm' then ${BEFORE_ALL} else 0 end as priority,
  f.enabled_flag = 1 and f.version = r.version as is_enabled,
  exists (select from emergency_stop e where e.area_id = r.area_id and e.lifted_at is null) as is_stopped`
const from = sql`flow_run r join flow f on f.id = r.flow_id left join flow_group g on g.id = f.group_id
  left join flow_version v on v.flow_id = r.flow_id and v.version = r.version`

/** Runs that may go on now, the oldest first, by id and tenant; also those that moved at times ahead: the clock was set back since; and those of which a circuit has said something. */
export async function dueRuns(db: Kysely<Database>, now: number, most: number): Promise<{ id: number; tenant_id: number }[]> {
  const { rows } = await sql<{ id: number; tenant_id: number }>`select r.id, r.tenant_id from flow_run r
    where r.state in ('waiting', 'running') and (r.look_at <= ${now} or r.stop is not null or (r.cursor ->> 'seenAt')::bigint > ${now} or r.at > ${now}
      or r.state = 'running' and exists (select from flow_claim c join switch s on s.id = c.switch_id
        where c.run_id = r.id and s.status_at > (r.cursor ->> 'seenAt')::bigint and s.status_at <= ${now})
      or r.state = 'running' and exists (select from emergency_stop e where e.area_id = r.area_id and e.lifted_at is null))
    order by r.id limit ${most}`.execute(db)
  return rows
}

/** One that is still open, locked until the end of the transaction; the flow with it, so that nothing is decided beside its switching off. */
export async function lockRun(
  work: Kysely<Database>,
  { id, tenant_id: tenantId }: { id: number; tenant_id: number },
): Promise<OpenRun | null> {
  await sql`select f.id from flow f join flow_run r on r.flow_id = f.id where r.id = ${id} and f.tenant_id = ${tenantId} for update of f`.execute(
    work,
  )
  const { rows } = await sql<OpenRun>`select ${columns} from ${from}
    where r.id = ${id} and r.tenant_id = ${tenantId} and r.state in ('waiting', 'running') for update of r`.execute(work)
  return rows[0] ?? null
}
