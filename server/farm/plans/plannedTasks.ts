import type { PlannedTask } from '#contract/farm/plan'
import type { Scope } from '../../ground/database/scope.ts'
import { issuesOf, materialsOf } from '../tasks/materials.ts'
import { lateness } from '../tasks/task.ts'

/** The tasks of a plan as planned and as they are, the first first, by subplan. */
export async function plannedTasks(scope: Scope, planId: number, now: number): Promise<ReadonlyMap<number, PlannedTask[]>> {
  const rows = await scope
    .select('task')
    .innerJoin('plan_task', 'plan_task.task_id', 'task.id')
    .leftJoin('worker', (join) => join.onRef('worker.id', '=', 'task.leader_id').onRef('worker.tenant_id', '=', 'task.tenant_id'))
    .select([
      'plan_task.subplan_id as subplanId',
      'task.id as taskId',
      'task.task_no as taskNo',
      'task.task_name as taskName',
      'task.task_state as taskState',
      lateness(now).as('lateness'),
      'worker.name as leaderName',
      'plan_task.weight as weight',
      'task.harvest_flag as harvestFlag',
      'task.harvest_kg as harvestKg',
      'plan_task.planned_starts_at as plannedStartsAt',
      'plan_task.planned_due_at as plannedDueAt',
      'task.starts_at as startsAt',
      'task.due_at as dueAt',
      'task.started_at as startedAt',
      'task.finished_at as finishedAt',
    ])
    .where('plan_task.plan_id', '=', planId)
    .orderBy('task.starts_at')
    .orderBy('task.id')
    .execute()
  const ids = rows.map(({ taskId }) => taskId)
  const [materials, issues] = [await materialsOf(scope, ids), await issuesOf(scope, ids)]
  const tasks = rows.map(({ subplanId, ...row }) => ({
    subplanId,
    task: { ...row, materials: materials.get(row.taskId) ?? [], issue: issues.get(row.taskId) ?? null } as PlannedTask,
  }))
  const grouped = Map.groupBy(tasks, ({ subplanId }) => subplanId)
  return new Map([...grouped].map(([id, all]) => [id, all.map(({ task }) => task)]))
}
