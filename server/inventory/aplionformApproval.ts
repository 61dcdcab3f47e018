import { sql } from 'kysely'
import { decimalText, hundredths } from '#contract/core/decimal'
import { APLIONFORM_READ, APLIONFORM_SUBMIT } from '#contract/inventory/aplionform'
import { documentAfter, type DocumentEvent, type DocumentStatus } from '#machines/approvals/document'
import type { ApprovalForm, Document } from '../ground/documents/forms.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure } from '../ground/failure.ts'
import { lineCount, total } from './aplionformRows.ts'

const documents = (scope: Scope, id: number) =>
  scope
    .select('purchase_application')
    .select(['id', 'code', 'area_id', 'applicant_id', 'applicant_name', 'audit_status', total.as('total'), lineCount.as('line_count')])
    .where('purchase_application.id', '=', id)
    .where('purchase_application.audit_status', '<>', 'deleted')

function describe(row: Awaited<ReturnType<ReturnType<typeof documents>['executeTakeFirst']>>): Document | null {
  if (!row) return null
  return {
    id: row.id,
    code: row.code,
    areaId: row.area_id,
    applicantId: row.applicant_id,
    applicantName: row.applicant_name,
    status: row.audit_status as DocumentStatus,
    hasLines: row.line_count > 0,
    facts: {
      total: Number(hundredths(row.total)!) / 100,
      lineCount: row.line_count,
      areaId: row.area_id,
      applicantId: row.applicant_id,
    },
  }
}

/** Why a document's machine refuses an event: it has nothing to approve yet, or it stands where that is not possible. */
export function refusal(status: DocumentStatus, event: DocumentEvent): CallFailure {
  const withLines = 'hasLines' in event ? documentAfter(status, { ...event, hasLines: true }) : null
  return new CallFailure(withLines == null ? 'error.document.state' : 'error.document.noLines')
}

/** The purchase application, as the approval engine knows it. */
export const aplionformApproval: ApprovalForm = {
  formCode: 'aplionform',
  readCode: APLIONFORM_READ,
  submitCode: APLIONFORM_SUBMIT,
  async lock(scope, id) {
    // First the lock, then the reading: what came before it is seen whole, the lines too.
    const held = await scope.select('purchase_application').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
    return held ? describe(await documents(scope, id).executeTakeFirst()) : null
  },
  read: async (scope, id) => describe(await documents(scope, id).executeTakeFirst()),
  async summaries({ raw, tenantId }, ids) {
    const rows = await raw
      .selectFrom('purchase_application')
      .select(['id', 'title', total.as('total')])
      .where('tenant_id', '=', tenantId)
      .where(sql<boolean>`id = any(${ids}::bigint[])`)
      .execute()
    return new Map(rows.map((row) => [row.id, { title: row.title, amount: decimalText(hundredths(row.total)!) }]))
  },
  async move(scope, document, event, now) {
    const status = documentAfter(document.status, event)
    if (status == null) throw refusal(document.status, event)
    await scope
      .update('purchase_application')
      .set((eb) => ({
        audit_status: status,
        updated_at: now,
        object_version_number: eb('object_version_number', '+', 1),
        ...(status === 'submitted' ? { submitted_at: now } : {}),
      }))
      .where('purchase_application.id', '=', document.id)
      .execute()
  },
}
