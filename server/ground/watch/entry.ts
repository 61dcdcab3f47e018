import { createEvaluator, type Evaluator, type Kept } from '#machines/watch/evaluator'
import type { Action } from '#machines/watch/action'
import type { Watch } from '#machines/watch/watch'

/** Names a watch among those of its tenant. */
export interface WatchName {
  readonly kind: string
  readonly ruleId: number
  readonly deviceId: number
  readonly ordinal: number
}
export const nameOf = ({ kind, ruleId, deviceId, ordinal }: WatchName): string => `${kind}/${ruleId}/${deviceId}/${ordinal}`

/** A rule at one device, with its evaluator. */
export interface Entry extends WatchName {
  readonly version: number
  readonly watch: Watch
  readonly fingerprint: string
  readonly evaluator: Evaluator
  /** People are told by it where its device is lost, whatever else is so. */
  readonly tellsLoss: boolean
  /** When time alone may move it, ms UTC; null never. */
  wake: number | null
  /** Whether what goes on was last told as not to be judged; null where nobody remembers. */
  doubted: boolean | null
  /** Since when what it knows is not kept, ms UTC; null where it is. */
  dirtySince: number | null
}

export function entryOf(
  name: WatchName,
  given: { version: number; watch: Watch; fingerprint: string; tellsLoss: boolean; kept: Kept },
): Entry {
  const evaluator = createEvaluator(given.watch, given.kept)
  return {
    ...name,
    version: given.version,
    watch: given.watch,
    fingerprint: given.fingerprint,
    evaluator,
    tellsLoss: given.tellsLoss,
    wake: 0,
    doubted: null,
    dirtySince: null,
  }
}

/** What follows at a watch: for whoever has it watched. */
export interface Move {
  readonly entry: Entry
  readonly actions: readonly Action[]
  /** Given where it moved: whether what goes on can no longer be judged, or can again. */
  readonly unknown: boolean | null
}

/** Notes what a call of the evaluator answered; null where nothing follows. */
export function moved(entry: Entry, actions: readonly Action[], now: number): Move | null {
  entry.wake = entry.evaluator.wake()
  entry.dirtySince ??= now
  const isActive = entry.evaluator.activeSince() !== null
  const doubted = isActive && entry.evaluator.isUnknown()
  // A new episode is told as it stands: only what changes in its course is a doubt.
  const unknown = !isActive || doubted === entry.doubted ? null : doubted
  entry.doubted = doubted
  return actions.length === 0 && unknown === null ? null : { entry, actions, unknown }
}
