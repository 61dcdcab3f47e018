import { sql } from 'kysely'
import { exactText, millionths, plainText, shareOf } from '#contract/core/exact'
import type { CostSum } from '#contract/farm/batchCost'
import type { Scope } from '../../ground/database/scope.ts'
import { materialsOf, productsOf } from './materials.ts'
import { byProduct } from './reckon.ts'

const exact = (text: string) => millionths(text)!
const added = (amounts: readonly (bigint | null)[]) => amounts.reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n)

/** Hours of each worker on a batch, at the rate that held on the day of the activity. */
async function labourOf({ raw, tenantId }: Scope, batchId: number) {
  const { rows } = await sql<{ worker_id: number; name: string; hours: string; amount: string | null; unrated: string }>`
    select worker.id as worker_id, worker.name, sum(work.hours)::numeric(20, 6)::text as hours,
      sum(round(work.hours * rate.hourly, 6))::numeric(20, 6)::text as amount,
      coalesce(sum(work.hours) filter (where rate.hourly is null), 0)::numeric(20, 6)::text as unrated
    from activity join tenant on tenant.id = activity.tenant_id join activity_worker work on work.activity_id = activity.id
      join worker on worker.id = work.worker_id
      left join lateral (
        select hourly from worker_rate where worker_rate.worker_id = worker.id
          and worker_rate.valid_from <= (to_timestamp(activity.done_at / 1000.0) at time zone tenant.time_zone)::date
        order by worker_rate.valid_from desc limit 1
      ) as rate on true
    where activity.tenant_id = ${tenantId} and activity.batch_id = ${batchId}
    group by worker.id order by worker.name, worker.id`.execute(raw)
  return rows
}

/** What stands beside: what was typed as spent, what was harvested, and how much ground it takes. */
async function besideOf({ raw, tenantId }: Scope, batchId: number) {
  const { rows } = await sql<{ spent: string; harvested: string; measure: string | null }>`
    select coalesce((select sum(amount) from batch_cost where batch_id = batch.id), 0)::numeric(20, 6)::text as spent,
      coalesce((select sum(kg) from batch_harvest where batch_id = batch.id), 0)::numeric(20, 6)::text as harvested,
      coalesce(batch.part::numeric, batch.measure::numeric, land.land_measure::numeric)::numeric(20, 6)::text as measure
    from batch join land on land.id = batch.land_id where batch.tenant_id = ${tenantId} and batch.id = ${batchId}`.execute(raw)
  return rows[0]!
}

/** What a batch that the caller sees cost so far: the one sum of it, wherever it is shown. */
export async function costOf(scope: Scope, batchId: number): Promise<CostSum> {
  const counted = byProduct(await materialsOf(scope, batchId))
  const products = await productsOf(
    scope,
    counted.map(({ productId }) => productId),
  )
  const of = new Map(counted.map((one) => [one.productId, one]))
  const labour = await labourOf(scope, batchId)
  const { spent, harvested, measure } = await besideOf(scope, batchId)
  const materials = added(counted.map(({ value }) => value))
  const work = added(labour.map(({ amount }) => (amount === null ? null : exact(amount))))
  const unrated = added(labour.map((one) => exact(one.unrated)))
  const total = materials + work + exact(spent)
  const per = (count: string | null) => (count === null || exact(count) <= 0n ? null : exactText(shareOf(total, 1_000_000n, exact(count))))
  return {
    materials: {
      amount: exactText(materials),
      lines: [...products.values()].map(({ id, name, symbol }) => {
        const { quantity, value, unpriced } = of.get(id)!
        return {
          productId: id,
          productName: name,
          unit: symbol,
          quantity: plainText(quantity),
          amount: value === null ? null : exactText(value),
          unpriced: plainText(unpriced),
        }
      }),
    },
    labour: {
      amount: exactText(work),
      hours: plainText(added(labour.map(({ hours }) => exact(hours)))),
      unrated: plainText(unrated),
      lines: labour.map((one) => ({
        workerId: one.worker_id,
        workerName: one.name,
        hours: plainText(exact(one.hours)),
        amount: one.amount,
        unrated: plainText(exact(one.unrated)),
      })),
    },
    others: { amount: exactText(exact(spent)) },
    total: exactText(total),
    complete: unrated === 0n && counted.every(({ unpriced }) => unpriced === 0n),
    harvestedKg: exactText(exact(harvested)),
    measure: measure === null ? null : plainText(exact(measure)),
    perKg: per(harvested),
    perMu: per(measure),
  }
}
