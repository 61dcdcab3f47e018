import type { PermissionCode } from '#contract/core/call'
import type { FormCode } from '#contract/approvals/definition'
import type { DocumentEvent, DocumentStatus } from '#machines/approvals/document'
import type { Scope } from '../database/scope.ts'
import type { Asking } from '../http/handler.ts'
import type { Facts } from './flow.ts'

/** A business document as its approval knows it. */
export interface Document {
  readonly id: number
  readonly code: string
  readonly areaId: number | null
  readonly applicantId: number
  readonly applicantName: string
  readonly status: DocumentStatus
  readonly hasLines: boolean
  readonly facts: Facts
}

/** A document in a list of approvals; `amount` in CNY, decimal text. */
export interface Summary {
  readonly title: string
  readonly amount: string | null
}

/** What a kind of document lends to the engine, so that the engine knows no kind. */
export interface ApprovalForm {
  readonly formCode: FormCode
  /** Opens every document of the form in the bases in which it is held. */
  readonly readCode: PermissionCode
  readonly submitCode: PermissionCode
  /**
   * Locks a document for the rest of the transaction and answers it; null where there is none. Every change of a document and of
   * its approval takes this lock first, so that they come one after another.
   */
  lock(scope: Scope, documentId: number): Promise<Document | null>
  /** The same without the lock. */
  read(scope: Scope, documentId: number): Promise<Document | null>
  /** What lists say of documents, by id: to those who take part in their approval, in whichever base they are. */
  summaries(scope: Scope, documentIds: readonly number[]): Promise<ReadonlyMap<number, Summary>>
  /**
   * What says that documents of the form are approved without anybody deciding, as a person calls it; null where they go through their flow.
   */
  exemptBy(scope: Scope): Promise<string | null>
  /**
   * Drafts one in the caller's name inside a transaction that is under way, by the rules of its kind: for an area that knows no kind. Who may,
   * and who is told of it, is said by who calls. `services` are those of the calls of documents, which know the forms.
   */
  draft?(services: object, asking: Asking, scope: Scope, body: object): Promise<{ id: number; code: string }>
  /** Takes a draft away that the server made and nobody submitted, in a transaction that is under way. Answers whether it was one still. */
  discard?(services: object, scope: Scope, documentId: number): Promise<boolean>
  /** Moves a locked document as its machine says; throws CallFailure error.document.state where the machine refuses. */
  move(scope: Scope, document: Document, event: DocumentEvent, now: number): Promise<void>
}
