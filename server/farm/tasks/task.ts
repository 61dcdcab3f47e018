import { type RawBuilder, sql } from 'kysely'
import { BEGINS_WITHIN_DAYS } from '#contract/farm/recurrence'
import { type Task, task, type TaskState } from '#contract/farm/task'
import { isEnded } from '#machines/farm/batch'
import { isOpen } from '#machines/farm/task'
import type { BatchState } from '#contract/farm/batch'
import { namesOf } from '../../ground/crud/byline.ts'
import { besideField, type Row, rulesFor } from '../../ground/crud/rules.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { nextDocumentNumber } from '../../ground/documents/documentNumber.ts'
import { CallFailure } from '../../ground/failure.ts'
import type { Asking } from '../../ground/http/handler.ts'
import { dayOf } from '#contract/core/zonedMoment'
import { safeAfter } from '../safety.ts'
import { tellCrew } from './crew.ts'
import { checkMaterials, issuesOf, materialsOf, plansOf, writeMaterials } from './materials.ts'
import { makeAhead } from './series.ts'

const DAY_MS = 86_400_000
export const taskStateOf = (row: Row) => row['task_state'] as TaskState
/** The first task of the repetition that a task is one of. */
const seriesOf = (row: Row) => (row['repeat_rule'] === null ? (row['series_id'] as number | null) : row.id)
const crewOf = (row: Row) => row['participants'] as number[]

const OPEN = ['unassigned', 'notStarted', 'ongoing'] as const satisfies readonly TaskState[]
/** How a task stands with its time, as the database tells it at `now`, ms UTC. */
export const lateness = (
  now: number,
): RawBuilder<string> => sql`case when task.task_state in (${sql.join(OPEN)}) and task.due_at < ${now} then 'overdue'
  when task.finished_at > task.due_at then 'late' else 'inTime' end`

/** Where it is done: on a plot of its base, for a batch that has not ended; a batch brings its plot. */
async function placed(
  scope: Scope,
  asking: Asking,
  { areaId, landId, batchId }: { areaId: number; landId: number | null; batchId: number | null },
  before: unknown,
) {
  if (batchId !== null) {
    const batch = await scope
      .select('batch')
      .select(['batch.area_id', 'batch.land_id', 'batch.batch_state'])
      .where('batch.id', '=', batchId)
      .executeTakeFirst()
    if (batch?.area_id !== areaId) throw besideField(asking, 'error.input.invalid', 'batchId', 'batchOffBase')
    if (landId !== null && batch.land_id !== landId) throw besideField(asking, 'error.input.invalid', 'batchId', 'batchElsewhere')
    if (batchId !== before && isEnded(batch.batch_state as BatchState))
      throw besideField(asking, 'error.input.invalid', 'batchId', 'taskBatchEnded')
    return { landId: batch.land_id }
  }
  if (landId === null) return {}
  const land = await scope.select('land').select('land.area_id').where('land.id', '=', landId).executeTakeFirst()
  if (land?.area_id !== areaId) throw besideField(asking, 'error.input.invalid', 'landId', 'plotElsewhere')
  return {}
}

/** Who does it works in its base. */
async function mustWorkThere(scope: Scope, asking: Asking, areaId: number, leaderId: number | null, participants: readonly number[]) {
  const wanted = leaderId === null ? participants : [leaderId, ...participants]
  if (wanted.length === 0) return
  const found = await scope
    .select('worker')
    .select('worker.id')
    .where('worker.id', 'in', wanted)
    .where('worker.area_id', '=', areaId)
    .execute()
  const there = new Set(found.map(({ id }) => id))
  if (leaderId !== null && !there.has(leaderId)) throw besideField(asking, 'error.input.invalid', 'leaderId', 'workerElsewhere')
  if (participants.some((id) => !there.has(id))) throw besideField(asking, 'error.input.invalid', 'participants', 'workerElsewhere')
  if (leaderId !== null && participants.includes(leaderId))
    throw besideField(asking, 'error.input.invalid', 'participants', 'leaderTakesPart')
}

/** Tasks: in one base with its workers; what is finished or over is not edited, and what was begun is not deleted. */
export const taskRules = rulesFor(task, {
  table: 'task',
  told: { lateness },

  async beforeSave({ scope, asking, values, old, now }) {
    const state = old ? taskStateOf(old) : 'unassigned'
    if (!isOpen(state)) throw new CallFailure('error.task.over')
    if (values.dueAt === values.startsAt) throw besideField(asking, 'error.input.invalid', 'dueAt', 'noTime')
    if (values.dueAt < values.startsAt) throw besideField(asking, 'error.input.invalid', 'dueAt', 'beforeStart')
    if (values.harvestFlag === 1 && values.batchId === null) throw besideField(asking, 'error.input.invalid', 'batchId', 'required')
    // TASK-02: what is under way has somebody who leads it.
    if (state === 'ongoing' && values.leaderId === null) throw besideField(asking, 'error.input.invalid', 'leaderId', 'required')
    if (old && values.repeatRule !== old['repeat_rule']) throw besideField(asking, 'error.input.invalid', 'repeatRule', 'repeatFixed')
    if (!old && values.repeatRule !== null && values.startsAt < now - BEGINS_WITHIN_DAYS * DAY_MS)
      throw besideField(asking, 'error.input.invalid', 'startsAt', 'repeatsLongAgo')
    await checkMaterials(scope, asking, values)
    await mustWorkThere(scope, asking, values.areaId, values.leaderId, values.participants)
    const where = await placed(scope, asking, values, old?.['batch_id'])
    // A harvest is not planned within a safety interval; one that was planned before somebody sprayed stays until its day is changed.
    const landId = (where as { landId?: number }).landId ?? values.landId
    const isMoved = !old || old['starts_at'] !== values.startsAt || old['land_id'] !== landId || old['harvest_flag'] !== values.harvestFlag
    if (values.harvestFlag === 1 && landId !== null && isMoved) {
      const day = await safeAfter(scope, landId, dayOf(values.startsAt, asking.grant.timeZone))
      if (day !== null) throw besideField(asking, 'error.input.invalid', 'startsAt', 'insideSafety', { day })
    }
    if (old) return { ...where, taskState: state === 'ongoing' ? state : values.leaderId === null ? 'unassigned' : 'notStarted' }
    const type = await scope
      .select('task_type')
      .select('task_type.code')
      .where('task_type.id', '=', values.taskTypeId)
      .executeTakeFirstOrThrow()
    const taskNo = await nextDocumentNumber(scope, {
      prefix: type.code === null ? 'T' : `${type.code}-`,
      now,
      zone: asking.grant.timeZone,
    })
    const madeUntil = values.repeatRule === null ? null : Math.max(values.startsAt, now)
    return { ...where, taskNo, madeUntil, taskState: values.leaderId === null ? 'unassigned' : 'notStarted' }
  },

  async afterSave({ scope, asking, row, old, values, now }) {
    if (old)
      await scope
        .remove('task_step')
        .where('task_step.task_id', '=', row.id)
        .where('task_step.step', 'not in', values.steps.length > 0 ? values.steps.map((line) => line.trim()) : [''])
        .execute()
    await writeMaterials(scope, row.id, values)
    if (!old && values.repeatRule !== null) await makeAhead(scope.raw, row.id, now)
    const before = new Set(old ? [old['leader_id'] as number | null, ...crewOf(old)] : [])
    const added = [row['leader_id'] as number | null, ...crewOf(row)].filter((id) => id !== null && !before.has(id)) as number[]
    await tellCrew(scope, asking.caller.userId, row, added, 'given', now)
  },

  async beforeDelete({ scope, row }) {
    // The others of its repetition name it, whatever became of them.
    const another = await scope.select('task').select('task.id').where('task.series_id', '=', row.id).limit(1).executeTakeFirst()
    if (another) throw new CallFailure('error.record.used')
    if (!['unassigned', 'notStarted', 'cancelled'].includes(taskStateOf(row))) throw new CallFailure('error.task.begun')
  },

  async describe(scope, rows, now) {
    const workers = [...new Set(rows.flatMap((row) => [row['leader_id'] as number | null, ...crewOf(row)]))].filter((id) => id !== null)
    const known = await scope.raw
      .selectFrom('worker')
      .select(['id', 'name', 'user_id'])
      .where('tenant_id', '=', scope.tenantId)
      .where('id', 'in', workers.length > 0 ? workers : [0])
      .execute()
    const members = new Map(known.map(({ id, name, user_id: userId }) => [id, { workerId: id, name, userId }]))
    const done = await scope
      .select('task_step')
      .selectAll('task_step')
      .where(
        'task_step.task_id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
    const series = [...new Set(rows.map(seriesOf))].filter((id) => id !== null)
    const firsts = await scope.raw
      .selectFrom('task')
      .select(['id', 'repeat_rule', 'repeat_ended_at'])
      .where('tenant_id', '=', scope.tenantId)
      .where('id', 'in', series.length > 0 ? series : [0])
      .execute()
    const repetitions = new Map(
      firsts.map((one) => [one.id, { taskId: one.id, rule: one.repeat_rule!, endedAt: one.repeat_ended_at }] as const),
    )
    const ids = rows.map(({ id }) => id)
    const [materials, issues, plans] = [await materialsOf(scope, ids), await issuesOf(scope, ids), await plansOf(scope, ids)]
    const names = await namesOf(scope, [...new Set(done.flatMap(({ done_by: by }) => by ?? []))])
    const marks = new Map(done.map((mark) => [`${mark.task_id} ${mark.step}`, mark]))
    return rows.map((row) => {
      const state = taskStateOf(row)
      const [dueAt, finishedAt] = [row['due_at'] as number, row['finished_at'] as number | null]
      const lateBy = finishedAt !== null && finishedAt > dueAt ? finishedAt - dueAt : null
      const member = (id: number | null) => (id === null ? null : (members.get(id) ?? null))
      return {
        taskNo: row['task_no'] as string,
        startedAt: row['started_at'] as number | null,
        finishedAt,
        lateBy,
        harvestKg: row['harvest_kg'] as string | null,
        reason: row['reason'] as string | null,
        taskState: state,
        lateness: isOpen(state) && dueAt < now ? 'overdue' : lateBy === null ? 'inTime' : 'late',
        leader: member(row['leader_id'] as number | null),
        materials: materials.get(row.id) ?? [],
        plan: plans.get(row.id) ?? null,
        issue: issues.get(row.id) ?? null,
        repeats: repetitions.get(seriesOf(row) ?? 0) ?? null,
        crew: crewOf(row).flatMap((id) => member(id) ?? []),
        checklist: (row['steps'] as string[]).map((step) => {
          const mark = marks.get(`${row.id} ${step}`)
          const by = mark?.done_by ?? null
          return { text: step, doneAt: mark?.done_at ?? null, doneBy: by === null ? null : (names.get(by) ?? null) }
        }),
      } satisfies Partial<Task> & Record<string, unknown>
    })
  },
})
