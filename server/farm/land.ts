import type { Position } from '#contract/core/values'
import type { BatchState } from '#contract/farm/batch'
import { land } from '#contract/farm/land'
import { middleOf, muOf } from '#contract/farm/landMeasure'
import { besideField, rulesFor } from '../ground/crud/rules.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure } from '../ground/failure.ts'
import { dayOf } from '#contract/core/zonedMoment'
import { endStanding, plant, standingOn } from './batch.ts'

/** Plots: measured by their outline unless corrected; what stands on one is kept with its time; a planted one is not deleted. */
export const landRules = rulesFor(land, {
  table: 'land',
  oldestFirst: true,

  async beforeSave({ scope, asking, values, old }) {
    if (values.landType === 'nurture' && values.nurtureKind == null)
      throw besideField(asking, 'error.input.invalid', 'nurtureKind', 'required')
    if (old && old.area_id !== values.areaId) await refuseWhileDevicesStand(scope, old.id)
    const middle = values.landProfile ? middleOf(values.landProfile as Position[]) : null
    return {
      nurtureKind: values.landType === 'nurture' ? values.nurtureKind : null,
      landMeasure: values.landMeasure ?? muOf(values.landProfile as Position[] | null),
      ...(middle ? { landCenter: `${middle.longitude},${middle.latitude}` } : {}),
    }
  },

  async afterSave({ scope, asking, old, row, now }) {
    if (old?.area_id !== row.area_id && old)
      await scope.raw
        .updateTable('batch')
        .set({ area_id: row.area_id as number })
        .where('tenant_id', '=', scope.tenantId)
        .where('land_id', '=', row.id)
        .execute()
    if ((old?.variety_id ?? null) === row.variety_id) return
    if ((await standingOn(scope, [row.id])).length > 1) throw besideField(asking, 'error.input.invalid', 'varietyId', 'severalBatches')
    await endStanding(scope, row.id, now)
    if (row.variety_id != null) await plant(scope, row, now, dayOf(now, asking.grant.timeZone))
  },

  async beforeDelete({ scope, row }) {
    const waiting = await scope
      .select('batch')
      .select('batch.id')
      .where('land_id', '=', row.id)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (waiting) throw new CallFailure('error.land.planted')
    await refuseWhileDevicesStand(scope, row.id)
  },

  async describe(scope, rows) {
    const ids = rows.flatMap(({ variety_id: id }) => (id == null ? [] : [id as number]))
    const found =
      ids.length === 0 ? [] : await scope.select('variety').select(['id', 'name', 'variety_image']).where('id', 'in', ids).execute()
    const { raw, tenantId } = scope
    const waits = await raw
      .selectFrom('land_safety')
      .select(({ fn }) => ['land_id', fn.max('safe_from').as('safe_from')])
      .where('tenant_id', '=', tenantId)
      .where(
        'land_id',
        'in',
        rows.map(({ id }) => id),
      )
      .groupBy('land_id')
      .execute()
    const safeFrom = new Map(waits.map((one) => [one.land_id, one.safe_from]))
    const stands = Map.groupBy(
      await standingOn(
        scope,
        rows.map(({ id }) => id),
      ),
      (one) => one.land_id,
    )
    const varieties = new Map(found.map((one) => [one.id, { name: one.name, varietyImage: one.variety_image }]))
    return rows.map((row) => ({
      landCenter: row.land_center,
      variety: varieties.get(row.variety_id as number) ?? null,
      safeFrom: safeFrom.get(row.id) ?? null,
      batches: (stands.get(row.id) ?? []).map((one) => ({
        batchId: one.id,
        batchName: one.batch_name,
        varietyName: one.variety_name,
        part: one.part,
        batchState: one.batch_state as BatchState,
        startedAt: one.started_at!,
      })),
    }))
  },
})

async function refuseWhileDevicesStand({ raw, tenantId }: Scope, landId: number): Promise<void> {
  const held = await raw
    .selectFrom('device')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('land_id', '=', landId)
    .limit(1)
    .executeTakeFirst()
  if (held) throw new CallFailure('error.land.devices')
}
