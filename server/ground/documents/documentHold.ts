import type { AnyDocument } from '#contract/core/document'
import { documentAfter, type DocumentEvent, type DocumentStatus } from '#machines/approvals/document'
import type { Scope } from '../database/scope.ts'
import { CallFailure, notFound } from '../failure.ts'
import type { Asking } from '../http/handler.ts'
import { refusal } from './approvalForm.ts'
import { readableOf } from './documentRows.ts'
import type { DocumentRow } from './documentRules.ts'

/** Locks a document that the caller may read and act on, at this version: 404, 403 or 409 otherwise. */
export async function hold(scope: Scope, asking: Asking, of: AnyDocument, id: number, version: number): Promise<DocumentRow> {
  const row = (await readableOf(scope, of, asking)
    .selectAll('document')
    .where('document.id', '=', id)
    .forUpdate('document')
    .executeTakeFirst()) as DocumentRow | undefined
  if (!row) throw notFound()
  if (!scope.sees(row.area_id)) throw new CallFailure('error.permission.denied')
  if (row.object_version_number !== version) throw new CallFailure('error.version.stale')
  return row
}

/** Where an event leads a document; throws where its machine refuses. */
export function allow({ audit_status: status }: DocumentRow, event: DocumentEvent): DocumentStatus {
  const after = documentAfter(status, event)
  if (after == null) throw refusal(status, event)
  return after
}
