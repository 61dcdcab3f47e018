import { sql } from 'kysely'
import type { Vr } from '#contract/panoramas/tour'
import type { Scope } from '../../ground/database/scope.ts'
import { notFound } from '../../ground/failure.ts'

const scenesOf = sql<number>`(select count(*)::int from panorama_scene s where s.tenant_id = panorama_vr.tenant_id and s.vr_id = panorama_vr.id)`

const COLUMNS = [
  'panorama_vr.id',
  'panorama_vr.name',
  'panorama_vr.cover',
  'panorama_vr.description',
  'panorama_vr.enabled_flag',
  'panorama_vr.publish_key',
  'panorama_vr.published_at',
  'panorama_vr.created_at',
  'panorama_vr.updated_at',
  'panorama_vr.object_version_number',
] as const

/** What is read of a tour. */
export const tourColumns = [...COLUMNS, scenesOf.as('scenes')] as const

interface Row {
  readonly id: number
  readonly name: string
  readonly cover: string
  readonly description: string
  readonly enabled_flag: number
  readonly publish_key: string | null
  readonly published_at: number | null
  readonly created_at: number | null
  readonly updated_at: number | null
  readonly object_version_number: number
  readonly scenes: number
}

/** Tours as they are answered, with those of their bases that the caller sees, by name. */
export async function toTours(scope: Scope, rows: readonly Row[]): Promise<Vr[]> {
  const links =
    rows.length === 0
      ? []
      : await scope
          .select('area')
          .innerJoin('panorama_vr_area', 'panorama_vr_area.area_id', 'area.id')
          .select(['panorama_vr_area.vr_id', 'area.id', 'area.area_name'])
          .where('panorama_vr_area.tenant_id', '=', scope.tenantId)
          .where(
            'panorama_vr_area.vr_id',
            'in',
            rows.map(({ id }) => id),
          )
          .orderBy('area.area_name')
          .orderBy('area.id')
          .execute()
  const byTour = Map.groupBy(links, (link) => link.vr_id)
  return rows.map((row) => {
    const area = (byTour.get(row.id) ?? []).map((link) => ({ areaId: link.id, areaName: link.area_name }))
    return {
      vrId: row.id,
      vrName: row.name,
      vrCover: row.cover,
      description: row.description,
      areaId: area.map(({ areaId }) => areaId),
      area,
      enabledFlag: row.enabled_flag,
      scenes: row.scenes,
      publishKey: row.publish_key,
      publishedAt: row.published_at,
      creationDate: row.created_at ?? 0,
      updatedAt: row.updated_at ?? row.created_at ?? 0,
      objectVersionNumber: row.object_version_number,
    }
  })
}

/** One tour; else fails with error.notFound. */
export async function tourOf(scope: Scope, vrId: number): Promise<Vr> {
  const row = await scope.select('panorama_vr').select(tourColumns).where('panorama_vr.id', '=', vrId).executeTakeFirst()
  if (!row) throw notFound()
  return (await toTours(scope, [row]))[0]!
}

/** Whether the caller sees a tour; else fails with error.notFound. */
export async function mustSeeTour(scope: Scope, vrId: number): Promise<void> {
  const row = await scope.select('panorama_vr').select('panorama_vr.id').where('panorama_vr.id', '=', vrId).executeTakeFirst()
  if (!row) throw notFound()
}
