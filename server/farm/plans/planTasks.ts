import { sql } from 'kysely'
import type { PlanPackage } from '#contract/farm/planPackage'
import { decimalText, hundredths } from '#contract/core/decimal'
import { besideField } from '../../ground/crud/rules.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { nextDocumentNumbers } from '../../ground/documents/documentNumber.ts'
import type { Asking } from '../../ground/http/handler.ts'
import { dayOf } from '#contract/core/zonedMoment'
import { safeAfter } from '../safety.ts'
import { tellCrew } from '../tasks/crew.ts'
import { movedBy, timesOf } from './planTimes.ts'

const NOT_BEGUN = ['unassigned', 'notStarted'] as const
/** The most that a line of a document counts, in hundredths. */
const MOST = 9_999_900n

/** Where somebody reads on of a task that is gone. */
const MY_TASKS_PAGE = '/web/farm/task'

/** So much of each mu of what is planted, rounded up to a hundredth, so that it is enough; null where that is more than a document counts. */
export function quantityOn(perMu: string, plantingArea: string): string | null {
  const count = (hundredths(perMu)! * hundredths(plantingArea)! + 99n) / 100n
  return count > MOST ? null : decimalText(count)
}

interface Copied {
  readonly id: number
  readonly areaId: number
  readonly batchId: number
  readonly landId: number
  readonly startsOn: string
  readonly plantingArea: string | null
}

/** A harvest is not planned within a safety interval of its plot. */
async function mustBeSafe(scope: Scope, asking: Asking, landId: number | null, starts: readonly number[]): Promise<void> {
  if (landId === null) return
  for (const day of new Set(starts.map((at) => dayOf(at, asking.grant.timeZone)))) {
    const safe = await safeAfter(scope, landId, day)
    if (safe !== null) throw besideField(asking, 'error.input.invalid', 'startsOn', 'insideSafety', { day: safe })
  }
}

/** Makes the subplans and the tasks of a new plan: all of the package is copied, and what becomes of that later is another thing. */
export async function copyPackage(
  scope: Scope,
  asking: Asking,
  plan: Copied,
  subplans: PlanPackage['subplans'],
  now: number,
): Promise<void> {
  const zone = asking.grant.timeZone
  const phases = await scope
    .insert(
      'plan_subplan',
      subplans.map(({ name, offsetDays, days }, nth) => ({ plan_id: plan.id, nth, name, offset_days: offsetDays, days })),
    )
    .returning(['id', 'nth'])
    .execute()
  const phaseAt = new Map(phases.map(({ id, nth }) => [nth, id]))
  const tasks = subplans.flatMap(({ tasks: own, offsetDays }, at) =>
    own.map((task) => ({ ...task, subplanId: phaseAt.get(at)!, ...timesOf(plan.startsOn, offsetDays + task.offsetDays, task.days, zone) })),
  )
  if (tasks.length === 0) return
  const harvests = tasks.filter(({ harvestFlag }) => harvestFlag === 1)
  await mustBeSafe(
    scope,
    asking,
    plan.landId,
    harvests.map(({ startsAt }) => startsAt),
  )
  const types = await scope
    .select('task_type')
    .select(['task_type.id', 'task_type.code'])
    .where('task_type.id', 'in', [...new Set(tasks.map(({ taskTypeId }) => taskTypeId))])
    .execute()
  const codes = new Map(types.map(({ id, code }) => [id, code]))
  const prefixOf = ({ taskTypeId: id }: { taskTypeId: number }) => (codes.get(id) == null ? 'T' : `${codes.get(id)}-`)
  const given = new Map<string, string[]>()
  for (const [prefix, { length }] of Map.groupBy(tasks, prefixOf))
    given.set(prefix, await nextDocumentNumbers(scope, { prefix, now, zone }, length))
  const numbers = tasks.map((task) => given.get(prefixOf(task))!.shift()!)
  const made = await scope
    .insert(
      'task',
      tasks.map((task, at) => ({
        area_id: plan.areaId,
        task_no: numbers[at]!,
        task_name: task.taskName,
        task_type_id: task.taskTypeId,
        land_id: plan.landId,
        batch_id: plan.batchId,
        task_level: 'general',
        priority: task.priority,
        starts_at: task.startsAt,
        due_at: task.dueAt,
        description: task.description,
        steps: JSON.stringify(task.steps) as never,
        participants: '[]' as never,
        proof_flag: task.proofFlag,
        harvest_flag: task.harvestFlag,
        closes_batch: task.closesBatch,
        task_state: 'unassigned',
      })),
    )
    .returning(['id', 'task_no'])
    .execute()
  const idOf = new Map(made.map(({ id, task_no: no }) => [no, id]))
  await scope
    .insert(
      'plan_task',
      tasks.map((task, at) => ({
        task_id: idOf.get(numbers[at]!)!,
        plan_id: plan.id,
        subplan_id: task.subplanId,
        weight: task.weight,
        planned_starts_at: task.startsAt,
        planned_due_at: task.dueAt,
      })),
    )
    .execute()
  const materials = tasks.flatMap((task, at) =>
    task.materials.map(({ productId, quantity, perMu }, nth) => {
      const counted = perMu === 1 ? quantityOn(quantity, plan.plantingArea!) : quantity
      if (counted === null)
        throw besideField(asking, 'error.input.invalid', 'plantingArea', 'tooMuchOf', { product: nameOf(task, productId) })
      return { task_id: idOf.get(numbers[at]!)!, nth, product_id: productId, quantity: counted, per_mu: perMu === 1 ? quantity : null }
    }),
  )
  if (materials.length > 0) await scope.insert('task_material', materials).execute()
}
const nameOf = ({ materials }: PlanPackage['subplans'][number]['tasks'][number], id: number) =>
  materials.find(({ productId }) => productId === id)!.productName

/**
 * Moves the tasks of a plan by so many days on the clock of the wall: those that nobody began and that stand where the plan put them. What
 * was begun, and what somebody moved by hand, stays.
 */
export async function moveTasks(scope: Scope, asking: Asking, planId: number, days: number): Promise<void> {
  if (days === 0) return
  const zone = asking.grant.timeZone
  const rows = await scope
    .select('task')
    .innerJoin('plan_task', 'plan_task.task_id', 'task.id')
    .select(['task.id', 'task.starts_at', 'task.due_at', 'task.harvest_flag', 'task.land_id'])
    .where('plan_task.plan_id', '=', planId)
    .where('task.task_state', 'in', NOT_BEGUN)
    .whereRef('task.starts_at', '=', 'plan_task.planned_starts_at')
    .whereRef('task.due_at', '=', 'plan_task.planned_due_at')
    .orderBy('task.id')
    .forUpdate('task')
    .execute()
  const moved = rows.map((row) => ({ ...row, starts: movedBy(row.starts_at, days, zone), due: movedBy(row.due_at, days, zone) }))
  for (const [landId, harvests] of Map.groupBy(
    moved.filter(({ harvest_flag: flag }) => flag === 1),
    ({ land_id: land }) => land,
  ))
    await mustBeSafe(
      scope,
      asking,
      landId,
      harvests.map(({ starts }) => starts),
    )
  const [ids, starts, dues] = [moved.map(({ id }) => id), moved.map((one) => one.starts), moved.map(({ due }) => due)]
  const given = sql`unnest(${ids}::bigint[], ${starts}::bigint[], ${dues}::bigint[]) as given (id, starts, due)`
  await sql`update task set starts_at = given.starts, due_at = given.due, object_version_number = task.object_version_number + 1
    from ${given} where task.tenant_id = ${scope.tenantId} and task.id = given.id`.execute(scope.raw)
  await sql`update plan_task set planned_starts_at = given.starts, planned_due_at = given.due
    from ${given} where plan_task.tenant_id = ${scope.tenantId} and plan_task.task_id = given.id`.execute(scope.raw)
}

/** What a mu of it needs is counted again for the tasks that nobody began, on so much ground. */
export async function recountMaterials(scope: Scope, asking: Asking, planId: number, plantingArea: string | null): Promise<void> {
  const lines = await scope.raw
    .selectFrom('task_material')
    .innerJoin('plan_task', 'plan_task.task_id', 'task_material.task_id')
    .innerJoin('task', 'task.id', 'task_material.task_id')
    .innerJoin('product', 'product.id', 'task_material.product_id')
    .select(['task_material.id', 'task_material.task_id', 'task_material.per_mu', 'product.name'])
    .where('task_material.tenant_id', '=', scope.tenantId)
    .where('plan_task.plan_id', '=', planId)
    .where('task.task_state', 'in', NOT_BEGUN)
    .where('task_material.per_mu', 'is not', null)
    .execute()
  if (lines.length === 0) return
  if (plantingArea === null) throw besideField(asking, 'error.input.invalid', 'plantingArea', 'required')
  const counted = lines.map(({ per_mu: perMu, name }) => {
    const quantity = quantityOn(perMu!, plantingArea)
    if (quantity === null) throw besideField(asking, 'error.input.invalid', 'plantingArea', 'tooMuchOf', { product: name })
    return quantity
  })
  await sql`update task_material set quantity = given.quantity from unnest(${lines.map(({ id }) => id)}::bigint[], ${counted}::numeric[]) as given (id, quantity)
    where task_material.tenant_id = ${scope.tenantId} and task_material.id = given.id`.execute(scope.raw)
  // Whoever has one of the tasks open does not save the old quantity over it.
  await scope
    .update('task')
    .set((eb) => ({ object_version_number: eb('object_version_number', '+', 1) }))
    .where('task.id', 'in', [...new Set(lines.map(({ task_id: taskId }) => taskId))])
    .execute()
}

/** Takes the tasks of a plan away that nobody began, and tells whom they were given to. Answers how many. */
export async function dropTasks(scope: Scope, asking: Asking, planId: number, now: number): Promise<number> {
  const gone = await scope
    .remove('task')
    .where('task.task_state', 'in', NOT_BEGUN)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('plan_task')
          .select('plan_task.task_id')
          .whereRef('plan_task.task_id', '=', 'task.id')
          .where('plan_task.tenant_id', '=', scope.tenantId)
          .where('plan_task.plan_id', '=', planId),
      ),
    )
    .returning(['task.id', 'task.task_no', 'task.task_name', 'task.leader_id', 'task.participants'])
    .execute()
  for (const row of gone) {
    const crew = [row.leader_id, ...row.participants].filter((id) => id !== null)
    await tellCrew(scope, asking.caller.userId, row as never, crew, 'cancelled', now, MY_TASKS_PAGE)
  }
  return gone.length
}
