import { assign, fromPromise, setup } from 'xstate'

/** A bar of a season: days are whole numbers since 1970, `to` is the first day after it; null: nobody knows where it ends. */
export interface Bar {
  readonly key: string
  readonly from: number
  readonly to: number | null
  readonly landId: number | null
  /** What of it may be moved. */
  readonly reach: { readonly whole: boolean; readonly end: boolean; readonly plot: boolean }
}
/** How far a bar was moved, in days: all of it, and its end beyond that; and the plot that it was moved to, null: its own. */
export interface Move {
  readonly by: number
  readonly longer: number
  readonly landId: number | null
}
export type Saved = { readonly failed: false } | { readonly failed: true; readonly message: string }

export const UNMOVED: Move = { by: 0, longer: 0, landId: null }
/** About three years: further is a slip of the hand. */
const FURTHEST = 1100
const within = (days: number) => Math.max(-FURTHEST, Math.min(FURTHEST, Math.round(days)))

/** What of a move a bar follows: no further than it may, and never to less than a day. */
export function followed({ reach, from, to, landId }: Bar, move: Move): Move {
  const by = reach.whole ? within(move.by) : 0
  const shortest = to === null ? 0 : Math.min(0, Math.ceil(from + 1 - to))
  const longer = reach.end && to !== null ? Math.max(shortest, within(move.longer)) : 0
  return { by, longer, landId: reach.plot && move.landId !== landId ? move.landId : null }
}
/** A bar where it was moved to. */
export const moved = (bar: Bar, { by, longer, landId }: Move): Bar => ({
  ...bar,
  from: bar.from + by,
  to: bar.to === null ? null : bar.to + by + longer,
  landId: landId ?? bar.landId,
})
const isMoved = ({ by, longer, landId }: Move) => by !== 0 || longer !== 0 || landId !== null

/**
 * One bar of a picture is chosen, moved, and kept where it was moved to only when that is said: a slip of the hand changes nothing. What
 * was refused stays moved beside the reason, so that it can be moved on or given up. `renew` says how the bar stands now; null: it is gone.
 */
export const moveBarMachine = setup({
  types: {
    context: {} as { readonly bar: Bar | null; readonly move: Move; readonly message: string | null },
    events: {} as
      | { type: 'choose'; bar: Bar }
      | { type: 'renew'; bar: Bar | null }
      | { type: 'move'; to: Move }
      | { type: 'save' }
      | { type: 'undo' }
      | { type: 'leave' },
  },
  // It answers when the picture shows what was saved.
  actors: { save: fromPromise<Saved, { bar: Bar; move: Move }>(() => Promise.reject(new Error('nobody saves'))) },
  guards: {
    follows: ({ context: { bar } }, to: Move) => bar !== null && isMoved(followed(bar, to)),
  },
  actions: {
    forget: assign({ bar: null, move: UNMOVED, message: null }),
    putBack: assign({ move: UNMOVED, message: null }),
    stop: assign({ move: UNMOVED }),
    follow: assign(({ context: { bar } }, to: Move) => ({ move: followed(bar!, to), message: null })),
    take: assign((_, bar: Bar | null) => ({ bar })),
    settle: assign(({ context: { bar, move } }) => ({ bar: bar && moved(bar, move) })),
  },
}).createMachine({
  id: 'moveBar',
  context: { bar: null, move: UNMOVED, message: null },
  initial: 'none',
  states: {
    none: { on: { choose: { target: '#moveBar.held.chosen', actions: ['putBack', { type: 'take', params: ({ event }) => event.bar }] } } },
    held: {
      initial: 'chosen',
      on: {
        choose: { target: '#moveBar.held.chosen', actions: ['putBack', { type: 'take', params: ({ event }) => event.bar }] },
        leave: { target: 'none', actions: 'forget' },
        move: [
          {
            guard: { type: 'follows', params: ({ event }) => event.to },
            target: '.moved',
            actions: { type: 'follow', params: ({ event }) => event.to },
          },
          { target: '.chosen', actions: 'putBack' },
        ],
        renew: [
          { guard: ({ event }) => event.bar === null, target: 'none', actions: 'forget' },
          {
            guard: ({ context: { move }, event }) => event.bar !== null && isMoved(followed(event.bar, move)),
            actions: [
              { type: 'take', params: ({ event }) => event.bar },
              assign(({ context: { bar, move } }) => ({ move: followed(bar!, move) })),
            ],
          },
          // What it said of a refusal stays to be read.
          { target: '.chosen', actions: ['stop', { type: 'take', params: ({ event }) => event.bar }] },
        ],
      },
      states: {
        chosen: {},
        moved: { on: { save: '#moveBar.saving', undo: { target: 'chosen', actions: 'putBack' } } },
      },
    },
    saving: {
      invoke: {
        src: 'save',
        input: ({ context: { bar, move } }) => ({ bar: bar!, move }),
        onDone: [
          {
            guard: ({ event }) => event.output.failed,
            target: 'held.moved',
            actions: assign(({ event }) => ({ message: event.output.failed ? event.output.message : null })),
          },
          { target: 'held.chosen', actions: ['settle', 'putBack'] },
        ],
        onError: { target: 'held.moved', actions: assign({ message: '' }) },
      },
    },
  },
})
