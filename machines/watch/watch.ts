import type { Leaf } from '#contract/watch/condition'

/** An item that a watch reads. */
export interface Slot {
  readonly itemId: number
  /** For how long after its time a reading is believed, in ms. */
  readonly lasts: number
}

export type Hours = Extract<Leaf, { kind: 'hours' }>
export type Sun = Extract<Leaf, { kind: 'sun' }>
/** What the clock of the tenant's zone and the sun over the base say: functions of the moment alone. Times in ms UTC. */
export interface Calendar {
  is(leaf: Hours | Sun, at: number): boolean
  /** The first moment after `at` at which it may be otherwise; null where it never is. */
  turns(leaf: Hours | Sun, at: number): number | null
}

/** A leaf whose quantities are slots of its watch: the place among its slots, null where the device has no such item. */
export type BoundLeaf =
  | { kind: 'compare'; slot: number | null; is: 'above' | 'below'; limit: number; margin: number; than: number | null | 'none' }
  | { kind: 'rate'; slot: number | null; is: 'rising' | 'falling'; by: number; ms: number }
  | { kind: 'circuit'; circuit: number | null; is: 'on' | 'off' }
  | { kind: 'offline' }
  | { kind: 'silent'; slot: number | null; ms: number }
  | { kind: 'calendar'; leaf: Hours | Sun }
  /** What it takes is not there: a sun over a base that has no place. */
  | { kind: 'unknowable' }
/** A condition over the places of leaves in `Watch.leaves`. */
export type Tree = number | { readonly kind: 'all' | 'any'; readonly of: readonly Tree[] } | { readonly kind: 'not'; readonly of: Tree }

/** A rule as it stands for one device, and one of its layers: all that the evaluator needs to know. */
export interface Watch {
  readonly slots: readonly Slot[]
  /** Of `when`, in the order of `leavesOf`, then of `clear`. */
  readonly leaves: readonly BoundLeaf[]
  /** So many of the leaves are of `when`. */
  readonly ofWhen: number
  readonly when: Tree
  readonly clear: Tree | null
  /** In ms. */
  readonly hold: number
  readonly clearHold: number
  /** That nothing is known is an episode of its own. */
  readonly raisesUnknown: boolean
  readonly calendar: Calendar
}

/**
 * Something that was said or noticed, with its own time (ms UTC). Of readings of one slot with one time the one with the greatest `place`
 * counts; of two with the same place, the one that came first, unless the later one is a revision (of a calculated value).
 */
export type Happening =
  | {
      readonly kind: 'reading'
      readonly at: number
      readonly slot: number
      readonly place: number
      readonly value: number | null
      readonly revises?: true
    }
  | { readonly kind: 'circuit'; readonly at: number; readonly circuit: number; readonly status: number }
  | { readonly kind: 'presence'; readonly at: number; readonly presence: 'online' | 'offline' | 'unknown' }
