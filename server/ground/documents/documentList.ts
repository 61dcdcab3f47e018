import { sql } from 'kysely'
import type { AnyDocument } from '#contract/core/document'
import type { Registry } from '../crud/records.ts'
import { columnsOf } from '../crud/rows.ts'
import { containing } from '../database/containing.ts'
import { readPage } from '../database/page.ts'
import type { Scope } from '../database/scope.ts'
import type { Asking } from '../http/handler.ts'
import { zonedMoment } from '#contract/core/zonedMoment'
import { describeHeaders, pickHeaders, readableOf } from './documentRows.ts'

/** What a list of documents is narrowed by. */
export interface ListQuery {
  readonly code?: string
  readonly auditStatus?: string
  readonly areaId?: number
  readonly applicantId?: number
  readonly applicant?: string
  readonly startDate?: string
  readonly endDate?: string
  readonly [field: string]: unknown
}

/** A page of the documents of a kind that the caller may read, the newest first. */
export async function listDocuments(
  scope: Scope,
  asking: Asking,
  { of, registry }: { readonly of: AnyDocument; readonly registry: Registry },
  query: ListQuery & { readonly page: number; readonly size: number },
) {
  const zone = asking.grant.timeZone
  let rows = readableOf(scope, of, asking)
  if (query.code?.trim()) rows = rows.where('document.code', '~', containing(query.code))
  if (query.auditStatus) rows = rows.where('document.audit_status', '=', query.auditStatus)
  if (query.areaId != null) rows = rows.where('document.area_id', '=', query.areaId)
  if (query.applicantId != null) rows = rows.where('document.applicant_id', '=', query.applicantId)
  if (query.applicant?.trim()) {
    const name = containing(query.applicant)
    rows = rows.where(
      sql<boolean>`(document.applicant_name ~ ${name}
        or exists (select from app_user applicant where applicant.id = document.applicant_id and applicant.real_name ~ ${name}))`,
    )
  }
  if (query.startDate) rows = rows.where('document.created_at', '>=', zonedMoment(query.startDate, zone, 'start')!)
  if (query.endDate) rows = rows.where('document.created_at', '<', zonedMoment(query.endDate, zone, 'end')!)
  for (const [column, value] of Object.entries(columnsOf({}, Object.fromEntries(of.filterable.map((name) => [name, query[name]]))))) {
    if (value === undefined) continue
    const isText =
      typeof value === 'string' && of.header[of.filterable.find((name) => column in columnsOf({}, { [name]: 0 }))!]?.kind === 'text'
    rows = rows.where(sql.ref(`document.${column}`), isText ? '~' : '=', isText ? containing(value) : value)
  }
  const page = await readPage(query, rows, (all) => pickHeaders(all as typeof rows, of).orderBy('document.id' as never, 'desc') as never)
  return { ...page, content: await describeHeaders(scope, asking, of, registry, page.content as never) }
}
