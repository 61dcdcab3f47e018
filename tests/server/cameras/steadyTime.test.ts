import { expect, test } from 'vitest'
import { steadyTime } from '#server/cameras/recording/steadyTime'

const HOUR = 3_600_000
const START = 1_700_000_000_000

function timeFrom(last: number) {
  const clocks = { shown: START, passed: 0 }
  const time = steadyTime(
    () => clocks.shown,
    last,
    () => clocks.passed,
  )
  return {
    clocks,
    time,
    after: (ms: number): number => {
      clocks.shown += ms
      clocks.passed += ms
      return time()
    },
  }
}

test('the time of recordings is the clock’s, forward at once, and back at half the speed', () => {
  const { clocks, time, after } = timeFrom(0)
  expect(time()).toBe(START)
  expect(after(1000)).toBe(START + 1000)
  clocks.shown += HOUR
  expect(after(1000)).toBe(START + HOUR + 2000)
  clocks.shown -= HOUR
  expect(after(1000)).toBe(START + HOUR + 2500)
  // An hour back is made up for in two.
  expect(after(2 * HOUR)).toBe(START + 2 * HOUR + 3000)
})

test('it goes on where the last recording ended, unless that was by a clock that was far ahead', () => {
  expect(timeFrom(START + HOUR).after(1000)).toBe(START + HOUR + 500)
  expect(timeFrom(START + 48 * HOUR).after(1000)).toBe(START + 1000)
})
