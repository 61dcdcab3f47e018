import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeAge } from '#src/ui/describeAge.ts'
import { dayText, momentText } from '#src/time/moment.ts'

const NOW = Date.UTC(2026, 10, 21, 6, 0, 0)
const ago = (seconds: number) => describeAge(NOW - seconds * 1000, NOW)

describe('how old a moment is', () => {
  test.each([
    [0, { unit: 'now' }],
    [4, { unit: 'now' }],
    [5, { unit: 'seconds', count: 5 }],
    [59, { unit: 'seconds', count: 59 }],
    [60, { unit: 'minutes', count: 1 }],
    [3599, { unit: 'minutes', count: 59 }],
    [3600, { unit: 'hours', count: 1 }],
    [86_399, { unit: 'hours', count: 23 }],
    [86_400 * 3, { unit: 'days', count: 3 }],
    [-3, { unit: 'now' }],
    [-60, { unit: 'ahead' }],
  ])('%i seconds ago is said as %o', (seconds, words) => expect(ago(seconds)).toEqual(words))

  test('a count is never zero', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), (seconds) => {
        const age = ago(seconds)
        return !('count' in age) || age.count >= 1
      }),
    )
  })

  test('days are written year first', () => {
    const noon = new Date(2026, 0, 5, 12, 3, 4).getTime()
    expect(dayText(noon)).toBe('2026-01-05')
    expect(momentText(noon)).toBe('2026-01-05 12:03:04')
  })
})
