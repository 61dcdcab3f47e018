import type { Logger } from 'pino'
import { type Batch, cut, emptyBatch, newestOf, type Part, settle } from './batch.ts'
import type { SparingLog } from '../sparingLog.ts'
import { type BatchStore, nothing, type Outcome } from './store.ts'

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
      for (const part of batch.parts) settle(part, new Error('the server is closing'))
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
        log.error({ cause: (cause as Error).message, parts: batch.parts.length }, 'a batch could not be committed; trying again')
        await new Promise((resolve) => setTimeout(resolve, pause))
        pause = Math.min(LAST_RETRY_MS, pause * 2)
      }
    }
  }

  /** Halves a batch that the database will not take until the part of a message is found that it will not take, and rejects that one. */
  async function separate(batch: Batch, cause: Error): Promise<void> {
    if (batch.parts.length > 1) {
      const middle = batch.parts.length >> 1
      const halves = [cut(batch, 0, middle), cut(batch, middle, batch.parts.length)]
      for (const half of halves) {
        await commit(half)
      }
      return
    }
    const part = batch.parts[0]!
    const lost = part.to - part.from + part.states.length + part.words.length
    if (lost === 0) {
      await giveUp(part, cause)
      return
    }
    sparing.say(
      'warn',
      'refused by the database',
      { device: nameOf(part), topic: part.message.topic, cause: cause.message },
      'a message that the database refused was rejected',
    )
    const note = { code: 'database' as const, state: sqlState(cause) }
    await reject(part, [...part.faults, { reason: 'shape', notes: [note], count: lost }])
  }

  const reject = (part: Part, faults: Part['faults']) =>
    commit({ ...emptyBatch(), parts: [Object.assign(part, { from: 0, to: 0, states: [], words: [], faults })] })

  /** The device of a part is gone, and with it the place to keep what it said: that is kept with the gateway, or it is not said to be kept. */
  async function giveUp(part: Part, cause: Error): Promise<void> {
    const { device, message, faults } = part
    sparing.say('warn', 'device gone', { device: nameOf(part), cause: cause.message }, 'a message of a device that is gone was not taken')
    if (device.id === message.sender.id) {
      settle(part, new Error('the device is no more'))
      return
    }
    part.device = message.sender
    part.clock = undefined
    const count = faults.reduce((sum, fault) => sum + fault.count, 0)
    await reject(part, [{ reason: 'notBehind', notes: [{ code: 'notBehind', name: device.eui }], count }])
  }

  async function withoutInsert(batch: Batch): Promise<Outcome> {
    // Items must have ids for the frames: one statement, once an item. Everything else of the batch is only counted.
    if (batch.items.some(({ id }) => id === 0)) return store.commit(batch)
    const newest = newestOf(batch, given.clock())
    return { ...nothing(), stored: batch.items.length, newest }
  }

  return { commit }
}

const nameOf = ({ device }: Part): string => `${device.tenantId}/${device.eui}`

/** Whether the database refused what messages say (data, integrity, one row twice in a statement), rather than being away or short of something. */
function isOfMessage(cause: unknown): boolean {
  return /^2[123]/.test(sqlState(cause))
}

function sqlState(cause: unknown): string {
  const code = (cause as { code?: unknown }).code
  return typeof code === 'string' ? code : ''
}
