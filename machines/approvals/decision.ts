import { assign, fromPromise, setup } from 'xstate'
import { MAX_COMMENT } from '#contract/approvals/approval'

export type Verdict = 'approve' | 'reject'
/** The task that is decided: the list item's id, and its currentTaskId, which travels as `taskId`. */
export interface DecidedTask {
  id: number
  taskId: number
}
export interface Decision extends DecidedTask {
  verdict: Verdict
  /** Null where nothing was written. */
  comment: string | null
}
/** What the call answered; a failure carries its code and the server's words. */
export type DecisionResult = { failed: false } | { failed: true; code: string; message: string | null }

/** The failure of a task that was decided already, by someone else or in another tab. */
export const HANDLED = 'error.approval.handled'

interface DecisionContext {
  task: DecidedTask | null
  verdict: Verdict
  comment: string
  /** The failure code and words of the last try, null before one failed. */
  code: string | null
  message: string | null
}

export type DecisionEvent =
  | { type: 'decision.open'; task: DecidedTask; verdict: Verdict }
  | { type: 'comment.type'; comment: string }
  | { type: 'decision.submit' }
  | { type: 'decision.cancel' }
  /** The live topic or the list says that the task no longer waits for this user. */
  | { type: 'task.closed'; taskId: number }

const missing = () => Promise.reject(new Error('The actor decide was not provided'))

/**
 * The comment dialog of Agree and Reject: closed -> writing -> sending -> decided (back to closed by the next event of a dialog), or
 * back to writing with the failure, or handled elsewhere. Give it the actor `decide` (the call). A second submit while one is in
 * flight is ignored, a comment of more than 200 characters is not sent, and what was typed survives a failed try. Tag `shown` while
 * the dialog is open. Watch `decided` and `handled`: both mean reload the list.
 */
export const decisionMachine = setup({
  types: { context: {} as DecisionContext, events: {} as DecisionEvent, tags: {} as 'shown' },
  actors: { decide: fromPromise<DecisionResult, Decision>(missing) },
  guards: {
    fits: ({ context }) => context.task !== null && context.comment.trim().length <= MAX_COMMENT,
    isThisTask: ({ context, event }) => event.type === 'task.closed' && event.taskId === context.task?.taskId,
  },
  actions: {
    begin: assign(({ event }) =>
      event.type === 'decision.open' ? { task: event.task, verdict: event.verdict, comment: '', code: null, message: null } : {},
    ),
    type: assign(({ event }) => (event.type === 'comment.type' ? { comment: event.comment } : {})),
    blameHandled: assign({ code: HANDLED, message: null }),
    clear: assign({ task: null, comment: '', code: null, message: null }),
  },
}).createMachine({
  id: 'decision',
  context: { task: null, verdict: 'approve', comment: '', code: null, message: null },
  initial: 'closed',
  states: {
    closed: {
      entry: 'clear',
      on: { 'decision.open': { target: 'writing', actions: 'begin' } },
    },
    writing: {
      tags: 'shown',
      on: {
        'comment.type': { actions: 'type' },
        'decision.submit': { guard: 'fits', target: 'sending' },
        'decision.cancel': 'closed',
        'task.closed': { guard: 'isThisTask', target: 'handled', actions: 'blameHandled' },
      },
    },
    // A word of the live topic that comes before the answer is about this very decision: the answer tells how it went.
    sending: {
      tags: 'shown',
      invoke: {
        src: 'decide',
        input: ({ context }) => ({ ...context.task!, verdict: context.verdict, comment: context.comment.trim() || null }),
        onDone: [
          { guard: ({ event }) => !event.output.failed, target: 'decided' },
          {
            guard: ({ event }) => event.output.failed && event.output.code === HANDLED,
            target: 'handled',
            actions: assign(({ event }) => (event.output.failed ? { code: event.output.code, message: event.output.message } : {})),
          },
          {
            target: 'writing',
            actions: assign(({ event }) => (event.output.failed ? { code: event.output.code, message: event.output.message } : {})),
          },
        ],
        // A thrown error has no words of its own: the screen says its fallback (APPROVALS-14).
        onError: { target: 'writing', actions: assign({ code: 'error.internal', message: null }) },
      },
    },
    decided: {
      on: { 'decision.open': { target: 'writing', actions: 'begin' }, 'decision.cancel': 'closed' },
    },
    handled: {
      on: { 'decision.open': { target: 'writing', actions: 'begin' }, 'decision.cancel': 'closed' },
    },
  },
})
