import { sql } from 'kysely'
import { hundredths } from '#contract/core/decimal'
import { documentAfter, type DocumentEvent, type DocumentStatus } from '#machines/approvals/document'
import type { Scope } from '../database/scope.ts'
import { CallFailure } from '../failure.ts'
import { documentsOf, lineCount, sumText, totalIn } from './documentRows.ts'
import type { DocumentRules } from './documentRules.ts'
import type { ApprovalForm, Document } from '../approvals/forms.ts'

/** Why a document's machine refuses an event: it has nothing to approve yet, or it stands where that is not possible. */
export function refusal(status: DocumentStatus, event: DocumentEvent): CallFailure {
  const withLines = 'hasLines' in event ? documentAfter(status, { ...event, hasLines: true }) : null
  return new CallFailure(withLines == null ? 'error.document.state' : 'error.document.noLines')
}

/** A declared kind of document, as the approval engine knows it. */
export function approvalFormOf(rules: Pick<DocumentRules, 'of' | 'typeIn' | 'worth' | 'submitted' | 'approved'>): ApprovalForm {
  const { of } = rules
  const documents = (scope: Scope, id: number) =>
    documentsOf(scope, of)
      .select([
        'id',
        'code',
        'area_id',
        'applicant_id',
        'applicant_name',
        'audit_status',
        totalIn(of).as('total'),
        lineCount.as('line_count'),
      ])
      .where('document.id', '=', id)
  async function describe(scope: Scope, id: number): Promise<Document | null> {
    const row = await documents(scope, id).executeTakeFirst()
    if (!row) return null
    const total = (await rules.worth(scope, id)) ?? row.total
    return {
      id: row.id,
      code: row.code,
      areaId: row.area_id,
      applicantId: row.applicant_id,
      applicantName: row.applicant_name,
      status: row.audit_status as DocumentStatus,
      hasLines: row.line_count > 0,
      facts: {
        ...(total === null ? {} : { total: Number(hundredths(total)!) / 100 }),
        lineCount: row.line_count,
        areaId: row.area_id,
        applicantId: row.applicant_id,
      },
    }
  }
  return {
    formCode: of.name,
    readCode: of.codes.read,
    submitCode: of.codes.submit,
    async lock(scope, id) {
      // First the lock, then the reading: what came before it is seen whole, the lines too.
      const held = await scope
        .select('document')
        .select('id')
        .where('form_code', '=', of.name)
        .where('document.id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      return held ? describe(scope, id) : null
    },
    read: describe,
    async summaries({ raw, tenantId }, ids) {
      const rows = await raw
        .selectFrom('document')
        .select(['id', 'title', totalIn(of).as('total')])
        .where('tenant_id', '=', tenantId)
        .where('form_code', '=', of.name)
        .where(sql<boolean>`id = any(${ids}::bigint[])`)
        .execute()
      return new Map(rows.map((row) => [row.id, { title: row.title, amount: sumText(row.total) }]))
    },
    exemptBy: async (scope) => (await rules.typeIn(scope)).exemptBy,
    async move(scope, document, event, now) {
      const status = documentAfter(document.status, event)
      if (status == null) throw refusal(document.status, event)
      await scope
        .update('document')
        .set((eb) => ({
          audit_status: status,
          updated_at: now,
          object_version_number: eb('object_version_number', '+', 1),
          ...(status === 'submitted' ? { submitted_at: now } : {}),
        }))
        .where('document.id', '=', document.id)
        .execute()
      if (status === 'submitted') await rules.submitted(scope, document.id)
      if (status === 'approved') await rules.approved(scope, document.id)
    },
  }
}
