import { assign } from 'xstate'
import { type PlayerEvent, playerParts } from './playerParts.ts'

/** A ticket is asked for, of the live picture or of a recording. */
const opening = playerParts.createStateConfig({
  invoke: {
    src: 'ask',
    input: ({ context: { clarity, at, speed } }) => ({ clarity, kept: at === null ? null : { at, speed } }),
    onDone: [
      {
        guard: ({ event }) => !event.output.failed,
        target: 'running',
        actions: assign(({ context, event }) =>
          event.output.failed
            ? {}
            : { url: event.output.url, message: null, at: context.at === null ? null : (event.output.at ?? context.at) },
        ),
      },
      {
        guard: ({ event }) => event.output.failed && event.output.kind === 'disabled',
        target: '#player.disabled',
        actions: { type: 'warn', params: ({ event }) => (event.output.failed ? event.output.message : '') },
      },
      {
        guard: ({ event }) => event.output.failed && event.output.kind === 'mayPass',
        target: 'waiting',
        actions: ['fail', assign(({ event }) => ({ message: event.output.failed ? event.output.message : null }))],
      },
      {
        guard: ({ context, event }) => event.output.failed && event.output.kind === 'nothing' && context.at !== null,
        target: '#player.kept.ended',
      },
      {
        target: '#player.failed',
        actions: assign(({ event }) => ({ message: event.output.failed ? event.output.message : null })),
      },
    ],
    onError: { target: 'waiting', actions: 'fail' },
  },
})

/** Pictures come; where they stop coming it goes to `stalled`. */
const playing = (stalled: { readonly target: string; readonly actions?: 'fail' }) =>
  playerParts.createStateConfig({
    tags: 'playing',
    exit: 'endRecording',
    on: { record: { actions: 'setRecording' } },
    initial: 'seen',
    states: {
      seen: { after: { stall: stalled }, on: { picture: { target: 'seen', reenter: true, actions: 'see' } } },
    },
  })
const waiting = playerParts.createStateConfig({ tags: 'lost', after: { pause: 'opening' }, on: { online: 'opening' } })
const stream = { src: 'stream', input: ({ context }: { context: { url: string | null } }) => ({ url: context.url! }) } as const
/** CAMERA-08. */
const broken = {
  target: '#player.failed',
  actions: ['setMessage', { type: 'warn', params: ({ event }: { event: PlayerEvent }) => (event.type === 'broken' ? event.message : '') }],
} as const

const stalledLive = { target: '#player.live.waiting', actions: 'fail' } as const
/** The live picture. A source that is lost is tried again by the server: meanwhile the stream stays open. */
const live = playerParts.createStateConfig({
  initial: 'opening',
  on: {
    stop: 'stopped',
    hide: 'hidden',
    disable: 'disabled',
    watchKept: { target: 'kept', actions: 'goKept' },
    clarity: { guard: 'isOther', target: '.opening', actions: 'setClarity' },
  },
  states: {
    opening,
    running: {
      tags: 'open',
      invoke: stream,
      initial: 'starting',
      on: {
        word: [
          { guard: 'isClosed', target: '#player.disabled', actions: 'hear' },
          { guard: 'isLost', target: '.lost', actions: 'hear' },
          { actions: 'hear' },
        ],
        ended: { target: 'waiting', actions: 'fail' },
        broken,
      },
      states: {
        starting: { after: { doubt: stalledLive }, on: { picture: { target: 'playing', actions: 'see' } } },
        playing: playing({ target: '#player.live.running.silent' }),
        // Nobody said that it is lost: whoever should have may be gone themselves.
        silent: { tags: 'lost', after: { stall: stalledLive }, on: { picture: { target: 'playing', actions: 'see' } } },
        // The server says so, and tries again. A connection may end without a word, too.
        lost: { tags: 'lost', after: { doubt: stalledLive }, on: { picture: { target: 'playing', actions: 'see' } } },
      },
    },
    waiting,
  },
})

const keptStalled = { target: '#player.kept.waiting', actions: 'fail' } as const
/** A recording. Where it is lost it is opened anew at the moment that was shown last. */
const kept = playerParts.createStateConfig({
  initial: 'opening',
  on: {
    hide: 'hidden',
    disable: 'disabled',
    watchLive: { target: 'live', actions: 'goLive' },
    seek: { target: '.opening', actions: 'goTo' },
    speed: { guard: 'isOtherSpeed', target: '.opening', actions: 'setSpeed' },
  },
  states: {
    opening,
    running: {
      tags: 'open',
      invoke: stream,
      initial: 'starting',
      on: {
        word: [
          { guard: 'isClosed', target: '#player.disabled', actions: 'hear' },
          { guard: 'isLost', target: 'waiting', actions: ['hear', 'fail'] },
          { guard: 'isOver', target: 'ended', actions: 'hear' },
          { actions: 'hear' },
        ],
        ended: { target: 'waiting', actions: 'fail' },
        broken,
      },
      states: {
        starting: { after: { stall: keptStalled }, on: { picture: { target: 'playing', actions: 'see' } } },
        playing: {
          ...playing(keptStalled),
          on: { record: { actions: 'setRecording' }, pause: '#player.kept.paused' },
        },
      },
    },
    waiting,
    paused: {
      // Nobody reads it meanwhile: it stays where it is.
      on: { play: 'opening', hide: {}, speed: { guard: 'isOtherSpeed', actions: 'setSpeed' } },
    },
    ended: { on: { play: 'opening', hide: {}, speed: { guard: 'isOtherSpeed', actions: 'setSpeed' } } },
  },
})

/** Where watching goes on, or begins: at a recording where one was watched. */
const goOn = [{ guard: 'isKept', target: 'kept' }, { target: 'live' }] as const
/** From where nothing is open. */
const choices = {
  watchLive: { guard: 'isKept', target: 'live', actions: 'goLive' },
  watchKept: { guard: 'isLive', target: 'kept', actions: 'goKept' },
  seek: { guard: 'isKept', target: 'kept', actions: 'goTo' },
  speed: { guard: 'isOtherSpeed', actions: 'setSpeed' },
  disable: 'disabled',
} as const

/**
 * The picture of one camera, live or of a recording. Give it the actors `ask` (a ticket) and `stream` (opens an address, tells `picture`,
 * `word`, `ended` and `broken`, and closes when it is left), and the action `warn` (says that the camera was closed, or what is wrong with the player). A stream that was lost
 * is opened again with a new ticket, after pauses that grow; meanwhile the last picture stands. Tags: `open` while a stream is held,
 * `playing` while pictures come, `lost` while the picture that stands is an old one.
 */
export const playerMachine = playerParts.createMachine({
  id: 'player',
  context: ({ input }) => ({
    clarity: input.clarity,
    at: null,
    speed: 1,
    sound: false,
    recording: false,
    url: null,
    tries: 0,
    lastAt: null,
    why: null,
    message: null,
    dropped: 0,
  }),
  initial: 'closed',
  on: {
    close: '.closed',
    sound: { actions: 'setSound' },
    // Chosen while no live picture is open, it is what is opened next.
    clarity: { guard: 'isOther', actions: 'setClarity' },
  },
  states: {
    closed: { entry: 'forget', on: { open: 'live', disable: 'disabled' } },
    live,
    kept,
    stopped: { on: { ...choices, play: goOn } },
    hidden: { on: { show: goOn, stop: 'stopped', disable: 'disabled.unseen' } },
    disabled: {
      initial: 'seen',
      states: {
        seen: { on: { enable: [{ guard: 'isKept', target: '#player.kept' }, { target: '#player.live' }], hide: 'unseen' } },
        // Opened again while nobody sees it, it waits to be seen.
        unseen: { on: { enable: '#player.hidden', show: 'seen' } },
      },
    },
    failed: { on: { ...choices, play: goOn } },
  },
})
