import { assign, fromCallback, fromPromise, setup } from 'xstate'
import type { PlaybackSpeed } from '#contract/cameras/recording'
import type { StreamWord } from '#contract/cameras/stream'

export type Clarity = 'sd' | 'hd'
/** A recording from a moment on, ms UTC. */
export interface KeptFrom {
  readonly at: number
  readonly speed: PlaybackSpeed
}
/** What a ticket is asked for: the live picture in a size, or a recording. */
export interface Wanted {
  readonly clarity: Clarity
  /** Null: live. */
  readonly kept: KeptFrom | null
}
/**
 * Where a stream is, or why it is not given. `at`: of a recording the moment it begins at. `disabled`: the camera is closed. `mayPass`:
 * another try may help. `nothing`: nothing is kept from the asked moment on.
 */
export type Ticket =
  | { readonly failed: false; readonly url: string; readonly at?: number }
  | { readonly failed: true; readonly kind: 'disabled' | 'mayPass' | 'nothing' | 'other'; readonly message: string }

/** Another try comes after so long, growing with each that failed, ms. */
export const PAUSES_MS = [500, 1000, 2000, 4000, 8000, 15_000] as const
/** A stream that brings no picture for so long is lost, though nobody said so, ms. */
export const STALL_MS = 6000
/** A stream whose source is lost, or that has not begun, is opened anew after so long without a picture, ms: the server may be gone without a word. */
export const DOUBT_MS = 45_000

interface PlayerContext {
  readonly clarity: Clarity
  /** Of a recording: the moment that is shown, or asked for, ms UTC; null of the live picture. */
  readonly at: number | null
  readonly speed: PlaybackSpeed
  readonly sound: boolean
  readonly recording: boolean
  readonly url: string | null
  /** Tries that failed since a picture came. */
  readonly tries: number
  /** When the last picture came, ms UTC; null before the first. */
  readonly lastAt: number | null
  /** A code of the stream, or null. */
  readonly why: string | null
  /** The server's words where it failed, or where it is tried again. */
  readonly message: string | null
  /** Pictures that this viewer lost because it is too slow. */
  readonly dropped: number
}

export type PlayerEvent =
  | { type: 'open' }
  | { type: 'close' }
  /** The person stops and plays the live picture, pauses and plays a recording. */
  | { type: 'stop' }
  | { type: 'pause' }
  | { type: 'play' }
  /** The person goes from the live picture to a recording, and back. */
  | { type: 'watchKept'; at: number }
  | { type: 'watchLive' }
  /** Of a recording: another moment, another speed. */
  | { type: 'seek'; at: number }
  | { type: 'speed'; to: PlaybackSpeed }
  /** Nobody sees it: the tab is hidden. */
  | { type: 'hide' }
  | { type: 'show' }
  /** Somebody closed the camera for all, or opened it again. */
  | { type: 'disable' }
  | { type: 'enable' }
  /** The network is back. */
  | { type: 'online' }
  | { type: 'clarity'; to: Clarity }
  | { type: 'sound'; on: boolean }
  | { type: 'record'; on: boolean }
  /** Of the stream: pictures were decoded (told of the first at once, then once a second); a text frame came; it ended; it cannot be shown here. */
  | { type: 'picture'; at: number }
  | { type: 'word'; word: StreamWord }
  | { type: 'ended' }
  | { type: 'broken'; message: string }

const missing = () => Promise.reject(new Error('The actor ask was not provided'))
const isWord = (event: PlayerEvent, state: StreamWord['state']): boolean => event.type === 'word' && event.word.state === state

/** What the states of a player are made of. */
export const playerParts = setup({
  types: { context: {} as PlayerContext, events: {} as PlayerEvent, input: {} as { clarity: Clarity } },
  actors: {
    ask: fromPromise<Ticket, Wanted>(missing),
    stream: fromCallback<PlayerEvent, { url: string }, PlayerEvent>(() => undefined),
  },
  actions: {
    warn: ((): void => undefined) as (_: unknown, message: string) => void,
    hear: assign(({ context, event }) =>
      event.type === 'word'
        ? { why: event.word.why, dropped: event.word.dropped, at: context.at === null ? null : (event.word.at ?? context.at) }
        : {},
    ),
    see: assign(({ event }) => (event.type === 'picture' ? { lastAt: event.at, tries: 0, why: null, message: null } : {})),
    fail: assign({ tries: ({ context }) => context.tries + 1 }),
    setMessage: assign(({ event }) => (event.type === 'broken' ? { message: event.message } : {})),
    setClarity: assign(({ event }) => (event.type === 'clarity' ? { clarity: event.to, tries: 0 } : {})),
    setSound: assign(({ event }) => (event.type === 'sound' ? { sound: event.on } : {})),
    setRecording: assign(({ event }) => (event.type === 'record' ? { recording: event.on } : {})),
    endRecording: assign({ recording: false }),
    // The picture that stands is not one of what comes now.
    goLive: assign({ at: null, speed: 1, tries: 0, lastAt: null, why: null, message: null }),
    goKept: assign(({ event }) => (event.type === 'watchKept' ? { at: event.at, tries: 0, lastAt: null, why: null, message: null } : {})),
    goTo: assign(({ event }) => (event.type === 'seek' ? { at: event.at, tries: 0, why: null, message: null } : {})),
    setSpeed: assign(({ event }) => (event.type === 'speed' ? { speed: event.to, tries: 0 } : {})),
    forget: assign({ url: null, at: null, speed: 1, tries: 0, why: null, message: null, recording: false }),
  },
  guards: {
    isOther: ({ context, event }) => event.type === 'clarity' && event.to !== context.clarity,
    isOtherSpeed: ({ context, event }) => context.at !== null && event.type === 'speed' && event.to !== context.speed,
    isKept: ({ context }) => context.at !== null,
    isLive: ({ context }) => context.at === null,
    isLost: ({ event }) => isWord(event, 'lost'),
    isClosed: ({ event }) => isWord(event, 'closed'),
    isOver: ({ event }) => isWord(event, 'ended'),
  },
  delays: {
    pause: ({ context }) => PAUSES_MS[Math.min(context.tries, PAUSES_MS.length) - 1] ?? PAUSES_MS[0],
    stall: STALL_MS,
    doubt: DOUBT_MS,
  },
})
