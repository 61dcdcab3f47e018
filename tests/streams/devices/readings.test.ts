import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { liveReadings } from '#contract/devices/live'
import { foldReading, newerReading, readReadingsFrame } from '#streams/devices/readings'

// Mostly near misses of a frame: a right one with one part bent.
const odd = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, undefined, '', '1', true, Number.NaN, Infinity, -0, 2 ** 53, 2 ** 53 - 1, 1.5, [], {}),
)
const tuple = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(
      fc.maxSafeInteger(),
      fc.maxSafeInteger(),
      fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null)),
    ),
  },
  { weight: 1, arbitrary: fc.tuple(odd, odd, odd) },
  { weight: 1, arbitrary: fc.array(odd, { maxLength: 5 }) },
  { weight: 1, arbitrary: odd },
)
const whole = fc.maxSafeInteger()
const frame = fc.oneof(
  fc.record({ at: whole, seq: whole, start: whole, v: fc.array(tuple, { maxLength: 4 }) }),
  fc.record({
    at: fc.oneof(whole, odd),
    seq: fc.oneof(whole, odd),
    start: fc.oneof(whole, odd),
    v: fc.oneof(fc.array(tuple, { maxLength: 2 }), odd),
  }),
  fc.record({ at: whole, seq: whole, start: whole, v: fc.array(tuple, { maxLength: 2 }) }, { requiredKeys: [] }),
  odd,
)

describe('a readings frame', () => {
  test('is judged by hand exactly as the declaration judges it', () => {
    fc.assert(
      fc.property(frame, (raw) => {
        const declared = liveReadings.payload.safeParse(raw)
        const quick = readReadingsFrame(raw)
        expect(quick !== null).toBe(declared.success)
        if (declared.success) expect(quick).toEqual(declared.data)
      }),
      { numRuns: 3000 },
    )
  })

  test('with more than was declared is a frame still', () => {
    const raw = { at: 1, seq: 1, start: 1, v: [[1, 2, 3]], more: true }
    expect(liveReadings.payload.safeParse(raw).success).toBe(true)
    expect(readReadingsFrame(raw)?.v).toEqual([[1, 2, 3]])
  })
})

describe('folding readings', () => {
  const held = { value: 5, ts: 100 }
  test('newest wins, older is ignored', () => {
    expect(foldReading(held, [1, 101, 6], true)).toEqual({ value: 6, ts: 101 })
    expect(foldReading(held, [1, 99, 6], true)).toBe(held)
  })
  test('an equal value and time redraws nothing', () => {
    expect(foldReading(held, [1, 100, 5], true)).toBe(held)
    expect(foldReading(held, [1, 100, 6], false)).toBe(held)
  })
  test('an equal value of a newer time is younger', () => {
    expect(foldReading(held, [1, 101, 5], true)).toEqual({ value: 5, ts: 101 })
  })
})

test('of what was stored and what was heard the newer is shown, in whatever order both came, and its age is its own', () => {
  const at = fc.integer({ min: 0, max: 50 })
  fc.assert(
    fc.property(fc.option(at, { nil: null }), fc.array(fc.tuple(at, fc.boolean()), { maxLength: 12 }), (stored, frames) => {
      let heard: ReturnType<typeof foldReading> | undefined
      for (const [ts, tieWins] of frames) heard = foldReading(heard, [7, ts, ts * 10], tieWins)
      const times = [...(stored === null ? [] : [stored]), ...frames.map(([ts]) => ts)]
      const newest = times.length === 0 ? undefined : Math.max(...times)
      expect(newerReading({ value: stored === null ? null : stored * 10, ts: stored }, heard)).toEqual(
        newest === undefined ? undefined : { ts: newest, value: newest * 10 },
      )
    }),
  )
})
