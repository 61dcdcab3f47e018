import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Position } from '#contract/core/values'
import { nearestLongitude } from '#contract/core/longitude'
import { middleOf, muOf, SQUARE_METRES_OF_MU, squareMetresOf } from '#contract/farm/landMeasure'

/** A star-shaped outline around a place: it never crosses itself. Radii in degrees, some metres to about a kilometre. */
const outline = fc
  .record({
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    latitude: fc.double({ min: -70, max: 70, noNaN: true }),
    radii: fc.array(fc.double({ min: 0.0005, max: 0.01, noNaN: true }), { minLength: 3, maxLength: 20 }),
  })
  .map(({ longitude, latitude, radii }) =>
    radii.map((radius, at): Position => {
      const angle = (2 * Math.PI * at) / radii.length
      return [longitude + radius * Math.cos(angle), latitude + radius * Math.sin(angle)]
    }),
  )
const near = (one: number, other: number, share = 1e-4) => Math.abs(one - other) <= share * Math.max(one, other)

describe('the area of an outline', () => {
  test('does not depend on where the ring begins or which way round it runs', () => {
    fc.assert(
      fc.property(outline, fc.nat(), (ring, shift) => {
        const at = shift % ring.length
        const turned = [...ring.slice(at), ...ring.slice(0, at)]
        expect(near(squareMetresOf(turned), squareMetresOf(ring))).toBe(true)
        expect(near(squareMetresOf(ring.toReversed()), squareMetresOf(ring))).toBe(true)
      }),
    )
  })

  test('is the sum of its parts when a convex outline is cut in two', () => {
    fc.assert(
      fc.property(fc.double({ min: -60, max: 60, noNaN: true }), fc.integer({ min: 5, max: 20 }), fc.nat(), (latitude, corners, nth) => {
        const ring = Array.from({ length: corners }, (_, at): Position => {
          const angle = (2 * Math.PI * at) / corners
          return [113 + 0.01 * Math.cos(angle), latitude + 0.01 * Math.sin(angle)]
        })
        const cut = 2 + (nth % (corners - 3))
        const parts = squareMetresOf(ring.slice(0, cut + 1)) + squareMetresOf([ring[0]!, ...ring.slice(cut)])
        expect(near(parts, squareMetresOf(ring))).toBe(true)
      }),
    )
  })

  test('does not change when the outline moves along its parallel, also across the antimeridian', () => {
    fc.assert(
      fc.property(outline, fc.double({ min: 0, max: 360, noNaN: true }), (ring, by) => {
        const moved = ring.map(([longitude, latitude]): Position => [((((longitude + by + 180) % 360) + 360) % 360) - 180, latitude])
        expect(near(squareMetresOf(moved), squareMetresOf(ring), 1e-3)).toBe(true)
      }),
    )
  })

  test('of a kilometre square at the farm is a square kilometre within a thousandth', () => {
    const north = 1000 / 110_747.5
    const east = 1000 / (111_319.49 * Math.cos((22.96 * Math.PI) / 180) * 1.000_51)
    const ring: Position[] = [
      [113.34, 22.96],
      [113.34 + east, 22.96],
      [113.34 + east, 22.96 + north],
      [113.34, 22.96 + north],
    ]
    expect(squareMetresOf(ring)).toBeGreaterThan(999_000)
    expect(squareMetresOf(ring)).toBeLessThan(1_001_000)
    expect(Number(muOf(ring))).toBeCloseTo(squareMetresOf(ring) / SQUARE_METRES_OF_MU, 1)
  })

  test('is none below three corners, and null in mu', () => {
    expect(squareMetresOf([])).toBe(0)
    expect(
      squareMetresOf([
        [113, 22],
        [114, 23],
      ]),
    ).toBe(0)
    expect([
      muOf(null),
      muOf([]),
      muOf([
        [113, 22],
        [113, 22],
        [113, 22],
      ]),
    ]).toEqual([null, null, null])
  })

  test('has its middle within its bounds', () => {
    fc.assert(
      fc.property(outline, (ring) => {
        const { longitude: kept, latitude } = middleOf(ring)
        expect(Math.abs(kept)).toBeLessThanOrEqual(180)
        const longitude = nearestLongitude(kept, ring[0]![0])
        const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)]
        expect(longitude).toBeGreaterThanOrEqual(Math.min(...xs) - 1e-6)
        expect(longitude).toBeLessThanOrEqual(Math.max(...xs) + 1e-6)
        expect(latitude).toBeGreaterThanOrEqual(Math.min(...ys) - 1e-6)
        expect(latitude).toBeLessThanOrEqual(Math.max(...ys) + 1e-6)
      }),
    )
  })
})
