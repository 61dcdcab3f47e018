import fc from 'fast-check'
import { expect } from 'vitest'
import { CAUSES } from '#contract/watch/condition'
import { type Action, causeOf, type Episode } from '#machines/watch/action'
import type { Evaluator } from '#machines/watch/evaluator'
import type { Happening } from '#machines/watch/watch'
import { END } from './arbitraryWatch.ts'

/** Passes at every moment at which it asked to be woken, up to `to` (ms). */
export function sleepUntil(evaluator: Evaluator, to: number): Action[] {
  const actions: Action[] = []
  let last = -Infinity
  for (let wake = evaluator.wake(); wake !== null && wake <= to; wake = evaluator.wake()) {
    expect(wake, 'wakes later each time').toBeGreaterThan(last)
    last = wake
    actions.push(...evaluator.pass(wake))
  }
  return actions
}

/** Those of each moment together. */
export const byMoment = (happenings: readonly Happening[]): [at: number, Happening[]][] => [...Map.groupBy(happenings, (one) => one.at)]

/** In time and in order, up to `to` (ms). */
export function inTime(evaluator: Evaluator, happenings: readonly Happening[], to: number): Action[] {
  const told = byMoment(happenings).flatMap(([at, many]) => [...sleepUntil(evaluator, at - 1), ...evaluator.take(many, at)])
  return [...told, ...sleepUntil(evaluator, to), ...evaluator.pass(to)]
}

/** What was told, oldest first: of one cause nothing is raised while something goes on, and nothing is cleared but that. */
export const toldBy = (actions: readonly Action[]): Episode[] =>
  CAUSES.flatMap((cause) => toldOf(actions.filter((action) => causeOf(action) === cause))).sort(
    (one, other) => one.raisedAt - other.raisedAt,
  )

function toldOf(actions: readonly Action[]): Episode[] {
  const over: Episode[] = []
  let active: Episode | null = null
  for (const action of actions) {
    if (action.what === 'clear') {
      expect(active?.raisedAt, 'clears what goes on').toBe(action.raisedAt)
      over.push({ ...active!, cleared: { at: action.at, seen: action.seen } })
      active = null
    } else if (action.what === 'record') {
      expect(action.episode.cleared, 'records what is over').not.toBeNull()
      over.push(action.episode)
    } else {
      expect(active, 'raises nothing while something goes on').toBeNull()
      expect(action.episode.cleared, 'raises what goes on').toBeNull()
      active = action.episode
    }
  }
  return [...over, ...(active ? [active] : [])].sort((one, other) => one.raisedAt - other.raisedAt)
}

export interface Delivery {
  readonly chunk: readonly Happening[]
  /** The clock as it comes, in ms; it stands still or goes on. */
  readonly now: number
}

interface Disorder {
  /** By how much a happening is late, and how much later its double comes, in units: of each in turn, over and over. */
  readonly late: readonly { readonly by: number; readonly again: number | null }[]
  readonly steps: readonly { readonly size: number; readonly passes: number }[]
}

/** How a past is delivered: late by at most so many units, doubled, in chunks, with a clock that has nothing to do with it. */
export const disorderOf = (atMost: number): fc.Arbitrary<Disorder> =>
  fc.record({
    late: fc.array(fc.record({ by: fc.nat(atMost), again: fc.option(fc.nat(END)) }), { minLength: 1, maxLength: 17 }),
    steps: fc.array(fc.record({ size: fc.nat(6), passes: fc.nat(20) }), { minLength: 1, maxLength: 30 }),
  })

/** The last delivery comes at `END`, with all that is left. */
export function deliver(happenings: readonly Happening[], { late, steps }: Disorder, unit: number): Delivery[] {
  const left = happenings
    .flatMap((one, index) => {
      const { by, again } = late[index % late.length]!
      const first = { one, comes: one.at + by * unit }
      return again === null ? [first] : [first, { one, comes: first.comes + again * unit }]
    })
    .sort((first, second) => first.comes - second.comes)
    .map(({ one }) => one)
  let now = 0
  const deliveries = steps.map(({ size, passes }) => {
    now = Math.min(now + passes * unit, END * unit)
    return { chunk: left.splice(0, size), now }
  })
  return [...deliveries, { chunk: left, now: END * unit }]
}
