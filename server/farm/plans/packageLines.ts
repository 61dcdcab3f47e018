import { sql } from 'kysely'
import type { PlanPackage, Subplan } from '#contract/farm/planPackage'
import type { Scope } from '../../ground/database/scope.ts'

type Answered = PlanPackage['subplans']
type AnsweredTask = Answered[number]['tasks'][number]
const of = (ids: readonly number[]) => sql`any(${ids}::bigint[])`

/** Writes the subplans of a package in the place of those that it had. */
export async function writeSubplans(scope: Scope, packageId: number, subplans: readonly Subplan[]): Promise<void> {
  await scope.remove('package_subplan').where('package_subplan.package_id', '=', packageId).execute()
  if (subplans.length === 0) return
  const phases = await scope
    .insert(
      'package_subplan',
      subplans.map(({ name, offsetDays, days }, nth) => ({
        package_id: packageId,
        nth,
        name: name.trim(),
        offset_days: offsetDays,
        days,
      })),
    )
    .returning(['id', 'nth'])
    .execute()
  const phaseAt = new Map(phases.map(({ id, nth }) => [nth, id]))
  const tasks = subplans.flatMap(({ tasks: own }, at) => own.map((task, nth) => ({ ...task, subplanId: phaseAt.get(at)!, nth })))
  if (tasks.length === 0) return
  const made = await scope
    .insert(
      'package_task',
      tasks.map((task) => ({
        subplan_id: task.subplanId,
        nth: task.nth,
        task_name: task.taskName.trim(),
        task_type_id: task.taskTypeId,
        offset_days: task.offsetDays,
        days: task.days,
        priority: task.priority,
        weight: task.weight,
        proof_flag: task.proofFlag,
        harvest_flag: task.harvestFlag,
        closes_batch: task.closesBatch,
        description: task.description?.trim() || null,
        steps: JSON.stringify(task.steps.map((step) => step.trim())) as never,
      })),
    )
    .returning(['id', 'subplan_id', 'nth'])
    .execute()
  const taskAt = new Map(made.map(({ id, subplan_id: subplanId, nth }) => [`${subplanId} ${nth}`, id]))
  const materials = tasks.flatMap((task) =>
    task.materials.map(({ productId, quantity, perMu }, nth) => ({
      task_id: taskAt.get(`${task.subplanId} ${task.nth}`)!,
      nth,
      product_id: productId,
      quantity,
      per_mu: perMu,
    })),
  )
  if (materials.length > 0) await scope.insert('package_material', materials).execute()
}

/** The subplans of packages with their tasks, as an answer has them, by package. */
export async function subplansOf({ raw, tenantId }: Scope, packageIds: readonly number[]): Promise<ReadonlyMap<number, Answered>> {
  const { rows: phases } = await sql<{ id: number; packageId: number; name: string; offsetDays: number; days: number }>`
    select id, package_id as "packageId", name, offset_days as "offsetDays", days from package_subplan
    where tenant_id = ${tenantId} and package_id = ${of(packageIds)} order by package_id, nth`.execute(raw)
  const subplanIds = phases.map(({ id }) => id)
  const { rows: tasks } = await sql<AnsweredTask & { id: number; subplanId: number }>`
    select task.id, task.subplan_id as "subplanId", task.task_name as "taskName", task.task_type_id as "taskTypeId", type.name as "taskTypeName",
      task.offset_days as "offsetDays", task.days, task.priority, task.weight, task.proof_flag as "proofFlag", task.harvest_flag as "harvestFlag",
      task.closes_batch as "closesBatch", task.description, task.steps
    from package_task task join task_type type on type.id = task.task_type_id
    where task.tenant_id = ${tenantId} and task.subplan_id = ${of(subplanIds)} order by task.subplan_id, task.nth`.execute(raw)
  const { rows: materials } = await sql<AnsweredTask['materials'][number] & { taskId: number }>`
    select line.task_id as "taskId", product.id as "productId", product.name as "productName", unit.symbol as unit, line.quantity::text as quantity,
      line.per_mu as "perMu"
    from package_material line join product on product.id = line.product_id join measure_unit unit on unit.id = product.stock_unit_id
    where line.tenant_id = ${tenantId} and line.task_id = ${of(tasks.map(({ id }) => id))} order by line.task_id, line.nth`.execute(raw)
  const used = Map.groupBy(materials, ({ taskId }) => taskId)
  const done = Map.groupBy(tasks, ({ subplanId }) => subplanId)
  const answered = phases.map(({ id, packageId, ...phase }) => ({
    packageId,
    subplan: {
      ...phase,
      tasks: (done.get(id) ?? []).map(({ id: taskId, subplanId: _subplanId, ...task }) => ({
        ...task,
        materials: (used.get(taskId) ?? []).map(({ taskId: _taskId, ...line }) => line),
      })),
    },
  }))
  const grouped = Map.groupBy(answered, ({ packageId }) => packageId)
  return new Map([...grouped].map(([id, all]) => [id, all.map(({ subplan }) => subplan)]))
}
