import type pg from 'pg'
import type { Logger } from 'pino'
import { refusals } from '../broker/counters.ts'
import type { KnownDevice } from '../broker/directory.ts'
import type { LivePublisher } from '../live/live.ts'
import { createSparingLog } from '../sparingLog.ts'
import { createMonths } from '../history/partition.ts'
import { createAnnouncer } from './announce.ts'
import { createAside } from './aside.ts'
import { type Batch, emptyBatch, type Message } from './batch.ts'
import { createCommitter, type Settled } from './committer.ts'
import type { Fault } from './decode.ts'
import { createFeed } from './feed.ts'
import { createIntake } from './intake.ts'
import type { SaidState } from './newRows.ts'
import { createStore } from './store.ts'

/** A commit takes at most this many readings, so that it stays short: a client's PINGREQ waits behind its acknowledgements. */
const MOST_READINGS = 8000
const MOST_MESSAGES = 4000
/** What may wait while the database is away; beyond it connections are closed unacknowledged and come back later. */
const MOST_WAITING_BYTES = 64 * 1024 * 1024
/** Of it one device may hold this much, so that it does not take the room of all. */
const MOST_WAITING_OF_DEVICE = 8 * 1024 * 1024
const MESSAGE_OVERHEAD = 200
/** Readings are shown as they are heard while nothing has waited longer than this for the database: what it cannot take grows old on the page. */
export const SHOWN_AHEAD_MS = 1000

/** What a device said of a circuit, once it is committed. */
export type Heard = SaidState

export interface Ingest {
  /** Takes a message of the readings topic. `done` is called after the commit. */
  readings(device: KnownDevice, topic: string, payload: Buffer, done: Message['done']): void
  /** Takes a message of the state topic. */
  state(device: KnownDevice, topic: string, payload: Buffer, done: Message['done']): void
  /** Keeps a message that another part could not use. */
  reject(
    device: KnownDevice,
    topic: string,
    payload: Buffer,
    fault: Omit<Fault, 'count'> & { readonly count?: number },
    done: Message['done'],
  ): void
  /** How long the oldest message that is not committed yet has waited, in ms; 0 where none waits. */
  waitingFor(): number
  /** Resolves when all that was taken is committed, or after `withinMs`. */
  drain(withinMs: number): Promise<void>
  close(): void
}

/**
 * Group commit with one writer: a quiet farm's message is committed at once; while a commit runs, what arrives is joined into the
 * next one. Acknowledged only after the commit; while the database is away nothing is, and the batch is tried again. Readings of a month
 * that is not there yet wait aside.
 * `store: false` leaves out the statement that stores readings, all else is the same: for measurements only.
 */
export function createIngest(given: {
  pool: pg.Pool
  log: Logger
  clock: () => number
  live: LivePublisher
  store: boolean
  /** How old a reading may be, in milliseconds: history keeps nothing older. */
  retention: number
  /** Hears of states from a queue of its own. */
  onStates: (heard: readonly Heard[]) => void
}): Ingest {
  const { clock, log } = given
  const sparing = createSparingLog(log)
  const store = createStore(given)
  const intake = createIntake(given)
  const announcer = createAnnouncer({ ...given, sparing })
  const states = createFeed({ engine: 'commands', hear: given.onStates, sparing })
  const committer = createCommitter({ store, stores: given.store, log, sparing, clock, isClosed: () => closed, settled })
  const waiting: Batch[] = []
  const aside = createAside({
    ...createMonths(given.pool),
    sparing,
    back(batch) {
      waiting.push(batch)
      plan()
    },
  })
  const room = createRoom()
  let open = emptyBatch()
  let running = false
  let committing: Batch | null = null
  let planned = false
  let closed = false
  let idle: PromiseWithResolvers<void> | null = null

  /** What is committed is acknowledged, whatever becomes of telling it. */
  function settled(one: Settled): void {
    try {
      announcer.settled(one)
      states.offer(one.outcome.states)
    } catch (cause) {
      sparing.say('error', 'announcing', { cause: (cause as Error).message }, 'what was committed could not be told')
    }
    for (const { done } of one.batch.messages) done()
  }

  function isFull({ id }: KnownDevice, done: Message['done']): boolean {
    const reason = closed ? 'closing' : room.reasonAgainst(id)
    if (reason === null) return false
    refusals.inc({ what: 'publish', reason })
    done(new Error(closed ? 'the server is closing' : 'too much is waiting for the database'))
    return true
  }

  function take(message: Message): void {
    if (open.messages.length === 0) open.since = performance.now()
    open.messages.push(message)
    room.take(message)
    if (open.items.length >= MOST_READINGS || open.messages.length >= MOST_MESSAGES) {
      waiting.push(open)
      open = emptyBatch()
    }
    plan()
  }

  function plan(): void {
    if (running || planned) return
    planned = true
    // After the poll phase: what arrived together on several connections is committed together.
    setImmediate(() => void pump())
  }

  async function pump(): Promise<void> {
    planned = false
    if (running) return
    running = true
    for (;;) {
      const taken = waiting.shift() ?? open
      if (taken === open) open = emptyBatch()
      if (taken.messages.length === 0) break
      const batch = aside.ready(taken)
      if (batch.messages.length === 0) continue
      committing = batch
      const messages = [...batch.messages]
      await committer.commit(batch)
      for (const message of messages) room.leave(message)
    }
    committing = null
    running = false
    if (!aside.isEmpty) return
    idle?.resolve()
    idle = null
  }

  /** How long the oldest of what waits for its commit has waited, in ms; late readings aside. */
  function behind(): number {
    const oldest = committing ?? waiting[0] ?? open
    return oldest.messages.length === 0 ? 0 : performance.now() - oldest.since
  }

  /** What is heard is taken, whatever becomes of telling it. */
  function tellHeard(device: KnownDevice, from: number): void {
    if (behind() > SHOWN_AHEAD_MS) return
    try {
      announcer.heard(device, open, from)
    } catch (cause) {
      sparing.say('error', 'announcing', { cause: (cause as Error).message }, 'what was heard could not be told')
    }
  }

  return {
    readings(device, topic, payload, done) {
      if (isFull(device, done)) return
      const at = clock()
      const from = open.items.length
      const faults = intake.readings(open, device, payload, at)
      tellHeard(device, from)
      take({ device, topic, payload, at, from, to: open.items.length, states: [], faults, done })
    },
    state(device, topic, payload, done) {
      if (isFull(device, done)) return
      const from = open.items.length
      take({ device, topic, payload, at: clock(), from, to: from, ...intake.states(payload), done })
    },
    reject(device, topic, payload, fault, done) {
      if (isFull(device, done)) return
      const from = open.items.length
      take({ device, topic, payload, at: clock(), from, to: from, states: [], faults: [{ count: 1, ...fault }], done })
    },
    waitingFor: () => Math.max(aside.waitingFor(), behind()),
    async drain(withinMs) {
      if (running || planned || open.messages.length > 0 || waiting.length > 0 || !aside.isEmpty) {
        idle ??= Promise.withResolvers()
        let timer: NodeJS.Timeout | undefined
        await Promise.race([idle.promise, new Promise<void>((resolve) => (timer = setTimeout(resolve, withinMs)))])
        clearTimeout(timer)
      }
      states.flush()
    },
    close() {
      closed = true
      aside.close()
      store.close()
    },
  }
}

/** How much waits for the database, in all and of each device. */
function createRoom() {
  const ofDevice = new Map<number, number>()
  let all = 0
  const sizeOf = ({ payload }: Message) => payload.length + MESSAGE_OVERHEAD
  return {
    reasonAgainst(deviceId: number): string | null {
      if (all > MOST_WAITING_BYTES) return 'overloaded'
      return (ofDevice.get(deviceId) ?? 0) > MOST_WAITING_OF_DEVICE ? 'overloaded by the device' : null
    },
    take(message: Message) {
      const size = sizeOf(message)
      all += size
      ofDevice.set(message.device.id, (ofDevice.get(message.device.id) ?? 0) + size)
    },
    leave(message: Message) {
      const size = sizeOf(message)
      all -= size
      const left = (ofDevice.get(message.device.id) ?? 0) - size
      if (left > 0) ofDevice.set(message.device.id, left)
      else ofDevice.delete(message.device.id)
    },
  }
}
