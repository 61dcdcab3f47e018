import fc from 'fast-check'
import { expect, test } from 'vitest'
import { growthOn } from '#contract/farm/stage'

const days = (count: number) => new Date(Date.UTC(2026, 0, 1 + count)).toISOString().slice(0, 10)
const parts = fc.array(fc.record({ name: fc.constant('Part'), days: fc.integer({ min: 1, max: 60 }) }), { minLength: 1, maxLength: 20 })

test('each day of a growth is one day of one stage, in their order, and then days over', () => {
  fc.assert(
    fc.property(parts, fc.nat(100), (stages, beyond) => {
      const walk = stages.flatMap((one, stage) => Array.from({ length: one.days }, (_, at) => [stage, at + 1]))
      const last = walk.at(-1)!
      for (let elapsed = 0; elapsed <= walk.length + beyond; elapsed++) {
        const [stage, day] = walk[elapsed] ?? last
        expect(growthOn(stages, { from: days(0), on: days(elapsed), until: null })).toEqual({
          elapsed,
          total: walk.length,
          over: Math.max(0, elapsed - walk.length),
          stage,
          day,
        })
      }
    }),
    { numRuns: 40 },
  )
})

test('without stages the days until the harvest are what it grows; without those nobody knows', () => {
  const span = { from: days(0), on: days(12) }
  expect(growthOn([], { ...span, until: days(10) })).toEqual({ elapsed: 12, total: 10, over: 2, stage: null, day: null })
  expect(growthOn([], { ...span, until: null })).toEqual({ elapsed: 12, total: null, over: 0, stage: null, day: null })
})
