import { describe, expect, test } from 'vitest'
import { beginning, following, marksOf, placesOf, windowOf } from '#src/cameras/timeScale.ts'

const HOUR = 3_600_000

describe('a part of a day', () => {
  const day = { from: 0, to: 24 * HOUR }
  test('stays within the day', () => {
    expect(windowOf(day, 24, 5 * HOUR)).toEqual(day)
    expect(windowOf(day, 6, -HOUR)).toEqual({ from: 0, to: 6 * HOUR })
    expect(windowOf(day, 6, 23 * HOUR)).toEqual({ from: 18 * HOUR, to: day.to })
  })
  test('follows a moment only where it leaves it', () => {
    expect(following(day, 1, 3 * HOUR, 3.5 * HOUR)).toBe(3 * HOUR)
    expect(following(day, 1, 3 * HOUR, 4 * HOUR)).toBe(3.9 * HOUR)
    expect(following(day, 1, 3 * HOUR, 2 * HOUR)).toBe(1.9 * HOUR)
  })
  test('has marks at whole steps, fewer where it is narrow', () => {
    expect(marksOf(day, { from: 1.9 * HOUR, to: 2.9 * HOUR }, 1, false)).toHaveLength(12)
    expect(marksOf(day, { from: 1.9 * HOUR, to: 2.9 * HOUR }, 1, true)[0]).toBe(2 * HOUR)
    expect(marksOf(day, day, 24, false)).toHaveLength(13)
  })
  test('shows what lies in it, cut at its edges', () => {
    const seen = { from: 100, to: 200 }
    const stretches = [
      { from: 0, to: 100 },
      { from: 50, to: 150 },
      { from: 160, to: 170 },
      { from: 190, to: 900 },
      { from: 200, to: 300 },
    ]
    expect(placesOf(stretches, seen)).toEqual([
      { from: 50, left: 0, width: 50 },
      { from: 160, left: 60, width: expect.closeTo(10) },
      { from: 190, left: 90, width: expect.closeTo(10) },
    ])
  })
})

test('playback begins where something moved last, else a minute before the end of what is kept', () => {
  const [early, late] = [
    { from: 0, to: 1_000_000 },
    { from: 2_000_000, to: 3_000_000 },
  ]
  expect(beginning([early, late], [{ from: 2_500_000, to: 2_510_000 }], 9_000_000)).toBe(2_500_000)
  expect(beginning([early, late], [{ from: 500_000, to: 510_000 }], 9_000_000)).toBe(2_940_000)
  expect(beginning([{ from: 990_000, to: 1_000_000 }], [], 9_000_000)).toBe(990_000)
  expect(beginning([], [], 9_000_000)).toBe(8_940_000)
})
