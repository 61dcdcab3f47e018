import { MOST_IN_SPAN, type TaskBar } from '#contract/farm/task'
import type { Scope } from '../../ground/database/scope.ts'
import { lateness } from './task.ts'

/** The tasks that lie in a stretch of time, the first first. */
export async function tasksIn(scope: Scope, { from, to, areaId }: { from: number; to: number; areaId?: number | undefined }, now: number) {
  let rows = scope
    .select('task')
    .where('task.starts_at', '<', to)
    .where('task.due_at', '>', from)
    .where('task.task_state', '<>', 'cancelled')
  if (areaId !== undefined) rows = rows.where('task.area_id', '=', areaId)
  const found = await rows
    .leftJoin('worker', (join) => join.onRef('worker.id', '=', 'task.leader_id').onRef('worker.tenant_id', '=', 'task.tenant_id'))
    .select([
      'task.id as taskId',
      'task.object_version_number as objectVersionNumber',
      'task.task_name as taskName',
      'task.task_state as taskState',
      lateness(now).as('lateness'),
      'task.priority as priority',
      'task.starts_at as startsAt',
      'task.due_at as dueAt',
      'task.land_id as landId',
      'task.batch_id as batchId',
      'worker.name as leaderName',
    ])
    .orderBy('task.starts_at')
    .orderBy('task.id')
    .limit(MOST_IN_SPAN)
    .execute()
  const left =
    found.length < MOST_IN_SPAN
      ? 0
      : Number((await rows.select((eb) => eb.fn.countAll<number>().as('all')).executeTakeFirstOrThrow()).all) - found.length
  return { tasks: found as TaskBar[], left }
}
