import { type Kysely, sql, type Transaction } from 'kysely'
import { MADE_AHEAD_DAYS } from '#contract/farm/recurrence'
import type { Job } from '../../ground/clock/job.ts'
import type { Database } from '../../ground/database/schema.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure } from '../../ground/failure.ts'
import { post } from '../../ground/outbox/parcel.ts'
import { momentOf, wallClock } from '#contract/core/zonedMoment'
import { tellCrew } from './crew.ts'
import { occurrencesOf } from './recurrence.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Repetitions that one turn of the job looks at. */
const SLICE = 200

/**
 * Makes the tasks of a repetition that are to come, as its first task is now, up to 60 days ahead of `now` (ms UTC). The first task is held,
 * so that none is made twice; one that somebody deleted is not made again. A repetition for a batch that has ended ends. Answers how many.
 */
export async function makeAhead(work: Kysely<Database>, taskId: number, now: number): Promise<number> {
  const first = await work
    .selectFrom('task')
    .innerJoin('tenant', 'tenant.id', 'task.tenant_id')
    .leftJoin('batch', 'batch.id', 'task.batch_id')
    .selectAll('task')
    .select(['tenant.time_zone as zone', 'batch.batch_state as batchState'])
    .where('task.id', '=', taskId)
    .forUpdate('task')
    .executeTakeFirst()
  if (!first || first.repeat_rule === null || first.repeat_ended_at !== null) return 0
  const { zone } = first
  if (first.batchState === 'closed' || first.batchState === 'failed') {
    await work.updateTable('task').set({ repeat_ended_at: now }).where('id', '=', taskId).execute()
    return 0
  }
  const until = now + MADE_AHEAD_DAYS * DAY_MS
  // Nothing is made of what is past; and what lies further ahead than is made was made by a clock that was ahead.
  const after = first.made_until! > until ? now : Math.max(first.made_until!, now)
  if (until <= after) return 0
  const starts = occurrencesOf(first.repeat_rule, { startsAt: first.starts_at, zone, after, until })
  // It takes as long as the wall says: from six to eighteen o'clock also on the day of 23 hours.
  const lasts = wallClock(first.due_at, zone) - wallClock(first.starts_at, zone)
  const dues = starts.map((at) => Math.max(at + 1, momentOf(wallClock(at, zone) + lasts, zone)))
  await sql`insert into task (tenant_id, area_id, task_no, task_name, task_type_id, land_id, batch_id, task_level, priority, leader_id,
      participants, starts_at, due_at, description, steps, proof_flag, harvest_flag, closes_batch, task_state, series_id, occurs_at)
    select f.tenant_id, f.area_id, f.task_no || '.' || (f.made_count + o.n), f.task_name, f.task_type_id, f.land_id, f.batch_id, f.task_level,
      f.priority, f.leader_id, f.participants, o.starts, o.due, f.description, f.steps, f.proof_flag, f.harvest_flag, 0,
      case when f.leader_id is null then 'unassigned' else 'notStarted' end, f.id, o.starts
    from task f cross join unnest(${starts}::bigint[], ${dues}::bigint[]) with ordinality as o (starts, due, n) where f.id = ${taskId}
    on conflict (series_id, occurs_at) do nothing`.execute(work)
  await sql`insert into task_material (tenant_id, task_id, nth, product_id, quantity)
    select used.tenant_id, made.id, used.nth, used.product_id, used.quantity from task_material used join task made on made.series_id = used.task_id
    where used.task_id = ${taskId} and made.occurs_at = any(${starts}::bigint[]) on conflict (task_id, product_id) do nothing`.execute(work)
  await work
    .updateTable('task')
    .set((eb) => ({ made_until: until, made_count: eb('made_count', '+', starts.length) }))
    .where('id', '=', taskId)
    .execute()
  return starts.length
}

/** Ends a repetition: what is to come and was not begun goes, and who was to do it is told, once. The first task is held. */
export async function endSeries(scope: Scope, by: number, firstId: number, now: number) {
  const first = await scope.select('task').selectAll('task').where('task.id', '=', firstId).forUpdate('task').executeTakeFirst()
  if (!first || first.repeat_rule === null || first.repeat_ended_at !== null) throw new CallFailure('error.task.noRepetition')
  await scope.update('task').set({ repeat_ended_at: now }).where('task.id', '=', firstId).execute()
  const gone = await scope
    .remove('task')
    .where('task.series_id', '=', firstId)
    .where('task.starts_at', '>', now)
    .where('task.task_state', 'in', ['unassigned', 'notStarted'])
    .returning(['task.leader_id', 'task.participants'])
    .execute()
  const hands = new Set(gone.flatMap(({ leader_id: leader, participants }) => [...(leader === null ? [] : [leader]), ...participants]))
  await tellCrew(scope, by, first as never, [...hands], 'repetitionEnded', now)
  return { first, gone: gone.length }
}

/** Goes on making the tasks of repetitions, a day's worth at a time; consoles hear of it. */
export const repeatJob = (clock: () => number): Job => ({
  name: 'farm.repeatTasks',
  every: HOUR_MS,
  missed: 'catchUp',
  async once(work: Transaction<Database>) {
    const now = clock()
    const due = await work
      .selectFrom('task')
      .select(['id', 'tenant_id', 'area_id'])
      .where('repeat_rule', 'is not', null)
      .where('repeat_ended_at', 'is', null)
      .where((eb) =>
        eb.or([eb('made_until', '<', now + (MADE_AHEAD_DAYS - 1) * DAY_MS), eb('made_until', '>', now + (MADE_AHEAD_DAYS + 1) * DAY_MS)]),
      )
      .orderBy('made_until')
      .limit(SLICE)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id, tenant_id: tenantId, area_id: areaId } of due)
      if ((await makeAhead(work, id, now)) > 0)
        await post(work, [{ kind: 'changed', tenantId, body: { name: 'task', id: null, areaId } }], now)
  },
})
