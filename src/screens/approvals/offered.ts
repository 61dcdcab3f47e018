import { type ApprovalItem, PROCESS_STATE, TASK_STATE } from '#contract/approvals/approval'
import type { Standing } from '#src/approvals/StateMark.tsx'

/** APPROVALS-01: submitted by me, approved by me, copied to me. */
export const VIEWS = ['user_edit', 'approval', 'carbon_copy'] as const
export type View = (typeof VIEWS)[number]

export type Operation = 'view' | 'approve' | 'reject'

/** APPROVALS-06, -12, -15: View everywhere; Agree and Reject only in the approval view, while the task is below 2. */
export function offered(view: View, { taskState, currentTaskId }: Pick<ApprovalItem, 'taskState' | 'currentTaskId'>): readonly Operation[] {
  const decidable = view === 'approval' && currentTaskId !== null && taskState !== null && taskState < TASK_STATE.reviewed
  return decidable ? ['view', 'approve', 'reject'] : ['view']
}

/** Which status filter a view has, and which of its values the list is asked for; null where it has none (APPROVALS-02, -03, -15). */
export const filterOf = (view: View): 'processState' | 'taskState' | null =>
  view === 'user_edit' ? 'processState' : view === 'approval' ? 'taskState' : null

export type StateWord = `processState.${1 | 2 | 3}` | `taskState.${1 | 2 | 3}` | 'withdrawn'
const wire = (state: number): 1 | 2 | 3 => (state === 1 || state === 2 ? state : 3)

/** What the status column says of a row: of the caller's own task in the approval view, else of the whole approval. */
export function stateOf(
  view: View,
  { taskState, processState, reason }: Pick<ApprovalItem, 'taskState' | 'processState' | 'reason'>,
): {
  standing: Standing
  word: StateWord
} {
  const ofTask = view === 'approval' && taskState !== null
  if (reason === 'withdrawn' && (!ofTask || taskState !== TASK_STATE.notReviewed)) return { standing: 'back', word: 'withdrawn' }
  const state = wire(ofTask ? taskState : processState)
  const standing = state === PROCESS_STATE.inApproval ? 'waiting' : state === PROCESS_STATE.complete ? 'done' : 'refused'
  return { standing, word: `${ofTask ? 'taskState' : 'processState'}.${state}` }
}
