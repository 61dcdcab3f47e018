import { sql } from 'kysely'
import { decimalText, hundredths } from '#contract/core/decimal'
import {
  type Aplionform,
  aplionformCodes,
  type AplionformFull,
  type AuditStatus,
  type DocumentAction,
} from '#contract/inventory/aplionform'
import { documentAfter, type DocumentEvent } from '#machines/approvals/document'
import { isParty } from '../ground/documents/process.ts'
import type { Scope } from '../ground/database/scope.ts'
import { notFound } from '../ground/failure.ts'
import type { Asking, Grant } from '../ground/http/handler.ts'

/** Sum of the lines, rounded line by line as the contract's `times` does; numeric leaves as text, so that it stays exact. */
export const total = sql<string>`(select coalesce(sum(round(line.quantity * line.price, 2)), 0)::text from purchase_application_line line
  where line.tenant_id = purchase_application.tenant_id and line.application_id = purchase_application.id)`
export const lineCount = sql<number>`(select count(*) from purchase_application_line line
  where line.tenant_id = purchase_application.tenant_id and line.application_id = purchase_application.id)`

const ofApplication = sql`approval_instance.tenant_id = purchase_application.tenant_id and approval_instance.form_code = 'aplionform'
  and approval_instance.third_id = purchase_application.id`

/**
 * Applications that a caller may read: the own ones, those of bases in which the page's code is held, and those whose approval the
 * caller takes part in (a task or a copy opens that one document, whatever its base).
 */
export function applicationsOf(scope: Scope, { caller, grant }: Asking) {
  const areas = grant.areasFor([aplionformCodes.read])
  const rows = scope.select('purchase_application').where('purchase_application.audit_status', '<>', 'deleted')
  if (areas == null) return rows
  return rows.where(
    sql<boolean>`(purchase_application.applicant_id = ${caller.userId} or purchase_application.area_id = any(${areas as number[]}::bigint[])
      or exists (select from approval_instance where ${ofApplication} and ${isParty(caller.userId)}))`,
  )
}

export const pickHeader = (rows: ReturnType<typeof applicationsOf>) =>
  rows
    .leftJoin('area', (join) =>
      join.onRef('area.id', '=', 'purchase_application.area_id').onRef('area.tenant_id', '=', 'purchase_application.tenant_id'),
    )
    .leftJoin('app_user', 'app_user.id', 'purchase_application.applicant_id')
    .select([
      'purchase_application.id',
      'purchase_application.code',
      'purchase_application.area_id',
      'area.area_name',
      'purchase_application.title',
      'purchase_application.remark',
      'purchase_application.applicant_id',
      'purchase_application.audit_status',
      'purchase_application.created_at',
      'purchase_application.submitted_at',
      'purchase_application.updated_at',
      'purchase_application.object_version_number',
      sql<string | null>`purchase_application.needed_by::text`.as('needed_by'),
      sql<string>`coalesce(app_user.real_name, purchase_application.applicant_name)`.as('applicant_name'),
      total.as('total'),
      lineCount.as('line_count'),
      sql<number | null>`(select approval_instance.id from approval_instance where ${ofApplication})`.as('process_id'),
    ])
export type HeaderRow = Awaited<ReturnType<ReturnType<typeof pickHeader>['execute']>>[number]

const holdsIn = (grant: Grant, code: (typeof aplionformCodes)[keyof typeof aplionformCodes], areaId: number): boolean => {
  const areas = grant.areasFor([code])
  return areas == null || areas.includes(areaId)
}

/** What the caller may do with an application now: the codes, the document's machine, and for some things the applicant alone. */
function actionsOf(
  row: Pick<HeaderRow, 'area_id' | 'applicant_id' | 'audit_status' | 'line_count'>,
  { caller, grant }: Asking,
): DocumentAction[] {
  const byApplicant = row.applicant_id === caller.userId
  const hasLines = row.line_count > 0
  const possible: readonly [DocumentAction, keyof typeof aplionformCodes, DocumentEvent][] = [
    ['edit', 'edit', { type: 'document.edit' }],
    ['delete', 'delete', { type: 'document.delete' }],
    ['submit', 'submit', { type: 'document.submit', byApplicant, hasLines }],
    ['resubmit', 'submit', { type: 'document.resubmit', byApplicant, hasLines }],
    ['withdraw', 'submit', { type: 'document.withdraw', byApplicant }],
  ]
  return possible
    .filter(
      ([, code, event]) =>
        holdsIn(grant, aplionformCodes[code], row.area_id) && documentAfter(row.audit_status as AuditStatus, event) != null,
    )
    .map(([action]) => action)
}

export const describeHeader = (row: HeaderRow, asking: Asking): Aplionform => ({
  id: row.id,
  code: row.code,
  areaId: row.area_id,
  areaName: row.area_name,
  title: row.title,
  neededBy: row.needed_by,
  remark: row.remark,
  applicantId: row.applicant_id,
  applicantName: row.applicant_name,
  auditStatus: row.audit_status as AuditStatus,
  createdAt: row.created_at,
  submittedAt: row.submitted_at,
  updatedAt: row.updated_at,
  lineCount: row.line_count,
  total: decimalText(hundredths(row.total)!),
  processId: row.process_id,
  actions: actionsOf(row, asking),
  objectVersionNumber: row.object_version_number,
})

/** One application with its lines; 404 where the caller may not read it. */
export async function readApplication(scope: Scope, asking: Asking, id: number): Promise<AplionformFull> {
  const row = await pickHeader(applicationsOf(scope, asking)).where('purchase_application.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  const lines = await scope
    .select('purchase_application_line')
    .select([
      'id',
      'product_name as productName',
      'specification',
      'unit',
      'remark',
      sql<string>`quantity::text`.as('quantity'),
      sql<string>`price::text`.as('price'),
      sql<string>`round(quantity * price, 2)::text`.as('amount'),
    ])
    .where('application_id', '=', id)
    .orderBy('position')
    .execute()
  return { ...describeHeader(row, asking), lines }
}
