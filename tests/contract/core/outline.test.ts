import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crossingOf } from '#contract/core/outline'
import type { Position } from '#contract/core/values'
import { fieldFaults } from '#contract/core/fieldFault'
import { land } from '#contract/farm/land'

const square: Position[] = [
  [113.34, 22.96],
  [113.341, 22.96],
  [113.341, 22.961],
  [113.34, 22.961],
]
const bow: Position[] = [square[0]!, square[2]!, square[1]!, square[3]!]

describe('an outline', () => {
  test('that crosses itself says where', () => {
    expect(crossingOf(square)).toBeNull()
    const [longitude, latitude] = crossingOf(bow)!
    expect(longitude).toBeCloseTo(113.3405, 6)
    expect(latitude).toBeCloseTo(22.9605, 6)
  })
  test('that goes back over itself, or touches itself, crosses too; a corner set twice does not', () => {
    expect(crossingOf([...square.slice(0, 3), [113.3405, 22.96]])).toEqual([113.3405, 22.96])
    expect(crossingOf([square[0]!, square[1]!, [113.3402, 22.96], square[3]!])).not.toBeNull()
    expect(crossingOf([square[0]!, ...square])).toBeNull()
  })
  test('round a middle never crosses, whatever its corners, and does once two that are apart change places', () => {
    const angles = fc.uniqueArray(fc.integer({ min: 0, max: 359 }), { minLength: 5, maxLength: 24 })
    fc.assert(
      fc.property(angles, fc.nat(), (drawn, pick) => {
        const ring = drawn
          .sort((one, other) => one - other)
          .map((angle): Position => [113.34 + 0.01 * Math.cos((angle * Math.PI) / 180), 22.96 + 0.01 * Math.sin((angle * Math.PI) / 180)])
        expect(crossingOf(ring)).toBeNull()
        const one = pick % ring.length
        const other = (one + 2) % ring.length
        const swapped = ring.with(one, ring[other]!).with(other, ring[one]!)
        expect(crossingOf(swapped)).not.toBeNull()
      }),
    )
  })
  test('of a plot is refused beside its field where it crosses itself, by the schema that server and form share', () => {
    const given = { landName: 'P', areaId: 1, landType: 'field', landProfile: bow }
    const judged = land.calls.create.body.safeParse(given)
    expect(judged.success).toBe(false)
    expect(fieldFaults(judged.error!, given)).toEqual({ landProfile: { field: 'landProfile', key: 'crossing', params: {} } })
    expect(land.calls.create.body.safeParse({ ...given, landProfile: square }).success).toBe(true)
  })
})
