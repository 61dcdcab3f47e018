import { sql } from 'kysely'
import { exactText, millionths } from '#contract/core/exact'
import type { Stage } from '#contract/core/field'
import type { BatchState, PlannedBatch } from '#contract/farm/batch'
import { progressOf } from '#contract/farm/plan'
import { readPage } from '../ground/database/page.ts'
import type { Scope } from '../ground/database/scope.ts'
import { dayOf } from '#contract/core/zonedMoment'
import { dayAfter, growthOf } from './batchDays.ts'

interface Narrowing {
  readonly page: number
  readonly size: number
  readonly areaId?: number | undefined
  readonly landId?: number | undefined
  readonly batchState?: BatchState | undefined
}

/** Each stage with the days that it is to take, from the day on which the first begins. */
function stagesFrom(first: string, stages: readonly Stage[]) {
  let from = first
  return stages.map(({ name, days }) => {
    const to = dayAfter(from, days - 1)
    const one = { name, days, from, to }
    from = dayAfter(to, 1)
    return one
  })
}

/** Batches with their plan and how far they are, `now` (ms UTC) in the zone of the tenant. */
export async function plannedBatches(scope: Scope, query: Narrowing, { now, zone }: { now: number; zone: string }) {
  let rows = scope
    .select('batch')
    .innerJoin('land', (join) => join.onRef('land.id', '=', 'batch.land_id').onRef('land.tenant_id', '=', 'batch.tenant_id'))
  if (query.areaId !== undefined) rows = rows.where('batch.area_id', '=', query.areaId)
  if (query.landId !== undefined) rows = rows.where('batch.land_id', '=', query.landId)
  if (query.batchState !== undefined) rows = rows.where('batch.batch_state', '=', query.batchState)
  const harvested = sql<string>`(select coalesce(sum(h.kg), 0) from batch_harvest h where h.tenant_id = batch.tenant_id and h.batch_id = batch.id)`
  const counted = (which: ReturnType<typeof sql>) =>
    sql<number>`(select count(*)::int from task where task.tenant_id = batch.tenant_id and task.batch_id = batch.id and ${which})`
  const page = await readPage(query, rows, (all) =>
    all
      .selectAll('batch')
      .select([
        'land.land_name as landName',
        sql<string>`${harvested}::numeric(20, 6)::text`.as('harvestedKg'),
        sql<number | null>`round(${harvested} * 100 / nullif(batch.expected_yield, 0))::int`.as('yieldPercent'),
        sql<{
          planId: number
          planName: string
          accepted: number
          total: number
        } | null>`(select jsonb_build_object('planId', plan.id, 'planName', plan.plan_name,
          'accepted', coalesce(sum(part.weight) filter (where one.task_state = 'accepted'), 0),
          'total', coalesce(sum(part.weight) filter (where one.task_state not in ('cancelled', 'ended')), 0))
          from plan left join plan_task part on part.plan_id = plan.id left join task one on one.id = part.task_id
          where plan.tenant_id = batch.tenant_id and plan.batch_id = batch.id and plan.plan_state = 'running' group by plan.id order by plan.id desc limit 1)`.as(
          'plan',
        ),
        counted(sql`task.task_state <> 'cancelled'`).as('total'),
        counted(sql`task.task_state in ('finished', 'accepted')`).as('done'),
        counted(sql`task.task_state in ('unassigned', 'notStarted', 'ongoing') and task.due_at < ${now}`).as('overdue'),
      ])
      .orderBy('batch.starts_on')
      .orderBy('batch.id'),
  )
  return {
    ...page,
    content: page.content.map((row): PlannedBatch => {
      const growth = growthOf(row, now, zone)
      const { elapsed = 0, total = null } = growth ?? {}
      return {
        batchId: row.id,
        batchName: row.batch_name,
        areaId: row.area_id,
        landId: row.land_id,
        landName: row.landName,
        varietyName: row.variety_name,
        batchState: row.batch_state as BatchState,
        startsOn: row.starts_on,
        harvestOn: row.harvest_on,
        startedAt: row.started_at,
        endedAt: row.ended_at,
        stages: stagesFrom(row.started_at === null ? row.starts_on : dayOf(row.started_at, zone), row.stages),
        growth,
        daysPercent: growth === null || total === null || total === 0 ? null : Math.min(100, Math.floor((elapsed * 100) / total)),
        expectedYield: row.expected_yield,
        harvestedKg: exactText(millionths(row.harvestedKg)!),
        yieldPercent: row.yieldPercent,
        plan: row.plan && {
          planId: row.plan.planId,
          planName: row.plan.planName,
          percent: progressOf(row.plan.accepted, row.plan.total).percent,
        },
        tasks: { total: row.total, done: row.done, overdue: row.overdue },
      }
    }),
  }
}
