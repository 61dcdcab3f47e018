import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { weatherCalls } from '#contract/map/weather'
import { weatherService } from '#server/map/weatherService'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

const place = { latitude: 22.96, longitude: 113.34 }

/** A service outside, as it would answer; counts what it was asked. */
function outside(answer: (url: string) => unknown) {
  const asked: { url: string; headers: Record<string, string> }[] = []
  const fetchIt = (async (url: string, init: { headers: Record<string, string> }) => {
    asked.push({ url, headers: init.headers })
    return Response.json(answer(url))
  }) as unknown as typeof fetch
  return { asked, fetchIt }
}

describe('a weather service', () => {
  test('of QWeather’s shape is read with its key in a header, and remembered', async () => {
    const now = {
      obsTime: '2026-11-21T14:00+08:00',
      temp: '24',
      text: '多云',
      icon: '101',
      precip: '0.2',
      humidity: '72',
      windScale: '3',
      wind360: '135',
    }
    const { asked, fetchIt } = outside(() => ({ code: '200', now }))
    const service = weatherService({ url: 'https://weather.example', key: 'secret' }, Date.now, fetchIt)!
    const expected = {
      source: 'service',
      temperature: 24,
      text: '多云',
      icon: '101',
      precipitation: 0.2,
      humidity: 72,
      windScale: '3',
      wind360: 135,
      at: Date.UTC(2026, 10, 21, 6),
    }
    expect(await service.now(place, 'zh-CN')).toMatchObject(expected)
    expect(await service.now({ latitude: 22.961, longitude: 113.341 }, 'zh-CN')).toMatchObject(expected)
    expect(asked).toHaveLength(1)
    expect(asked[0]!.url).toBe('https://weather.example/v7/weather/now?location=113.34,22.96&lang=zh')
    expect(asked[0]!.headers).toEqual({ 'x-qw-api-key': 'secret' })
  })

  test('of Open-Meteo’s shape is read without one', async () => {
    const current = {
      time: 1_764_000_000,
      temperature_2m: 21.4,
      relative_humidity_2m: 80,
      precipitation: 1.5,
      weather_code: 61,
      wind_speed_10m: 6,
      wind_direction_10m: 90,
    }
    const { fetchIt } = outside(() => ({ current }))
    const service = weatherService({ url: 'https://weather.example', key: null }, Date.now, fetchIt)!
    expect(await service.now(place, 'en-US')).toMatchObject({
      temperature: 21.4,
      icon: '305',
      windScale: '4',
      wind360: 90,
      at: 1_764_000_000_000,
    })
    const night = weatherService(
      { url: 'https://weather.example', key: null },
      Date.now,
      outside(() => ({ current: { ...current, weather_code: 0, is_day: 0 } })).fetchIt,
    )!
    expect(await night.now(place, 'en-US')).toMatchObject({ icon: '150' })
  })

  test.each([
    ['another code', () => ({ code: '401' })],
    ['another shape', () => ({ code: '200', now: { temp: 'warm' } })],
  ])('that answers with %s counts for nothing', async (_, answer) => {
    const { fetchIt } = outside(answer)
    expect(await weatherService({ url: 'https://weather.example', key: 'k' }, Date.now, fetchIt)!.now(place, 'en-US')).toBeNull()
  })

  test('that cannot be reached is left alone for a minute', async () => {
    let [asked, now] = [0, 0]
    const dead = (async () => {
      asked++
      throw new TypeError('unreachable')
    }) as unknown as typeof fetch
    const service = weatherService({ url: 'https://weather.example', key: null }, () => now, dead)!
    expect(await service.now(place, 'en-US')).toBeNull()
    expect(await service.now({ latitude: 1, longitude: 1 }, 'en-US')).toBeNull()
    expect(asked).toBe(1)
    now = 61_000
    await service.now(place, 'en-US')
    expect(asked).toBe(2)
  })

  test('is none where it is off', () => {
    expect(weatherService({ url: null, key: null }, Date.now)).toBeNull()
  })
})

describe('weather without a service', () => {
  let server: TestServer
  let build: Arrange
  let client: Client
  let t: number
  const query = { latitude: '22.96', longitude: '113.34' }

  beforeAll(async () => {
    server = await startTestServer()
    build = arrange(server.owner)
    t = (await build.aTenant()).id
    client = await server.signIn((await build.aUser({ tenantId: t, codes: [] })).login_name)
    await server.owner.query(
      'insert into role_assignment (tenant_id, user_id, role_id) select r.tenant_id, m.user_id, r.id from role r join membership m on m.tenant_id = r.tenant_id on conflict do nothing',
    )
  })
  afterAll(() => server?.close())

  async function aStation(longitude: number, readings: Record<string, number>, age = 60_000) {
    const area = await build.anArea({ tenant_id: t })
    const device = await build.aDevice({ tenant_id: t, area_id: area.id, device_type: 'gateway_weather', longitude, latitude: 22.96 })
    for (const [code, value] of Object.entries(readings)) {
      await build.anItem({ tenant_id: t, area_id: area.id, device_id: device.id, code, last_value: value, last_ts: Date.now() - age })
    }
  }
  const ask = async () => (await client.call(weatherCalls.now, { params: { t }, query })).body

  test('is unknown where the tenant has no station that measured within the hour', async () => {
    await aStation(113.34, { temperature: 99 }, 2 * 3_600_000)
    expect(await ask()).toMatchObject({ code: '200', source: 'none', temperature: null, icon: '100' })
    expect((await client.call(weatherCalls.location, { params: { t }, query })).body).toEqual({ code: '200', city: '' })
  })

  test('is what the nearest station measured last', async () => {
    await aStation(113.5, { temperature: 10 })
    await aStation(113.35, { temperature: 25.5, humidity: 70, rain: 0.4, windSpeed: 3, windDirection: 200 })
    expect(await ask()).toMatchObject({
      source: 'station',
      temperature: 25.5,
      humidity: 70,
      precipitation: 0.4,
      wind360: 200,
      windScale: '2',
      icon: '305',
    })
  })

  test('is that of the station across 180 degrees where that is the nearest', async () => {
    await aStation(179.9, { temperature: 28 })
    await aStation(-179, { temperature: 31 })
    for (const longitude of ['-179.98', '180.02', '179.98']) {
      const { body } = await client.call(weatherCalls.now, { params: { t }, query: { ...query, longitude } })
      expect([longitude, body.temperature]).toEqual([longitude, 28])
    }
  })

  test('has a clear night where the station sees no light', async () => {
    await aStation(113.341, { temperature: 19, rain: 0, light: 0 })
    expect(await ask()).toMatchObject({ temperature: 19, icon: '150' })
  })

  test.each(['91x', '', '123', '1.2.3'])('a latitude written "%s" is 400', async (latitude) => {
    expect((await client.call(weatherCalls.now, { params: { t }, query: { ...query, latitude } })).status).toBe(400)
  })
})
