import { type RawBuilder, sql } from 'kysely'
import { rangeOf } from '../devices/collect.ts'
import type { Asking } from '../ground/http/handler.ts'
import type { Scope } from '../ground/database/scope.ts'
import { LAMP_TYPES } from '#contract/insects/insectType'
import { opened } from '../devices/deviceRows.ts'
import { COUNTS } from './pictureRows.ts'

/** What was asked of the statistics. */
export interface Wanted {
  readonly startTime: number | string
  readonly endTime: number | string
  readonly concentratorId?: number | undefined
  readonly areaId?: number | undefined
}
/** A line: what was found of one kind on one picture, or noted by a person. */
export interface Line {
  readonly key: string
  readonly source: 'picture' | 'person'
  readonly id: number | null
  readonly picture_id: number | null
  readonly device_id: number
  readonly lamp: string
  readonly type_id: number | null
  readonly zh_name: string | null
  readonly en_name: string | null
  readonly quantity: number
  readonly at: number
  readonly note: string | null
  readonly version: number | null
}

/** Whether a lamp, a row of `device`, is one of those that were asked for and that the caller may see. */
export function lampsWanted(
  { tenantId }: Scope,
  { grant }: Asking,
  { concentratorId, areaId }: Pick<Wanted, 'concentratorId' | 'areaId'>,
): RawBuilder<boolean> {
  return sql`(device.tenant_id = ${tenantId} and ${opened(grant, LAMP_TYPES)}
    and (${grant.areas === null}::boolean or device.area_id = any(${[...(grant.areas ?? [])]}::bigint[]))
    and (${concentratorId ?? null}::bigint is null or device.id = ${concentratorId ?? null}::bigint)
    and (${areaId ?? null}::bigint is null or device.area_id = ${areaId ?? null}::bigint))`
}

/**
 * The one source of all statistics, as a select of `Line`: the boxes that count of the pictures of lamps, and what people noted, within a range.
 * Pictures that people brought belong to no lamp and are not counted.
 */
export function linesOf(scope: Scope, asking: Asking, wanted: Wanted): RawBuilder<Line> {
  const { from, to } = rangeOf(wanted, asking)
  const lamps = lampsWanted(scope, asking, wanted)
  return sql<Line>`
    select 'p' || insect_picture.id || '-' || coalesce(insect_box.insect_type_id, 0) as key, 'picture' as source, null::bigint as id,
      insect_picture.id as picture_id, device.id as device_id, device.name as lamp, insect_type.id as type_id, insect_type.zh_name, insect_type.en_name,
      count(*)::int as quantity, insect_picture.taken_at as at, null::text as note, null::int as version
    from insect_picture join device on device.id = insect_picture.device_id
    join insect_box on insect_box.picture_id = insect_picture.id and ${COUNTS}
    left join insect_type on insect_type.id = insect_box.insect_type_id
    where insect_picture.tenant_id = ${scope.tenantId} and insect_picture.taken_at >= ${from} and insect_picture.taken_at < ${to} and ${lamps}
    group by insect_picture.id, insect_box.insect_type_id, device.id, insect_type.id
    union all
    select 'o' || o.id, 'person', o.id, null, device.id, device.name, insect_type.id, insect_type.zh_name, insect_type.en_name,
      o.quantity, o.observed_at, o.note, o.object_version_number
    from insect_observation o join device on device.id = o.device_id join insect_type on insect_type.id = o.insect_type_id
    where o.tenant_id = ${scope.tenantId} and o.observed_at >= ${from} and o.observed_at < ${to} and ${lamps}`
}
