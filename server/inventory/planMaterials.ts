import { sql } from 'kysely'
import { millionths } from '#contract/core/exact'
import type { Scope } from '../ground/database/scope.ts'
import type { Planned } from './need.ts'

interface Read {
  readonly productId: number
  readonly productName: string
  readonly unit: string
  readonly isMaterial: boolean
  readonly open: string
  readonly done: string
  readonly pending: string
  readonly used: string
  readonly promised: string
}

/**
 * What a plan plans of each product, and what its batch had of it: by its issues less what came back, and by activities that name no issue, so
 * that a quantity counts once. What only its issues have, as a product that somebody added to a draft, is among it; what was issued for the
 * tasks of another plan is not.
 */
export async function plannedMaterials({ raw, tenantId }: Scope, planId: number, batchId: number) {
  const { rows } = await sql<Read>`
    with part as (
      select task.id, task.task_state in ('finished', 'accepted') as done, document.id as document_id, document.progress
      from plan_task join task on task.id = plan_task.task_id left join task_issue issue on issue.task_id = task.id
        left join document on document.id = issue.document_id and document.audit_status <> 'deleted'
      where plan_task.tenant_id = ${tenantId} and plan_task.plan_id = ${planId} and task.task_state not in ('cancelled', 'ended')
    ), issued as (
      select document.id from document where document.tenant_id = ${tenantId} and document.form_code = 'materialShipment'
        and document.audit_status <> 'deleted' and (document.batch_id = ${batchId} or document.id in (select document_id from part))
        and not exists (select from task_issue other join plan_task on plan_task.task_id = other.task_id
          where other.document_id = document.id and plan_task.plan_id <> ${planId})
    ), counted as (
      select line.product_id, case when part.done then 0 else line.quantity end as open, case when part.done then line.quantity else 0 end as done,
        case when part.done and part.document_id is null then line.quantity else 0 end as pending, 0 as used, 0 as promised
      from part join task_material line on line.task_id = part.id
      union all
      select line.product_id, 0, 0, greatest(0, line.stock_quantity - line.done - line.reserved), 0, 0
      from part join document_line line on line.document_id = part.document_id where part.done and part.progress <> 'closed'
      union all
      select line.product_id, 0, 0, 0, line.done - line.taken, line.reserved from issued join document_line line on line.document_id = issued.id
      union all
      select line.product_id, 0, 0, 0, line.quantity, 0 from activity join activity_material line on line.activity_id = activity.id
      where activity.tenant_id = ${tenantId} and activity.batch_id = ${batchId} and line.issue_id is null
    )
    select product.id as "productId", product.name as "productName", unit.symbol as unit, product.product_type = 'agricultural' as "isMaterial",
      sum(counted.open)::numeric(20, 6)::text as open, sum(counted.done)::numeric(20, 6)::text as done,
      sum(counted.pending)::numeric(20, 6)::text as pending, sum(counted.used)::numeric(20, 6)::text as used,
      sum(counted.promised)::numeric(20, 6)::text as promised
    from counted join product on product.id = counted.product_id join measure_unit unit on unit.id = product.stock_unit_id
    group by product.id, unit.symbol order by product.name, product.id`.execute(raw)
  return rows.map(({ productId, productName, unit, isMaterial, ...counts }) => {
    const exact = Object.fromEntries(Object.entries(counts).map(([name, text]) => [name, millionths(text)!])) as unknown as Planned
    return { productId, productName, unit, isMaterial, ...exact }
  })
}
