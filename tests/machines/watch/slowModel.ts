import { type Cause, CAUSES, type Seen, type Verdict } from '#contract/watch/condition'
import type { Episode } from '#machines/watch/action'
import type { BoundLeaf, Happening, Tree, Watch } from '#machines/watch/watch'

type Reading = Extract<Happening, { kind: 'reading' }>
type Compare = Extract<BoundLeaf, { kind: 'compare' }>
type Rate = Extract<BoundLeaf, { kind: 'rate' }>

/** All that happened from `startedAt` on, in whatever order and however often, and the moments at which it is judged, rising (ms UTC). */
export interface Past {
  readonly watch: Watch
  readonly startedAt: number
  readonly happenings: readonly Happening[]
  readonly moments: readonly number[]
}

/** The readings of a slot: one of each moment, oldest first. */
function readingsOf({ startedAt, happenings }: Past, slot: number): Reading[] {
  const counts = new Map<number, Reading>()
  for (const one of happenings) {
    if (one.kind !== 'reading' || one.slot !== slot || one.at < startedAt) continue
    const other = counts.get(one.at)
    if (!other || one.place > other.place) counts.set(one.at, one)
  }
  return [...counts.values()].sort((one, other) => one.at - other.at)
}

const ofSlot = (past: Past, slot: number | null | 'none') => {
  const readings = typeof slot === 'number' ? readingsOf(past, slot) : []
  const lasts = typeof slot === 'number' ? past.watch.slots[slot]!.lasts : 0
  const itemId = typeof slot === 'number' ? past.watch.slots[slot]!.itemId : null
  const newest = (at: number) => readings.findLast((one) => one.at <= at)
  return {
    itemId,
    readings,
    newest,
    /** What is believed at a moment; null where nothing is. */
    believed(at: number): number | null {
      const one = newest(at)
      return one && at - one.at <= lasts ? one.value : null
    },
    seen: (at: number) => ({ itemId, value: newest(at)?.value ?? null, at: newest(at)?.at ?? null }),
  }
}

/** What a leaf sees at each moment. */
function compare(past: Past, leaf: Compare): Seen[] {
  const slot = ofSlot(past, leaf.slot)
  const than = leaf.than === 'none' ? null : ofSlot(past, leaf.than)
  const side = leaf.is === 'above' ? 1 : -1
  let lastKnown: Verdict = 'no'
  return past.moments.map((at) => {
    const value = slot.believed(at)
    const less = than ? than.believed(at) : 0
    let verdict: Verdict = 'unknown'
    if (value !== null && less !== null) {
      const x = side * (value - less)
      const limit = side * leaf.limit - (lastKnown === 'yes' ? leaf.margin : 0)
      verdict = x > limit ? 'yes' : 'no'
      lastKnown = verdict
    }
    return { verdict, ...slot.seen(at), than: than && than.seen(at) }
  })
}

function rate(past: Past, leaf: Rate): Seen[] {
  const slot = ofSlot(past, leaf.slot)
  const side = leaf.is === 'rising' ? 1 : -1
  return past.moments.map((at) => {
    const inWindow = slot.readings.filter((one) => one.value !== null && one.at <= at && at - one.at <= leaf.ms)
    /** The lowest (falling: the highest); of equals the newest. */
    const from = inWindow.reduce<Reading | null>((best, one) => (best && side * best.value! < side * one.value! ? best : one), null)
    const value = slot.believed(at)
    const verdict = value === null || !from ? 'unknown' : side * (value - from.value!) >= leaf.by ? 'yes' : 'no'
    return { verdict, ...slot.seen(at), than: from && { itemId: slot.itemId, value: from.value, at: from.at } }
  })
}

/** The last word on something up to a moment. */
const lastOf = <One extends Happening>({ startedAt, happenings }: Past, at: number, is: (one: Happening) => one is One): One | null =>
  happenings.reduce<One | null>(
    (last, one) => (is(one) && one.at >= startedAt && one.at <= at && (!last || one.at > last.at) ? one : last),
    null,
  )

const presenceAt = (past: Past, at: number) => lastOf(past, at, (one) => one.kind === 'presence')?.presence ?? 'unknown'
const statusAt = (past: Past, at: number, circuit: number) =>
  lastOf(past, at, (one): one is Extract<Happening, { kind: 'circuit' }> => one.kind === 'circuit' && one.circuit === circuit)?.status ??
  null

function circuitVerdict(past: Past, at: number, { circuit, is }: Extract<BoundLeaf, { kind: 'circuit' }>): Verdict {
  const named = circuit === null ? past.happenings.flatMap((one) => (one.kind === 'circuit' ? [one.circuit] : [])) : [circuit]
  const said = named.map((one) => statusAt(past, at, one)).filter((status) => status !== null)
  if (presenceAt(past, at) !== 'online' || said.length === 0) return 'unknown'
  const isOn = said.some((status) => status > 0)
  return isOn === (is === 'on') ? 'yes' : 'no'
}

function leafSees(past: Past, leaf: BoundLeaf): Seen[] {
  if (leaf.kind === 'compare') return compare(past, leaf)
  if (leaf.kind === 'rate') return rate(past, leaf)
  const nothing = { itemId: null, value: null, at: null, than: null }
  if (leaf.kind === 'silent') {
    const slot = ofSlot(past, leaf.slot)
    return past.moments.map((at) => {
      const passed = at - Math.max(slot.newest(at)?.at ?? past.startedAt, past.startedAt)
      const verdict = leaf.slot === null ? 'unknown' : passed >= leaf.ms ? 'yes' : 'no'
      return { verdict, ...slot.seen(at), than: null }
    })
  }
  return past.moments.map((at) => {
    if (leaf.kind === 'unknowable') return { ...nothing, verdict: 'unknown' }
    if (leaf.kind === 'calendar') return { ...nothing, verdict: past.watch.calendar.is(leaf.leaf, at) ? 'yes' : 'no' }
    if (leaf.kind === 'circuit') {
      const value = leaf.circuit === null ? null : statusAt(past, at, leaf.circuit)
      return { ...nothing, value, verdict: circuitVerdict(past, at, leaf) }
    }
    const presence = presenceAt(past, at)
    return { ...nothing, verdict: presence === 'unknown' ? 'unknown' : presence === 'offline' ? 'yes' : 'no' }
  })
}

const opposite = (verdict: Verdict): Verdict => (verdict === 'yes' ? 'no' : verdict === 'no' ? 'yes' : 'unknown')
const RANK = { no: 0, unknown: 1, yes: 2 } as const
const BY_RANK = ['no', 'unknown', 'yes'] as const

/** By Kleene: no is 0, unknown a half, yes 1; all is the least, any the greatest. */
function treeVerdict(tree: Tree, of: (leaf: number) => Verdict): Verdict {
  if (typeof tree === 'number') return of(tree)
  if (tree.kind === 'not') return opposite(treeVerdict(tree.of, of))
  const ranks = tree.of.map((part) => RANK[treeVerdict(part, of)])
  return BY_RANK[tree.kind === 'all' ? Math.min(...ranks) : Math.max(...ranks)]!
}

/** The episodes, by brute force: every leaf at every moment, out of all that happened. The meaning stands in decision 0085. */
export const slowEpisodes = (past: Past): Episode[] =>
  CAUSES.filter((cause) => cause === 'condition' || past.watch.raisesUnknown)
    .flatMap((cause) => slowCourse(past, cause))
    .sort((one, other) => one.raisedAt - other.raisedAt)

/** Those of one cause, as if the other did not exist. */
function slowCourse(past: Past, cause: Cause): Episode[] {
  const { watch, moments } = past
  const sees = watch.leaves.map((leaf) => leafSees(past, leaf))
  const episodes: Episode[] = []
  let phase: 'normal' | 'pending' | 'firing' | 'recovering' = 'normal'
  let holdBegan = 0
  for (const [index, at] of moments.entries()) {
    const verdictOf = (leaf: number) => sees[leaf]![index]!.verdict
    const seen = sees.slice(0, watch.ofWhen).map((leaf) => leaf[index]!)
    const when = treeVerdict(watch.when, verdictOf)
    const over = watch.clear === null ? null : treeVerdict(watch.clear, verdictOf)
    const isUnknown = when === 'unknown' ? 'yes' : 'no'
    const begins = cause === 'noData' ? isUnknown : over === 'yes' ? 'no' : when
    const ends = cause === 'noData' ? opposite(isUnknown) : (over ?? opposite(when))
    if (phase === 'normal' || phase === 'pending') {
      if (begins === 'no') phase = 'normal'
      if (begins !== 'yes') continue
      if (phase === 'normal') holdBegan = at
      phase = 'pending'
      if (at < holdBegan + watch.hold) continue
      phase = 'firing'
      episodes.push({ cause, raisedAt: at, since: holdBegan, seen, cleared: null })
    } else {
      if (ends === 'no') phase = 'firing'
      if (ends !== 'yes') continue
      if (phase === 'firing') holdBegan = at
      phase = 'recovering'
      if (at < holdBegan + watch.clearHold) continue
      phase = 'normal'
      episodes.push({ ...episodes.pop()!, cleared: { at, seen } })
    }
  }
  return episodes
}
