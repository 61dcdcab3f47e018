import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dewPoint, flowUnit, ofDay, ofPair, vapourPressureDeficit } from '#contract/devices/formula'

const HOUR = 3_600_000
const air = { temperature: fc.double({ min: -45, max: 60, noNaN: true }), humidity: fc.double({ min: 0.1, max: 100, noNaN: true }) }

describe('the dew point', () => {
  // Where the saturation vapour pressures of FAO paper 56, table 2.3, put it.
  test.each([
    [20, 50, 9.3],
    [25, 60, 16.7],
    [30, 70, 23.9],
    [10, 80, 6.7],
    [35, 40, 19.4],
  ])('of air of %d °C and %d %% is %d °C', (temperature, humidity, wanted) => {
    expect(Math.abs(dewPoint(temperature, humidity)! - wanted)).toBeLessThanOrEqual(0.1)
  })

  test('is never above the temperature, is it in saturated air, and rises with both', () => {
    fc.assert(
      fc.property(air.temperature, air.humidity, fc.double({ min: 0, max: 1, noNaN: true }), (temperature, humidity, more) => {
        const point = dewPoint(temperature, humidity)!
        expect(point).toBeLessThanOrEqual(temperature + 1e-9)
        expect(dewPoint(temperature, 100)).toBe(temperature)
        // Rounding must not lead beyond what is known.
        expect(dewPoint(temperature, Math.min(100, humidity + (100 - humidity) * more))!).toBeGreaterThanOrEqual(point - 1e-9)
        expect(dewPoint(Math.min(60, temperature + (60 - temperature) * more), humidity)!).toBeGreaterThanOrEqual(point - 1e-9)
      }),
    )
  })

  test.each([
    [-46, 50],
    [61, 50],
    [20, -1],
    [20, 106],
    [20, 0],
  ])('is not known of %d °C and %d %%', (temperature, humidity) => {
    expect(dewPoint(temperature, humidity)).toBeNull()
  })
})

describe('the vapour pressure deficit', () => {
  // Saturation vapour pressure of FAO paper 56, table 2.3, in kPa.
  test.each([
    [10, 1.228],
    [20, 2.338],
    [25, 3.168],
    [30, 4.243],
  ])('of dry air of %d °C is %d kPa', (temperature, wanted) => {
    expect(Math.abs(vapourPressureDeficit(temperature, 0)! - wanted)).toBeLessThan(0.003 * wanted)
  })

  test('is never below 0, is 0 in saturated air, falls with humidity and rises with temperature', () => {
    fc.assert(
      fc.property(air.temperature, air.humidity, fc.double({ min: 0, max: 1, noNaN: true }), (temperature, humidity, more) => {
        const deficit = vapourPressureDeficit(temperature, humidity)!
        expect(deficit).toBeGreaterThanOrEqual(0)
        expect(vapourPressureDeficit(temperature, 100)).toBe(0)
        expect(vapourPressureDeficit(temperature, humidity + (100 - humidity) * more)!).toBeLessThanOrEqual(deficit + 1e-12)
        expect(vapourPressureDeficit(temperature + (60 - temperature) * more, humidity)!).toBeGreaterThanOrEqual(deficit - 1e-12)
      }),
    )
  })

  test('is the same for air of 103 %, as a sensor says in fog, as for saturated air', () => {
    expect(vapourPressureDeficit(8, 103)).toBe(0)
  })
})

test('two sources give nothing where one says nothing, or where no number holds it', () => {
  expect(ofPair('sum', 1, null)).toBeNull()
  expect(ofPair('difference', null, 1)).toBeNull()
  expect(ofPair('difference', 3, 1)).toBe(2)
  expect(ofPair('sum', 1.7e308, 1.7e308)).toBeNull()
})

describe('what comes together in a day', () => {
  const day = { start: 0, reach: 3 * HOUR, perMs: HOUR }
  test('of increments is their sum, which one without a value leaves as it is', () => {
    const readings = [1, null, 0.5].map((value, at) => ({ ts: at * HOUR, value }))
    expect(ofDay('daySum', day, { reading: null, total: 2 }, readings)).toEqual([3, 3, 3.5])
  })

  test('of a flow holds each reading until the next, from midnight on, and no longer than it is believed', () => {
    const before = { reading: { ts: -HOUR / 2, value: 6 }, total: 0 }
    const readings = [
      { ts: HOUR, value: 2 },
      { ts: 2 * HOUR, value: null },
      { ts: 3 * HOUR, value: 4 },
      { ts: 9 * HOUR, value: 1 },
    ]
    expect(ofDay('dayVolume', day, before, readings)).toEqual([6, 8, 8, 8 + 3 * 4])
  })

  test('is the same however the readings are cut into messages', () => {
    const source = fc.array(fc.record({ gap: fc.integer({ min: 0, max: 5 * HOUR }), value: fc.option(fc.integer({ min: -50, max: 50 })) }))
    fc.assert(
      fc.property(fc.constantFrom('daySum' as const, 'dayVolume' as const), source, fc.nat(), (formula, gaps, where) => {
        let ts = 0
        const readings = gaps.map(({ gap, value }) => ({ ts: (ts += gap), value }))
        const whole = ofDay(formula, day, { reading: null, total: 0 }, readings)
        const cut = readings.length === 0 ? 0 : where % readings.length
        const first = ofDay(formula, day, { reading: null, total: 0 }, readings.slice(0, cut))
        const rest = ofDay(formula, day, { reading: readings[cut - 1] ?? null, total: first.at(-1) ?? 0 }, readings.slice(cut))
        expect([...first, ...rest]).toEqual(whole)
      }),
    )
  })
})

test('a unit of flow says what passes in what time', () => {
  expect(flowUnit('m³/h')).toEqual({ unit: 'm³', perMs: HOUR })
  expect(flowUnit('L/min')).toEqual({ unit: 'L', perMs: 60_000 })
  for (const unit of [null, '', 'm³', '/h', 'mm/week']) expect(flowUnit(unit)).toBeNull()
})
