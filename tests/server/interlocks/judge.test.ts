import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Need } from '#contract/devices/interlock'
import { type Facts, judge, unmet } from '#server/ground/commands/precedence/interlockJudge'

const NOW = 1_000_000
const id = fc.integer({ min: 1, max: 4 })
const need: fc.Arbitrary<Need> = fc.oneof(
  fc.record({ kind: fc.constant('anyOpen' as const), switchIds: fc.uniqueArray(id, { minLength: 1 }) }),
  fc.record({ kind: fc.constant('itemAbove' as const), itemId: id, limit: fc.integer({ min: -2, max: 2 }) }),
)
const facts: fc.Arbitrary<Facts> = fc.record({
  switches: fc
    .array(fc.tuple(id, fc.record({ status: fc.constantFrom(null, 0, 1, 2), isThere: fc.boolean() })))
    .map((rows) => new Map(rows)),
  items: fc
    .array(
      fc.tuple(
        id,
        fc.record({
          value: fc.constantFrom(null, -2, 0, 1, 3),
          at: fc.constantFrom(null, NOW - 10, NOW - 11, NOW),
          lasts: fc.constant(10),
        }),
      ),
    )
    .map((rows) => new Map(rows)),
})

test('is fulfilled by what is known and new, and by nothing else', () => {
  fc.assert(
    fc.property(need, facts, (one, known) => {
      const fulfilled =
        one.kind === 'anyOpen'
          ? one.switchIds.some((wanted) => {
              const { status, isThere } = known.switches.get(wanted) ?? { status: null, isThere: false }
              return isThere && (status === 1 || status === 2)
            })
          : [...known.items].some(
              ([item, { value, at }]) => item === one.itemId && value !== null && at !== null && at >= NOW - 10 && value > one.limit,
            )
      expect(unmet(one, known, NOW) === null).toBe(fulfilled)
    }),
    { numRuns: 2000 },
  )
})

test('what is never fulfilled neither starts without a grace nor runs longer than it, however the clock is set', () => {
  fc.assert(
    fc.property(need, fc.nat(100), fc.array(fc.integer({ min: -200, max: 200 }), { minLength: 1 }), (one, graceMs, steps) => {
      const nothing: Facts = { switches: new Map(), items: new Map() }
      expect(judge({ need: one, graceMs }, nothing, NOW, null) === null).toBe(graceMs > 0)
      let now = NOW
      for (const step of steps) {
        now += step
        const isGraced = now >= NOW && now < NOW + graceMs
        expect(judge({ need: one, graceMs }, nothing, now, NOW) === null).toBe(isGraced)
      }
    }),
  )
})

test('says what is lacking: none open, not known, too old, too low', () => {
  const at = (switches: [number, number | null, boolean][], items: [number, number | null, number | null][] = []): Facts => ({
    switches: new Map(switches.map(([one, status, isThere]) => [one, { status, isThere }])),
    items: new Map(items.map(([one, value, when]) => [one, { value, at: when, lasts: 10 }])),
  })
  const valves: Need = { kind: 'anyOpen', switchIds: [1, 2] }
  expect(
    unmet(
      valves,
      at([
        [1, 0, true],
        [2, 0, true],
      ]),
      NOW,
    ),
  ).toBe('noneOpen')
  expect(
    unmet(
      valves,
      at([
        [1, 0, true],
        [2, 1, false],
      ]),
      NOW,
    ),
  ).toBe('notKnown')
  const flow: Need = { kind: 'itemAbove', itemId: 1, limit: 2 }
  expect(unmet(flow, at([], [[1, 3, NOW - 11]]), NOW)).toBe('tooOld')
  expect(unmet(flow, at([], [[1, 2, NOW]]), NOW)).toBe('tooLow')
  expect(unmet(flow, at([], [[1, null, NOW]]), NOW)).toBe('notKnown')
})
