import { sql } from 'kysely'
import type { FlowDefinition } from '#contract/flows/definition'
import type { Flow, FlowState } from '#contract/flows/flow'
import { MIDDLE_PRIORITY } from '#contract/flows/flowGroup'
import type { Context } from '../../ground/contents.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { notFound } from '../../ground/failure.ts'
import { readKnown } from '../definition/known.ts'
import { openPlaces } from '../definition/openPlaces.ts'
import { FLOW_WATCH } from '../run/kind.ts'

/** Flows with their groups: what `flowColumns` reads. */
export const flowsOf = (scope: Scope) => scope.select('flow').leftJoin('flow_group', 'flow_group.id', 'flow.group_id')

const outcomeOf = (state: '=' | '<>') => sql`
    select jsonb_build_object('id', r.id, 'version', r.version, 'state', r.state, 'reason', r.reason, 'checks', r.checks, 'at', r.at,
      'endedAt', r.ended_at, 'times', r.times, 'lastAt', r.last_at) as outcome, r.last_at, r.id
    from flow_run r where r.flow_id = flow.id and r.state ${sql.raw(state)} 'skipped' order by r.at desc, r.id desc limit 1`

export const flowColumns = [
  'flow.id',
  'flow.area_id',
  'flow.name',
  'flow.note',
  'flow.group_id',
  'flow.definition',
  'flow.enabled_flag',
  'flow.version',
  'flow.run_state',
  sql<
    number | null
  >`coalesce((select v.saved_at from flow_version v where v.flow_id = flow.id and v.version = flow.version), flow.created_at)`.as(
    'saved_at',
  ),
  'flow.object_version_number',
  'flow_group.name as group_name',
  'flow_group.priority',
  sql<Flow['lastRun']>`(select ran.outcome from (${outcomeOf('<>')}) ran)`.as('last_run'),
  sql<Flow['notRun']>`(select missed.outcome from (${outcomeOf('=')}) missed
    where not exists (select from flow_run r where r.flow_id = flow.id and r.state <> 'skipped' and (r.at, r.id) > (missed.last_at, missed.id)))`.as(
    'not_run',
  ),
  sql<number | null>`(select min(t.next_at) from flow_trigger t where t.flow_id = flow.id)`.as('next_at'),
  sql<number[]>`(select coalesce(jsonb_agg(t.id), '[]') from flow_trigger t where t.flow_id = flow.id and t.kind = 'watch')`.as('watches'),
] as const

interface Row {
  readonly id: number
  readonly area_id: number
  readonly name: string
  readonly note: string
  readonly group_id: number | null
  readonly definition: FlowDefinition
  readonly enabled_flag: number
  readonly version: number
  readonly run_state: string | null
  readonly saved_at: number | null
  readonly object_version_number: number
  readonly group_name: string | null
  readonly priority: number | null
  readonly last_run: Flow['lastRun']
  readonly not_run: Flow['notRun']
  readonly next_at: number | null
  readonly watches: readonly number[]
}

const stateOf = ({ enabled_flag: enabled, run_state: run }: Pick<Row, 'enabled_flag' | 'run_state'>): FlowState =>
  enabled === 0 ? 'disabled' : ((run as FlowState | null) ?? 'enabled')

/** Rows of one base as they are answered, with what of them is open now: one query for all of them. */
export async function toFlows(scope: Scope, watching: Context['watching'], rows: readonly Row[]): Promise<Flow[]> {
  const [first] = rows
  if (!first) return []
  const { raw, tenantId } = scope
  const known = await readKnown(
    raw,
    tenantId,
    first.area_id,
    rows.map(({ definition }) => definition),
  )
  return rows.map((row) => {
    const standing = row.watches.map((id) => watching.standing(FLOW_WATCH, tenantId, id))
    return {
      id: row.id,
      areaId: row.area_id,
      name: row.name,
      note: row.note,
      groupId: row.group_id,
      definition: row.definition,
      groupName: row.group_name,
      priority: row.priority ?? MIDDLE_PRIORITY,
      enabledFlag: row.enabled_flag,
      state: stateOf(row),
      version: row.version,
      open: openPlaces(row.definition, known, row.id),
      lastRun: row.last_run,
      notRun: row.not_run,
      nextAt: row.next_at,
      watched: standing.reduce((sum, { watched }) => sum + watched, 0),
      unknown: standing.reduce((sum, { unknown }) => sum + unknown, 0),
      savedAt: row.saved_at ?? 0,
      objectVersionNumber: row.object_version_number,
    }
  })
}

/** One flow that the caller may see; else fails with error.notFound. */
export async function flowOf(scope: Scope, watching: Context['watching'], id: number): Promise<Flow> {
  const row = await flowsOf(scope).select(flowColumns).where('flow.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return (await toFlows(scope, watching, [row]))[0]!
}
