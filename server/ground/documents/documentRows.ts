import { type SelectQueryBuilder, sql } from 'kysely'
import { decimalText, hundredths } from '#contract/core/decimal'
import type {
  AnyDocument,
  AnyDocumentFull,
  AuditStatus,
  DocumentAction,
  DocumentHeader,
  DocumentLine,
  Progress,
} from '#contract/core/document'
import type { Field } from '#contract/core/field'
import { documentAfter, type DocumentEvent } from '#machines/approvals/document'
import { titlesOf } from '../crud/records.ts'
import type { Registry } from '../crud/records.ts'
import { columnsOf, fieldsOf } from '../crud/rows.ts'
import type { Scope } from '../database/scope.ts'
import { notFound } from '../failure.ts'
import type { Asking } from '../http/handler.ts'
import { describeAttachments } from './attachments.ts'
import type { DocumentRow, LineRow } from './documentRules.ts'
import { holdsIn, isParty } from '../approvals/process.ts'

const columnOf = (field: string) => Object.keys(columnsOf({}, { [field]: null }))[0]!

/** Sum of the lines, rounded line by line as the contract's `times` does; null where lines of this kind have no price. */
export const totalIn = ({ amount }: AnyDocument) =>
  amount === undefined
    ? sql<string | null>`null::text`
    : sql<
        string | null
      >`(select coalesce(sum(round(line.${sql.ref(columnOf(amount.quantity))} * line.${sql.ref(columnOf(amount.price))}, 2)), 0)::text
        from document_line line where line.tenant_id = document.tenant_id and line.document_id = document.id)`
export const lineCount = sql<number>`(select count(*) from document_line line where line.tenant_id = document.tenant_id and line.document_id = document.id)`

const wasMoved = sql<boolean>`exists (select from document_line line where line.tenant_id = document.tenant_id and line.document_id = document.id
  and line.done > 0)`

/** Decimal text of a sum that the database made. */
export const sumText = (sum: string | null): string | null => (sum === null ? null : decimalText(hundredths(sum)!))

const itsApproval = sql`approval_instance.tenant_id = document.tenant_id and approval_instance.form_code = document.form_code
  and approval_instance.third_id = document.id`

/** All documents of a kind that are there. */
export const documentsOf = (scope: Scope, of: AnyDocument) =>
  scope.select('document').where('document.form_code', '=', of.name).where('document.audit_status', '<>', 'deleted')

/**
 * Documents that a caller may read: the own ones, those of bases in which the page's code is held (where goods go likewise), and those whose approval the caller takes
 * part in (a task or a copy opens that one document, whatever its base).
 */
export function readableOf(scope: Scope, of: AnyDocument, { caller, grant }: Asking) {
  const areas = grant.areasFor([of.codes.read])
  const rows = documentsOf(scope, of)
  if (areas == null) return rows
  // Goods on their way are seen where they go, too.
  const goesThere = 'toAreaId' in of.header ? sql`or document.to_area_id = any(${areas as number[]}::bigint[])` : sql``
  return rows.where(
    sql<boolean>`(document.applicant_id = ${caller.userId} or document.area_id = any(${areas as number[]}::bigint[]) ${goesThere}
      or exists (select from approval_instance where ${itsApproval} and ${isParty(caller.userId)}))`,
  )
}

type Readable = ReturnType<typeof readableOf>
export interface HeaderRow extends DocumentRow {
  readonly close_reason: string | null
  readonly source_id: number | null
  readonly title: string
  readonly remark: string | null
  readonly area_name: string | null
  readonly applicant: string
  readonly created_at: number
  readonly submitted_at: number | null
  readonly updated_at: number
  readonly total: string | null
  readonly line_count: number
  /** Some of it was posted, and not taken back. */
  readonly moved: boolean
  readonly process_id: number | null
  readonly arrived: Progress | null
  /** The kind of the document that it was made of. */
  readonly source_kind: string | null
}

/** How much of what its lines ask for (of a closed one: of what was done) has arrived. */
const arrivedIn = ({ arrives }: AnyDocument) =>
  arrives !== true
    ? sql<Progress | null>`null::text`
    : sql<Progress | null>`case when document.audit_status = 'approved' then (select case
        when bool_and(line.taken >= case document.progress when 'closed' then line.done else line.stock_quantity end) then 'full'
        when bool_or(line.taken > 0) then 'partial' else 'none' end
        from document_line line where line.tenant_id = document.tenant_id and line.document_id = document.id) end`

export const pickHeaders = (rows: Readable, of: AnyDocument) =>
  rows
    .leftJoin('area', (join) => join.onRef('area.id', '=', 'document.area_id').onRef('area.tenant_id', '=', 'document.tenant_id'))
    .leftJoin('app_user', 'app_user.id', 'document.applicant_id')
    .selectAll('document')
    .select([
      'area.area_name',
      sql<string>`coalesce(app_user.real_name, document.applicant_name)`.as('applicant'),
      totalIn(of).as('total'),
      lineCount.as('line_count'),
      wasMoved.as('moved'),
      arrivedIn(of).as('arrived'),
      sql<
        string | null
      >`(select source.form_code from document source where source.tenant_id = document.tenant_id and source.id = document.source_id)`.as(
        'source_kind',
      ),
      sql<number | null>`(select approval_instance.id from approval_instance where ${itsApproval})`.as('process_id'),
    ]) as unknown as SelectQueryBuilder<never, never, HeaderRow>

/** What the caller may do with a document now: the codes, the document's machine, and for some things the applicant alone. */
function actionsOf(row: HeaderRow, of: AnyDocument, asking: Asking): DocumentAction[] {
  const byApplicant = row.applicant_id === asking.caller.userId
  const hasLines = row.line_count > 0
  const possible: readonly [DocumentAction, keyof AnyDocument['codes'], DocumentEvent][] = [
    ['edit', 'edit', { type: 'document.edit' }],
    ['delete', 'delete', { type: 'document.delete' }],
    ['submit', 'submit', { type: 'document.submit', byApplicant, hasLines }],
    ['resubmit', 'submit', { type: 'document.resubmit', byApplicant, hasLines }],
    ['withdraw', 'submit', { type: 'document.withdraw', byApplicant }],
    ['post', 'post', { type: 'document.post', full: false }],
    ['reverse', 'reverse', { type: 'document.reverse', nothing: false }],
    ['close', 'close', { type: 'document.close' }],
  ]
  const isOf = (action: DocumentAction) =>
    action === 'reverse'
      ? // What a stocktaking made is set right by counting again.
        of.posts === true && row.moved && row.source_kind !== 'inventory_form'
      : action === 'post'
        ? of.posts === true || of.progress === 'counted'
        : action !== 'close' || of.progress !== undefined
  const { audit_status: status, progress } = row
  return possible
    .filter(
      ([action, code, event]) =>
        isOf(action) && holdsIn(asking, of.codes[code], row.area_id) && documentAfter(status, event, progress) != null,
    )
    .map(([action]) => action)
}

/** The fields that refer to a resource. */
export const referencesOf = (fields: Readonly<Record<string, Field>>, registry: Registry) =>
  Object.entries(fields).flatMap(([name, { target }]) => (target && target in registry ? [{ name, rules: registry[target]! }] : []))

/** What the references of rows are called, for each row in its order. */
async function labelsOf(
  scope: Scope,
  fields: Readonly<Record<string, Field>>,
  registry: Registry,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<Record<string, string>[]> {
  const titles = await Promise.all(
    referencesOf(fields, registry).map(async ({ name, rules }) => {
      const ids = new Set(rows.map((row) => row[columnOf(name)] as number | null).filter((id) => id != null))
      return [name, await titlesOf(scope, rules, [...ids])] as const
    }),
  )
  return rows.map((row) =>
    Object.fromEntries(
      titles.flatMap(([name, known]) => {
        const title = known.get(row[columnOf(name)] as number)
        return title === undefined ? [] : [[name, title]]
      }),
    ),
  )
}

/** Headers as the wire has them. */
export async function describeHeaders(
  scope: Scope,
  asking: Asking,
  of: AnyDocument,
  registry: Registry,
  rows: readonly HeaderRow[],
): Promise<DocumentHeader[]> {
  const labels = await labelsOf(scope, of.header, registry, rows)
  return rows.map((row, at) => ({
    ...fieldsOf(of.header, row),
    id: row.id,
    code: row.code,
    areaId: row.area_id,
    areaName: row.area_name,
    title: row.title,
    remark: row.remark,
    applicantId: row.applicant_id,
    applicantName: row.applicant,
    auditStatus: row.audit_status as AuditStatus,
    createdAt: row.created_at,
    submittedAt: row.submitted_at,
    updatedAt: row.updated_at,
    lineCount: row.line_count,
    total: sumText(row.total),
    processId: row.process_id,
    progress: of.progress !== undefined && row.audit_status === 'approved' ? row.progress : null,
    arrived: row.arrived,
    closeReason: row.close_reason,
    sourceId: row.source_id,
    actions: actionsOf(row, of, asking),
    objectVersionNumber: row.object_version_number,
    labels: labels[at]!,
  }))
}

/**
 * What others made of a line and have not done yet; of one that was ended short nothing is waited for any more. What a transfer sent is done
 * when it arrives. The lines are found before their documents (`offset 0`): from every document of the tenant to its lines is a long way.
 */
const pendingOf = sql<string>`(select coalesce(sum(case when maker.form_code = 'transfer'
      then case maker.progress when 'closed' then child.done else child.stock_quantity end - child.taken
      when maker.progress = 'closed' then 0 else child.stock_quantity - child.done end), 0)::numeric(20, 6)::text
    from (select * from document_line made where made.tenant_id = document_line.tenant_id and made.source_line_id = document_line.id offset 0) child
    join document maker on maker.id = child.document_id and maker.tenant_id = child.tenant_id
    where maker.audit_status in ('draft', 'submitted', 'approved'))`

/** What transfers made of a line have sent, and has not arrived. A line of words alone counts as it was typed. */
const underWayOf = sql<string>`(select coalesce(sum((child.done - child.taken)
      * case when document_line.product_id is null then child.quantity / nullif(child.stock_quantity, 0) else 1 end), 0)::numeric(20, 6)::text
    from document_line child where child.tenant_id = document_line.tenant_id and child.source_line_id = document_line.id and child.form_code = 'transfer')`

const linesIn = (scope: Scope, of: AnyDocument, documentId: number) => {
  const { amount } = of
  return scope
    .select('document_line')
    .selectAll('document_line')
    .select(
      (amount === undefined
        ? sql<string | null>`null::text`
        : sql<
            string | null
          >`round(document_line.${sql.ref(columnOf(amount.quantity))} * document_line.${sql.ref(columnOf(amount.price))}, 2)::text`
      ).as('amount'),
    )
    .where('document_line.document_id', '=', documentId)
    .orderBy('document_line.position')
}
type Line = LineRow & { amount: string | null }

/** The lines of a document as the database has them, in their order. */
export const linesOf = (scope: Scope, of: AnyDocument, documentId: number) =>
  linesIn(scope, of, documentId).execute() as unknown as Promise<Line[]>

const unitName = (unit: string) => sql<string | null>`coalesce(nullif(${sql.ref(`${unit}.symbol`)}, ''), ${sql.ref(`${unit}.name`)})`

/** The same with what is told of them: what is open to others (nothing where nobody made anything of them), and in which units they count. */
export const toldLinesOf = (scope: Scope, of: AnyDocument, documentId: number, isMadeInto = true) =>
  linesIn(scope, of, documentId)
    .leftJoin('product', (join) =>
      join.onRef('product.id', '=', 'document_line.product_id').onRef('product.tenant_id', '=', 'document_line.tenant_id'),
    )
    .leftJoin('measure_unit as kept', 'kept.id', 'product.stock_unit_id')
    .leftJoin('measure_unit as counted', (join) =>
      join.on(
        'counted.id',
        '=',
        sql<number>`case document_line.unit_kind when 'purchase' then product.purchase_unit_id when 'retail' then product.retail_unit_id else product.stock_unit_id end`,
      ),
    )
    .select([
      (isMadeInto ? pendingOf : sql<string>`'0.000000'`).as('pending'),
      (isMadeInto ? underWayOf : sql<string>`'0.000000'`).as('under_way'),
      unitName('kept').as('stock_unit'),
      sql<string | null>`coalesce(document_line.unit, ${unitName('counted')})`.as('unit_name'),
    ])
    .execute() as unknown as Promise<(Line & { pending: string; under_way: string; stock_unit: string | null; unit_name: string | null })[]>

/** The document that one was made of, and those that were made of it. */
async function readLinks({ raw, tenantId }: Scope, { id, source_id: sourceId }: HeaderRow) {
  const rows = await raw
    .selectFrom('document')
    .select(['id', 'form_code', 'code', 'title', 'audit_status', 'progress', 'source_id'])
    .where('tenant_id', '=', tenantId)
    .where('audit_status', '<>', 'deleted')
    .where((eb) => eb.or([eb('source_id', '=', id), eb('id', '=', sourceId ?? 0)]))
    .orderBy('id')
    .execute()
  const named = ({ form_code: formCode, ...row }: (typeof rows)[number]) => ({
    id: row.id,
    formCode: formCode as AnyDocument['name'],
    code: row.code,
    title: row.title,
    auditStatus: row.audit_status as AuditStatus,
    progress: row.audit_status === 'approved' ? (row.progress as Progress) : null,
  })
  const source = rows.find((row) => row.id === sourceId)
  return { source: source === undefined ? null : named(source), made: rows.filter((row) => row.source_id === id).map(named) }
}

/** One document with its lines; 404 where the caller may not read it. */
export async function readDocument(
  scope: Scope,
  asking: Asking,
  of: AnyDocument,
  registry: Registry,
  id: number,
): Promise<AnyDocumentFull> {
  const row = await pickHeaders(readableOf(scope, of, asking).where('document.id', '=', id), of).executeTakeFirst()
  if (!row) throw notFound()
  const links = await readLinks(scope, row)
  const rows = await toldLinesOf(scope, of, id, links.made.length > 0)
  const [[header], labels] = await Promise.all([
    describeHeaders(scope, asking, of, registry, [row]),
    labelsOf(scope, of.line, registry, rows),
  ])
  const lines: DocumentLine[] = rows.map((line, at) => ({
    ...fieldsOf(of.line, line),
    id: line.id,
    amount: line.amount,
    planned: line.stock_quantity,
    done: line.done,
    taken: line.taken,
    lost: line.lost,
    pending: line.pending,
    underWay: line.under_way,
    sourceLineId: line.source_line_id,
    unitName: line.unit_name,
    stockUnit: line.stock_unit ?? line.unit_name,
    labels: labels[at]!,
  }))
  return { ...header!, lines, ...links, attachments: await describeAttachments(scope, row.attachments) }
}
