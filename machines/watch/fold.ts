import type { Cause, Verdict } from '#contract/watch/condition'
import { judge, type Judged, seenBy } from './judge.ts'
import type { Course, State } from './state.ts'
import type { Happening, Watch } from './watch.ts'
import type { Episode } from './action.ts'

/** That an episode began, or ended. */
export type Turn = Episode

/** Judges a moment: what was known before, with all that happened by then, decides whether an episode begins, waits, goes on or is over. */
export function step(watch: Watch, state: State, at: number, told: (turn: Turn) => void): void {
  const judged = judge(watch, state, at)
  const { when, ends } = judged
  state.at = at
  state.unknown = when === 'unknown'
  // First what ends since something is known again.
  if (state.noData !== null) {
    const known = state.unknown ? 'no' : 'yes'
    advance(watch, state, 'noData', state.noData, state.unknown ? 'yes' : 'no', known, judged, told)
  }
  // Nothing begins that its own condition says is over.
  advance(watch, state, 'condition', state.condition, ends === 'yes' ? 'no' : when, ends, judged, told)
}

/** Takes one course on to `state.at`. A gap in what is known neither ends a hold nor is it enough at its end. */
function advance(
  watch: Watch,
  state: State,
  cause: Cause,
  course: Course,
  begins: Verdict,
  ends: Verdict,
  judged: Judged,
  told: (turn: Turn) => void,
): void {
  const { at } = state
  if (course.phase === 'normal' || course.phase === 'pending') {
    if (begins === 'no') course.phase = 'normal'
    if (begins === 'yes' && course.phase === 'normal') {
      course.phase = 'pending'
      course.since = at
    }
    if (course.phase !== 'pending' || begins !== 'yes' || at - course.since < watch.hold) return
    course.phase = 'firing'
    course.active = { raisedAt: at, since: course.since, seen: seenBy(watch, state, judged.verdicts, at) }
    told({ cause, ...course.active, cleared: null })
    return
  }
  if (ends === 'no') course.phase = 'firing'
  if (ends === 'yes' && course.phase === 'firing') {
    course.phase = 'recovering'
    course.since = at
  }
  if (course.phase !== 'recovering' || ends !== 'yes' || at - course.since < watch.clearHold) return
  told({ cause, ...course.active!, cleared: { at, seen: seenBy(watch, state, judged.verdicts, at) } })
  course.phase = 'normal'
  course.active = null
}

/** When, after the moment that was judged last, it may be otherwise though nothing happens; null where never. */
export function wakeOf(watch: Watch, state: State): number | null {
  let first = Infinity
  const consider = (at: number) => {
    if (at > state.at && at < first) first = at
  }
  /** From then on the newest of a slot is not believed. */
  const considerEnd = (slot: number | null) => {
    const newest = slot === null ? null : state.values[slot]!
    if (newest !== null && newest[2] !== null) consider(newest[0] + watch.slots[slot!]!.lasts + 1)
  }
  consider(state.startedAt)
  for (let place = 0; place < watch.leaves.length; place++) {
    const leaf = watch.leaves[place]!
    if (leaf.kind === 'calendar') consider(watch.calendar.turns(leaf.leaf, state.at) ?? Infinity)
    else if (leaf.kind === 'silent') {
      if (leaf.slot !== null) consider(Math.max(state.values[leaf.slot]?.[0] ?? 0, state.startedAt) + leaf.ms)
    } else if (leaf.kind === 'compare' || leaf.kind === 'rate') {
      considerEnd(leaf.slot)
      if (leaf.kind === 'compare' && leaf.than !== 'none') considerEnd(leaf.than)
      const from = leaf.kind === 'rate' ? state.tails[place]!.find(([when]) => when >= state.at - leaf.ms) : undefined
      if (leaf.kind === 'rate' && from !== undefined) consider(from[0] + leaf.ms + 1)
    }
  }
  for (const course of [state.condition, state.noData]) {
    if (course?.phase === 'pending') consider(course.since + watch.hold)
    if (course?.phase === 'recovering') consider(course.since + watch.clearHold)
  }
  return first === Infinity ? null : first
}

/**
 * Takes in what happened, those from `from` to before `end` in order, without judging it: of readings of one slot and moment the last, in what is
 * newest as in the window of a rate.
 */
export function takeAll(watch: Watch, state: State, happenings: readonly Happening[], from = 0, end = happenings.length): void {
  for (let index = from; index < end; index++) {
    const one = happenings[index]!
    const next = index + 1 < end ? happenings[index + 1] : undefined
    const isOverruled = one.kind === 'reading' && next?.kind === 'reading' && next.at === one.at && next.slot === one.slot
    if (!isOverruled) take(watch, state, one)
  }
}

function take(watch: Watch, state: State, one: Happening): void {
  if (one.kind === 'circuit') state.circuits[one.circuit] = one.status
  else if (one.kind === 'presence') state.presence = one.presence
  else {
    const before = state.values[one.slot]!
    if (before === null || one.at > before[0] || (one.at === before[0] && one.place > before[1]))
      state.values[one.slot] = [one.at, one.place, one.value]
    if (one.value === null) return
    for (let place = 0; place < watch.leaves.length; place++) {
      const leaf = watch.leaves[place]!
      if (leaf.kind !== 'rate' || leaf.slot !== one.slot) continue
      const tail = state.tails[place]!
      const isUseless = (value: number) => (leaf.is === 'rising' ? value >= one.value! : value <= one.value!)
      while (tail.length > 0 && isUseless(tail.at(-1)![1])) tail.pop()
      tail.push([one.at, one.value])
      while (tail[0]![0] < one.at - leaf.ms) tail.shift()
    }
  }
}

/**
 * Goes through time: what happened, in order (`inOrder`), those from `from` to before `end`, and every moment between at which it may be otherwise,
 * up to `to`. What happened at one moment is judged together. `told` hears of what began and ended. Answers `wakeOf` the end.
 */
export function fold(
  watch: Watch,
  state: State,
  happenings: readonly Happening[],
  to: number,
  told: (turn: Turn) => void,
  from = 0,
  end = happenings.length,
): number | null {
  let wake = wakeOf(watch, state)
  const judged = (at: number) => {
    step(watch, state, at, told)
    wake = wakeOf(watch, state)
  }
  for (let next = from; next < end;) {
    const { at } = happenings[next]!
    while (wake !== null && wake < at) judged(wake)
    const first = next
    while (next < end && happenings[next]!.at === at) next++
    takeAll(watch, state, happenings, first, next)
    judged(at)
  }
  while (wake !== null && wake <= to) judged(wake)
  return wake
}

const RANK = { reading: 0, circuit: 1, presence: 2 } as const
const partOf = (one: Happening): number => (one.kind === 'reading' ? one.slot : one.kind === 'circuit' ? one.circuit : 0)
const placeOf = (one: Happening): number => (one.kind === 'reading' ? one.place : 0)

/** By time; what has one time by what it is said of, so that the order of arrival is nothing. 0: they say the same thing of the same moment. */
export const inOrder = (one: Happening, other: Happening): number =>
  one.at - other.at || RANK[one.kind] - RANK[other.kind] || partOf(one) - partOf(other) || placeOf(one) - placeOf(other)
