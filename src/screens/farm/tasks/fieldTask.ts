import type { Task, TaskState, TaskVerb } from '#contract/farm/task'
import { taskAfter } from '#machines/farm/task'
import { doOrKeep } from '#src/field/act.ts'
import { useQueue } from '#src/field/useFieldQueue.ts'
import type { Operation } from '#src/kept/operation.ts'
import { taskCalls } from '#contract/farm/task'

/** What a leader and a crew do in the field: at once, or kept until there is a network (`KEPT`). */
export const actInField = (
  { taskId, taskName }: Pick<Task, 'taskId' | 'taskName'>,
  verb: 'start' | 'finish' | 'report' | 'tick',
  body: Readonly<Record<string, unknown>>,
): Promise<unknown> =>
  doOrKeep({
    kind: 'task',
    record: taskId,
    idName: 'taskId',
    title: taskName,
    declaration: verb === 'report' ? taskCalls.report : verb === 'tick' ? taskCalls.tick : taskCalls.act,
    body: verb === 'report' || verb === 'tick' ? body : { ...body, verb },
    deed: { does: 'act', verb },
    // What says its moment itself keeps it.
    isTimed: body['at'] === undefined,
  })

/** A task as it is once what waits here has arrived; `waits` says how much that is. */
export function withWaiting<Of extends Task>(task: Of, queue: readonly Operation[]): Of & { readonly waits: number } {
  const own = queue.filter(({ kind, record }) => kind === 'task' && record === task.taskId)
  let { taskState, checklist, startedAt, finishedAt } = task
  for (const { deed, sending, writtenAt, trouble } of own) {
    if (deed.does !== 'act' || trouble !== null) continue
    if (deed.verb === 'tick') {
      const { step, done } = sending.body
      checklist = checklist.map((one) => (one.text === step ? { ...one, doneAt: done === 1 ? writtenAt : null, doneBy: null } : one))
      continue
    }
    const next: TaskState | null = deed.verb === 'report' ? null : taskAfter(taskState, deed.verb as TaskVerb)
    if (next === null) continue
    taskState = next
    if (deed.verb === 'start') startedAt = writtenAt
    if (deed.verb === 'finish') finishedAt = writtenAt
  }
  return { ...task, taskState, checklist, startedAt, finishedAt, waits: own.length }
}

/** {@link withWaiting} of whoever is signed in. */
export function useWithWaiting() {
  const { queue } = useQueue()
  return <Of extends Task>(task: Of) => withWaiting(task, queue)
}
