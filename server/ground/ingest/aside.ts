import type { SparingLog } from '../sparingLog.ts'
import { type Batch, batchOf } from './batch.ts'

const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 2000

/** Where parts of messages wait whose readings are of a month that has no table yet. */
export interface Aside {
  /** What of a batch can be committed now; the rest waits here, and comes back by `back` once its months are there. */
  ready(batch: Batch): Batch
  /** How long the oldest of them has waited here, in ms. */
  waitingFor(): number
  readonly isEmpty: boolean
  close(): void
}

/**
 * Takes late messages out of the way: making a month may have to wait for a lock, and what can be committed does not wait with it. Their
 * order among the device's other messages does not matter: a reading has its own time, and the newest stays the newest.
 */
export function createAside(given: {
  /** The months (as numbers, see monthOf) of these moments that have no table, as far as is known. */
  missing: (moments: readonly number[]) => ReadonlySet<number>
  /** Makes a month's table where there is none. */
  make: (month: number) => Promise<void>
  back: (batch: Batch) => void
  sparing: SparingLog
}): Aside {
  const waiting: Batch[] = []
  let closed = false
  let working = false

  async function work(): Promise<void> {
    working = true
    let pause = FIRST_RETRY_MS
    while (waiting.length > 0 && !closed) {
      const batch = waiting[0]!
      try {
        // One at a time, so that waiting for a lock holds one connection.
        for (const month of given.missing(batch.ts)) await given.make(month)
        pause = FIRST_RETRY_MS
        waiting.shift()
        given.back(batch)
      } catch (cause) {
        given.sparing.say(
          'warn',
          'late readings',
          { cause: (cause as Error).message, parts: batch.parts.length },
          'readings of a month that is not there yet wait aside; trying again',
        )
        await new Promise((resume) => setTimeout(resume, pause))
        pause = Math.min(LAST_RETRY_MS, pause * 2)
      }
    }
    working = false
  }

  return {
    ready(batch) {
      const missing = given.missing(batch.ts)
      if (missing.size === 0) return batch
      const isLate = (from: number, to: number) => given.missing(batch.ts.slice(from, to)).size > 0
      const late = new Set(batch.parts.filter(({ from, to }) => isLate(from, to)))
      const rest = batch.parts.filter((part) => !late.has(part))
      const ready = batchOf(batch, rest)
      waiting.push(batchOf(batch, [...late]))
      if (!working) void work()
      return ready
    },
    waitingFor: () => (waiting.length === 0 ? 0 : performance.now() - waiting[0]!.since),
    get isEmpty() {
      return waiting.length === 0
    },
    close() {
      closed = true
    },
  }
}
