import { sql } from 'kysely'
import { type ActivityWeather, type NO_WEATHER, WEATHER_ITEMS } from '#contract/farm/activity'
import type { Scope } from '../ground/database/scope.ts'

/** What was measured longer before says nothing of the weather of that moment, in ms. */
const FRESH_MS = 3_600_000

interface Measured {
  readonly station: number
  readonly name: string
  readonly code: (typeof WEATHER_ITEMS)[number]
  readonly unit: string | null
  readonly ts: number | null
  readonly value: number | null
}
type Weather = { weather: ActivityWeather; noWeather: null } | { weather: null; noWeather: (typeof NO_WEATHER)[number] }

/**
 * The weather of a moment as the base's own station measured it: of several the one that measured last before it. What is not there is said,
 * never made up: no station in the base, or none that measured within the hour before.
 */
export async function weatherAt({ raw, tenantId }: Scope, areaId: number, at: number): Promise<Weather> {
  const { rows } = await sql<Measured>`
    select device.id as station, device.name, item.code, item.unit, last.ts, last.value
    from device join item on item.device_id = device.id and item.code = any(${[...WEATHER_ITEMS]}::text[])
    left join lateral (
      select ts, value from reading where item_id = item.id and ts <= ${at} and ts > ${at - FRESH_MS} and value is not null order by ts desc limit 1
    ) as last on true
    where device.tenant_id = ${tenantId} and device.area_id = ${areaId} and device.device_type = 'gateway_weather' and device.enabled_flag = 1
    order by last.ts desc nulls last, device.id`.execute(raw)
  const [newest] = rows
  if (newest === undefined) return { weather: null, noWeather: 'none' }
  if (newest.ts === null) return { weather: null, noWeather: 'silent' }
  const own = rows.filter(({ station, value }) => station === newest.station && value !== null)
  const values = WEATHER_ITEMS.flatMap((code) => {
    const found = own.find((one) => one.code === code)
    return found ? [{ code, value: found.value!, unit: found.unit }] : []
  })
  return { weather: { station: newest.name, at: newest.ts, values }, noWeather: null }
}
