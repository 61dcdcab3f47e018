import { sql } from 'kysely'
import type { z } from 'zod'
import type { task } from '#contract/farm/task'
import type { TaskIssue, TaskMaterial } from '#contract/farm/taskMaterial'
import { besideField } from '../../ground/crud/rules.ts'
import type { Scope } from '../../ground/database/scope.ts'
import type { Asking } from '../../ground/http/handler.ts'

type Values = z.output<(typeof task)['create']>
const of = (ids: readonly number[]) => sql`any(${ids}::bigint[])`

/** Every product is an agricultural one of the tenant's: nothing else is issued to a plot. `field` is the input that has them. */
export async function mustBeMaterials(scope: Scope, asking: Asking, field: string, products: readonly number[]): Promise<void> {
  if (products.length === 0) return
  const ids = [...new Set(products)]
  const known = await scope.select('product').select('product.product_type').where('product.id', 'in', ids).execute()
  if (known.length < ids.length) throw besideField(asking, 'error.record.unknown', field, 'unknown')
  if (known.some(({ product_type: type }) => type !== 'agricultural'))
    throw besideField(asking, 'error.input.invalid', field, 'notAgricultural')
}

export async function checkMaterials(scope: Scope, asking: Asking, { materials }: Values): Promise<void> {
  const products = materials.map(({ productId }) => productId)
  if (new Set(products).size < products.length) throw besideField(asking, 'error.input.invalid', 'materials', 'doubled')
  await mustBeMaterials(scope, asking, 'materials', products)
}

/** Writes what a task uses in the place of what it used. A quantity that nobody changed still follows what its plan plants. */
export async function writeMaterials(scope: Scope, taskId: number, { materials }: Values): Promise<void> {
  const before = await scope.select('task_material').selectAll('task_material').where('task_material.task_id', '=', taskId).execute()
  if (before.length === 0 && materials.length === 0) return
  await scope.remove('task_material').where('task_material.task_id', '=', taskId).execute()
  if (materials.length === 0) return
  const follows = new Map(before.map((one) => [`${one.product_id} ${Number(one.quantity)}`, one.per_mu]))
  const lines = materials.map(({ productId, quantity }, nth) => ({
    task_id: taskId,
    nth,
    product_id: productId,
    quantity,
    per_mu: follows.get(`${productId} ${Number(quantity)}`) ?? null,
  }))
  await scope.insert('task_material', lines).execute()
}

/** What these tasks use, by task. */
export async function materialsOf({ raw, tenantId }: Scope, taskIds: readonly number[]): Promise<ReadonlyMap<number, TaskMaterial[]>> {
  const { rows } = await sql<TaskMaterial & { id: number }>`
    select line.task_id as id, product.id as "productId", product.name as "productName", unit.symbol as unit, line.quantity::text as quantity,
      line.per_mu::text as "perMu"
    from task_material line join product on product.id = line.product_id join measure_unit unit on unit.id = product.stock_unit_id
    where line.tenant_id = ${tenantId} and line.task_id = ${of(taskIds)} order by line.task_id, line.nth`.execute(raw)
  const grouped = Map.groupBy(rows, ({ id }) => id)
  return new Map([...grouped].map(([id, lines]) => [id, lines.map(({ id: _id, ...line }) => line)]))
}

interface IssueRow {
  readonly id: number
  readonly document: object | null
  readonly fault: TaskIssue['fault']
  readonly said: string | null
  readonly short: NonNullable<TaskIssue['document']>['short']
}
/** An issue that is there, and was not ended before anything went out by it. */
export const issueStands = sql<boolean>`(document.audit_status <> 'deleted' and not (document.progress = 'closed'
  and not exists (select from document_line done where done.document_id = document.id and done.done > 0)))`

/** An issue that is not of what its task uses now, product by product. */
export const issueDiffers = sql<boolean>`exists (select from (
    select used.product_id, used.quantity from task_material used where used.task_id = task_issue.task_id
    union all select line.product_id, -line.stock_quantity from document_line line where line.document_id = document.id
  ) as both_sides group by product_id having sum(quantity) <> 0)`

/** The issues of what these tasks use, by task; of one that is not approved yet, what its store has too little of. */
export async function issuesOf({ raw, tenantId }: Scope, taskIds: readonly number[]): Promise<ReadonlyMap<number, TaskIssue>> {
  const { rows } = await sql<IssueRow>`
    select task_issue.task_id as id, task_issue.fault, task_issue.said,
      case when document.id is not null then jsonb_build_object('id', document.id, 'code', document.code,
        'applicantId', document.applicant_id, 'applicantName', coalesce(person.real_name, document.applicant_name), 'auditStatus', document.audit_status,
        'progress', document.progress, 'differs', document.audit_status <> 'draft' and ${issueDiffers}) end as document,
      coalesce((select jsonb_agg(jsonb_build_object('productName', product.name, 'unit', unit.symbol, 'by',
          trim_scale(line.stock_quantity - coalesce(balance.on_hand - balance.reserved, 0))::text) order by line.id)
        from document_line line join product on product.id = line.product_id join measure_unit unit on unit.id = product.stock_unit_id
          left join stock_balance balance on balance.tenant_id = line.tenant_id and balance.product_id = line.product_id
            and balance.store_id = document.store_id and not balance.transit
        where line.document_id = document.id and document.audit_status <> 'approved'
          and line.stock_quantity > coalesce(balance.on_hand - balance.reserved, 0)), '[]') as short
    from task_issue left join document on document.id = task_issue.document_id and ${issueStands}
      left join app_user person on person.id = document.applicant_id
    where task_issue.tenant_id = ${tenantId} and task_issue.task_id = ${of(taskIds)} and (document.id is not null or task_issue.fault is not null)`.execute(
    raw,
  )
  return new Map(
    rows.map(({ id, document, fault, said, short }) => [id, { document: document && { ...document, short }, fault, said } as TaskIssue]),
  )
}

/** The plans that these tasks are parts of, by task. */
export async function plansOf({ raw, tenantId }: Scope, taskIds: readonly number[]) {
  const rows = await raw
    .selectFrom('plan_task')
    .innerJoin('plan', 'plan.id', 'plan_task.plan_id')
    .select(['plan_task.task_id as id', 'plan.id as planId', 'plan.plan_name as planName', 'plan_task.weight'])
    .where('plan_task.tenant_id', '=', tenantId)
    .where('plan_task.task_id', 'in', taskIds.length > 0 ? taskIds : [0])
    .execute()
  return new Map(rows.map(({ id, ...plan }) => [id, plan]))
}
