import type { Seen, Verdict } from '#contract/watch/condition'
import type { State } from './state.ts'
import type { BoundLeaf, Tree, Watch } from './watch.ts'

/** The value of a slot while it is believed at `at`, null where it is missing or too old. */
function believed({ slots }: Watch, { values }: State, slot: number | null, at: number): number | null {
  const newest = slot === null ? null : values[slot]!
  return newest === null || newest[2] === null || at - newest[0] > slots[slot!]!.lasts ? null : newest[2]
}

/** The lowest or the highest reading of a rate's window, the newest of such. */
const extreme = (tail: readonly [number, number][], { ms }: Extract<BoundLeaf, { kind: 'rate' }>, at: number): [number, number] | null =>
  tail.find(([when]) => when >= at - ms) ?? null

function circuitVerdict({ circuits, presence }: State, { circuit, is }: Extract<BoundLeaf, { kind: 'circuit' }>): Verdict {
  if (presence !== 'online') return 'unknown'
  const said = circuit === null ? Object.values(circuits) : circuit in circuits ? [circuits[circuit]!] : []
  if (said.length === 0) return 'unknown'
  return said.some((status) => status !== 0) === (is === 'on') ? 'yes' : 'no'
}

/** What a leaf says at `at`; a comparison between its limit and its margin says what it said before. */
function leafVerdict(watch: Watch, state: State, place: number, at: number): Verdict {
  const leaf = watch.leaves[place]!
  switch (leaf.kind) {
    case 'compare': {
      const value = believed(watch, state, leaf.slot, at)
      const than = leaf.than === 'none' ? 0 : believed(watch, state, leaf.than, at)
      if (value === null || than === null) return 'unknown'
      // Counted so that below is above of the negated.
      const beyond = leaf.is === 'above' ? value - than - leaf.limit : leaf.limit - (value - than)
      return beyond > 0 || (state.latches[place]! && beyond > -leaf.margin) ? 'yes' : 'no'
    }
    case 'rate': {
      const value = believed(watch, state, leaf.slot, at)
      const from = value === null ? null : extreme(state.tails[place]!, leaf, at)
      if (value === null || from === null) return 'unknown'
      return (leaf.is === 'rising' ? value - from[1] : from[1] - value) >= leaf.by ? 'yes' : 'no'
    }
    case 'circuit':
      return circuitVerdict(state, leaf)
    case 'offline':
      return state.presence === 'unknown' ? 'unknown' : state.presence === 'offline' ? 'yes' : 'no'
    case 'silent': {
      if (leaf.slot === null) return 'unknown'
      return at - Math.max(state.values[leaf.slot]?.[0] ?? 0, state.startedAt) >= leaf.ms ? 'yes' : 'no'
    }
    case 'calendar':
      return watch.calendar.is(leaf.leaf, at) ? 'yes' : 'no'
    case 'unknowable':
      return 'unknown'
  }
}

/** Of a tree over what its leaves say; what is not known stays so unless the other parts decide without it. */
function treeVerdict(tree: Tree, verdicts: readonly Verdict[]): Verdict {
  if (typeof tree === 'number') return verdicts[tree]!
  if (tree.kind === 'not') {
    const inner = treeVerdict(tree.of, verdicts)
    return inner === 'unknown' ? 'unknown' : inner === 'yes' ? 'no' : 'yes'
  }
  const decides: Verdict = tree.kind === 'all' ? 'no' : 'yes'
  let answer: Verdict = tree.kind === 'all' ? 'yes' : 'no'
  for (const part of tree.of) {
    const verdict = treeVerdict(part, verdicts)
    if (verdict === decides) return decides
    if (verdict === 'unknown') answer = 'unknown'
  }
  return answer
}

/** Whether it begins where its device is lost, whatever else is so. */
export const begunByLoss = ({ leaves, when }: Watch): boolean =>
  treeVerdict(
    when,
    leaves.map(({ kind }) => (kind === 'offline' ? 'yes' : 'unknown')),
  ) === 'yes'

/** What each leaf saw, in the order of the condition. */
export function seenBy(watch: Watch, state: State, verdicts: readonly Verdict[], at: number): Seen[] {
  const of = (slot: number | null | 'none') => {
    const newest = typeof slot === 'number' ? state.values[slot]! : null
    return { itemId: typeof slot === 'number' ? watch.slots[slot]!.itemId : null, value: newest?.[2] ?? null, at: newest?.[0] ?? null }
  }
  return watch.leaves.slice(0, watch.ofWhen).map((leaf, place): Seen => {
    const verdict = verdicts[place]!
    if (leaf.kind === 'compare') return { verdict, ...of(leaf.slot), than: leaf.than === 'none' ? null : of(leaf.than) }
    if (leaf.kind === 'rate') {
      const from = extreme(state.tails[place]!, leaf, at)
      const { itemId, ...rest } = of(leaf.slot)
      return { verdict, itemId, ...rest, than: from && { itemId, value: from[1], at: from[0] } }
    }
    if (leaf.kind === 'silent') return { verdict, ...of(leaf.slot), than: null }
    const status = leaf.kind === 'circuit' && leaf.circuit !== null ? (state.circuits[leaf.circuit] ?? null) : null
    return { verdict, itemId: null, value: status, at: null, than: null }
  })
}

export interface Judged {
  readonly verdicts: Verdict[]
  /** Whether what is watched for is so. */
  readonly when: Verdict
  /** Whether what ends it is so. */
  readonly ends: Verdict
}

/** All that a watch says at `at`; remembers what comparisons said. */
export function judge(watch: Watch, state: State, at: number): Judged {
  const verdicts = watch.leaves.map((leaf, place) => {
    const verdict = leafVerdict(watch, state, place, at)
    if (leaf.kind === 'compare' && verdict !== 'unknown') state.latches[place] = verdict === 'yes'
    return verdict
  })
  const when = treeVerdict(watch.when, verdicts)
  const not = when === 'unknown' ? 'unknown' : when === 'yes' ? 'no' : 'yes'
  return { verdicts, when, ends: watch.clear === null ? not : treeVerdict(watch.clear, verdicts) }
}
