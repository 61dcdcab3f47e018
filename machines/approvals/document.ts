import { setup, transition } from 'xstate'

/** Where a document under approval stands; `deleted` is shown nowhere. */
export type DocumentStatus = 'draft' | 'submitted' | 'approved' | 'rejected' | 'deleted'

/**
 * What can happen to a document. What a person does carries the claims that decide it: `byApplicant` that this person is the
 * applicant, `hasLines` that there is something to approve.
 */
export type DocumentEvent =
  | { type: 'document.edit' }
  | { type: 'document.delete' }
  | { type: 'document.submit'; byApplicant: boolean; hasLines: boolean }
  | { type: 'document.resubmit'; byApplicant: boolean; hasLines: boolean }
  | { type: 'document.withdraw'; byApplicant: boolean }
  | { type: 'document.approve' }
  | { type: 'document.reject' }

/**
 * The life of a document under approval: draft -> submitted -> approved or rejected; rejected -> submitted again (a new round);
 * submitted -> draft when the applicant withdraws. Only a draft or a rejected document can be edited or deleted, so that nothing
 * changes under an approver's eyes. The server decides with this machine what it allows, and the console shows what it allows.
 */
export const documentMachine = setup({
  types: { events: {} as DocumentEvent },
  guards: {
    byApplicant: ({ event }) => 'byApplicant' in event && event.byApplicant,
    readyToSubmit: ({ event }) => 'hasLines' in event && event.hasLines && event.byApplicant,
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
    approved: { type: 'final' },
    deleted: { type: 'final' },
  },
})

/** Where an event leads from a status, or null where it is refused there. */
export function documentAfter(status: DocumentStatus, event: DocumentEvent): DocumentStatus | null {
  const before = documentMachine.resolveState({ value: status })
  if (!before.can(event)) return null
  const [after] = transition(documentMachine, before, event)
  return after.value
}
