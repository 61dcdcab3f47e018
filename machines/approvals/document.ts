import { setup, transition } from 'xstate'

/** Where a document under approval stands; `deleted` is shown nowhere. */
export type DocumentStatus = 'draft' | 'submitted' | 'approved' | 'rejected' | 'deleted'
/** How much of an approved document has been done; `closed` was ended short, with a reason. */
export type DocumentProgress = 'none' | 'partial' | 'full' | 'closed'

/**
 * What can happen to a document. What a person does carries the claims that decide it: `byApplicant` that this person is the
 * applicant, `hasLines` that there is something to approve. What was done of its lines carries how much is done after it.
 */
export type DocumentEvent =
  | { type: 'document.edit' }
  | { type: 'document.delete' }
  | { type: 'document.submit'; byApplicant: boolean; hasLines: boolean }
  | { type: 'document.resubmit'; byApplicant: boolean; hasLines: boolean }
  | { type: 'document.withdraw'; byApplicant: boolean }
  | { type: 'document.approve' }
  | { type: 'document.reject' }
  | { type: 'document.post'; full: boolean }
  | { type: 'document.reverse'; nothing: boolean }
  | { type: 'document.close' }

const done = [{ guard: 'full', target: 'full' }, { target: 'partial' }] as const
const undone = [{ guard: 'nothing', target: 'none' }, { target: 'partial' }] as const

/**
 * The life of a document under approval: draft -> submitted -> approved or rejected; rejected -> submitted again (a new round);
 * submitted -> draft when the applicant withdraws. Only a draft or a rejected document can be edited or deleted, so that nothing
 * changes under an approver's eyes. Once approved it is done in one or several postings, each of which can be reversed as a whole, or ended
 * short. The server decides with this machine what it allows, and the console shows what it allows.
 */
export const documentMachine = setup({
  types: { events: {} as DocumentEvent },
  guards: {
    byApplicant: ({ event }) => 'byApplicant' in event && event.byApplicant,
    readyToSubmit: ({ event }) => 'hasLines' in event && event.hasLines && event.byApplicant,
    full: ({ event }) => 'full' in event && event.full,
    nothing: ({ event }) => 'nothing' in event && event.nothing,
  },
}).createMachine({
  id: 'document',
  initial: 'draft',
  states: {
    draft: {
      on: {
        'document.edit': 'draft',
        'document.delete': 'deleted',
        'document.submit': { guard: 'readyToSubmit', target: 'submitted' },
      },
    },
    submitted: {
      on: {
        'document.approve': 'approved',
        'document.reject': 'rejected',
        'document.withdraw': { guard: 'byApplicant', target: 'draft' },
      },
    },
    rejected: {
      on: {
        'document.edit': 'rejected',
        'document.delete': 'deleted',
        'document.resubmit': { guard: 'readyToSubmit', target: 'submitted' },
      },
    },
    approved: {
      initial: 'none',
      states: {
        none: { on: { 'document.post': done, 'document.close': 'closed' } },
        partial: { on: { 'document.post': done, 'document.reverse': undone, 'document.close': 'closed' } },
        full: { on: { 'document.reverse': undone } },
        // What was posted before it was ended can still be found wrong.
        closed: { on: { 'document.reverse': 'closed' } },
      },
    },
    deleted: { type: 'final' },
  },
})

const valueOf = (status: DocumentStatus, progress: DocumentProgress) => (status === 'approved' ? { approved: progress } : status)
function after(status: DocumentStatus, progress: DocumentProgress, event: DocumentEvent) {
  const before = documentMachine.resolveState({ value: valueOf(status, progress) })
  if (!before.can(event)) return null
  const [next] = transition(documentMachine, before, event)
  return next.value
}

/** Where an event leads from a status, and of an approved document from how much of it is done; or null where it is refused there. */
export function documentAfter(status: DocumentStatus, event: DocumentEvent, progress: DocumentProgress = 'none'): DocumentStatus | null {
  const value = after(status, progress, event)
  return typeof value === 'object' && value !== null ? 'approved' : value
}

/** How much is done after a posting, a reversal or a short end; null where it is refused. */
export function progressAfter(status: DocumentStatus, progress: DocumentProgress, event: DocumentEvent): DocumentProgress | null {
  const value = after(status, progress, event)
  return typeof value === 'object' && value !== null ? value.approved : null
}
