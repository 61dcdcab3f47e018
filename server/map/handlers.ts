import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { wrapLongitude } from '#contract/core/longitude'
import { beaufort, type Weather } from '#contract/map/weather'
import type { Scope } from '../ground/database/scope.ts'
import type { Handlers } from '../ground/http/handler.ts'
import type { Place, WeatherService } from './weatherService.ts'

/** An older reading of a station says nothing of the weather now, in ms. */
const STATION_FRESH_MS = 60 * 60_000
/** A station that measures none says by it that it is night. */
const LIGHT = 'light'
const STATION_CODES = ['temperature', 'humidity', 'rain', 'windSpeed', 'windDirection']

const nobody: Weather = {
  code: '200',
  source: 'none',
  temperature: null,
  text: null,
  icon: '100',
  precipitation: null,
  humidity: null,
  wind360: null,
  windScale: null,
  at: null,
}

/** What the nearest of the tenant's weather stations measured last, or null where none has measured within the hour. */
async function fromStation(scope: Scope, { latitude, longitude }: Place, now: number): Promise<Weather | null> {
  const since = now - STATION_FRESH_MS
  // Degrees of longitude shrink towards the poles.
  const shrink = Math.cos((latitude * Math.PI) / 180)
  const station = await scope
    .select('device')
    .select('device.id')
    .where('device.device_type', '=', 'gateway_weather')
    .where('device.enabled_flag', '=', 1)
    .where('device.latitude', 'is not', null)
    .where((device) =>
      device.exists(
        device
          .selectFrom('item')
          .select('item.id')
          .whereRef('item.device_id', '=', 'device.id')
          .where('item.code', 'in', STATION_CODES)
          .where('item.last_ts', '>', since),
      ),
    )
    // Along the circle: 180 and -180 degrees are one meridian.
    .orderBy(
      sql`power(device.latitude - ${latitude}, 2)
        + power(least(abs(device.longitude - ${longitude}), 360 - abs(device.longitude - ${longitude})) * ${shrink}, 2)`,
    )
    .limit(1)
    .executeTakeFirst()
  if (!station) return null
  const items = await scope
    .select('item')
    .select(['item.code', 'item.last_value', 'item.last_ts'])
    .where('item.device_id', '=', station.id)
    .where('item.code', 'in', [...STATION_CODES, LIGHT])
    .where('item.last_ts', '>', since)
    .execute()
  const value = (code: string) => items.find((item) => item.code === code)?.last_value ?? null
  const wind = value('windSpeed')
  return {
    ...nobody,
    source: 'station',
    temperature: value('temperature'),
    icon: (value('rain') ?? 0) > 0 ? '305' : value(LIGHT) === 0 ? '150' : '100',
    precipitation: value('rain'),
    humidity: value('humidity'),
    wind360: value('windDirection'),
    windScale: wind == null ? null : String(beaufort(wind)),
    at: Math.max(...items.map(({ last_ts: ts }) => ts ?? 0)),
  }
}

/** Weather by the service, else by the tenant's own station: a service that is silent is an outcome, never a failure. */
export function weatherHandlers(given: { service: WeatherService | null; clock: () => number }): Handlers<CallGroups['weather']> {
  const { service, clock } = given
  const placeOf = (query: { latitude: string; longitude: string }): Place => ({
    latitude: Math.max(-90, Math.min(90, Number(query.latitude))),
    longitude: wrapLongitude(Number(query.longitude)),
  })
  return {
    async now({ query }, { inTenant, language }) {
      const place = placeOf(query)
      return (await service?.now(place, language)) ?? (await inTenant((scope) => fromStation(scope, place, clock()))) ?? nobody
    },
    async location({ query }, { language }) {
      return { code: '200', city: (await service?.city(placeOf(query), language)) ?? '' }
    },
  }
}
