import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDirections, isCircular, meanDirection } from '#contract/devices/circular'
import { itemFaces } from '#contract/devices/itemCode'

const mean = (...all: number[]) => meanDirection(addDirections(all.map((one) => [one, 1] as const)))
const apart = (one: number, other: number) => Math.abs(((((one - other) % 360) + 540) % 360) - 180)

describe('the mean of directions', () => {
  test('is that of their vectors, with how steady they were', () => {
    expect(mean(350, 10).direction! % 360).toBeCloseTo(0, 9)
    expect(mean(350, 10).strength).toBeCloseTo(0.985, 3)
    expect(mean(90, 180).direction).toBeCloseTo(135, 9)
    expect(mean(0, 180)).toEqual({ direction: null, strength: 0 })
    expect(mean()).toEqual({ direction: null, strength: 0 })
    expect(mean(1e300, 45).direction).toBeCloseTo(45, 9)
  })

  test('turns with all of them, whatever the order and however often somebody turned round', () => {
    const degrees = fc.array(fc.integer({ min: -720, max: 720 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(degrees, fc.integer({ min: -720, max: 720 }), (all, turn) => {
        const before = mean(...all)
        const after = mean(...all.toReversed().map((one) => one + turn + 360))
        expect(after.strength).toBeCloseTo(before.strength, 6)
        expect(before.strength).toBeLessThanOrEqual(1)
        if (before.direction === null || before.strength < 0.01) return
        expect(before.direction).toBeGreaterThanOrEqual(0)
        expect(before.direction).toBeLessThan(360)
        expect(apart(after.direction!, before.direction + turn)).toBeLessThan(1e-6)
      }),
    )
  })
})

test('of what the product knows only the wind goes round', () => {
  expect(Object.keys(itemFaces).filter(isCircular)).toEqual(['windDirection'])
})
