import { expect, test } from 'vitest'
import { TASK_STATES, TASK_VERBS, type TaskState, type TaskVerb } from '#contract/farm/task'
import { isOpen, taskAfter } from '#machines/farm/task'

/** Where each verb leads from each state, as people say it; what is not here is refused. */
const told: Readonly<Record<TaskState, Partial<Record<TaskVerb, TaskState>>>> = {
  unassigned: { assign: 'notStarted', cancel: 'cancelled', end: 'ended' },
  notStarted: { assign: 'notStarted', start: 'ongoing', cancel: 'cancelled', end: 'ended' },
  ongoing: { assign: 'ongoing', finish: 'finished', end: 'ended' },
  finished: { adopt: 'accepted', reject: 'ongoing' },
  accepted: {},
  cancelled: {},
  ended: {},
}

test.each(TASK_STATES)('from %s every verb leads where it is said to, and no other is possible (TASK-01)', (state) => {
  const led = Object.fromEntries(TASK_VERBS.map((verb) => [verb, taskAfter(state, verb)]).filter(([, after]) => after !== null))
  expect(led).toEqual(told[state])
})

test('a task waits for somebody until it is finished', () => {
  expect(TASK_STATES.filter(isOpen)).toEqual(['unassigned', 'notStarted', 'ongoing'])
})
