import type { Logger } from 'pino'
import { parcelsParameter } from '../outbox/parcel.ts'
import type { SparingLog } from '../sparingLog.ts'
import { wordsOfFailure } from './authorWords.ts'
import type { CommandRepository, Step } from './repository.ts'

const FIRST_RETRY_MS = 200
const LAST_RETRY_MS = 2000

export interface StepWriter {
  /**
   * Writes a step, and in the same statement what its author is to be told of it. While the database is away the step waits, and those
   * after it wait behind it. They are few: nothing new is asked for without the database, and a command has at most three steps to its
   * end. False where the command is no longer in this server's hand. Never throws.
   */
  write(step: Step): Promise<boolean>
  /** From now on nothing is tried again: what a stopping server leaves, the next one takes up from the last step that is written. */
  close(): void
}

export function createStepWriter(given: { repository: CommandRepository; log: Logger; sparing: SparingLog }): StepWriter {
  const { repository, log, sparing } = given
  /** Steps between two tries, to be woken by the end. */
  const sleeping = new Set<() => void>()
  let closed = false

  function sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        sleeping.delete(wake)
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      sleeping.add(wake)
    })
  }

  return {
    async write(step) {
      const { one } = step
      const parcels = parcelsParameter(closed ? [] : wordsOfFailure(one), one.at)
      for (let pause = FIRST_RETRY_MS; ; pause = Math.min(LAST_RETRY_MS, pause * 2)) {
        try {
          return await repository.step(step, parcels)
        } catch (cause) {
          const fields = { command: one.id, state: one.state, cause: (cause as Error).message }
          if (closed || isRefusal(cause)) {
            log.error(fields, 'a step of a command could not be written')
            return true
          }
          sparing.say('error', 'command step', fields, 'a step of a command could not be written; trying again')
          await sleep(pause)
        }
      }
    },
    close() {
      closed = true
      for (const wake of sleeping) wake()
    },
  }
}

/** Whether the database refused what the statement says, as it will at every further try, rather than being away. */
const isRefusal = (cause: unknown) => /^2[23]/.test((cause as { code?: string }).code ?? '')
