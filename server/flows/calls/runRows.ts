import type { Selectable } from 'kysely'
import type { FlowRun } from '#contract/flows/run'
import type { Database } from '../../ground/database/schema.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { notFound } from '../../ground/failure.ts'

export const runColumns = [
  'flow_run.id',
  'flow_run.flow_id',
  'flow_run.flow_name',
  'flow_run.area_id',
  'flow_run.version',
  'flow_run.cause',
  'flow_run.state',
  'flow_run.reason',
  'flow_run.checks',
  'flow_run.at',
  'flow_run.started_at',
  'flow_run.ended_at',
  'flow_run.times',
  'flow_run.last_at',
  'flow_run.path',
] as const
type Column = (typeof runColumns)[number] extends `flow_run.${infer Name}` ? Name : never
type Row = Pick<Selectable<Database['flow_run']>, Column>

export const toRun = (row: Row): FlowRun => ({
  id: row.id,
  flowId: row.flow_id,
  flowName: row.flow_name,
  areaId: row.area_id,
  version: row.version,
  cause: row.cause,
  state: row.state as FlowRun['state'],
  reason: row.reason as FlowRun['reason'],
  checks: row.checks,
  at: row.at,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  times: row.times,
  lastAt: row.last_at,
  path: row.path,
})

/** A run of a base that the caller may see; else fails with error.notFound. */
export async function runOf(scope: Scope, id: number): Promise<FlowRun> {
  const row = await scope.select('flow_run').select(runColumns).where('flow_run.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return toRun(row)
}
