import fc from 'fast-check'
import type { BoundLeaf, Calendar, Happening, Tree, Watch } from '#machines/watch/watch'

/** The last moment of a past, in units. */
export const END = 200
const SLOTS = 2
const CIRCUITS = 2

/** So much happens at most: more than the evaluator lets stand together before it moves its base. */
const MOST_HAPPENINGS = 120
/** The sun of these tests: up and down by turns, each for `shift` units; always up where that is 0. */
const calendarOf = (unit: number): Calendar => ({
  is: (leaf, at) => leaf.kind === 'sun' && (leaf.shift === 0 || Math.floor(at / (leaf.shift * unit)) % 2 === 0) === (leaf.is === 'up'),
  turns: (leaf, at) => (leaf.kind === 'sun' && leaf.shift !== 0 ? (Math.floor(at / (leaf.shift * unit)) + 1) * leaf.shift * unit : null),
})

type Nested = BoundLeaf | { kind: 'all' | 'any'; of: Nested[] } | { kind: 'not'; of: Nested }

const slot = fc.oneof({ weight: 9, arbitrary: fc.nat(SLOTS - 1) }, { weight: 1, arbitrary: fc.constant(null) })
const leafOf = (unit: number): fc.Arbitrary<BoundLeaf> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('compare' as const),
        slot,
        is: fc.constantFrom('above' as const, 'below' as const),
        limit: fc.integer({ min: -2, max: 2 }),
        margin: fc.nat(2),
        than: fc.oneof({ weight: 3, arbitrary: fc.constant('none' as const) }, { weight: 1, arbitrary: slot }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('rate' as const),
        slot,
        is: fc.constantFrom('rising' as const, 'falling' as const),
        by: fc.integer({ min: 1, max: 4 }),
        ms: fc.integer({ min: 2, max: 25 }).map((units) => units * unit),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('circuit' as const),
        circuit: fc.constantFrom(null, 1, CIRCUITS),
        is: fc.constantFrom('on' as const, 'off' as const),
      }),
    },
    { weight: 1, arbitrary: fc.constantFrom({ kind: 'offline' as const }, { kind: 'unknowable' as const }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('silent' as const),
        slot,
        ms: fc.integer({ min: 3, max: 20 }).map((units) => units * unit),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('calendar' as const),
        leaf: fc.record({ kind: fc.constant('sun' as const), is: fc.constantFrom('up' as const, 'down' as const), shift: fc.nat(30) }),
      }),
    },
  )

function nestedOf(unit: number, depth: number): fc.Arbitrary<Nested> {
  const leaf = leafOf(unit)
  if (depth === 0) return leaf
  const below = nestedOf(unit, depth - 1)
  const parts = fc.array(below, { minLength: 1, maxLength: 3 })
  return fc.oneof(
    { weight: 3, arbitrary: leaf },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('all' as const, 'any' as const), of: parts }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('not' as const), of: below }) },
  )
}

/** Numbers the leaves in the order in which they are written. */
function bind(nested: Nested, leaves: BoundLeaf[]): Tree {
  if (!('of' in nested)) return leaves.push(nested) - 1
  if (nested.kind === 'not') return { kind: 'not', of: bind(nested.of, leaves) }
  return { kind: nested.kind, of: nested.of.map((part) => bind(part, leaves)) }
}

const holdOf = (unit: number) => fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 15 })).map((units) => units * unit)

/** A watch of two slots whose times are multiples of `unit` (ms). */
export const watchOf = (unit: number): fc.Arbitrary<Watch> =>
  fc
    .record({
      lasts: fc.array(fc.integer({ min: 2, max: 20 }), { minLength: SLOTS, maxLength: SLOTS }),
      when: nestedOf(unit, 3),
      clear: fc.option(nestedOf(unit, 1)),
      hold: holdOf(unit),
      clearHold: holdOf(unit),
      raisesUnknown: fc.boolean(),
    })
    .map(({ lasts, when, clear, ...rest }) => {
      const leaves: BoundLeaf[] = []
      const bound = bind(when, leaves)
      const ofWhen = leaves.length
      return {
        ...rest,
        slots: lasts.map((units, place) => ({ itemId: 11 + place, lasts: units * unit })),
        when: bound,
        ofWhen,
        clear: clear && bind(clear, leaves),
        leaves,
        calendar: calendarOf(unit),
      }
    })

const place = (one: Happening): string =>
  `${one.kind} ${one.at} ${one.kind === 'reading' ? `${one.slot} ${one.place}` : one.kind === 'circuit' ? one.circuit : ''}`

/** What happened, in order, each once: no two that only the order of arrival could decide between. */
export const happeningsOf = (unit: number): fc.Arbitrary<Happening[]> => {
  const at = fc.nat(END).map((units) => units * unit)
  const one: fc.Arbitrary<Happening> = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('reading' as const),
        at,
        slot: fc.nat(SLOTS - 1),
        place: fc.nat(2),
        value: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: -4, max: 4 }) }, { weight: 1, arbitrary: fc.constant(null) }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('circuit' as const),
        at,
        circuit: fc.integer({ min: 1, max: CIRCUITS }),
        status: fc.nat(2),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('presence' as const),
        at,
        presence: fc.constantFrom('online' as const, 'online' as const, 'offline' as const, 'unknown' as const),
      }),
    },
  )
  return fc
    .uniqueArray(one, { maxLength: MOST_HAPPENINGS, size: 'max', selector: place })
    .map((many) => many.sort((first, other) => first.at - other.at))
}
