import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groundHeight, shadeGround, traceContours } from '#src/map/drawGround.ts'

describe('the generated ground', () => {
  test('is the same at every visit, and within 0 to 1, wherever and at whatever zoom', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.integer({ min: 0, max: 22 }),
        (x, y, zoom) => {
          const height = groundHeight(x, y, zoom)
          expect(height).toBeGreaterThanOrEqual(0)
          expect(height).toBeLessThanOrEqual(1)
          expect(groundHeight(x, y, zoom)).toBe(height)
        },
      ),
    )
  })
  test('has no steps: neighbouring pixels differ by little', () => {
    for (let x = 0; x < 2000; x++) expect(Math.abs(groundHeight(x, 77, 18) - groundHeight(x + 1, 77, 18))).toBeLessThan(0.03)
  })
  test('is not flat on a screen', () => {
    const heights = Array.from({ length: 200 }, (_, at) => groundHeight(at * 10, at * 7, 18))
    expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(0.1)
  })
  test('is opaque and tinted between its two colours', () => {
    const flat = new Float32Array(35 * 35).fill(0.5)
    const pixels = shadeGround(flat, { low: [0, 100, 0], high: [200, 100, 0], line: 'black' })
    expect(Array.from(pixels.slice(0, 4))).toEqual([100, 100, 0, 255])
  })
  test('a plane has straight contours at every level it crosses', () => {
    const plane = Float32Array.from({ length: 35 * 35 }, (_, at) => (at % 35) / 34)
    const levels = new Set<number>()
    traceContours(plane, 10, (x1, _y1, x2, _y2, level) => {
      expect(x1).toBeCloseTo(x2, 4)
      levels.add(level)
    })
    expect(levels.size).toBeGreaterThanOrEqual(9)
  })
})
