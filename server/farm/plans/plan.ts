import { sql } from 'kysely'
import type { BatchState } from '#contract/farm/batch'
import { plan, progressOf } from '#contract/farm/plan'
import { daysBetween } from '#contract/farm/stage'
import { isEnded } from '#machines/farm/batch'
import { decimalText, hundredths } from '#contract/core/decimal'
import { exactText, millionths } from '#contract/core/exact'
import { besideField, type Row, rulesFor } from '../../ground/crud/rules.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure } from '../../ground/failure.ts'
import type { Asking } from '../../ground/http/handler.ts'
import { subplansOf } from './packageLines.ts'
import { copyPackage, dropTasks, moveTasks, recountMaterials } from './planTasks.ts'

const MOST = 9_999_900n

const batchOf = (scope: Scope, batchId: number) =>
  scope
    .select('batch')
    .innerJoin('land', 'land.id', 'batch.land_id')
    .select(['batch.area_id', 'batch.land_id', 'batch.batch_state', 'batch.part', 'land.land_measure'])
    .where('batch.id', '=', batchId)
/** A batch of a base, held until the transaction ends, with what it takes of its plot. */
const holdBatchOf = (scope: Scope, batchId: number) => batchOf(scope, batchId).forUpdate('batch').executeTakeFirst()
/** What so much ground is to yield; null where nobody has said it, or it is more than an amount may be. */
function outputOf(targetYield: string | null, plantingArea: string | null): string | null {
  if (targetYield === null || plantingArea === null) return null
  const count = (hundredths(targetYield)! * hundredths(plantingArea)! + 50n) / 100n
  return count > MOST || count === 0n ? null : decimalText(count)
}

/** Plans: copies of a package for a batch; the package, the batch and the base stay what they are. */
export const planRules = rulesFor(plan, {
  table: 'plan',

  async beforeSave({ scope, asking, values, old }) {
    const refuse = (field: string, words: string, params = {}) => besideField(asking, 'error.input.invalid', field, words, params)
    if (old && old['plan_state'] === 'ended') throw new CallFailure('error.plan.ended')
    if (old) {
      for (const [field, column] of [
        ['areaId', 'area_id'],
        ['batchId', 'batch_id'],
        ['packageId', 'package_id'],
      ] as const)
        if (old[column] !== values[field]) throw refuse(field, 'planFixed')
      // Whoever moves the batch holds it and waits for its plans: nobody who holds a plan waits for the batch.
      const batch = await batchOf(scope, values.batchId).executeTakeFirst()
      if (old['starts_on'] !== values.startsOn && isEnded(batch!.batch_state as BatchState)) throw refuse('startsOn', 'taskBatchEnded')
      return {}
    }
    const batch = await holdBatchOf(scope, values.batchId)
    if (batch?.area_id !== values.areaId) throw refuse('batchId', 'batchOffBase')
    if (isEnded(batch.batch_state as BatchState)) throw refuse('batchId', 'taskBatchEnded')
    const template = await scope
      .select('plan_package')
      .select(['plan_package.enabled_flag', 'plan_package.target_yield'])
      .where('plan_package.id', '=', values.packageId)
      .forUpdate('plan_package')
      .executeTakeFirstOrThrow()
    if (template.enabled_flag !== 1) throw refuse('packageId', 'packageOff')
    const subplans = (await subplansOf(scope, [values.packageId])).get(values.packageId) ?? []
    if (subplans.every(({ tasks }) => tasks.length === 0)) throw refuse('packageId', 'packageEmpty')
    const plantingArea = values.plantingArea ?? batch.part ?? batch.land_measure
    const needsArea = subplans.some(({ tasks }) => tasks.some(({ materials }) => materials.some(({ perMu }) => perMu === 1)))
    if (plantingArea === null && needsArea) throw refuse('plantingArea', 'required')
    return { plantingArea, estimatedOutput: values.estimatedOutput ?? outputOf(template.target_yield, plantingArea) }
  },

  async afterSave({ scope, asking, values, row, old, now }) {
    if (!old) {
      const { land_id: landId } = (await holdBatchOf(scope, values.batchId))!
      const subplans = (await subplansOf(scope, [values.packageId])).get(values.packageId) ?? []
      return copyPackage(scope, asking, { ...values, id: row.id, landId }, subplans, now)
    }
    await moveTasks(scope, asking, row.id, daysBetween(old['starts_on'] as string, values.startsOn))
    if (old['planting_area'] !== row['planting_area']) await recountMaterials(scope, asking, row.id, values.plantingArea)
  },

  async beforeDelete({ scope, asking, row, now }) {
    await dropTasks(scope, asking, row.id, now)
  },

  async describe(scope, rows, now) {
    const facts = await factsOf(
      scope,
      rows.map(({ id }) => id),
      now,
    )
    return rows.map((row) => {
      const { accepted, total, harvested, count, done, overdue, ...more } = facts.get(row.id)!
      return {
        ...more,
        planState: row['plan_state'],
        endedAt: row['ended_at'],
        progress: progressOf(accepted, total),
        tasks: { total: count, accepted: done, overdue },
        harvestedKg: exactText(millionths(harvested)!),
      }
    })
  },
})

interface Facts {
  readonly varietyName: string
  readonly landName: string
  readonly endsOn: string
  /** The weights of its tasks. */
  readonly accepted: number
  readonly total: number
  /** Its tasks themselves. */
  readonly count: number
  readonly done: number
  readonly overdue: number
  readonly harvested: string
}
/** What follows of plans from their tasks and their batch, by plan. */
async function factsOf({ raw, tenantId }: Scope, ids: readonly number[], now: number): Promise<ReadonlyMap<number, Facts>> {
  const { rows } = await sql<Facts & { id: number }>`
    select plan.id, batch.variety_name as "varietyName", land.land_name as "landName",
      (plan.starts_on + greatest(0, coalesce((select max(phase.offset_days + phase.days) from plan_subplan phase where phase.plan_id = plan.id), 1) - 1))::text
        as "endsOn",
      weighed.*, (select coalesce(sum(harvest.kg), 0)::numeric(20, 6)::text from batch_harvest harvest where harvest.batch_id = plan.batch_id) as harvested
    from plan join batch on batch.id = plan.batch_id join land on land.id = batch.land_id
      cross join lateral (
        select coalesce(sum(part.weight) filter (where task.task_state = 'accepted'), 0)::int as accepted,
          coalesce(sum(part.weight) filter (where task.task_state not in ('cancelled', 'ended')), 0)::int as total,
          (count(*) filter (where task.task_state not in ('cancelled', 'ended')))::int as count,
          (count(*) filter (where task.task_state = 'accepted'))::int as done,
          (count(*) filter (where task.task_state in ('unassigned', 'notStarted', 'ongoing') and task.due_at < ${now}))::int as overdue
        from plan_task part join task on task.id = part.task_id where part.plan_id = plan.id
      ) as weighed
    where plan.tenant_id = ${tenantId} and plan.id = any(${ids}::bigint[])`.execute(raw)
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

/** The plans that run for a batch move with its planned start, by as many days. */
export async function movePlansOf(scope: Scope, asking: Asking, batch: Row, days: number): Promise<void> {
  if (days === 0) return
  const plans = await scope
    .select('plan')
    .select('plan.id')
    .where('plan.batch_id', '=', batch.id)
    .where('plan.plan_state', '=', 'running')
    .orderBy('plan.id')
    .forUpdate('plan')
    .execute()
  for (const { id } of plans) {
    await scope
      .update('plan')
      .set((eb) => ({
        starts_on: sql<string>`starts_on + ${days}::int`,
        object_version_number: eb('object_version_number', '+', 1),
      }))
      .where('plan.id', '=', id)
      .execute()
    await moveTasks(scope, asking, id, days)
  }
}
