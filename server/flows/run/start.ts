import { type Kysely, sql } from 'kysely'
import type { RunCause, RunReason } from '#contract/flows/run'
import type { Database } from '../../ground/database/schema.ts'

/** That a flow is to run. */
export interface Start {
  readonly flowId: number
  readonly cause: RunCause
  /** Names what started it: it is started by it once, however often this is written. Null: as often as it is written. */
  readonly onceKey: string | null
  /** So many flows started each other before it. */
  readonly depth?: number
  readonly userId?: number | null
  /** It is known already that it does not run, and why. */
  readonly skip?: RunReason
}

/**
 * Writes down that flows are to run, in the transaction of what it follows from, and answers the ids of the runs; a start that was written before,
 * and one of a flow that is not there or not enabled, is left out. Whether it runs is decided by the walk (walk.ts), within a second.
 */
export async function writeStarts(work: Kysely<Database>, tenantId: number, starts: readonly Start[], now: number): Promise<number[]> {
  if (starts.length === 0) return []
  const rows = starts.map(({ flowId, cause, onceKey, depth = 0, userId = null, skip = null }, nth) => ({
    nth,
    flow_id: flowId,
    cause,
    once_key: onceKey,
    depth,
    user_id: userId,
    skip,
  }))
  const written = await sql<{ id: number }>`insert into flow_run
      (tenant_id, area_id, flow_id, flow_name, version, cause, once_key, state, reason, at, ended_at, last_at, look_at, depth, user_id)
    select f.tenant_id, f.area_id, f.id, f.name, f.version, s.cause, s.once_key, case when s.skip is null then 'waiting' else 'skipped' end, s.skip,
      ${now}, case when s.skip is not null then ${now}::bigint end, ${now}, case when s.skip is null then ${now}::bigint end, s.depth, s.user_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as s (nth int, flow_id bigint, cause jsonb, once_key text, depth int, user_id bigint, skip text)
      join flow f on f.id = s.flow_id and f.tenant_id = ${tenantId} and f.enabled_flag = 1
    order by s.nth
    on conflict (flow_id, once_key) do nothing returning id`.execute(work)
  return written.rows.map(({ id }) => id)
}

/** What runs of a flow, or waits to, is to end: the walk ends it and makes safe what it turned. */
export async function stopRunsOf(work: Kysely<Database>, tenantId: number, flowId: number, reason: RunReason, now: number): Promise<void> {
  await work
    .updateTable('flow_run')
    .set({ stop: sql<string>`coalesce(stop, ${reason})`, look_at: now })
    .where('tenant_id', '=', tenantId)
    .where('flow_id', '=', flowId)
    .where('state', 'in', ['waiting', 'running'])
    .execute()
}
