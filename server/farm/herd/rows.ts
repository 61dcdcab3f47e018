import { sql } from 'kysely'
import { millionths } from '#contract/core/exact'
import { besideField } from '../../ground/crud/rules.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure } from '../../ground/failure.ts'
import type { Asking } from '../../ground/http/handler.ts'
import { type HerdEvent, livingByDay } from './reckon.ts'

/** Everything that was counted of the animals of a batch, harvests with it, and how many harvests do not say how many it was. */
export async function eventsOf({ raw, tenantId }: Scope, batchId: number): Promise<{ events: HerdEvent[]; uncounted: number }> {
  const counted = await raw
    .selectFrom('batch_herd')
    .select(['happened_on as day', 'event', 'head', 'mean_weight'])
    .where('tenant_id', '=', tenantId)
    .where('batch_id', '=', batchId)
    .orderBy('happened_on')
    .orderBy('id')
    .execute()
  const harvests = await raw
    .selectFrom('batch_harvest')
    .select(['harvested_on as day', 'head_count', 'kg'])
    .where('tenant_id', '=', tenantId)
    .where('batch_id', '=', batchId)
    .orderBy('harvested_on')
    .orderBy('id')
    .execute()
  const events = [
    ...counted.map(({ day, event, head, mean_weight: weight }): HerdEvent => ({
      day,
      event: event as HerdEvent['event'],
      head,
      meanWeight: weight === null ? null : millionths(weight)!,
    })),
    ...harvests.map(({ day, head_count: head, kg }): HerdEvent => ({
      day,
      event: 'harvested',
      head: head ?? 0,
      meanWeight: null,
      kg: kg === null ? null : millionths(kg)!,
    })),
  ]
  return { events, uncounted: harvests.filter(({ head_count: head }) => head === null).length }
}

/** Which plots keep fish or animals, and which of them. */
export async function nurturesOf({ raw, tenantId }: Scope, landIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const lands = await raw
    .selectFrom('land')
    .select(['id', 'nurture_kind'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<number>`any(${landIds}::bigint[])`)
    .where('land_type', '=', 'nurture')
    .execute()
  return new Map(lands.flatMap(({ id, nurture_kind: kind }) => (kind === null ? [] : [[id, kind] as const])))
}
/** What the plot of a batch keeps of these; null: plants. */
export const nurtureOf = async (scope: Scope, landId: number): Promise<string | null> =>
  (await nurturesOf(scope, [landId])).get(landId) ?? null

/**
 * No day of a batch that is held ends with fewer than no animals: asked after each change, before the transaction ends. Beside `field` where it
 * was typed; else as a failure of its own.
 */
export async function checkLiving(scope: Scope, asking: Pick<Asking, 'language'>, batchId: number, field: string | null): Promise<void> {
  const days = livingByDay((await eventsOf(scope, batchId)).events)
  const short = days.find(({ living }) => living < 0)
  if (!short) return
  if (field === null) throw new CallFailure('error.herd.negative', { day: short.day, missing: -short.living })
  throw besideField(asking, 'error.input.invalid', field, 'overLiving', { day: short.day, missing: -short.living })
}
