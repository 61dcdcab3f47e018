import type { Queryable } from './queryable.ts'
import type { WatchedDevice } from './bind.ts'
import { calendarOf, type Place } from './calendar.ts'
import type { Calendar } from '#machines/watch/watch'

/** What rules of a tenant are bound to. */
export interface WatchedFarm {
  readonly devices: readonly WatchedDevice[]
  readonly calendarOf: (areaId: number) => { calendar: Calendar; hasSun: boolean }
}

const DEVICES = `select d.id, d.area_id, d.land_id, d.device_type, d.reporting_period,
    coalesce((select jsonb_agg(jsonb_build_array(i.id, i.code) order by i.id) from item i where i.device_id = d.id), '[]') as items
  from device d where d.tenant_id = $1 and d.area_id = any($2::bigint[]) and d.enabled_flag = 1
    and ($3::bigint[] is null or d.id = any($3::bigint[])) order by d.id`
interface DeviceRow {
  readonly id: number
  readonly area_id: number
  readonly land_id: number | null
  readonly device_type: string
  readonly reporting_period: number
  readonly items: readonly (readonly [id: number, code: string])[]
}

/** The devices of these bases with their items, or only those with these ids, and the clock and the sun of each base. */
export async function readFarm(
  db: Queryable,
  tenantId: number,
  areaIds: readonly number[],
  deviceIds: readonly number[] | null = null,
): Promise<WatchedFarm> {
  const { rows } = await db.query<DeviceRow>(DEVICES, [tenantId, areaIds, deviceIds])
  const { rows: areas } = await db.query<{ id: number; area_center: string; time_zone: string }>(
    'select a.id, a.area_center, t.time_zone from area a join tenant t on t.id = a.tenant_id where a.tenant_id = $1 and a.id = any($2::bigint[])',
    [tenantId, areaIds],
  )
  const calendars = new Map(
    areas.map(({ id, area_center: center, time_zone: zone }) => {
      const place = placeOf(center)
      return [id, { calendar: calendarOf(zone, place), hasSun: place !== null }]
    }),
  )
  const noCalendar = { calendar: calendarOf('UTC', null), hasSun: false }
  return {
    devices: rows.map((row) => ({
      id: row.id,
      areaId: row.area_id,
      landId: row.land_id,
      type: row.device_type,
      period: row.reporting_period,
      items: row.items.map(([id, code]) => ({ id, code })),
    })),
    calendarOf: (areaId) => calendars.get(areaId) ?? noCalendar,
  }
}

/** `longitude,latitude` of a base, in degrees. */
export function placeOf(center: string): Place | null {
  const [longitude, latitude, ...more] = center.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  return more.length === 0 && Number.isFinite(longitude) && Number.isFinite(latitude)
    ? { longitude: longitude!, latitude: latitude! }
    : null
}
