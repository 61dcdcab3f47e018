import type pg from 'pg'
import type { Logger } from 'pino'
import type { Verb } from '#contract/core/verb'
import { verbs as declared } from '#contract/devices/verbs'
import type { BrokerDoor } from '../broker/door.ts'
import type { Job } from '../clock/job.ts'
import type { LivePublisher } from '../live/live.ts'
import { createSparingLog } from '../sparingLog.ts'
import { mayActNow } from './precedence/mayAct.ts'
import { type Commands, createCommandDesk } from './desk.ts'
import { createCommandRepository } from './repository.ts'
import { runningTimeOver } from './runningTimes.ts'
import { createServerNumber } from './serverNumber.ts'

/** What a server that died left is taken up by another after this long at most; by its own next start at once. */
const LOOK_MS = 5000

export interface OpenCommands extends Commands {
  /** Takes up what a dead server left open. */
  start(): Promise<void>
  readonly jobs: readonly Job[]
}

/** The command desk on its tables, with the verbs of the contract. */
export function openCommands(given: {
  pool: pg.Pool
  log: Logger
  clock: () => number
  monotonic: () => number
  live: Pick<LivePublisher, 'command' | 'changed'>
  broker: Pick<BrokerDoor, 'tell' | 'lacksWords' | 'patienceWith'>
  verbs?: readonly Verb[]
}): OpenCommands {
  const { pool, log, clock, monotonic, live, broker, verbs = declared } = given
  const server = createServerNumber({ pool, log })
  const repository = createCommandRepository({ pool, number: server.number })
  const desk = createCommandDesk({ repository, log, clock, monotonic, live, broker, verbs, mayAct: mayActNow(clock) })
  const sparing = createSparingLog(log)
  const look = () => {
    desk.takeUp().catch((cause: Error) => {
      sparing.say('error', 'commands left', { cause: cause.message }, 'commands that were left open could not be taken up')
    })
  }
  let every: NodeJS.Timeout | undefined
  return {
    ...desk,
    jobs: [runningTimeOver({ verbs, clock, recorded: look })],
    async start() {
      await server.hold()
      await desk.takeUp()
      every = setInterval(look, LOOK_MS)
      every.unref()
    },
    async close() {
      clearInterval(every)
      await desk.close()
      await server.close()
    },
  }
}
