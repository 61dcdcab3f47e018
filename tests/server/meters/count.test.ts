import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { meterUnit } from '#contract/devices/meter'
import { backWithClock, count, type Counted, type MeterReading, mustEnd, reachedBy } from '#server/devices/meters/count'

const HOUR = 3_600_000
const START = 1_764_000_000_000
const GRACE = 300_000
const flow = meterUnit('m³/h')!
const counter = meterUnit('m³')!
const begun = (last: MeterReading | null = null): Counted => ({
  startedAt: START,
  last,
  spokeAt: last?.value == null ? null : last.ts,
  reached: 0,
})

test('a flow and a counter are told by their unit, in m³ or litres; anything else is no meter', () => {
  expect(flow).toEqual({ kind: 'flow', m3: 1 / HOUR })
  expect(meterUnit('L/min')).toEqual({ kind: 'flow', m3: 0.001 / 60_000 })
  expect(counter).toEqual({ kind: 'counter', m3: 1 })
  expect(meterUnit(' L ')).toEqual({ kind: 'counter', m3: 0.001 })
  for (const unit of [null, '', '°C', 'kg/h', 'm/s']) expect(meterUnit(unit)).toBeNull()
})

describe('what has passed', () => {
  test('is the flow held from reading to reading, from the start on, and since the last one', () => {
    const of = count(
      begun({ ts: START - 60_000, value: 0 }),
      [
        { ts: START + 60_000, value: 12 },
        { ts: START + 120_000, value: 6 },
      ],
      flow,
      GRACE,
    )
    expect(of.reached).toBeCloseTo(0.2)
    expect(reachedBy(of, flow, GRACE, START + 180_000)).toBeCloseTo(0.3)
    expect(reachedBy(of, flow, GRACE, START + HOUR)).toBeCloseTo(0.2 + (6 * GRACE) / HOUR)
  })

  test('is what a counter rose by since the start; one that falls begins anew, and silence in between loses nothing', () => {
    const readings = [100, null, 103, 1, 2.5].map((value, at) => ({ ts: START + at * 1000 + 1, value }))
    expect(count(begun({ ts: START - 5, value: 99 }), readings, counter, GRACE).reached).toBeCloseTo(4 + 1.5)
  })
})

const readings = fc
  .array(fc.record({ wait: fc.integer({ min: 1, max: 400_000 }), value: fc.option(fc.double({ min: -50, max: 500, noNaN: true })) }), {
    maxLength: 40,
  })
  .map((steps) => {
    let ts = START
    return steps.map(({ wait, value }): MeterReading => ({ ts: (ts += wait), value }))
  })
const meters = fc.constantFrom(flow, counter)

describe('whatever a meter says', () => {
  test('it counts the same in one piece and in two, as after a kill', () => {
    fc.assert(
      fc.property(readings, meters, fc.nat(40), (all, meter, cut) => {
        const whole = count(begun(), all, meter, GRACE)
        const halves = count(count(begun(), all.slice(0, cut), meter, GRACE), all.slice(cut), meter, GRACE)
        expect(halves).toEqual(whole)
      }),
    )
  })

  test('what has passed never shrinks', () => {
    fc.assert(
      fc.property(readings, meters, (all, meter) => {
        let of = begun()
        for (const reading of all) {
          const next = count(of, [reading], meter, GRACE)
          expect(next.reached).toBeGreaterThanOrEqual(of.reached)
          of = next
        }
      }),
    )
  })

  test('it is ended no later than its grace after the last value, and called reached only where the volume is there', () => {
    fc.assert(
      fc.property(readings, meters, fc.double({ min: 0.01, max: 50, noNaN: true }), (all, meter, asked) => {
        const of = count(begun(), all, meter, GRACE)
        const late = Math.max(START, of.spokeAt ?? 0) + GRACE + 1
        expect(mustEnd(of, asked, meter, GRACE, late)).not.toBeNull()
        for (const now of [all.at(-1)?.ts ?? START, late])
          if (mustEnd(of, asked, meter, GRACE, now) === 'reached') expect(reachedBy(of, meter, GRACE, now)).toBeGreaterThanOrEqual(asked)
          else expect(reachedBy(of, meter, GRACE, now)).toBeLessThan(asked)
      }),
    )
  })
})

describe('a clock that was set back', () => {
  const ahead: Counted = { startedAt: START + HOUR, last: { ts: START + HOUR, value: 7 }, spokeAt: START + HOUR, reached: 3 }
  test('loses nothing of what was counted, and silence is noticed after the grace from then on', () => {
    const of = backWithClock(ahead, START)
    expect(of).toEqual({ startedAt: START, last: { ts: START, value: 7 }, spokeAt: START, reached: 3 })
    expect(mustEnd(ahead, 10, counter, GRACE, START + GRACE + 1)).toBeNull()
    expect(mustEnd(of, 10, counter, GRACE, START + GRACE + 1)).toBe('silent')
    expect(count(of, [{ ts: START + 1, value: 9 }], counter, GRACE).reached).toBe(5)
  })
  test('changes nothing where only a device is some minutes ahead', () => {
    const of: Counted = { ...ahead, startedAt: START, last: { ts: START + 200_000, value: 7 }, spokeAt: START + 200_000 }
    expect(backWithClock(of, START)).toBe(of)
  })
})
