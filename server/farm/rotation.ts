import type { RotationBatch } from '#contract/farm/land'
import type { Scope } from '../ground/database/scope.ts'
import { dayOf } from '#contract/core/zonedMoment'

/** What stood, stands or is planned, from its first day until its last; without a last day nothing follows it yet. */
interface Stood {
  readonly from: string
  readonly to: string | null
  readonly cropId: number | null
}

/**
 * Whether one of a plot follows its own crop: one of those that ended last before it, between which and it nothing else stood. Parts of a plot
 * are no places, so that any of these may have stood where it does.
 */
export function followsItself<One extends Stood>(one: One, all: readonly One[]): boolean {
  if (one.cropId === null) return false
  const before = all.flatMap(({ from, to, cropId }) => (to !== null && to <= one.from ? [{ from, to, cropId }] : []))
  // What began last, and ended last of these, is all that can have stood after another: nobody asks each of each.
  const newest = before.reduce<{ from: string; to: string } | null>(
    (last, { from, to }) => (last === null || from > last.from || (from === last.from && to > last.to) ? { from, to } : last),
    null,
  )
  // What began and ended on one day is not after itself.
  const isLast = ({ from, to }: { from: string; to: string }) => newest!.from < to || (newest!.from === from && newest!.to === to)
  return before.some((other) => other.cropId === one.cropId && isLast(other))
}

/** Ground on which the same year after year is no rotation: trees, and what is kept in water and yards. */
const LASTING = ['orchard', 'nurture']

/** Everything that stood on a plot that the caller sees, stands there and is planned, the first first. */
export async function rotationOf(scope: Scope, landId: number, zone: string): Promise<RotationBatch[]> {
  const land = await scope.select('land').select('land_type').where('land.id', '=', landId).executeTakeFirst()
  if (!land) return []
  const rows = await scope
    .select('batch')
    .leftJoin('variety', 'variety.id', 'batch.variety_id')
    .leftJoin('crop', 'crop.id', 'variety.crop_id')
    .select([
      'batch.id',
      'batch.batch_name',
      'batch.variety_name',
      'batch.part',
      'batch.batch_state',
      'batch.starts_on',
      'batch.harvest_on',
    ])
    .select(['batch.started_at', 'batch.ended_at', 'crop.id as crop_id', 'crop.crop_name'])
    .where('batch.land_id', '=', landId)
    .orderBy('batch.starts_on')
    .orderBy('batch.id')
    .execute()
  const stood = rows.map((row) => ({
    batchId: row.id,
    batchName: row.batch_name,
    varietyName: row.variety_name,
    cropId: row.crop_id,
    cropName: row.crop_name,
    part: row.part,
    batchState: row.batch_state as RotationBatch['batchState'],
    from: row.started_at === null ? row.starts_on : dayOf(row.started_at, zone),
    to: row.ended_at === null ? row.harvest_on : dayOf(row.ended_at, zone),
  }))
  return stood
    .map((one) => ({
      ...one,
      follows:
        !LASTING.includes(land.land_type) &&
        followsItself(
          one,
          stood.filter((other) => other !== one),
        ),
    }))
    .toSorted((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : one.batchId - other.batchId))
}
