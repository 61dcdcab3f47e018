import type { Cause, Seen } from '#contract/watch/condition'

/** Something that a watch found to be so, from when to when. Times in ms UTC, of the readings and not of their arrival. */
export interface Episode {
  readonly cause: Cause
  /** When its hold was over: names it among the episodes of its watch and cause. */
  readonly raisedAt: number
  /** When its hold began. */
  readonly since: number
  /** What each leaf of the condition saw at `raisedAt`, in the order of `leavesOf`. */
  readonly seen: readonly Seen[]
  /** When it ended, and what the leaves of the condition saw then; null while it goes on. */
  readonly cleared: { readonly at: number; readonly seen: readonly Seen[] } | null
}

/** Of which cause an action is. */
export const causeOf = (action: Action): Cause => (action.what === 'clear' ? action.cause : action.episode.cause)

/**
 * What follows for whoever told of a watch: `raise` begins an episode, `clear` ends the one that was raised, `record` says one that is over already
 * (its readings came late). Of two episodes of one cause one is never raised before the other is cleared.
 */
export type Action =
  | { readonly what: 'raise'; readonly episode: Episode }
  | { readonly what: 'clear'; readonly cause: Cause; readonly raisedAt: number; readonly at: number; readonly seen: readonly Seen[] }
  | { readonly what: 'record'; readonly episode: Episode }
