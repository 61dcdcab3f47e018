import type { Kept } from '#machines/watch/evaluator'
import { inOrder, takeAll } from '#machines/watch/fold'
import { beginning } from '#machines/watch/state'
import type { Happening, Watch } from '#machines/watch/watch'

/** The longest that anything of a watch is remembered, ms: so far back lies what it must know when it begins. */
export const memoryOf = ({ slots, leaves }: Watch): number =>
  Math.max(0, ...slots.map(({ lasts }) => lasts), ...leaves.map((leaf) => (leaf.kind === 'rate' || leaf.kind === 'silent' ? leaf.ms : 0)))

/**
 * A watch that begins at `at`, knowing what happened before; what goes on under another version of its rule goes on under this one, until this
 * one's condition ends it.
 */
export function beginKept(watch: Watch, at: number, before: readonly Happening[], goingOn: Kept['told']): Kept {
  const base = beginning(watch, at)
  takeAll(watch, base, before.filter((happening) => happening.at <= at).toSorted(inOrder))
  for (const { cause, raisedAt, since, seen } of goingOn)
    if (base[cause] !== null) Object.assign(base[cause], { phase: 'firing', active: { raisedAt, since, seen: [...seen] } })
  return { base, told: goingOn }
}
