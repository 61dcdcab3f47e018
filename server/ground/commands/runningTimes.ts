import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import type { Verb } from '#contract/core/verb'
import { type Job, setTimer } from '../clock/job.ts'
import { type Ask, readStarted, recordUnclaimed, RUN_JOB } from './repository.ts'

/** While another command of the target is under way, how it ends is waited for, ms. */
const AGAIN_MS = 5000

/**
 * Ends what a command started when its running time is over: with the end of the timer a stop is recorded that waits for its device,
 * however long that is away; `recorded` is told that it is there to be taken up. The timer was set with the step that says that the command
 * left, and moved with the one that says that it is observed; it goes when a later command of the target is observed.
 */
export const runningTimeOver = (given: { verbs: readonly Verb[]; clock: () => number; recorded: () => void }): Job => ({
  name: RUN_JOB,
  missed: 'catchUp',
  committed: given.recorded,
  async once(work, { tenantId, key }) {
    const ask: Ask = (text, values) => work.executeQuery(CompiledQuery.raw(text, values))
    const started = await readStarted(ask, key)
    if (!started || started.waits) return
    const now = given.clock()
    const { order } = started
    if (started.isBusy) return setTimer(work, { name: RUN_JOB }, { tenantId, key, at: now + AGAIN_MS, span: AGAIN_MS, payload: {} })
    const verb = given.verbs.find(({ name }) => name === order.verb)
    const args = verb?.stop?.(order.args)
    if (!verb || args == null) throw new Error(`nothing is known that stops ${order.verb}`)
    const stop = {
      id: randomUUID(),
      args,
      aim: verb.aim(args),
      cause: 'runOver',
      causeName: null,
      createdAt: now,
      expiresAt: null,
      maxRunMs: null,
    } as const
    await recordUnclaimed(ask, { ...order, ...stop }, now)
  },
})
