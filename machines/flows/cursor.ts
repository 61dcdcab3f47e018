import type { Rollout } from '#contract/flows/deviceGroup'
import type { RunReason } from '#contract/flows/run'

/** A device group as it was when the run began. */
export interface GroupThen {
  readonly switchIds: readonly number[]
  readonly rollout: Rollout
  /** Between two of a staggered one. */
  readonly seconds: number
}

/** One circuit that a step turns; `status` null brings it to rest. Times in ms UTC. */
export interface Ask {
  readonly switchId: number
  readonly commandId: string
  /** When it is due; null while the one before is not over. */
  dueAt: number | null
  /** When it was asked; null: not yet. */
  askedAt: number | null
  /** When its device did it. */
  doneAt: number | null
  failed: boolean
}

/** What is known of a step that has begun. */
export type StepState =
  | { readonly kind: 'asks'; readonly asks: Ask[] }
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'waitUntil'; readonly until: number; lookAt: number }
  /** The blocks of a step that are being done, by their place in it. `round` counts the rounds of a repeat from 1. */
  | { readonly kind: 'blocks'; frames: { readonly block: number; readonly frame: Frame }[]; round: number }

/** A block that is being done: the place of the step at which it is, and what is known of it; null before it begins. */
export interface Frame {
  place: number
  step: StepState | null
}

/** A circuit that the run started, since when, and when its running time is over; null where nothing ends it. */
export interface Turned {
  readonly switchId: number
  readonly at: number
  until: number | null
  /** It was said that something else brought it to rest. */
  undone?: boolean
}

/** Where a run is; plain JSON, so that it outlives its process. */
export interface Cursor {
  readonly groups: Readonly<Record<number, GroupThen>>
  /** It fails at this moment. */
  readonly deadline: number
  /** When it moved last: a clock that says less was set back since. */
  seenAt: number
  frame: Frame
  turned: Turned[]
  /** So many steps were begun. */
  begun: number
  /** How it ends, once what it turned is made safe. */
  ending: { readonly state: 'success' | 'failed'; readonly reason: RunReason | null; readonly asks: Ask[] } | null
}

/** A run that begins now. */
export const beginning = (groups: Cursor['groups'], now: number, maxSeconds: number): Cursor => ({
  groups,
  deadline: now + maxSeconds * 1000,
  seenAt: now,
  frame: { place: 0, step: null },
  turned: [],
  begun: 0,
  ending: null,
})

/** As it would stand had everything in it happened so much earlier, ms. */
export function earlier(cursor: Cursor, by: number): Cursor {
  const back = <At extends number | null>(at: At): At => (at === null ? at : at - by) as At
  const ask = (one: Ask): Ask => ({ ...one, dueAt: back(one.dueAt), askedAt: back(one.askedAt), doneAt: back(one.doneAt) })
  function step(state: StepState): StepState {
    switch (state.kind) {
      case 'asks':
        return { ...state, asks: state.asks.map(ask) }
      case 'wait':
        return { ...state, until: back(state.until) }
      case 'waitUntil':
        return { ...state, until: back(state.until), lookAt: back(state.lookAt) }
      case 'blocks':
        return { ...state, frames: state.frames.map(({ block, frame: one }) => ({ block, frame: frame(one) })) }
    }
  }
  const frame = (one: Frame): Frame => ({ ...one, step: one.step && step(one.step) })
  return {
    ...cursor,
    deadline: back(cursor.deadline),
    frame: frame(cursor.frame),
    turned: cursor.turned.map((one) => ({ ...one, at: back(one.at), until: back(one.until) })),
    ending: cursor.ending && { ...cursor.ending, asks: cursor.ending.asks.map(ask) },
  }
}
