import { COMMAND_LIFE_MS, type CommandPriority, type CommandState, SILENCE_MS } from '#contract/devices/command'

/** Reasons that are the server's own, as keys of locales/<language>/notices.json. */
export const REASON = {
  notConnected: 'notices:command.reason.notConnected',
  noWords: 'notices:command.reason.noWords',
  noAnswer: 'notices:command.reason.noAnswer',
  notObserved: 'notices:command.reason.notObserved',
  notInTime: 'notices:command.reason.notInTime',
  superseded: 'notices:command.reason.superseded',
  outranked: 'notices:command.reason.outranked',
  stopNotConfirmed: 'notices:command.reason.stopNotConfirmed',
  refused: 'notices:command.reason.refused',
  radioed: 'notices:command.reason.radioed',
  notConfirmed: 'notices:command.reason.notConfirmed',
  databaseAway: 'notices:command.reason.databaseAway',
} as const

/** What is asked of a target; whoever runs the lane adds what it needs to know of it. Times in ms UTC. */
export interface Asked {
  readonly id: string
  /** What the device must say of the target, null where its answer is all that can be known. */
  readonly aim: number | null
  readonly priority: CommandPriority
  /** null where it waits for its device, however long that is away. */
  readonly expiresAt: number | null
  readonly maxRunMs: number | null
}
/** How far it has come. */
export interface Standing {
  readonly state: CommandState
  /** Since when. */
  readonly at: number
  readonly history: readonly { readonly state: CommandState; readonly at: number }[]
  readonly message: string | null
  /** The stop that must be observed before this one leaves. */
  readonly after: string | null
  /** A stop on the way to another command. */
  readonly leads: boolean
  /** A server that died may have sent it, or not: it is sent again when its device listens. */
  readonly mayHaveLeft: boolean
  /** Its author was told that the device does not have it yet. */
  readonly warned: boolean
  /** How long its device may take to answer, ms; SILENCE_MS where nothing else is said. */
  readonly patienceMs?: number
}
export type Standings<One extends Asked> = One & Standing

/** The commands of one target that have not ended: one that is under way, and behind a stop the one that waits for it. */
export type Lane<One extends Asked> = readonly Standings<One>[]

/** A command of the same target that another server has in hand. */
export interface Elsewhere {
  readonly id: string
  readonly priority: CommandPriority
  readonly state: CommandState
  readonly aim: number | null
}

export type LaneEvent<One extends Asked> =
  | {
      readonly type: 'asked'
      readonly wanted: One
      /** The aim that must not be followed by this one without a stop between them, and that stop; null where there is none. */
      readonly reversal: { readonly against: number; readonly stop: One } | null
      /** Why it must not be done at all, null where nothing forbids it. */
      readonly barred: string | null
      /** What the device last said of the target, and what was sent since then without an observed stop after it. */
      readonly said: number | null
      readonly sent: readonly number[]
      readonly elsewhere: readonly Elsewhere[]
    }
  /** It has left for its device, which may take so long (ms) to answer, or it has not. */
  | { readonly type: 'left'; readonly id: string; readonly left: boolean; readonly patienceMs?: number }
  /** A network on the way to its device has sent it on by radio. */
  | { readonly type: 'radioed'; readonly id: string }
  | { readonly type: 'replied'; readonly id: string; readonly ok: boolean; readonly message: string | null }
  | { readonly type: 'seen'; readonly value: number }
  /** The device listens again. */
  | { readonly type: 'listening' }
  /** Time has passed. */
  | { readonly type: 'due' }
  /** Another server, or the device's end, has ended it. */
  | { readonly type: 'lost'; readonly id: string }
  /** Whoever asked was told that these never leave. */
  | { readonly type: 'withheld'; readonly ids: readonly string[] }
  /** Rows that no server has in hand. `stop` is how the stop ended that one waits for; `said` what the device said since it was sent. */
  | {
      readonly type: 'takenUp'
      readonly commands: readonly {
        readonly one: Standings<One>
        readonly stop: 'open' | 'observed' | 'failed' | null
        readonly said: number | null
      }[]
    }

/** What is to be done, in this order. */
export type LaneEffect<One extends Asked> =
  | { readonly type: 'record'; readonly one: Standings<One> }
  /** The command came to a new state: `one` says which. */
  | {
      readonly type: 'step'
      readonly one: Standings<One>
      /** When what it started must end: that timer is set, taken back (null), or left as it is (undefined). */
      readonly runsUntil: number | null | undefined
      /** What earlier commands started is replaced: their timers go. */
      readonly replaces: boolean
    }
  | { readonly type: 'supersede'; readonly id: string; readonly at: number }
  | { readonly type: 'send'; readonly one: Standings<One> }
  /** Somebody has to look: what must be told to the device has not reached it. */
  | { readonly type: 'warn'; readonly one: Standings<One> }

export interface Moved<One extends Asked> {
  readonly lane: Lane<One>
  readonly effects: readonly LaneEffect<One>[]
}

/** What stands on a lane from the moment it is recorded; `after` where it waits for a stop. */
export const queued = <One extends Asked>(one: One, at: number, given: Partial<Standing> = {}): Standings<One> => ({
  ...one,
  state: 'queued',
  at,
  // Only what waits for a stop is said to have been queued; everything else leaves as soon as it is recorded.
  history: given.after == null ? [] : [{ state: 'queued', at }],
  message: null,
  after: null,
  leads: false,
  mayHaveLeft: false,
  warned: false,
  ...given,
})

/** When time itself moves this command, Infinity where it does not. */
export function deadline<One extends Asked>({
  state,
  at,
  expiresAt,
  warned,
  mayHaveLeft,
  patienceMs = SILENCE_MS,
}: Standings<One>): number {
  if (state === 'queued' || mayHaveLeft) return expiresAt ?? Infinity
  // A slow actuator has said yes: it has the command's whole life to show it.
  if (state === 'acknowledged') return Math.max(at + patienceMs, expiresAt ?? at + COMMAND_LIFE_MS)
  return warned ? Infinity : at + patienceMs
}
/** When the lane wants to hear of the time again, Infinity where it does not. */
export const nextDue = <One extends Asked>(lane: Lane<One>): number => Math.min(Infinity, ...lane.map(deadline))
