import { MAX_CHILDREN_READINGS } from '#contract/devices/protocol'
import { refusals } from '../broker/counters.ts'
import type { KnownDevice } from '../broker/knownDevice.ts'
import type { SparingLog } from '../sparingLog.ts'
import type { Announcer } from './announce.ts'
import { type Batch, emptyBatch, type Message } from './batch.ts'
import type { Decode, Fault } from './decode.ts'
import type { FindChild, Intake, Taken } from './intake.ts'
import { createRoom } from './room.ts'

/** A commit takes at most this many readings, so that it stays short: a client's PINGREQ waits behind its acknowledgements. */
const MOST_READINGS = 8000
const MOST_PARTS = 4000
const nothing: Pick<Taken, 'states' | 'words'> = { states: [], words: [] }

/** A message as it came: `done` is called after the commit of all that it says. */
export interface Arrived {
  /** The device whose connection brought it. */
  readonly sender: KnownDevice
  readonly topic: string
  readonly payload: Buffer
  readonly done: (failure?: Error) => void
}

/** Takes messages as they come. */
export interface Arrivals {
  /** Takes a message that `device` said. */
  said(device: KnownDevice, arrived: Arrived, decode: Decode): void
  /** Takes a gateway's message of many devices, which it names so that `find` knows them; `told` hears of each that it speaks of. */
  saidOfMany(arrived: Arrived, decode: Decode, find: FindChild, told: (device: KnownDevice, name: string) => void): void
  /** Keeps a message of `device` that another part could not use. */
  reject(device: KnownDevice, arrived: Arrived, fault: Omit<Fault, 'count'> & { readonly count?: number }): void
}

/** The batch that is being filled. */
export interface Filling {
  readonly open: Batch
  /** Takes it away, as it is; another one is filled from now on. */
  take(): Batch
}

/**
 * Reads what comes into the batch that is being filled. `full` is given one that is full, `came` is called with each message, `isShown`
 * says whether what is heard is told before it is stored.
 */
export function createArrivals(given: {
  clock: () => number
  intake: Intake
  announcer: Announcer
  sparing: SparingLog
  isClosed: () => boolean
  isShown: () => boolean
  full: (batch: Batch) => void
  came: () => void
}): Arrivals & { readonly filling: Filling } {
  const { clock, intake, announcer } = given
  const room = createRoom()
  let open = emptyBatch()

  function isFull({ sender: { id }, done }: Arrived): boolean {
    const reason = given.isClosed() ? 'closing' : room.reasonAgainst(id)
    if (reason === null) return false
    refusals.inc({ what: 'publish', reason })
    done(new Error(reason === 'closing' ? 'the server is closing' : 'too much is waiting for the database'))
    return true
  }

  /** A message of which parts will be added. */
  function arrive({ sender, topic, payload, done }: Arrived): Message {
    const message: Message = {
      sender,
      topic,
      payload,
      at: clock(),
      open: 0,
      done(failure) {
        room.leave(message)
        done(failure)
      },
    }
    room.take(message)
    return message
  }

  /** Adds a part; its readings stand in the batch from `from` on. */
  function add(message: Message, device: KnownDevice, from: number, { states, words, faults, clock }: Taken, said: string | null): void {
    if (open.parts.length === 0) open.since = performance.now()
    message.open++
    open.parts.push({ message, device, said, from, to: open.items.length, states, words, faults, clock })
  }

  /** Reads what is said of one device, and adds it; `said` is its part of the message where that speaks of many. */
  function read(message: Message, device: KnownDevice, decode: Decode, said: string | null, most?: number): void {
    const from = open.items.length
    const taken = intake.read(open, device, said ?? message.payload.toString('utf8'), message.at, decode, most)
    tellHeard(device, from)
    add(message, device, from, taken, said)
  }

  /** All parts of a message were added: they leave with one batch. */
  function taken(): void {
    if (open.items.length >= MOST_READINGS || open.parts.length >= MOST_PARTS) {
      given.full(open)
      open = emptyBatch()
    }
    given.came()
  }

  /** What is heard is taken, whatever becomes of telling it. */
  function tellHeard(device: KnownDevice, from: number): void {
    if (!given.isShown()) return
    try {
      announcer.heard(device, open, from)
    } catch (cause) {
      given.sparing.say('error', 'announcing', { cause: (cause as Error).message }, 'what was heard could not be told')
    }
  }

  return {
    said(device, arrived, decode) {
      if (isFull(arrived)) return
      read(arrive(arrived), device, decode, null)
      taken()
    },
    saidOfMany(arrived, decode, find, told) {
      if (isFull(arrived)) return
      const message = arrive(arrived)
      const first = open.items.length
      const split = intake.split(message.sender, message.payload.toString('utf8'), find)
      // Its own part is there also where nothing is wrong: a message without any would never be answered.
      add(message, message.sender, first, { ...nothing, faults: split.faults }, null)
      for (const { name, device, text } of split.told) {
        told(device, name)
        read(message, device, decode, text, MAX_CHILDREN_READINGS - (open.items.length - first))
      }
      taken()
    },
    reject(device, arrived, fault) {
      if (isFull(arrived)) return
      add(arrive(arrived), device, open.items.length, { ...nothing, faults: [{ count: 1, ...fault }] }, null)
      taken()
    },
    filling: {
      get open() {
        return open
      },
      take() {
        const filled = open
        open = emptyBatch()
        return filled
      },
    },
  }
}
