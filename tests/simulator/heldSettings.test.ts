import { expect, test } from 'vitest'
import { pumpsWanted } from '#simulator/heldSettings'

const at = (time: string) => Date.parse(`2026-11-22T${time}:00+08:00`)

test('an aerator runs its pumps below the low threshold, rests them above the high one, and leaves them as they are in between', () => {
  const held = { oxygenLow: 4, oxygenHigh: 6, schedule: null }
  expect([3.9, 4, 5, 6, 6.1].map((oxygen) => pumpsWanted(held, oxygen, at('12:00')))).toEqual([1, null, null, null, 0])
  expect(pumpsWanted(held, undefined, at('12:00'))).toBeNull()
  expect(pumpsWanted({}, 1, at('12:00'))).toBeNull()
})

test('its schedule runs them whatever the oxygen is, also across midnight', () => {
  const held = { oxygenLow: 4, oxygenHigh: 6, schedule: '22:00-06:00,12:30-14:00' }
  expect(['21:59', '22:00', '23:59', '05:59', '06:00', '12:30', '14:00'].map((time) => pumpsWanted(held, 9, at(time)))).toEqual([
    0, 1, 1, 1, 0, 1, 0,
  ])
})
