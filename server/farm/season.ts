import { sql } from 'kysely'
import { type BatchState, MOST_IN_SEASON, type SeasonBatch } from '#contract/farm/batch'
import type { Scope } from '../ground/database/scope.ts'
import { dayOf, zonedMoment } from '#contract/core/zonedMoment'

/** The plots of a base, and the batches that lie within days of the calendar of the zone, both included. */
export async function seasonOf(scope: Scope, { areaId, from, to }: { areaId: number; from: string; to: string }, zone: string) {
  const plots = await scope
    .select('land')
    .select(['land.id as landId', 'land.land_name as landName'])
    .where('land.area_id', '=', areaId)
    .orderBy('land.land_name')
    .orderBy('land.id')
    .execute()
  const [begins, ends] = [zonedMoment(from, zone, 'start')!, zonedMoment(to, zone, 'end')!]
  // What stands goes on: nobody knows that it ends with the day on which its harvest is expected.
  const lies = sql<boolean>`case when batch.started_at is null then batch.starts_on <= ${to}::date else batch.started_at < ${ends} end
    and case when batch.ended_at is not null then batch.ended_at >= ${begins}
      when batch.started_at is not null then true else coalesce(batch.harvest_on >= ${from}::date, true) end`
  const rows = scope.select('batch').where('batch.area_id', '=', areaId).where(lies)
  const found = await rows
    .select(['batch.id', 'batch.object_version_number', 'batch.batch_name', 'batch.variety_name', 'batch.land_id', 'batch.batch_state'])
    .select(['batch.starts_on', 'batch.harvest_on', 'batch.started_at', 'batch.ended_at'])
    .orderBy('batch.starts_on')
    .orderBy('batch.id')
    .limit(MOST_IN_SEASON)
    .execute()
  const all =
    found.length < MOST_IN_SEASON
      ? found.length
      : Number((await rows.select((eb) => eb.fn.countAll<number>().as('all')).executeTakeFirstOrThrow()).all)
  const batches = found.map((row): SeasonBatch => ({
    batchId: row.id,
    objectVersionNumber: row.object_version_number,
    batchName: row.batch_name,
    varietyName: row.variety_name,
    landId: row.land_id,
    batchState: row.batch_state as BatchState,
    startsOn: row.starts_on,
    harvestOn: row.harvest_on,
    from: row.started_at === null ? row.starts_on : dayOf(row.started_at, zone),
    to: row.ended_at === null ? row.harvest_on : dayOf(row.ended_at, zone),
  }))
  return { plots, batches, left: all - found.length }
}
