import type { Verdict } from '#contract/watch/condition'
import { judge, type Judged, seenBy } from './judge.ts'
import type { State } from './state.ts'
import type { Happening, Watch } from './watch.ts'
import type { Episode } from './action.ts'

/** That an episode began, or ended. */
export type Turn = Omit<Episode, 'cleared'> & { readonly cleared: Episode['cleared'] }

/** What is taken for being so, and for being over. Nothing is both; what is not known is neither, unless it counts as being so. */
function bounds({ raisesUnknown, clear }: Watch, { when, ends }: Judged): { begins: Verdict; ends: Verdict } {
  const so: Verdict = when === 'unknown' && raisesUnknown ? 'yes' : when
  const over: Verdict = so === 'yes' && clear === null ? 'no' : ends
  return { begins: over === 'yes' && clear !== null ? 'no' : so, ends: over }
}

/** Judges a moment: what was known before, with all that happened by then, decides whether it begins, waits, goes on or is over. */
export function step(watch: Watch, state: State, at: number): Turn | null {
  const judged = judge(watch, state, at)
  const { begins, ends } = bounds(watch, judged)
  state.at = at
  state.unknown = judged.when === 'unknown'
  if (state.phase === 'normal' || state.phase === 'pending') {
    if (begins === 'no') state.phase = 'normal'
    if (begins === 'yes' && state.phase === 'normal') {
      state.phase = 'pending'
      state.since = at
    }
    // A gap in what is known neither ends the wait nor is it enough at its end.
    if (state.phase !== 'pending' || begins !== 'yes' || at - state.since < watch.hold) return null
    state.phase = 'firing'
    state.active = { raisedAt: at, since: state.since, seen: seenBy(watch, state, judged.verdicts, at) }
    return { ...state.active, cleared: null }
  }
  if (ends === 'no') state.phase = 'firing'
  if (ends === 'yes' && state.phase === 'firing') {
    state.phase = 'recovering'
    state.since = at
  }
  if (state.phase !== 'recovering' || ends !== 'yes' || at - state.since < watch.clearHold) return null
  const over = { ...state.active!, cleared: { at, seen: seenBy(watch, state, judged.verdicts, at) } }
  state.phase = 'normal'
  state.active = null
  return over
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
  if (state.phase === 'pending') consider(state.since + watch.hold)
  if (state.phase === 'recovering') consider(state.since + watch.clearHold)
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
    const turn = step(watch, state, at)
    if (turn !== null) told(turn)
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
