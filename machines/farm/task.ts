import { setup, transition } from 'xstate'
import type { TaskState, TaskVerb } from '#contract/farm/task'

const open = { cancel: 'cancelled', end: 'ended' } as const

/**
 * The life of a task (TASK-01): nobody's, somebody's, under way, finished, found good; sent back it goes on; or cancelled before, or ended on
 * the way. The server decides with this machine, and the console shows what it allows.
 */
export const taskMachine = setup({ types: { events: {} as { type: TaskVerb } } }).createMachine({
  id: 'task',
  initial: 'unassigned',
  states: {
    unassigned: { on: { ...open, assign: 'notStarted' } },
    notStarted: { on: { ...open, assign: 'notStarted', start: 'ongoing' } },
    ongoing: { on: { assign: 'ongoing', finish: 'finished', end: 'ended' } },
    finished: { on: { adopt: 'accepted', reject: 'ongoing' } },
    accepted: { type: 'final' },
    cancelled: { type: 'final' },
    ended: { type: 'final' },
  },
})

/** Where a verb leads a task; null where it is refused there. */
export function taskAfter(state: TaskState, verb: TaskVerb): TaskState | null {
  const before = taskMachine.resolveState({ value: state })
  if (!before.can({ type: verb })) return null
  const [next] = transition(taskMachine, before, { type: verb })
  return next.value
}

/** Whether it waits for somebody to do it: it can be late. */
export const isOpen = (state: TaskState): boolean => state === 'unassigned' || state === 'notStarted' || state === 'ongoing'

/** What the leader of a task does with it; all else is for who manages tasks. */
export const LEADERS_VERBS: readonly TaskVerb[] = ['start', 'finish']
/** The verbs that say why. */
export const REASONED_VERBS: readonly TaskVerb[] = ['reject', 'end']
