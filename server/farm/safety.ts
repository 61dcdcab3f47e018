import { sql } from 'kysely'
import type { Scope } from '../ground/database/scope.ts'

/** Within which safety interval of a plot a day falls: the first day on which a harvest is safe, by the latest of all; null: within none. */
export async function safeAfter({ raw, tenantId }: Scope, landId: number, day: string): Promise<string | null> {
  const { rows } = await sql<{ safe_from: string | null }>`
    select max(safety.safe_from)::text as safe_from from land_safety safety join tenant on tenant.id = safety.tenant_id
    where safety.tenant_id = ${tenantId} and safety.land_id = ${landId} and safety.safe_from > ${day}::date
      and (to_timestamp(safety.effective_at / 1000.0) at time zone tenant.time_zone)::date <= ${day}::date`.execute(raw)
  return rows[0]?.safe_from ?? null
}

/** Of a row of `batch_harvest` beside its batch: the day on which it would have been safe, where it was within an interval. */
export const safeDayOf = sql<
  string | null
>`(select max(safety.safe_from)::text from land_safety safety join tenant on tenant.id = safety.tenant_id
  where safety.tenant_id = batch.tenant_id and safety.land_id = batch.land_id and safety.safe_from > batch_harvest.harvested_on
    and (to_timestamp(safety.effective_at / 1000.0) at time zone tenant.time_zone)::date <= batch_harvest.harvested_on)`

/** Of harvests that happened within an interval: the day on which they would have been safe, by activity. */
export async function harvestedEarly({ raw, tenantId }: Scope, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; safe_from: string }>`
    select activity.id, max(safety.safe_from)::text as safe_from
    from activity join tenant on tenant.id = activity.tenant_id
      join land_safety safety on safety.tenant_id = activity.tenant_id and safety.land_id = activity.land_id
    where activity.tenant_id = ${tenantId} and activity.id = any(${ids}::bigint[]) and activity.activity_kind = 'harvest'
      and safety.effective_at <= activity.done_at
      and safety.safe_from > (to_timestamp(activity.done_at / 1000.0) at time zone tenant.time_zone)::date
    group by activity.id`.execute(raw)
  return new Map(rows.map((row) => [row.id, row.safe_from]))
}

/** Of batches whose harvest was begun within an interval: the day on which it would have been safe, by batch. */
export async function begunEarly({ raw, tenantId }: Scope, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; safe_from: string }>`
    select batch.id, max(safety.safe_from)::text as safe_from
    from batch join tenant on tenant.id = batch.tenant_id
      join land_safety safety on safety.tenant_id = batch.tenant_id and safety.land_id = batch.land_id
    where batch.tenant_id = ${tenantId} and batch.id = any(${ids}::bigint[]) and safety.effective_at <= batch.harvesting_at
      and safety.safe_from > (to_timestamp(batch.harvesting_at / 1000.0) at time zone tenant.time_zone)::date
    group by batch.id`.execute(raw)
  return new Map(rows.map((row) => [row.id, row.safe_from]))
}

/** A plot remembers each product with a safety interval that an activity sprayed on it: as many days after the day of the spray. */
export async function rememberSpray({ raw, tenantId }: Scope, activityId: number): Promise<void> {
  await raw.deleteFrom('land_safety').where('tenant_id', '=', tenantId).where('activity_id', '=', activityId).execute()
  await sql`insert into land_safety (tenant_id, land_id, activity_id, product_id, interval_days, effective_at, safe_from)
    select distinct activity.tenant_id, activity.land_id, activity.id, product.id, product.safety_interval_days, activity.done_at,
      (to_timestamp(activity.done_at / 1000.0) at time zone tenant.time_zone)::date + ceil(product.safety_interval_days)::int
    from activity join tenant on tenant.id = activity.tenant_id join activity_material used on used.activity_id = activity.id
      join product on product.id = used.product_id and product.safety_interval_days > 0
    where activity.tenant_id = ${tenantId} and activity.id = ${activityId} and activity.activity_kind = 'spray'`.execute(raw)
}
