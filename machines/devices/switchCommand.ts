import { assign, fromPromise, setup } from 'xstate'
import { COMMAND_LIFE_MS, type CommandState, isEnd, SILENCE_MS } from '#contract/devices/command'

/** How far a command has come, as the live topic, the snapshot or the control call says it. `at` in ms UTC. */
export interface CommandMove {
  id: string
  state: CommandState
  at: number
  /** The status that was asked for. */
  status: number
  /** The device's own words, or the key of the server's reason. */
  message: string | null
}
/** What the control call answers; `result` 0 says that the command could not leave. */
export type SendResult =
  | { failed: false; result: number; commandId: string; state: CommandState; message: string | null }
  | { failed: true; code: string; message: string | null }

/** How much longer than the server the page waits by itself, while the live layer may be down. */
export const SILENCE_MARGIN_MS = 3000
/** How long an end is shown before the switch looks as if nothing had been asked. */
export const CONFIRMED_SHOWN_MS = 2000
export const TROUBLE_SHOWN_MS = 15_000

interface SwitchCommandContext {
  commandId: string | null
  /** The status that was asked for, null where nothing is under way. */
  wanted: number | null
  /** For how long it was asked, where that is not left to what is usual. */
  runSeconds: number | undefined
  volume: number | undefined
  /** For how long flows and alarms are to leave it alone, where that is not left to what is usual. */
  holdSeconds: number | undefined
  at: number
  /** Why it ended badly: words of the device or server. */
  message: string | null
  /** A failure code of the control call, or null. */
  code: string | null
  /** The device's newest word, and the time of its word when the command was asked: only a newer one confirms. */
  observed: { status: number | null; ts: number }
  since: number
  /** What the live topic said while the control call had not yet answered which command is ours. */
  heard: readonly CommandMove[]
  /** Where the control call's answer leads. */
  answer: CommandState | null
}

export type SwitchCommandEvent =
  | { type: 'command.ask'; status: number; runSeconds?: number | undefined; volume?: number | undefined; holdSeconds?: number | undefined }
  | ({ type: 'command.moved' } & CommandMove)
  | { type: 'state.observed'; status: number | null; ts: number }
  | { type: 'command.dismiss' }

const rank: Record<CommandState, number> = { queued: 0, sent: 1, acknowledged: 2, observed: 3, refused: 3, silent: 3, expired: 3 }
const stepOf = {
  queued: 'queued',
  sent: 'sent',
  acknowledged: 'acknowledged',
  observed: 'confirmed',
  refused: 'refused',
  silent: 'silent',
  expired: 'expired',
} as const satisfies Record<CommandState, string>
type Step = (typeof stepOf)[CommandState]

const targets = (['queued', 'sent', 'acknowledged', 'observed', 'refused', 'silent', 'expired'] as const).map(
  (state) => [state, `#switchCommand.${stepOf[state]}` as `#switchCommand.${Step}`] as const,
)

/** The furthest word about one command. */
function furthest(moves: readonly CommandMove[], id: string): CommandMove | null {
  let best: CommandMove | null = null
  for (const move of moves) if (move.id === id && (best === null || rank[move.state] > rank[best.state])) best = move
  return best
}

function movesOn(context: SwitchCommandContext, current: CommandState | null, move: CommandMove): boolean {
  if (move.id === context.commandId) return current !== null && rank[move.state] > rank[current]
  // A newer command of this switch, asked on another page; its end alone says nothing that the device's state does not.
  return move.at > context.at && !isEnd(move.state)
}

/** The ways on from a step that stands for `current` on the ladder. */
const following = (current: CommandState | null) =>
  targets.map(([state, target]) => ({
    guard: ({ context, event }: { context: SwitchCommandContext; event: SwitchCommandEvent }) =>
      event.type === 'command.moved' && event.state === state && movesOn(context, current, event),
    target,
    actions: 'follow' as const,
  }))

const stopping = { guard: 'isStop', target: '#switchCommand.sending', actions: 'ask' } as const

const missing = () => Promise.reject(new Error('The actor send was not provided'))

/**
 * One switch and the command that is under way for it: idle -> sending -> queued or sent -> acknowledged -> confirmed, or refused, silent,
 * expired. Give it the actor `send` (the control call). A second `command.ask` while one is in flight is ignored, except a stop. It follows
 * `command.moved` of the live topic (also of a command that someone else asked, or that was under way when the view opened) and goes
 * only forward on the ladder; the device's own newer state with the wanted status confirms too. Where the live layer is down, its
 * own clocks end what never ends. Ends are shown for a while, then it is idle. Tag `underWay` while a command is in flight.
 */
export const switchCommandMachine = setup({
  types: {
    context: {} as SwitchCommandContext,
    events: {} as SwitchCommandEvent,
    input: {} as { observed?: { status: number | null; ts: number }; command?: CommandMove | null } | undefined,
    tags: {} as 'underWay' | 'ended',
  },
  actors: {
    send: fromPromise<
      SendResult,
      { status: number; runSeconds: number | undefined; volume: number | undefined; holdSeconds: number | undefined }
    >(missing),
  },
  delays: {
    silence: SILENCE_MS + SILENCE_MARGIN_MS,
    life: COMMAND_LIFE_MS + SILENCE_MARGIN_MS,
    confirmedShown: CONFIRMED_SHOWN_MS,
    troubleShown: TROUBLE_SHOWN_MS,
  },
  guards: {
    // A moving motor must be stoppable: a stop does not wait for the command that it stops.
    isStop: ({ context, event }) => event.type === 'command.ask' && event.status === 0 && context.wanted !== 0,
    deviceSaysSo: ({ context }) =>
      context.wanted !== null && context.observed.status === context.wanted && context.observed.ts > context.since,
  },
  actions: {
    follow: assign(({ context, event }) =>
      event.type === 'command.moved'
        ? {
            commandId: event.id,
            wanted: event.status,
            at: event.at,
            message: event.message,
            code: null,
            // Another command than the one followed so far: only what the device says from now on confirms it.
            since: event.id === context.commandId ? context.since : context.observed.ts,
          }
        : {},
    ),
    observe: assign({
      observed: ({ context, event }) =>
        event.type === 'state.observed' && event.ts >= context.observed.ts ? { status: event.status, ts: event.ts } : context.observed,
    }),
    ask: assign(({ context, event }) =>
      event.type === 'command.ask'
        ? {
            commandId: null,
            wanted: event.status,
            runSeconds: event.runSeconds,
            volume: event.volume,
            holdSeconds: event.holdSeconds,
            message: null,
            code: null,
            since: context.observed.ts,
            heard: [],
          }
        : {},
    ),
    // The id stays, so that a late word about a command that has ended does not bring it back.
    forget: assign({ wanted: null, message: null, code: null, heard: [], answer: null }),
  },
}).createMachine({
  id: 'switchCommand',
  context: ({ input }) => ({
    commandId: input?.command?.id ?? null,
    wanted: input?.command?.status ?? null,
    runSeconds: undefined,
    volume: undefined,
    holdSeconds: undefined,
    at: input?.command?.at ?? 0,
    message: input?.command?.message ?? null,
    code: null,
    observed: input?.observed ?? { status: null, ts: 0 },
    since: input?.command?.at ?? 0,
    heard: [],
    answer: input?.command?.state ?? null,
  }),
  initial: 'opening',
  on: { 'state.observed': { actions: 'observe' } },
  states: {
    // A view opens on a command that is under way; one that had ended before is history.
    opening: {
      always: [
        ...targets
          .filter(([state]) => !isEnd(state))
          .map(([state, target]) => ({
            guard: ({ context }: { context: SwitchCommandContext }) => context.answer === state,
            target,
          })),
        { target: 'idle' },
      ],
    },
    idle: {
      entry: 'forget',
      on: { 'command.ask': { target: 'sending', actions: 'ask' }, 'command.moved': following(null) },
    },
    sending: {
      tags: 'underWay',
      on: {
        'command.moved': {
          actions: assign({
            heard: ({ context, event }) => [
              ...context.heard,
              { id: event.id, state: event.state, at: event.at, status: event.status, message: event.message },
            ],
          }),
        },
      },
      invoke: {
        src: 'send',
        input: ({ context }) => ({
          status: context.wanted ?? 0,
          runSeconds: context.runSeconds,
          volume: context.volume,
          holdSeconds: context.holdSeconds,
        }),
        onDone: { target: 'answered', actions: assign(({ context, event }) => answeredWith(context, event.output)) },
        onError: { target: 'refused', actions: assign({ code: 'error.unavailable', message: null }) },
      },
      after: { silence: 'silent' },
    },
    answered: {
      always: targets.map(([state, target]) => ({
        guard: ({ context }: { context: SwitchCommandContext }) => context.answer === state,
        target,
      })),
    },
    queued: {
      tags: 'underWay',
      on: { 'command.ask': stopping, 'command.moved': following('queued') },
      after: { life: 'expired' },
    },
    sent: {
      tags: 'underWay',
      always: { guard: 'deviceSaysSo', target: 'confirmed' },
      on: { 'command.ask': stopping, 'command.moved': following('sent') },
      after: { silence: 'silent' },
    },
    acknowledged: {
      tags: 'underWay',
      always: { guard: 'deviceSaysSo', target: 'confirmed' },
      on: { 'command.ask': stopping, 'command.moved': following('acknowledged') },
      after: { life: 'silent' },
    },
    confirmed: {
      tags: 'ended',
      on: {
        'command.ask': { target: 'sending', actions: 'ask' },
        'command.moved': following('observed'),
        'command.dismiss': 'idle',
      },
      after: { confirmedShown: 'idle' },
    },
    refused: {
      tags: 'ended',
      on: { 'command.ask': { target: 'sending', actions: 'ask' }, 'command.moved': following('refused'), 'command.dismiss': 'idle' },
      after: { troubleShown: 'idle' },
    },
    silent: {
      tags: 'ended',
      // A device that was late after all: its word counts more than the clock's.
      always: { guard: 'deviceSaysSo', target: 'confirmed' },
      on: { 'command.ask': { target: 'sending', actions: 'ask' }, 'command.moved': following('silent'), 'command.dismiss': 'idle' },
      after: { troubleShown: 'idle' },
    },
    expired: {
      tags: 'ended',
      on: { 'command.ask': { target: 'sending', actions: 'ask' }, 'command.moved': following('expired'), 'command.dismiss': 'idle' },
      after: { troubleShown: 'idle' },
    },
  },
})

/** What the answer of the control call leads to, with what the live topic already said of that command. */
function answeredWith(context: SwitchCommandContext, output: SendResult): Partial<SwitchCommandContext> {
  if (output.failed) return { answer: 'refused', code: output.code, message: output.message, heard: [] }
  const said: CommandState = output.result === 0 && !isEnd(output.state) ? 'refused' : output.state
  const ahead = furthest(context.heard, output.commandId)
  const further = ahead !== null && rank[ahead.state] > rank[said]
  return {
    answer: further ? ahead.state : said,
    commandId: output.commandId,
    at: Math.max(ahead?.at ?? 0, context.at),
    message: further ? ahead.message : output.message,
    heard: [],
  }
}
