import { describe, expect, test } from 'vitest'
import type { CollectItem } from '#contract/devices/collect'
import { chooseReadings } from '#src/screens/home/chooseReadings.ts'
import { greetingOf } from '#src/screens/home/greetingOf.ts'

let nextId = 1
const anItem = (given: Partial<CollectItem>): CollectItem => ({
  id: nextId++,
  concentratorId: 1,
  deviceName: 'gateway',
  code: 'temperature',
  name: 'Air temperature',
  icon: null,
  newestData: 20,
  newestTime: 1_000_000,
  unit: '°C',
  online: 1,
  description: null,
  low: null,
  high: null,
  hidden: 0,
  reportingPeriod: 60_000,
  calibrated: false,
  calculation: null,
  objectVersionNumber: 1,
  ...given,
})

describe('the readings that stand for a base', () => {
  test('are one a quantity, what lives in water first', () => {
    const air = anItem({})
    const soil = anItem({ code: 'soilMoisture3' })
    const oxygen = anItem({ code: 'dissolvedOxygen' })
    expect(chooseReadings([air, anItem({}), soil, oxygen], 8)).toEqual([oxygen, air, soil])
  })
  test('prefer an item with a normal band, then the one that reported last', () => {
    const banded = anItem({ low: 10, newestTime: 1 })
    const newer = anItem({ newestTime: 9_000_000 })
    expect(chooseReadings([newer, banded], 8)).toEqual([banded])
    expect(chooseReadings([anItem({}), newer], 8)).toEqual([newer])
  })
  test('leave out what is hidden, never reported, or unknown', () => {
    expect(chooseReadings([anItem({ hidden: 1 }), anItem({ newestTime: null }), anItem({ code: 'mystery' })], 8)).toEqual([])
  })
  test('are at most as many as there is room for', () => {
    expect(chooseReadings([anItem({}), anItem({ code: 'humidity' }), anItem({ code: 'light' })], 2)).toHaveLength(2)
  })
})

test.each([
  [3, 'night'],
  [8, 'morning'],
  [12, 'noon'],
  [15, 'afternoon'],
  [20, 'evening'],
  [23, 'night'],
] as const)('at %i o’clock one says good %s', (hour, greeting) => expect(greetingOf(hour)).toBe(greeting))
