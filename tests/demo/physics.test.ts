import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  airAt,
  breath,
  DAY,
  type Effort,
  type Ground,
  HOUR,
  MINUTE,
  NO_DEVIATION,
  NO_EFFORT,
  noise,
  oxygenSaturation,
  type Place,
  rainBetween,
  season,
  showersBetween,
  soilAt,
  solarHour,
  stepDeviation,
  sunElevation,
  type Surroundings,
  waterAt,
  weatherAt,
} from '#demo/physics'

const base: Place = { latitude: 22.96, longitude: 113.34, seed: 101 }
const pond: Ground = { place: base, habitat: 'pond', seed: 1001 }
const field: Ground = { place: base, habitat: 'field', seed: 1015 }
const house: Ground = { place: base, habitat: 'greenhouse', seed: 1007 }
const around = (ground: Ground, ts: number): Surroundings => {
  const weather = weatherAt(ground.place, ts)
  return { weather, air: airAt(ground, weather, ts), water: waterAt(ground, ts), soil: soilAt(ground, 1, ts) }
}
/** Any moment of thirty years. */
const moment = fc.integer({ min: Date.UTC(2020, 0, 1) / 1000, max: Date.UTC(2050, 0, 1) / 1000 }).map((seconds) => seconds * 1000)
const numbersOf = (thing: object): number[] => Object.values(thing).filter((value) => typeof value === 'number')

describe('the sun', () => {
  test('stands highest at solar noon, almost overhead at midsummer and low at midwinter', () => {
    const noon = (day: number) => Math.max(...Array.from({ length: 1440 }, (_, at) => sunElevation(base, day + at * MINUTE)))
    expect(noon(Date.UTC(2026, 5, 21))).toBeCloseTo(90 - (23.45 - 22.96), 0)
    expect(noon(Date.UTC(2026, 11, 21))).toBeCloseTo(90 - 22.96 - 23.45, 0)
  })
  test('noon by the sun comes at about 12:27 in Guangzhou clocks of early summer', () => {
    expect(solarHour(base, Date.UTC(2026, 5, 15, 4, 27))).toBeCloseTo(12, 1)
  })
  test('is below the horizon at midnight', () => {
    fc.assert(fc.property(moment, (ts) => solarHour(base, ts) >= 4 || sunElevation(base, ts) < 0))
  })
})

describe('the weather', () => {
  test('stays within what Guangzhou can see', () => {
    fc.assert(
      fc.property(moment, (ts) => {
        const { temperature, humidity, cloud, solar, rain, rainRate, windSpeed, windDirection, pressure } = weatherAt(base, ts)
        expect(temperature).toBeGreaterThan(-2)
        expect(temperature).toBeLessThan(42)
        expect(humidity).toBeGreaterThanOrEqual(22)
        expect(humidity).toBeLessThanOrEqual(100)
        expect(cloud).toBeGreaterThanOrEqual(0)
        expect(cloud).toBeLessThanOrEqual(1)
        expect(solar).toBeGreaterThanOrEqual(0)
        expect(solar).toBeLessThan(1100)
        expect(Math.min(rain, rainRate, windSpeed)).toBeGreaterThanOrEqual(0)
        expect(windSpeed).toBeLessThan(20)
        expect(windDirection).toBeGreaterThanOrEqual(0)
        expect(windDirection).toBeLessThan(360)
        expect(pressure).toBeGreaterThan(985)
        expect(pressure).toBeLessThan(1035)
      }),
    )
  })
  test('is the same however often it is asked, and differs between regions', () => {
    fc.assert(
      fc.property(moment, (ts) => {
        expect(weatherAt(base, ts)).toEqual(weatherAt({ ...base }, ts))
        expect(weatherAt({ ...base, seed: 202 }, ts).temperature).not.toBe(weatherAt(base, ts).temperature)
      }),
    )
  })
  test('has summers warmer than winters, north and south', () => {
    const mean = (place: Place, from: number) =>
      Array.from({ length: 240 }, (_, at) => weatherAt(place, from + at * 3 * HOUR).temperature).reduce((a, b) => a + b) / 240
    expect(mean(base, Date.UTC(2026, 6, 1)) - mean(base, Date.UTC(2026, 0, 1))).toBeGreaterThan(8)
    const south = { ...base, latitude: -22.96 }
    expect(season(south, Date.UTC(2026, 0, 20))).toBeGreaterThan(0.9)
  })
  test('sends no light by night', () => {
    fc.assert(fc.property(moment, (ts) => sunElevation(base, ts) > 0 || weatherAt(base, ts).solar === 0))
  })
  test('rains in every month, and what fell adds up', () => {
    for (let month = 0; month < 12; month++) {
      const from = Date.UTC(2026, month, 1)
      const whole = rainBetween(base, from, from + 30 * DAY)
      const parts = Array.from({ length: 60 }, (_, at) => rainBetween(base, from + at * 12 * HOUR, from + (at + 1) * 12 * HOUR))
      expect(whole).toBeGreaterThan(1)
      expect(parts.reduce((a, b) => a + b)).toBeCloseTo(whole, 6)
    }
  })
})

describe('continuity', () => {
  const grounds: Ground[] = [pond, field, house, { ...pond, habitat: 'paddy' }, { ...field, habitat: 'orchard' }]
  test('nothing jumps within a second', () => {
    fc.assert(
      fc.property(moment, fc.constantFrom(...grounds), fc.integer({ min: 1, max: 5 }), (ts, ground, layer) => {
        const [one, other] = [around(ground, ts), around(ground, ts + 1000)]
        for (const part of ['air', 'water', 'soil'] as const) {
          const after = numbersOf(other[part])
          numbersOf(one[part]).forEach((value, at) => {
            expect(Math.abs(after[at]! - value)).toBeLessThan(Math.max(0.05, 0.01 * Math.abs(value)) + (part === 'air' ? 120 : 0))
          })
        }
        expect(Math.abs(soilAt(ground, layer, ts + 1000).moisture - soilAt(ground, layer, ts).moisture)).toBeLessThan(0.02)
        expect(Math.abs(other.air.temperature - one.air.temperature)).toBeLessThan(0.15)
      }),
      { numRuns: 300 },
    )
  })
  test('noise is smooth, bounded and made of its seed alone', () => {
    fc.assert(
      fc.property(fc.integer(), moment, fc.integer({ min: 1000, max: DAY }), (seed, ts, scale) => {
        const value = noise(seed, ts, scale)
        expect(Math.abs(value)).toBeLessThanOrEqual(1)
        expect(noise(seed, ts, scale)).toBe(value)
        expect(Math.abs(noise(seed, ts + 1, scale) - value)).toBeLessThanOrEqual(3.1 / scale)
      }),
    )
  })
})

describe('the water', () => {
  test('oxygen falls all night', () => {
    // Between dusk and dawn by the sun; the noise of a probe is far smaller than an hour's fall.
    for (let day = 0; day < 28; day++) {
      const midnight = Date.UTC(2026, 10, 1 + day) - (solarHour(base, Date.UTC(2026, 10, 1 + day)) * HOUR - 24 * HOUR)
      const [dusk, late, dawn] = [-6.5, 0.5, 6].map((hour) => waterAt(pond, midnight + hour * HOUR).oxygen) as [number, number, number]
      expect(late).toBeLessThan(dusk)
      expect(dawn).toBeLessThan(late + 0.25)
      expect(dawn).toBeLessThan(dusk - 1)
    }
  })
  test('the shape of a day rises from dawn and falls to the next without a jump', () => {
    expect(breath(6.4)).toBeCloseTo(-1, 6)
    expect(breath(16.2)).toBeCloseTo(1, 6)
    expect(breath(6.3999)).toBeCloseTo(-1, 3)
    for (let hour = 16.3; hour < 30; hour += 0.1) expect(breath(hour % 24)).toBeLessThan(breath((hour - 0.1) % 24))
  })
  test('stays within what fish farms see', () => {
    fc.assert(
      fc.property(moment, (ts) => {
        const { temperature, oxygen, saturation, ph, ammonia, turbidity, level } = waterAt(pond, ts)
        expect(temperature).toBeGreaterThan(8)
        expect(temperature).toBeLessThan(36)
        expect(oxygen).toBeGreaterThan(0.3)
        expect(oxygen).toBeLessThanOrEqual(1.15 * saturation + 1e-9)
        expect(ph).toBeGreaterThan(6)
        expect(ph).toBeLessThan(9.5)
        expect(Math.min(ammonia, turbidity, level)).toBeGreaterThan(0)
      }),
    )
  })
  test('warm water holds less oxygen', () => {
    expect(Math.abs(oxygenSaturation(20) - 9.09)).toBeLessThan(0.15)
    expect(Math.abs(oxygenSaturation(30) - 7.56)).toBeLessThan(0.15)
  })
})

describe('the soil', () => {
  test('is wetter after a shower than before it, and dries again', () => {
    const showers = showersBetween(base, Date.UTC(2026, 0, 1), Date.UTC(2026, 11, 1)).filter(
      ({ from, to }) => rainBetween(base, from, to) > 5,
    )
    expect(showers.length).toBeGreaterThan(5)
    for (const { from, to } of showers) {
      expect(soilAt(field, 1, to).moisture).toBeGreaterThan(soilAt(field, 1, from).moisture)
      if (rainBetween(base, to, to + 2 * DAY) === 0)
        expect(soilAt(field, 1, to + 2 * DAY).moisture).toBeLessThan(soilAt(field, 1, to).moisture)
    }
  })
  test('of a greenhouse does not feel rain', () => {
    const shower = showersBetween(base, Date.UTC(2026, 5, 1), Date.UTC(2026, 6, 1)).find(
      ({ from, to }) => rainBetween(base, from, to) > 15,
    )!
    expect(Math.abs(soilAt(house, 1, shower.to).moisture - soilAt(house, 1, shower.from).moisture)).toBeLessThan(1)
  })
  test('is between dry and full at every layer', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: 10 }), (ts, layer) => {
        const { moisture, temperature, conductivity } = soilAt(field, layer, ts)
        expect(moisture).toBeGreaterThan(10)
        expect(moisture).toBeLessThan(52)
        expect(temperature).toBeGreaterThan(5)
        expect(temperature).toBeLessThan(40)
        expect(conductivity).toBeGreaterThan(0)
        expect(conductivity).toBeLessThan(0.6)
      }),
    )
  })
})

describe('what actuators do', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const anyEffort: fc.Arbitrary<Effort> = fc.record({
    aeration: fc.integer({ min: 0, max: 4 }),
    irrigation: share,
    fertilizing: share,
    venting: share,
    fans: share,
    cooling: share,
    shading: share,
    lamps: share,
    inflow: share,
    drain: share,
  })
  test('an aerator raises oxygen at any hour, more pumps faster', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: 3 }), (ts, pumps) => {
        const after = (aeration: number) => stepDeviation(NO_DEVIATION, { ...NO_EFFORT, aeration }, around(pond, ts), 600).oxygen
        expect(after(0)).toBe(0)
        expect(after(pumps)).toBeGreaterThan(0)
        expect(after(pumps + 1)).toBeGreaterThan(after(pumps))
      }),
    )
  })
  test('a valve wets the soil, and sun dries it when it is shut', () => {
    fc.assert(
      fc.property(moment, (ts) => {
        const wet = stepDeviation(NO_DEVIATION, { ...NO_EFFORT, irrigation: 1 }, around(field, ts), 1800).moisture
        expect(wet).toBeGreaterThan(1)
        const dry = (at: number) => stepDeviation({ ...NO_DEVIATION, moisture: wet }, NO_EFFORT, around(field, at), 6 * 3600).moisture
        expect(dry(ts)).toBeLessThan(wet)
        expect(dry(ts)).toBeGreaterThan(0)
      }),
    )
  })
  test('an open roof and a wet curtain cool a hot greenhouse', () => {
    const noon = Date.UTC(2026, 6, 10, 5)
    const cooled = (effort: Partial<Effort>) =>
      stepDeviation(NO_DEVIATION, { ...NO_EFFORT, ...effort }, around(house, noon), 1800).temperature
    expect(cooled({ venting: 1 })).toBeLessThan(-0.5)
    expect(cooled({ cooling: 1 })).toBeLessThan(-0.3)
    expect(stepDeviation(NO_DEVIATION, { ...NO_EFFORT, cooling: 1 }, around(house, noon), 1800).humidity).toBeGreaterThan(0)
  })
  test('many small steps under steady conditions come to where one long step comes', () => {
    fc.assert(
      fc.property(moment, anyEffort, fc.integer({ min: 1, max: 40 }), (ts, effort, steps) => {
        const conditions = around(pond, ts)
        const long = stepDeviation(NO_DEVIATION, effort, conditions, 1200)
        let short = NO_DEVIATION
        for (let at = 0; at < steps; at++) short = stepDeviation(short, effort, conditions, 1200 / steps)
        numbersOf(long).forEach((value, at) => {
          expect(numbersOf(short)[at]).toBeCloseTo(value, 8)
        })
      }),
    )
  })
  test('everything fades to the baseline when actuators rest', () => {
    fc.assert(
      fc.property(moment, anyEffort, (ts, effort) => {
        const moved = stepDeviation(NO_DEVIATION, effort, around(pond, ts), 7200)
        const rested = stepDeviation(moved, NO_EFFORT, around(pond, ts), 40 * 24 * 3600)
        for (const value of numbersOf(rested)) expect(Math.abs(value)).toBeLessThan(0.01)
      }),
    )
  })
})
