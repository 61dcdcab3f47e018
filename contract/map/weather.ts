import { z } from 'zod'
import { defineCall } from '../core/call.ts'

const coordinates = z.object({
  latitude: z.string().regex(/^-?\d{1,2}(\.\d{1,10})?$/),
  longitude: z.string().regex(/^-?\d{1,3}(\.\d{1,10})?$/),
})

/** Null where nobody could say; `source` says who did: a service, or the nearest weather station of the tenant. */
export const weather = z.object({
  code: z.string(),
  source: z.enum(['service', 'station', 'none']),
  temperature: z.number().nullable(),
  text: z.string().nullable(),
  icon: z.string(),
  precipitation: z.number().nullable(),
  humidity: z.number().nullable(),
  wind360: z.number().nullable(),
  windScale: z.string().nullable(),
  at: z.int().nullable(),
})
export type Weather = z.infer<typeof weather>

/** WEATHER-03: eight sectors of 45 degrees centred on north. */
export const WIND_SECTORS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const
export const windSector = (degrees: number) => WIND_SECTORS[Math.round((((degrees % 360) + 360) % 360) / 45) % 8]!

/** Beaufort number of a wind speed in m/s. */
export function beaufort(speed: number): number {
  const limits = [0.3, 1.6, 3.4, 5.5, 8, 10.8, 13.9, 17.2, 20.8, 24.5, 28.5, 32.7]
  const at = limits.findIndex((limit) => speed < limit)
  return at === -1 ? 12 : at
}

export const weatherCalls = {
  now: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/weather',
    permission: 'login',
    summary: "Weather at a place: from the service, else from the tenant's own nearest station. °C, mm, %, degrees",
    query: coordinates,
    answer: weather,
  }),
  location: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/weather/location',
    permission: 'login',
    summary: 'The city at a place; empty where no service answers',
    query: coordinates,
    answer: z.object({ code: z.string(), city: z.string() }),
  }),
}
