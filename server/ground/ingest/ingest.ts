import type pg from 'pg'
import type { Logger } from 'pino'
import type { LivePublisher } from '../live/live.ts'
import { createSparingLog } from '../sparingLog.ts'
import { createMonths } from '../history/partition.ts'
import { createAnnouncer } from './announce.ts'
import { type Arrivals, createArrivals } from './arrivals.ts'
import { createAside } from './aside.ts'
import { type Batch, settle } from './batch.ts'
import { createCommitter, type Settled } from './committer.ts'
import { createEventQueue } from './eventQueue.ts'
import { createIntake } from './intake.ts'
import { createPressure } from './pressure.ts'
import type { SaidState } from './newRows.ts'
import { createStore } from './store.ts'

/** Readings are shown as they are heard while nothing has waited longer than this for the database: what it cannot take grows old on the page. */
export const SHOWN_AHEAD_MS = 1000

/** What a device said of a circuit, once it is committed. */
export type Heard = SaidState

export interface Ingest extends Arrivals {
  /** How long the oldest message that is not committed yet has waited, in ms; 0 where none waits. */
  waitingFor(): number
  /** Devices say about as much as can be stored. */
  isPressed(): boolean
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
  /** Of which tenants readings are to be sent. */
  wants?: (tenantId: number) => boolean
  /** Hears of every batch once it is committed; must not throw, nor wait. */
  onCommitted?: (settled: Settled) => void
  /** Hears of states from a queue of its own. */
  onStates: (heard: readonly Heard[]) => void
}): Ingest {
  const { clock, log } = given
  const sparing = createSparingLog(log)
  const store = createStore(given)
  const announcer = createAnnouncer({ ...given, sparing })
  const states = createEventQueue({ engine: 'commands', hear: given.onStates, sparing })
  const committer = createCommitter({ store, stores: given.store, log, sparing, clock, isClosed: () => closed, settled })
  const pressure = createPressure()
  const waiting: Batch[] = []
  const aside = createAside({
    ...createMonths(given.pool),
    sparing,
    back(batch) {
      waiting.push(batch)
      plan()
    },
  })
  const { filling, ...arrivals } = createArrivals({
    clock,
    intake: createIntake(given),
    announcer,
    sparing,
    isClosed: () => closed,
    isShown: () => behind() <= SHOWN_AHEAD_MS,
    full: (batch) => void waiting.push(batch),
    came: () => plan(),
  })
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
      given.onCommitted?.(one)
    } catch (cause) {
      sparing.say('error', 'announcing', { cause: (cause as Error).message }, 'what was committed could not be told')
    }
    for (const part of one.batch.parts) settle(part)
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
      const next = waiting.shift() ?? filling.take()
      if (next.parts.length === 0) break
      const batch = aside.ready(next)
      if (batch.parts.length === 0) continue
      committing = batch
      const begun = performance.now()
      await committer.commit(batch)
      pressure.committed(batch.items.length, performance.now() - begun)
    }
    committing = null
    running = false
    if (!aside.isEmpty) return
    idle?.resolve()
    idle = null
  }

  /** How long the oldest of what waits for its commit has waited, in ms; late readings aside. */
  function behind(): number {
    const oldest = committing ?? waiting[0] ?? filling.open
    return oldest.parts.length === 0 ? 0 : performance.now() - oldest.since
  }

  return {
    ...arrivals,
    isPressed: pressure.isHigh,
    waitingFor: () => Math.max(aside.waitingFor(), behind()),
    async drain(withinMs) {
      if (running || planned || filling.open.parts.length > 0 || waiting.length > 0 || !aside.isEmpty) {
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
