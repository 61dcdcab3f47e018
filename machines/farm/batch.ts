import { setup, transition } from 'xstate'
import type { BatchState, BatchVerb } from '#contract/farm/batch'

const ended = { reopen: 'growing' } as const

/**
 * The life of a batch: planned, growing, being harvested, closed; or failed on the way, with a reason. What ended by mistake grows on. The server
 * decides with this machine, and the console shows what it allows.
 */
export const batchMachine = setup({ types: { events: {} as { type: BatchVerb } } }).createMachine({
  id: 'batch',
  initial: 'planned',
  states: {
    planned: { on: { begin: 'growing' } },
    growing: { on: { harvest: 'harvesting', close: 'closed', fail: 'failed' } },
    harvesting: { on: { close: 'closed', fail: 'failed' } },
    closed: { on: ended },
    failed: { on: ended },
  },
})

/** Where a verb leads a batch; null where it is refused there. */
export function batchAfter(state: BatchState, verb: BatchVerb): BatchState | null {
  const before = batchMachine.resolveState({ value: state })
  if (!before.can({ type: verb })) return null
  const [next] = transition(batchMachine, before, { type: verb })
  return next.value
}

/** Whether it stands on its plot. */
export const isStanding = (state: BatchState): boolean => state === 'growing' || state === 'harvesting'
/** Whether it has ended: nothing of it is edited any more. */
export const isEnded = (state: BatchState): boolean => state === 'closed' || state === 'failed'
