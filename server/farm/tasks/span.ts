import { sql } from 'kysely'
import type { z } from 'zod'
import { MOST_IN_SPAN, TASK_LATENESS, TASK_PRIORITIES, TASK_STATES, type TaskBar, type taskCalls } from '#contract/farm/task'
import { columnsText, type WrittenField } from '../../ground/database/columnsText.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { written } from '../../ground/http/handler.ts'
import { lateness } from './task.ts'

interface Span {
  readonly from: number
  readonly to: number
  readonly areaId?: number | undefined
}

/** The tasks that lie in a stretch of time, the first first, as JSON: of two hundred people a month is thousands of rows. */
export async function tasksIn(scope: Scope, { from, to, areaId }: Span, now: number) {
  const bar = {
    taskId: { as: 'number', of: sql.ref('task.id') },
    objectVersionNumber: { as: 'number', of: sql.ref('task.object_version_number') },
    taskName: { as: 'text', of: sql.ref('task.task_name') },
    taskState: { as: TASK_STATES, of: sql.ref('task.task_state') },
    lateness: { as: TASK_LATENESS, of: lateness(now) },
    priority: { as: TASK_PRIORITIES, of: sql.ref('task.priority') },
    startsAt: { as: 'number', of: sql.ref('task.starts_at') },
    dueAt: { as: 'number', of: sql.ref('task.due_at') },
    landId: { as: 'number', of: sql.ref('task.land_id') },
    batchId: { as: 'number', of: sql.ref('task.batch_id') },
    leaderName: { as: 'text', of: sql.ref('hand.name') },
  } satisfies Record<keyof TaskBar, WrittenField>
  let rows = scope
    .select('task')
    .where('task.starts_at', '<', to)
    .where('task.due_at', '>', from)
    .where('task.task_state', '<>', 'cancelled')
  if (areaId !== undefined) rows = rows.where('task.area_id', '=', areaId)
  const bars = rows
    // All hands are read once (the offset keeps them together): behind the fence each task would look its leader up anew.
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('worker')
          .select(['worker.id', 'worker.name'])
          .where('worker.tenant_id', '=', scope.tenantId)
          .offset(sql.lit(0))
          .as('hand'),
      (join) => join.onRef('hand.id', '=', 'task.leader_id'),
    )
    .orderBy('task.starts_at')
    .orderBy('task.id')
    .limit(MOST_IN_SPAN)
  const { text, count } = await columnsText(scope.raw, bars, bar)
  const left =
    count < MOST_IN_SPAN ? 0 : Number((await rows.select((eb) => eb.fn.countAll<number>().as('all')).executeTakeFirstOrThrow()).all) - count
  return written<z.input<typeof taskCalls.span.answer>>(`{"tasks":${text},"left":${left}}`)
}
