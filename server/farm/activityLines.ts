import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { activity, ActivityMaterial, ActivityWorker } from '#contract/farm/activity'
import { exactText, millionths } from '#contract/core/exact'
import { besideField } from '../ground/crud/rules.ts'
import type { Scope } from '../ground/database/scope.ts'
import type { Asking } from '../ground/http/handler.ts'

type Values = z.output<(typeof activity)['create']>

const of = (ids: readonly number[]) => sql`any(${ids}::bigint[])`
const read = async <Row>({ raw }: Scope, query: RawBuilder<Row>) => (await query.execute(raw)).rows

/** Workers of the base, each once. */
export async function checkWorkers(scope: Scope, asking: Asking, { workers, areaId }: Values): Promise<void> {
  const ids = new Set(workers.map(({ workerId }) => workerId))
  if (ids.size < workers.length) throw besideField(asking, 'error.input.invalid', 'workers', 'workerTwice')
  if (ids.size === 0) return
  const known = await scope
    .select('worker')
    .select('worker.id')
    .where('worker.area_id', '=', areaId)
    .where('worker.id', 'in', [...ids])
    .execute()
  if (known.length < ids.size) throw besideField(asking, 'error.record.unknown', 'workers', 'workerElsewhere')
}

interface Issued {
  readonly issue_id: number
  readonly issue_code: string
  readonly product_id: number
  readonly unit: string
  readonly effective_at: number
  readonly left: string
}
/** What was issued to a plot and has not come back, less what activities name of it already; `but` is left out of these. */
export const issuedTo = (scope: Scope, landId: number, but: number | null): Promise<Issued[]> =>
  read(
    scope,
    sql<Issued>`
    select given.*, trim_scale(given.done - coalesce((select sum(used.quantity) from activity_material used
        where used.issue_id = given.issue_id and used.product_id = given.product_id and used.activity_id is distinct from ${but}), 0))::text as left
    from (
      select document.id as issue_id, document.code as issue_code, line.product_id, unit.symbol as unit,
        (select max(posting.effective_at) from stock_posting posting where posting.document_id = document.id) as effective_at,
        sum(line.done - line.taken) as done
      from document join document_line line on line.document_id = document.id join product on product.id = line.product_id
        join measure_unit unit on unit.id = product.stock_unit_id
      where document.tenant_id = ${scope.tenantId} and document.land_id = ${landId} and document.form_code = 'materialShipment'
        and document.audit_status <> 'deleted' and line.done > line.taken
      group by 1, 2, 3, 4
    ) as given order by given.effective_at desc nulls last, given.issue_id desc, given.product_id`,
  )

/** Products of the tenant; an issue is one to this plot, of this product, of which as much is left. */
export async function checkMaterials(
  scope: Scope,
  asking: Asking,
  { materials, landId }: Values,
  activityId: number | null,
): Promise<void> {
  if (materials.length === 0) return
  const ids = new Set(materials.map(({ productId }) => productId))
  const known = await scope
    .select('product')
    .select('product.id')
    .where('product.id', 'in', [...ids])
    .execute()
  if (known.length < ids.size) throw besideField(asking, 'error.record.unknown', 'materials', 'unknown')
  const named = materials.filter(({ issueId }) => issueId !== null)
  if (named.length === 0) return
  // Whoever names the same issue waits here, so that nothing of it is counted twice.
  await read(
    scope,
    sql`select id from document where tenant_id = ${scope.tenantId} and id = ${of(named.map(({ issueId }) => issueId!))} order by id for no key update`,
  )
  const issued = await issuedTo(scope, landId, activityId)
  for (const [key, lines] of Map.groupBy(named, ({ issueId, productId }) => `${issueId} ${productId}`)) {
    const given = issued.find((one) => `${one.issue_id} ${one.product_id}` === key)
    if (!given) throw besideField(asking, 'error.input.invalid', 'materials', 'issueElsewhere')
    const wanted = lines.reduce((sum, { quantity }) => sum + millionths(quantity)!, 0n)
    if (wanted > millionths(given.left)!)
      throw besideField(asking, 'error.input.invalid', 'materials', 'overIssue', {
        left: given.left,
        unit: given.unit,
        issue: given.issue_code,
      })
  }
}

/** Writes the lines of an activity in the place of those that it had. */
export async function writeLines(scope: Scope, activityId: number, { workers, materials }: Values): Promise<void> {
  await scope.remove('activity_worker').where('activity_worker.activity_id', '=', activityId).execute()
  await scope.remove('activity_material').where('activity_material.activity_id', '=', activityId).execute()
  if (workers.length > 0)
    await scope
      .insert(
        'activity_worker',
        workers.map(({ workerId, hours }, nth) => ({
          activity_id: activityId,
          worker_id: workerId,
          nth,
          hours: exactText(millionths(hours)!),
        })),
      )
      .execute()
  if (materials.length > 0)
    await scope
      .insert(
        'activity_material',
        materials.map(({ productId, quantity, issueId }, nth) => ({
          activity_id: activityId,
          product_id: productId,
          nth,
          quantity: exactText(millionths(quantity)!),
          issue_id: issueId,
        })),
      )
      .execute()
}

/** The lines of these activities as an answer has them, by activity. */
export async function linesOf(scope: Scope, ids: readonly number[]) {
  const { tenantId } = scope
  const workers = await read(
    scope,
    sql<ActivityWorker & { id: number }>`
    select line.activity_id as id, worker.id as "workerId", worker.name as "workerName", trim_scale(line.hours)::text as hours
    from activity_worker line join worker on worker.id = line.worker_id
    where line.tenant_id = ${tenantId} and line.activity_id = ${of(ids)} order by line.nth`,
  )
  const materials = await read(
    scope,
    sql<ActivityMaterial & { id: number }>`
    select line.activity_id as id, product.id as "productId", product.name as "productName", unit.symbol as unit,
      trim_scale(line.quantity)::text as quantity, trim_scale(round(line.quantity / nullif(coalesce(batch.part, batch.measure, land.land_measure), 0), 4))::text as dose,
      line.issue_id as "issueId", document.code as "issueCode"
    from activity_material line join activity on activity.id = line.activity_id join land on land.id = activity.land_id
      left join batch on batch.id = activity.batch_id join product on product.id = line.product_id
      join measure_unit unit on unit.id = product.stock_unit_id left join document on document.id = line.issue_id
    where line.tenant_id = ${tenantId} and line.activity_id = ${of(ids)} order by line.nth`,
  )
  const without = <Line extends { id: number }>(all: readonly Line[], of_: number) =>
    all.flatMap(({ id, ...line }) => (id === of_ ? [line] : []))
  return (id: number) => ({ workers: without(workers, id), materials: without(materials, id) })
}
