import type { Logger } from 'pino'
import { type Batch, emptyBatch, newestOf, partOf } from './batch.ts'
import type { SparingLog } from '../sparingLog.ts'
import type { BatchStore, Outcome } from './store.ts'

const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 1000

/** A batch, or what of it the database took, that is committed. */
export interface Settled {
  readonly batch: Batch
  readonly outcome: Outcome
}

/**
 * Commits batches and answers what became of them: what the database will not take is found and rejected, and while it is away the batch
 * is tried again. Throws nothing; ends without an answer for what was refused by then when `isClosed`.
 */
export function createCommitter(given: {
  store: BatchStore
  /** False leaves out the statement that stores readings: for measurements only. */
  stores: boolean
  log: Logger
  sparing: SparingLog
  clock: () => number
  isClosed: () => boolean
  settled: (settled: Settled) => void
}): { commit(batch: Batch): Promise<void> } {
  const { store, log, sparing, isClosed } = given

  async function commit(batch: Batch): Promise<void> {
    const outcome = await tried(batch)
    if (outcome === 'closed') {
      for (const { done } of batch.messages) done(new Error('the server is closing'))
    } else if (outcome instanceof Error) {
      await separate(batch, outcome)
    } else {
      given.settled({ batch, outcome })
    }
  }

  /** Answers what a committed batch did, or the database's refusal of what it says. */
  async function tried(batch: Batch): Promise<Outcome | Error | 'closed'> {
    let pause = FIRST_RETRY_MS
    for (;;) {
      try {
        return given.stores ? await store.commit(batch) : await withoutInsert(batch)
      } catch (cause) {
        if (isClosed()) return 'closed'
        if (isOfMessage(cause)) return cause as Error
        log.error({ cause: (cause as Error).message, messages: batch.messages.length }, 'a batch could not be committed; trying again')
        await new Promise((resolve) => setTimeout(resolve, pause))
        pause = Math.min(LAST_RETRY_MS, pause * 2)
      }
    }
  }

  /** Halves a batch that the database will not take until the message is found that it will not take, and rejects that one. */
  async function separate(batch: Batch, cause: Error): Promise<void> {
    if (batch.messages.length > 1) {
      const middle = batch.messages.length >> 1
      const halves = [partOf(batch, 0, middle), partOf(batch, middle, batch.messages.length)]
      for (const half of halves) {
        await commit(half)
      }
      return
    }
    const message = batch.messages[0]!
    const device = `${message.device.tenantId}/${message.device.eui}`
    const lost = message.to - message.from + message.states.length
    if (lost === 0) {
      // Its device is gone: there is no place left to keep it. It is not said to be kept.
      sparing.say('warn', 'device gone', { device, cause: cause.message }, 'a message of a device that is gone was not taken')
      message.done(new Error('the device is no more'))
      return
    }
    sparing.say(
      'warn',
      'refused by the database',
      { device, topic: message.topic, cause: cause.message },
      'a message that the database refused was rejected',
    )
    const rejected = Object.assign(message, {
      from: 0,
      to: 0,
      states: [],
      faults: [
        ...message.faults,
        { reason: 'shape' as const, notes: [{ code: 'database' as const, state: sqlState(cause) }], count: lost },
      ],
    })
    await commit({ ...emptyBatch(), messages: [rejected] })
  }

  async function withoutInsert(batch: Batch): Promise<Outcome> {
    // Items must have ids for the frames: one statement, once an item. Everything else of the batch is only counted.
    if (batch.items.some(({ id }) => id === 0)) return store.commit(batch)
    const newest = newestOf(batch, given.clock())
    return { stored: batch.items.length, newest, madeItems: [], states: [], madeSwitches: [], rejected: new Set() }
  }

  return { commit }
}

/** Whether the database refused what messages say (data, integrity, one row twice in a statement), rather than being away or short of something. */
function isOfMessage(cause: unknown): boolean {
  return /^2[123]/.test(sqlState(cause))
}

function sqlState(cause: unknown): string {
  const code = (cause as { code?: unknown }).code
  return typeof code === 'string' ? code : ''
}
