import type { Seen } from '#contract/watch/condition'
import type { Watch } from './watch.ts'

/** How far episodes of one cause are. Times in ms UTC. */
export interface Course {
  phase: 'normal' | 'pending' | 'firing' | 'recovering'
  /** When the hold of this phase began. */
  since: number
  /** What goes on while firing or recovering. */
  active: { raisedAt: number; since: number; seen: Seen[] } | null
}

/** What is known of one device for one watch, up to a moment; plain JSON, so that it outlives its process. Times in ms UTC. */
export interface State {
  /** Judged up to here. */
  at: number
  /** Since when anything is watched: a silence is counted from here where nothing ever came. */
  readonly startedAt: number
  /** The newest reading of each slot: time, place among those of one time, and value. */
  values: ([at: number, place: number, value: number | null] | null)[]
  /** By the place of a rate among the leaves: readings of its window, oldest first, of which each may once be the lowest (or highest). */
  tails: Record<number, [at: number, value: number][]>
  /** By leaf: whether a comparison was so when it was last known. */
  latches: boolean[]
  /** What the device last said of its circuits. */
  circuits: Record<number, number>
  presence: 'online' | 'offline' | 'unknown'
  condition: Course
  /** null where nobody is told that nothing is known. */
  noData: Course | null
  /** Whether `when` could not be judged at `at`. */
  unknown: boolean
}

const courseFrom = (since: number): Course => ({ phase: 'normal', since, active: null })

/** Nothing is known yet, and nothing judged: `startedAt` is the first moment. */
export const beginning = (watch: Watch, startedAt: number): State => ({
  at: startedAt - 1,
  startedAt,
  values: watch.slots.map(() => null),
  tails: Object.fromEntries(watch.leaves.flatMap((leaf, place) => (leaf.kind === 'rate' ? [[place, []]] : []))),
  latches: watch.leaves.map(() => false),
  circuits: {},
  presence: 'unknown',
  condition: courseFrom(startedAt),
  noData: watch.raisesUnknown ? courseFrom(startedAt) : null,
  unknown: true,
})

/** Another that changes by itself. */
export const copyOf = (state: State): State => ({
  ...state,
  values: state.values.slice(),
  tails: Object.fromEntries(Object.entries(state.tails).map(([place, tail]) => [place, tail.slice()])),
  latches: state.latches.slice(),
  circuits: { ...state.circuits },
  condition: { ...state.condition },
  noData: state.noData && { ...state.noData },
})
