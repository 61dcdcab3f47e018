import { assign, setup } from 'xstate'
import { type DirectionName, HELD_MS, KEEP_ALIVE_MS } from '#contract/cameras/control'

export type Course = Exclude<DirectionName, 'stop'>
/** One word to the camera, of the press `hold`. */
export interface PtzWord {
  readonly direction: DirectionName
  readonly hold: string
}
/**
 * What became of a word. `held`: somebody else moves the camera, as `message` says; `disabled`: it was closed; `turning`: it did not take its stop,
 * and may still turn.
 */
export type PtzOutcome = 'done' | 'refused' | 'failed' | 'held' | 'disabled' | 'turning'
export interface PtzTrouble {
  readonly kind: Exclude<PtzOutcome, 'done'>
  readonly message: string | null
}
/** A stop that was not heard is said again after this time, until the server's own clock has stopped the camera. */
export const STOP_AGAIN_MS = 300

interface PtzContext {
  /** Of the newest press; null before the first. */
  readonly word: { readonly direction: Course; readonly hold: string } | null
  /** Words of this press that nobody has answered yet: one of them may arrive after a stop. */
  readonly open: number
  /** How often the stop of this press was said in vain. */
  readonly vain: number
  readonly barred: boolean
}

export type PtzEvent =
  | { type: 'press'; direction: Course; hold: string }
  /** Released, pointer or focus lost, tab hidden, page closed, network lost: the machine does not ask why. */
  | { type: 'letGo' }
  /** The camera was closed, or the right to move it ended. */
  | { type: 'bar' }
  | { type: 'unbar' }
  | { type: 'answered'; word: PtzWord; outcome: PtzOutcome; message: string | null }

type Answer = Extract<PtzEvent, { type: 'answered' }>
/** Whether it answers a word of the newest press: one that moves, or its stop. */
const isAnswer = (context: PtzContext, event: PtzEvent, to: 'move' | 'stop'): event is Answer =>
  event.type === 'answered' && event.word.hold === context.word?.hold && (event.word.direction === 'stop') === (to === 'stop')

/**
 * One camera under the hand: `idle`, `moving` for as long as it is held, `stopping` until the stop was heard, `barred` where it may not be
 * moved. Give it the actions `say` (sends a word, and answers with `answered`) and `complain`. Every word names its press, so a new press
 * wins over a stop that is under way: that stop belongs to the earlier press, and the server heeds it no more. Whatever ends a press says
 * stop; where a word of the press is answered only after that, stop is said once more, since it may have come second.
 */
export const ptzMachine = setup({
  types: { context: {} as PtzContext, events: {} as PtzEvent },
  actions: {
    say: ((): void => undefined) as (_: unknown, word: PtzWord) => void,
    complain: ((): void => undefined) as (_: unknown, trouble: PtzTrouble) => void,
    take: assign(({ event }) =>
      event.type === 'press' ? { word: { direction: event.direction, hold: event.hold }, open: 0, vain: 0 } : {},
    ),
    count: assign({ open: ({ context }) => context.open + 1 }),
    settle: assign({ open: ({ context }) => Math.max(0, context.open - 1) }),
    missed: assign({ vain: ({ context }) => context.vain + 1 }),
  },
  guards: {
    isBarred: ({ context }) => context.barred,
    isSame: ({ context, event }) => event.type === 'press' && event.direction === context.word?.direction,
    didMove: ({ context, event }) => isAnswer(context, event, 'move') && event.outcome === 'done',
    didNotMove: ({ context, event }) => isAnswer(context, event, 'move'),
    mayTurn: ({ context, event }) => isAnswer(context, event, 'stop') && event.outcome === 'turning' && context.open === 0,
    wasHeard: ({ context, event }) => isAnswer(context, event, 'stop') && event.outcome !== 'failed' && context.open === 0,
    wasUnheard: ({ context, event }) => isAnswer(context, event, 'stop') && event.outcome === 'failed',
    isPastHelp: ({ context }) => context.vain * STOP_AGAIN_MS >= HELD_MS,
  },
  delays: { keepAlive: KEEP_ALIVE_MS, again: STOP_AGAIN_MS },
}).createMachine({
  id: 'ptz',
  context: { word: null, open: 0, vain: 0, barred: false },
  initial: 'idle',
  on: {
    bar: { actions: assign({ barred: true }) },
    unbar: { actions: assign({ barred: false }) },
  },
  states: {
    idle: {
      always: { guard: 'isBarred', target: 'barred' },
      on: { press: { target: 'moving', actions: 'take' } },
    },
    moving: {
      entry: ['count', { type: 'say', params: ({ context }) => context.word! }],
      after: { keepAlive: { target: 'moving', reenter: true } },
      on: {
        press: [{ guard: 'isSame' }, { target: 'moving', reenter: true, actions: 'take' }],
        letGo: 'stopping',
        bar: { target: 'stopping', actions: assign({ barred: true }) },
        answered: [
          { guard: 'didMove', actions: 'settle' },
          {
            guard: 'didNotMove',
            target: 'stopping',
            actions: [
              'settle',
              { type: 'complain', params: ({ event }) => ({ kind: event.outcome as PtzTrouble['kind'], message: event.message }) },
            ],
          },
        ],
      },
    },
    stopping: {
      initial: 'said',
      on: {
        press: [{ guard: 'isBarred' }, { target: 'moving', actions: 'take' }],
        answered: { guard: 'didNotMove', target: '.said', actions: 'settle' },
      },
      states: {
        said: {
          entry: { type: 'say', params: ({ context }) => ({ direction: 'stop' as const, hold: context.word!.hold }) },
          on: {
            answered: [
              {
                guard: 'mayTurn',
                target: '#ptz.idle',
                actions: { type: 'complain', params: { kind: 'turning', message: null } },
              },
              { guard: 'wasHeard', target: '#ptz.idle' },
              { guard: 'wasUnheard', target: 'unheard', actions: 'missed' },
              { guard: 'didNotMove', target: 'said', reenter: true, actions: 'settle' },
            ],
          },
        },
        unheard: {
          always: { guard: 'isPastHelp', target: '#ptz.idle' },
          after: { again: 'said' },
        },
      },
    },
    barred: { always: { guard: ({ context }) => !context.barred, target: 'idle' } },
  },
})
