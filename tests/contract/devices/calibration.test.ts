import fc from 'fast-check'
import { expect, test } from 'vitest'
import { corrected, rawOf, throughPoints } from '#contract/devices/calibration'

const near = (one: number, other: number) => Math.abs(one - other) <= 1e-6 * Math.max(1, Math.abs(one), Math.abs(other))
const value = fc.double({ min: -1e4, max: 1e4, noNaN: true })
const factor = fc.double({ min: 0.001, max: 1000, noNaN: true })

test('what the device sent is found again from what was stored', () => {
  fc.assert(
    fc.property(value, factor, value, (raw, by, offset) => {
      const correction = { factor: by, offset }
      expect(near(corrected(rawOf(raw, correction)!, correction)!, raw)).toBe(true)
    }),
  )
})

test('two points are put right by what goes through them', () => {
  expect(throughPoints([0.5, 0], [99, 100])).toEqual({ factor: 100 / 98.5, offset: -0.5 * (100 / 98.5) })
  fc.assert(
    fc.property(value, value, factor, value, (raw1, raw2, by, offset) => {
      fc.pre(Math.abs(raw1 - raw2) > 0.01)
      const found = throughPoints([raw1, raw1 * by + offset], [raw2, raw2 * by + offset])!
      expect(Math.abs(corrected(raw1, found)! - (raw1 * by + offset))).toBeLessThan(1e-5)
      expect(Math.abs(corrected(raw2, found)! - (raw2 * by + offset))).toBeLessThan(1e-5)
    }),
  )
})

test('nothing goes through two points that were read alike, or should have been', () => {
  expect(throughPoints([5, 1], [5, 2])).toBeNull()
  expect(throughPoints([5, 1], [5, 1])).toBeNull()
  expect(throughPoints([5, 1], [6, 1])).toBeNull()
  expect(throughPoints([0, 0], [5e-324, 1e308])).toBeNull()
})

test('a value beyond what a number holds is none', () => {
  expect(corrected(1e300, { factor: 1e300, offset: 0 })).toBeNull()
  expect(rawOf(1e300, { factor: 1e-300, offset: 0 })).toBeNull()
})
