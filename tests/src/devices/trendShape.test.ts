import { expect, test } from 'vitest'
import { shapeOf } from '#src/devices/trendShape.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const NOW = Date.UTC(2026, 10, 29, 12)
const air = { code: 'temperature', low: 18, high: 30 }
const curve = (given: { at: number; value: number }[]) => ({
  itemId: 9,
  name: 'Air',
  unit: '°C',
  bucket: 5 * MINUTE,
  collectionTime: given.map(({ at }) => at),
  collectionData: given.map(({ value }) => value),
  min: given.map(({ value }) => value),
  max: given.map(({ value }) => value),
  strength: null,
})

test('a line is as wide as its hours, ends with the newest reading, and holds none that is older', () => {
  const trend = curve([
    { at: NOW - 7 * HOUR, value: 1 },
    { at: NOW - 2 * HOUR, value: 20 },
  ])
  expect(shapeOf(air, trend, { ts: NOW - HOUR, value: 21 }, NOW)).toEqual({
    from: NOW - 6 * HOUR,
    to: NOW,
    points: false,
    ts: [NOW - 2 * HOUR, NOW - HOUR],
    values: [20, 21],
    low: 18,
    high: 30,
  })
  // Nothing of these hours is known: what was read before them is not drawn as if it were of now.
  expect(shapeOf(air, null, { ts: NOW - 12 * HOUR, value: 21 }, NOW).ts).toEqual([])
  // A reading may be a moment ahead of the clock of this browser.
  expect(shapeOf(air, null, { ts: NOW + 5000, value: 21 }, NOW)).toMatchObject({ to: NOW + 5000, ts: [NOW + 5000] })
})

test('a direction is drawn as points', () => {
  expect(shapeOf({ ...air, code: 'windDirection' }, null, undefined, NOW).points).toBe(true)
})
