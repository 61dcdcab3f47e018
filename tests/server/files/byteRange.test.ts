import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byteRange } from '#server/ground/files/byteRange'

test.each([
  [undefined, 10, 'whole'],
  ['bytes=0-3', 10, { start: 0, end: 3 }],
  ['bytes=4-', 10, { start: 4, end: 9 }],
  ['bytes=-4', 10, { start: 6, end: 9 }],
  ['bytes=-40', 10, { start: 0, end: 9 }],
  ['bytes=8-400', 10, { start: 8, end: 9 }],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=0-1,4-5', 10, 'whole'],
  ['bytes=5-2', 10, 'whole'],
  ['lines=0-3', 10, 'whole'],
  ['bytes=-', 10, 'whole'],
] as const)('%s of %i bytes', (header, size, expected) => {
  expect(byteRange(header, size)).toEqual(expected)
})

test('a range never leaves the file, whatever the header says', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^bytes=\d{0,5}-\d{0,5}$/)), fc.integer({ min: 1, max: 1000 }), (header, size) => {
      const range = byteRange(header, size)
      if (typeof range === 'string') return
      expect(range.start).toBeGreaterThanOrEqual(0)
      expect(range.start).toBeLessThanOrEqual(range.end)
      expect(range.end).toBeLessThan(size)
    }),
  )
})
