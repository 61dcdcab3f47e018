import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import {
  documentAfter,
  type DocumentEvent,
  documentMachine,
  type DocumentProgress,
  type DocumentStatus,
  progressAfter,
} from '#machines/approvals/document'

const STATUSES = ['draft', 'submitted', 'approved', 'rejected', 'deleted'] as const
const lawful = { byApplicant: true, hasLines: true }
const events = {
  edit: { type: 'document.edit' },
  delete: { type: 'document.delete' },
  submit: { type: 'document.submit', ...lawful },
  resubmit: { type: 'document.resubmit', ...lawful },
  withdraw: { type: 'document.withdraw', byApplicant: true },
  approve: { type: 'document.approve' },
  reject: { type: 'document.reject' },
} as const satisfies Record<string, DocumentEvent>
type Name = keyof typeof events

/** Where each event leads from each status; what is not named is refused. */
const table: Record<DocumentStatus, Partial<Record<Name, DocumentStatus>>> = {
  draft: { edit: 'draft', delete: 'deleted', submit: 'submitted' },
  submitted: { withdraw: 'draft', approve: 'approved', reject: 'rejected' },
  rejected: { edit: 'rejected', delete: 'deleted', resubmit: 'submitted' },
  approved: {},
  deleted: {},
}

describe.each(STATUSES)('a document that is %s', (status) => {
  test.each(Object.keys(events) as Name[])('meets %s as the table says', (name) => {
    expect(documentAfter(status, events[name])).toBe(table[status][name] ?? null)
  })
})

describe('guards', () => {
  test.each(['submit', 'resubmit'] as const)('%s is refused to anyone but the applicant, and without a line', (name) => {
    const from = name === 'submit' ? 'draft' : 'rejected'
    expect(documentAfter(from, { ...events[name], byApplicant: false })).toBeNull()
    expect(documentAfter(from, { ...events[name], hasLines: false })).toBeNull()
    expect(documentAfter(from, { ...events[name], byApplicant: false, hasLines: false })).toBeNull()
  })

  test('a withdrawal is refused to anyone but the applicant', () => {
    expect(documentAfter('submitted', { type: 'document.withdraw', byApplicant: false })).toBeNull()
  })
})

describe('an actor of the machine', () => {
  const walk = (...names: Name[]) => {
    const actor = createActor(documentMachine).start()
    // An actor at its end takes nothing any more.
    for (const name of names) if (actor.getSnapshot().status === 'active') actor.send(events[name])
    return actor.getSnapshot()
  }

  test('begins as a draft, and reaches every status', () => {
    expect(walk().value).toBe('draft')
    expect(walk('submit').value).toBe('submitted')
    expect(walk('submit', 'reject').value).toBe('rejected')
    expect(walk('submit', 'reject', 'resubmit', 'withdraw', 'edit', 'delete').value).toBe('deleted')
  })

  test('a deleted document is at its end; an approved one begins to be done', () => {
    expect(walk('submit', 'approve').value).toEqual({ approved: 'none' })
    expect(walk('delete').status).toBe('done')
  })

  test('no sequence of events leads where the table does not lead', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...(Object.keys(events) as Name[]))), (names) => {
        const expected = names.reduce<DocumentStatus>((status, name) => table[status][name] ?? status, 'draft')
        const { value } = walk(...names)
        expect(typeof value === 'string' ? value : 'approved').toBe(expected)
      }),
    )
  })
})

describe('what is done of an approved document', () => {
  const acts = {
    part: { type: 'document.post', full: false },
    rest: { type: 'document.post', full: true },
    undoPart: { type: 'document.reverse', nothing: false },
    undoAll: { type: 'document.reverse', nothing: true },
    close: { type: 'document.close' },
  } as const satisfies Record<string, DocumentEvent>
  const ways: Record<DocumentProgress, Partial<Record<keyof typeof acts, DocumentProgress>>> = {
    none: { part: 'partial', rest: 'full', close: 'closed' },
    partial: { part: 'partial', rest: 'full', undoPart: 'partial', undoAll: 'none', close: 'closed' },
    full: { undoPart: 'partial', undoAll: 'none' },
    closed: { undoPart: 'closed', undoAll: 'closed' },
  }
  test.each(Object.keys(ways) as DocumentProgress[])('%s: goes where the table says', (progress) => {
    for (const [name, event] of Object.entries(acts)) {
      const to = ways[progress][name as keyof typeof acts] ?? null
      expect([name, progressAfter('approved', progress, event)]).toEqual([name, to])
      expect([name, documentAfter('approved', event, progress)]).toEqual([name, to === null ? null : 'approved'])
    }
  })
  test('nothing is done of one that is not approved', () => {
    for (const status of STATUSES.filter((one) => one !== 'approved'))
      for (const event of Object.values(acts)) expect(progressAfter(status, 'none', event)).toBeNull()
  })
})
