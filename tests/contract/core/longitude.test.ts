import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nearestLongitude, spanOfLongitudes, unrollRing, wrapLongitude } from '#contract/core/longitude'
import { crossingOf } from '#contract/core/outline'
import type { Position } from '#contract/core/values'
import { middleOf, squareMetresOf } from '#contract/farm/landMeasure'

const any = fc.double({ min: -180, max: 180, noNaN: true })
/** A square about a meridian, written as it is kept. */
const square = (west: number, side = 0.02): Position[] => [
  [wrapLongitude(west), -17],
  [wrapLongitude(west + side), -17],
  [wrapLongitude(west + side), -17 + side],
  [wrapLongitude(west), -17 + side],
]

describe('longitudes on the circle', () => {
  test('what is kept already stays to the last bit; what is beyond comes back', () => {
    fc.assert(fc.property(any, (one) => Object.is(wrapLongitude(one), one)))
    expect([181, -181, 540, -540, 360].map(wrapLongitude)).toEqual([-179, 179, -180, -180, 0])
  })
  test('the nearest of a meridian is never more than half a turn away', () => {
    fc.assert(
      fc.property(any, any, (one, to) => {
        const near = nearestLongitude(one, to)
        expect(Math.abs(near - to)).toBeLessThanOrEqual(180 + 1e-9)
        expect(Math.abs((near - one) % 360)).toBe(0)
      }),
    )
  })
  test('the span is the shortest arc, and that of a base within 180 degrees is from the least to the greatest', () => {
    expect(spanOfLongitudes([])).toBeNull()
    expect(spanOfLongitudes([113, 112, 115])).toEqual({ west: 112, east: 115 })
    expect(spanOfLongitudes([179.9, -179.9, 180, -180])).toEqual({ west: 179.9, east: 180.1 })
    expect(spanOfLongitudes([5])).toEqual({ west: 5, east: 5 })
    fc.assert(
      fc.property(fc.array(any, { minLength: 1 }), (all) => {
        const { west, east } = spanOfLongitudes(all)!
        for (const one of all) {
          const inside = west + ((((one - west) % 360) + 360) % 360)
          expect(inside === west + 360 ? west : inside).toBeLessThanOrEqual(east + 1e-9)
        }
        expect(east - west).toBeLessThan(360)
      }),
    )
  })
  test('a ring that crosses is unrolled beside its first corner, or beside what it is to be drawn at', () => {
    expect(unrollRing(square(179.99)).map(([x]) => Number(x.toFixed(6)))).toEqual([179.99, 180.01, 180.01, 179.99])
    expect(unrollRing(square(179.99), -179).map(([x]) => Number(x.toFixed(6)))).toEqual([-180.01, -179.99, -179.99, -180.01])
    expect(unrollRing([])).toEqual([])
  })
})

describe('an outline on both sides of 180 degrees', () => {
  const [here, there] = [square(100), square(179.99)]
  test('has the middle that it has elsewhere', () => {
    expect(middleOf(there).latitude).toBe(middleOf(here).latitude)
    expect(Math.abs(Math.abs(middleOf(there).longitude) - 180)).toBeLessThan(1e-6)
  })
  test('is as large as it is elsewhere', () => {
    expect(squareMetresOf(there)).toBeCloseTo(squareMetresOf(here), 0)
  })
  test('crosses itself where it does, and not for being there', () => {
    expect(crossingOf(there)).toBeNull()
    const bow = [there[0]!, there[2]!, there[1]!, there[3]!]
    const [longitude, latitude] = crossingOf(bow)!
    expect(Math.abs(Math.abs(longitude) - 180)).toBeLessThan(1e-6)
    expect(latitude).toBeCloseTo(-16.99)
  })
})
