import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WIND_CLASSES, type WindRose, windRoseCalls } from '#contract/devices/windRose'
import { WIND_SECTORS, windSector } from '#contract/map/weather'
import { ensurePartitions } from '#server/ground/history/partition'
import { HOUR, MINUTE } from '#server/ground/history/resolution'
import type { Client } from '../harness.ts'
import { type Farm, startFarm } from './farmOfDevices.ts'

const NOON = Date.UTC(2026, 2, 10, 4)
const DAY = 24 * HOUR
const PERIOD = 5 * MINUTE

let farm: Farm
beforeAll(async () => {
  farm = await startFarm({ clock: () => NOON })
  await ensurePartitions(farm.owner, NOON - DAY, NOON)
})
afterAll(() => farm?.close())

interface Wind {
  readonly speed?: number | null
  readonly from?: number | null
  readonly ts?: number
  readonly place?: number
}
/** A station that measured these winds, a second apart unless they say when, and no wind any more a second after the last of them. */
async function aStation(winds: readonly Wind[], given: { tenant_id?: number; area_id?: number; reporting_period?: number } = {}) {
  const { reporting_period = PERIOD, ...where } = given
  const place = { tenant_id: farm.t, area_id: farm.north.id, ...where }
  const device = await farm.build.aDevice({ ...place, device_type: 'gateway_weather', reporting_period })
  const speed = await farm.build.anItem({ ...place, device_id: device.id, code: 'windSpeed', unit: 'm/s' })
  const direction = await farm.build.anItem({ ...place, device_id: device.id, code: 'windDirection', unit: '°' })
  const timed = winds.map((wind, at) => ({ ts: NOON - HOUR + at * 1000, ...wind }))
  const end: Wind & { ts: number } = { ts: Math.max(...timed.map(({ ts }) => ts)) + 1000, speed: null }
  for (const { ts, place: nth = 0, ...wind } of timed.length === 0 ? [] : [...timed, end])
    for (const [item, value] of [
      [speed, wind.speed],
      [direction, wind.from],
    ] as const)
      if (value !== undefined)
        await farm.owner.query('insert into reading (item_id, ts, place, value, tenant_id) values ($1, $2, $3, $4, $5)', [
          item.id,
          ts,
          nth,
          value,
          place.tenant_id,
        ])
  return device.id
}
const range = { startTime: NOON - DAY, endTime: NOON }
const read = (id: number, { client = farm.admin, query = range as object }: { client?: Client; query?: object } = {}) =>
  client.call(windRoseCalls.read, { params: { t: farm.t, id }, query: query as typeof range })
/** For how many seconds a rose has each wind, and its mean speed: `N 0` is the gentlest class of north wind. */
const counted = ({ sectors }: WindRose) =>
  Object.fromEntries(
    sectors.flatMap(({ sector, classes }) =>
      classes.flatMap(({ ms, mean }, nth) => (ms > 0 ? [[`${sector} ${nth}`, [ms / 1000, mean]]] : [])),
    ),
  )

describe('the wind rose of a station', () => {
  test('has each wind in its sector and class, with the mean speed of both; calm and wind from nowhere stand apart', async () => {
    const id = await aStation([
      { speed: 1, from: 0 },
      { speed: 1.5, from: 350 },
      { speed: 1.6, from: 10 },
      { speed: 12, from: 180 },
      { speed: 0.29, from: 90 },
      { speed: 0, from: null },
      { speed: 4, from: null },
      { speed: 4 },
      { speed: null, from: 90 },
      { from: 90 },
      { speed: 9, from: 90, ts: NOON - DAY - 3 * PERIOD },
      { speed: 9, from: 90, ts: NOON + 1 },
    ])
    const { status, body } = await read(id)
    expect(status).toBe(200)
    expect(counted(body)).toEqual({ 'N 0': [2, 1.25], 'N 1': [1, 1.6], 'S 4': [1, 12] })
    expect([body.calm, body.withoutDirection]).toEqual([2000, 2000])
    expect(body.sectors.map(({ sector }) => sector)).toEqual([...WIND_SECTORS])
    expect(body.sectors[2]!.classes).toEqual(WIND_CLASSES.map(() => ({ ms: 0, mean: null })))
  })

  test('joins speed and direction that come in two messages, within a minute of each other and to the nearest', async () => {
    const at = (seconds: number) => NOON - HOUR + seconds * 1000
    const { body } = await read(
      await aStation([
        { from: 90, ts: at(0) },
        { speed: 1, ts: at(20) },
        { from: 180, ts: at(25) },
        { speed: 2, ts: at(85) },
        { speed: 4, ts: at(86) },
        // The nearest, though another one came before it.
        { from: 270, ts: at(200) },
        { speed: 6, ts: at(210) },
        { from: null, ts: at(221) },
        { speed: 9, ts: at(222) },
      ]),
    )
    expect(counted(body)).toEqual({ 'S 0': [65, 1], 'S 1': [1, 2], 'W 3': [12, 6] })
    // Of 4 m/s the last word was 61 s ago; of 9 m/s the nearest word was that nobody knows.
    expect(body.withoutDirection).toBe(125_000)
  })

  test('gives a border to the sector that begins there: north from 337.5 to below 22.5', async () => {
    const borders = [22.5, 22.49, 337.5, 337.49, 360, 67.5, -22.5, 382.5]
    const { body } = await read(await aStation(borders.map((from) => ({ speed: 1, from }))))
    expect(counted(body)).toEqual({ 'N 0': [4, 1], 'NE 0': [2, 1], 'E 0': [1, 1], 'NW 0': [1, 1] })
  })

  test('begins each class where the contract says', async () => {
    const { body } = await read(await aStation(WIND_CLASSES.map((speed) => ({ speed, from: 45 }))))
    expect(counted(body)).toEqual(Object.fromEntries(WIND_CLASSES.map((speed, nth) => [`NE ${nth}`, [1, speed]])))
  })

  test('sorts any wind as the console does, and loses none', async () => {
    const degrees = [5e-324, -5e-324, ...fc.sample(fc.double({ min: -720, max: 720, noNaN: true }), 120)]
    const { body } = await read(await aStation(degrees.map((from) => ({ speed: 2, from }))))
    const found = body.sectors.map(({ sector, classes }) => [sector, classes[1]!.ms])
    expect(found).toEqual(WIND_SECTORS.map((sector) => [sector, 1000 * degrees.filter((one) => windSector(one) === sector).length]))
  })

  test('of several within one millisecond has the last, with the direction that came with it', async () => {
    const ts = NOON - HOUR
    const { body } = await read(
      await aStation([
        { speed: 1, from: 90, ts, place: 1 },
        { speed: 6, from: 270, ts, place: 2 },
      ]),
    )
    expect(counted(body)).toEqual({ 'W 3': [1, 6] })
  })

  test('bears the greatest numbers that a device may send', async () => {
    const { status, body } = await read(
      await aStation([
        { speed: 1.7e308, from: 1.7e308 },
        { speed: 1.7e308, from: 0 },
        { speed: 1.7e308, from: 0 },
      ]),
    )
    expect([status, body.withoutDirection, body.sectors[0]!.classes[4]!.ms]).toEqual([200, 1000, 2000])
  })

  test('weighs a wind by how long it stood: a station that reports ten times as often in a storm has no rose of storms', async () => {
    const calmly = Array.from({ length: 6 }, (_, at) => ({ speed: 1, from: 0, ts: NOON - HOUR + at * PERIOD }))
    const stormy = Array.from({ length: 60 }, (_, at) => ({ speed: 10, from: 180, ts: NOON - HOUR / 2 + (at * PERIOD) / 10 }))
    const { body } = await read(await aStation([...calmly, ...stormy]))
    expect(counted(body)).toEqual({ 'N 0': [1800, 1], 'S 4': [59 * 30 + 1, expect.closeTo(10, 9)] })
  })

  test('believes no wind for longer than three periods of its station, up to now, and from its beginning on what stood then already', async () => {
    const winds = [
      { speed: 1, from: 0, ts: NOON - HOUR - PERIOD },
      { speed: 2, from: 90, ts: NOON - PERIOD },
    ]
    const hour = { query: { startTime: NOON - HOUR, endTime: NOON + HOUR } }
    const id = await aStation(winds)
    await farm.owner.query('delete from reading where ts = $1 and tenant_id = $2', [NOON - PERIOD + 1000, farm.t])
    expect(counted((await read(id, hour)).body)).toEqual({ 'N 0': [600, 1], 'E 1': [300, 2] })
  })

  test('has as much of each wind as the readings stood, whatever came when', async () => {
    const anyWind = fc.record({
      ts: fc.integer({ min: NOON - 2 * HOUR, max: NOON + 1000 }),
      speed: fc.constantFrom(null, 0, 1, 7),
      from: fc.constantFrom(null, 0, 100),
    })
    const rising = fc
      .uniqueArray(anyWind, { selector: ({ ts }) => ts, minLength: 1, maxLength: 25 })
      .map((winds) => winds.toSorted((one, other) => one.ts - other.ts))
    await fc.assert(
      fc.asyncProperty(rising, fc.integer({ min: 1, max: 30 }), async (winds, minutes) => {
        const id = await aStation(winds, { reporting_period: minutes * MINUTE })
        const last = winds.at(-1)!.ts + 1000
        const stood = (wanted: (wind: (typeof winds)[number]) => boolean) =>
          winds.reduce((sum, wind, at) => {
            const end = Math.min(winds[at + 1]?.ts ?? last, wind.ts + 3 * minutes * MINUTE, NOON)
            return wanted(wind) ? sum + Math.max(0, end - Math.max(wind.ts, NOON - HOUR)) : sum
          }, 0)
        const { body } = await read(id, { query: { startTime: NOON - HOUR, endTime: NOON } })
        expect([body.calm, body.withoutDirection, ...body.sectors.map(({ classes }) => classes[0]!.ms + classes[3]!.ms)]).toEqual([
          stood(({ speed }) => speed === 0),
          stood(({ speed, from }) => Number(speed) > 0 && from === null),
          ...WIND_SECTORS.map((_, at) => stood(({ speed, from }) => Number(speed) > 0 && from === [0, null, 100][at] && from !== null)),
        ])
      }),
      { numRuns: 15 },
    )
  })

  test('is empty of a device that measures no wind', async () => {
    const device = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id })
    const { body } = await read(device.id)
    expect([counted(body), body.calm, body.withoutDirection]).toEqual([{}, 0, 0])
  })

  test('is of 31 days at most, said beside the end, also where the clocks were set back meanwhile', async () => {
    const id = await aStation([])
    const days = (count: number) => ({ query: { startTime: NOON - count * DAY, endTime: NOON } })
    expect((await read(id, days(31))).status).toBe(200)
    expect((await read(id, { query: { startTime: '2026-01-01', endTime: '2026-01-31' } })).status).toBe(200)
    expect((await read(id, { query: { startTime: NOON - 31 * DAY - HOUR, endTime: NOON } })).status).toBe(200)
    const refused = await read(id, days(32))
    expect(refused.status).toBe(400)
    expect((refused.body as unknown as { fields: object }).fields).toEqual({ endTime: expect.stringContaining('31') })
    expect((await read(id, { query: { startTime: NOON, endTime: NOON - 1 } })).status).toBe(422)
  })

  test('is for who may see the station: not another base, not another tenant, whose winds are in no rose but its own', async () => {
    const own = await aStation([{ speed: 1, from: 0 }], { area_id: farm.south.id })
    const foreign = await aStation([{ speed: 5, from: 90 }], { tenant_id: farm.elsewhere.id, area_id: farm.foreign.id })
    expect((await read(own, { client: farm.northerner })).status).toBe(404)
    expect((await read(foreign)).status).toBe(404)
    expect((await read(own, { client: farm.viewer })).status).toBe(404)
    const theirs = await farm.rival.call(windRoseCalls.read, { params: { t: farm.elsewhere.id, id: foreign }, query: range })
    expect(counted(theirs.body)).toEqual({ 'E 2': [1, 5] })
    expect(counted((await read(own)).body)).toEqual({ 'N 0': [1, 1] })
  })
})
