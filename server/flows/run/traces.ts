import { type Kysely, sql } from 'kysely'
import type { Trace } from '#contract/flows/run'
import type { Database } from '../../ground/database/schema.ts'

/** What a row of flow_trace holds beside its columns; what is not there is null, or no checks. */
export type TraceFacts = Partial<Pick<Trace, 'verdict' | 'checks' | 'command' | 'until' | 'count' | 'reason' | 'by'>>

export const toTrace = (row: { nth: number; at: number; path: number[] | null; what: string; facts: TraceFacts }): Trace => ({
  nth: row.nth,
  at: row.at,
  path: row.path,
  what: row.what as Trace['what'],
  verdict: row.facts.verdict ?? null,
  checks: row.facts.checks ?? [],
  // What was written before devices said how long they hold, does not say it.
  command: row.facts.command ? { ...row.facts.command, heldSeconds: row.facts.command.heldSeconds ?? null } : null,
  until: row.facts.until ?? null,
  count: row.facts.count ?? null,
  reason: row.facts.reason ?? null,
  by: row.facts.by ?? null,
})

export type NewTrace = Pick<Trace, 'what' | 'path'> & { readonly facts: TraceFacts }

/** Writes what happened in a run behind what is there. */
export async function writeTraces(
  work: Kysely<Database>,
  { tenantId, runId, at }: { tenantId: number; runId: number; at: number },
  traces: readonly NewTrace[],
): Promise<void> {
  if (traces.length === 0) return
  const rows = traces.map(({ what, path, facts }, nth) => ({ nth, what, path, facts }))
  await sql`insert into flow_trace (tenant_id, run_id, nth, at, path, what, facts)
    select ${tenantId}::bigint, ${runId}::bigint, t.nth + (select coalesce(max(nth) + 1, 0) from flow_trace where run_id = ${runId}),
      ${at}::bigint, case when jsonb_typeof(t.path) = 'array' then array(select jsonb_array_elements_text(t.path)::int) end, t.what, t.facts
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (nth int, what text, path jsonb, facts jsonb)`.execute(work)
}
