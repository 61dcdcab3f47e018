import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { beaufort, type Weather } from '#contract/map/weather'
import type { Config } from '../ground/config.ts'
import { type Language, say } from '../ground/words.ts'

export interface Place {
  /** Degrees, WGS84. */
  readonly latitude: number
  readonly longitude: number
}
/** Somebody outside who knows the weather; null where it does not answer in time, or not with what can be read. */
export interface WeatherService {
  readonly now: (place: Place, language: Language) => Promise<Weather | null>
  readonly city: (place: Place, language: Language) => Promise<string | null>
}

const TIMEOUT_MS = 2500
/** Weather moves slowly, and a service counts what it is asked. */
const FRESH_MS = 10 * 60_000
/** A service that did not answer is left alone for a while, so that no page waits for it again and again. */
const REST_MS = 60_000
const REMEMBERED_MAX = 500

const numeric = z
  .union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)])
  .transform(Number)
  .nullish()

const qweatherNow = z.object({
  code: z.literal('200'),
  now: z.object({
    obsTime: z.string().optional(),
    temp: numeric,
    text: z.string().optional(),
    icon: z.string().optional(),
    precip: numeric,
    humidity: numeric,
    windScale: z.string().optional(),
    wind360: numeric,
  }),
})
const qweatherCity = z.object({
  code: z.literal('200'),
  location: z.array(z.object({ name: z.string(), adm2: z.string().optional() })).min(1),
})

const openMeteoNow = z.object({
  current: z.object({
    time: z.number(),
    temperature_2m: numeric,
    relative_humidity_2m: numeric,
    precipitation: numeric,
    weather_code: numeric,
    is_day: numeric,
    wind_speed_10m: numeric,
    wind_direction_10m: numeric,
  }),
})

/** The configured service: QWeather's shape where there is a key, else Open-Meteo's; null where weather from outside is off. */
export function weatherService(config: Config['weather'], clock: () => number, fetchIt: typeof fetch = fetch): WeatherService | null {
  const { url, key } = config
  if (url == null) return null
  const ask = asker(clock, fetchIt)
  const at = ({ latitude, longitude }: Place) => `${longitude.toFixed(2)},${latitude.toFixed(2)}`
  if (key == null) {
    return {
      async now({ latitude, longitude }, language) {
        const fields = 'temperature_2m,relative_humidity_2m,precipitation,weather_code,is_day,wind_speed_10m,wind_direction_10m'
        const query = `latitude=${latitude.toFixed(2)}&longitude=${longitude.toFixed(2)}&current=${fields}&wind_speed_unit=ms&timeformat=unixtime`
        const answer = await ask(`${url}/v1/forecast?${query}`, openMeteoNow)
        if (!answer) return null
        const { current } = answer
        const sky = skyOfWmo(current.weather_code ?? 0, current.is_day === 0)
        return {
          code: '200',
          source: 'service',
          temperature: current.temperature_2m ?? null,
          text: say(language, `map:weather.sky.${sky.word}`),
          icon: sky.icon,
          precipitation: current.precipitation ?? null,
          humidity: current.relative_humidity_2m ?? null,
          wind360: current.wind_direction_10m ?? null,
          windScale: current.wind_speed_10m == null ? null : String(beaufort(current.wind_speed_10m)),
          at: current.time * 1000,
        }
      },
      // Open-Meteo names no places.
      city: () => Promise.resolve(null),
    }
  }
  const secret = { 'x-qw-api-key': key }
  const tongue = (language: Language) => (language === 'zh-CN' ? 'zh' : 'en')
  return {
    async now(place, language) {
      const answer = await ask(`${url}/v7/weather/now?location=${at(place)}&lang=${tongue(language)}`, qweatherNow, secret)
      if (!answer) return null
      const { now } = answer
      const seen = now.obsTime == null ? Number.NaN : Date.parse(now.obsTime)
      return {
        code: '200',
        source: 'service',
        temperature: now.temp ?? null,
        text: now.text ?? null,
        icon: now.icon ?? '100',
        precipitation: now.precip ?? null,
        humidity: now.humidity ?? null,
        wind360: now.wind360 ?? null,
        windScale: now.windScale ?? null,
        at: Number.isNaN(seen) ? null : seen,
      }
    },
    async city(place, language) {
      const answer = await ask(`${url}/geo/v2/city/lookup?location=${at(place)}&lang=${tongue(language)}`, qweatherCity, secret)
      return answer?.location[0]?.name ?? null
    },
  }
}

/** Asks with a short patience; what was answered is remembered, and so is that nobody answered. Never throws. */
function asker(clock: () => number, fetchIt: typeof fetch) {
  const kept = new LRUCache<string, Promise<unknown>>({ max: REMEMBERED_MAX, ttl: FRESH_MS, ttlResolution: 0, perf: { now: clock } })
  let restUntil = 0
  return async <Answer>(url: string, schema: z.ZodType<Answer>, headers: Record<string, string> = {}): Promise<Answer | null> => {
    const known = kept.get(url)
    if (known) return known as Promise<Answer | null>
    if (restUntil > clock()) return null
    const answer = (async () => {
      try {
        const response = await fetchIt(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
        const parsed = schema.safeParse(await response.json())
        if (response.ok && parsed.success) return parsed.data
      } catch {
        restUntil = clock() + REST_MS
      }
      kept.delete(url)
      return null
    })()
    kept.set(url, answer)
    return answer
  }
}

/** A WMO weather code as QWeather's icon and a word of ours. */
function skyOfWmo(code: number, byNight: boolean): { icon: string; word: string } {
  if (code <= 1) return { icon: byNight ? '150' : '100', word: 'clear' }
  if (code === 2) return { icon: byNight ? '151' : '101', word: 'partly' }
  if (code === 3) return { icon: '104', word: 'cloudy' }
  if (code <= 49) return { icon: '501', word: 'fog' }
  if ((code >= 71 && code <= 77) || code === 85 || code === 86) return { icon: '400', word: 'snow' }
  if (code >= 95) return { icon: '302', word: 'storm' }
  return { icon: '305', word: 'rain' }
}
