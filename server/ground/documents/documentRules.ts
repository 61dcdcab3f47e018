import type { z } from 'zod'
import type { AnyDocument } from '#contract/core/document'
import type { DocumentProgress, DocumentStatus } from '#machines/approvals/document'
import type { Scope } from '../database/scope.ts'
import type { Asking } from '../http/handler.ts'
import type { KeptAttachment } from './attachments.ts'

/** A row of `document` or `document_line` as the database has it: the fields that are a kind's own are columns beside the common ones. */
export type DocumentRow = Readonly<Record<string, unknown>> & {
  readonly id: number
  readonly code: string
  readonly form_code: string
  readonly area_id: number
  readonly applicant_id: number
  readonly audit_status: DocumentStatus
  readonly progress: DocumentProgress
  readonly object_version_number: number
  readonly attachments: readonly KeptAttachment[]
}
export type LineRow = Readonly<Record<string, unknown>> & {
  readonly id: number
  readonly source_line_id: number | null
  /** What it asks for, what was done and what is promised of it, in the unit in which its goods are kept: decimal text with 6 decimals. */
  readonly stock_quantity: string
  readonly done: string
  readonly taken: string
  readonly lost: string
  readonly reserved: string
}

/** A document that is about to be written; `old` is its row before, null where it is new. */
export interface Drafting<Body> {
  readonly scope: Scope
  readonly asking: Asking
  readonly body: Body
  readonly old: DocumentRow | null
  /** ms UTC. */
  readonly now: number
}

/** How documents of a kind are treated in a tenant. */
export interface DocumentType {
  /** What the number of a new document begins with. */
  readonly prefix: string
  /** What says that they are approved without anybody deciding, as a person calls it; null: they go through the flow of their form. */
  readonly exemptBy: string | null
}

/** What the server must know of a kind of document beside its declaration: the rules that are truly its own. A rule throws a CallFailure. */
export interface DocumentRules<D extends AnyDocument = AnyDocument> {
  readonly of: D
  /** What it answers is written instead of what was sent. */
  beforeSave(drafting: Drafting<z.output<D['body']>>): Promise<z.output<D['body']>>
  typeIn(scope: Scope): Promise<DocumentType>
  /** A document is about to be submitted, held, in the transaction of that: what is wrong with its lines now is said beside them. */
  beforeSubmit(submitting: Pick<Drafting<unknown>, 'scope' | 'asking'> & { readonly document: DocumentRow }): Promise<void>
  /** What conditions of an approval compare as its amount, CNY; null: what its lines come to by their prices. */
  worth(scope: Scope, documentId: number): Promise<string | null>
  /** A document is being submitted, in the transaction of that: a failure refuses it. */
  submitted(scope: Scope, documentId: number): Promise<void>
  /** A document was approved, in the transaction of the last decision: a failure undoes that decision. */
  approved(scope: Scope, documentId: number): Promise<void>
}

export function documentRulesFor<D extends AnyDocument>(of: D, given: Partial<Omit<DocumentRules<D>, 'of'>> = {}): DocumentRules<D> {
  return {
    of,
    beforeSave: async ({ body }) => body,
    typeIn: async () => ({ prefix: of.prefix, exemptBy: null }),
    beforeSubmit: async () => undefined,
    worth: async () => null,
    submitted: async () => undefined,
    approved: async () => undefined,
    ...given,
  }
}
