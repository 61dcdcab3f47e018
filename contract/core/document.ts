import { z } from 'zod'
import { flowStep, picked } from '../approvals/approval.ts'
import { FORM_CODES, type FormCode } from '../approvals/definition.ts'
import { type AnyCall, defineCall, type PermissionCode } from './call.ts'
import type { ChangeName } from './change.ts'
import { decimalText, hundredths, times } from './decimal.ts'
import { millionths } from './exact.ts'
import type { Answers, Field, Fields, Filters, Schemas } from './field.ts'
import { importReport, XLSX } from './resource.ts'
import type { AuditKind } from './trail.ts'
import { FIRST_DAY, id, integer, moment, pageOf, pageQuery, requiredText, text } from './values.ts'

/** INVENTORY-01. */
export const AUDIT_STATUSES = ['draft', 'submitted', 'approved', 'rejected'] as const
export type AuditStatus = (typeof AUDIT_STATUSES)[number]
/** What may be done to a document; which of them a caller may do now is answered with it. */
const DOCUMENT_ACTIONS = ['edit', 'delete', 'submit', 'resubmit', 'withdraw', 'post', 'reverse', 'close'] as const
export type DocumentAction = (typeof DOCUMENT_ACTIONS)[number]

/** How much of an approved document has been done (INVENTORY-02, -03), derived from its lines; `closed` was ended short, with a reason. */
export const PROGRESS = ['none', 'partial', 'full', 'closed'] as const
export type Progress = (typeof PROGRESS)[number]

/** What it is called that lines are done: goods come in, go out, are given back; a stocktaking is settled. */
export const PROGRESS_AXES = ['storage', 'outbound', 'returned', 'counted'] as const
export type ProgressAxis = (typeof PROGRESS_AXES)[number]

/** The most lines of one document. */
export const MAX_LINES = 200
/** The most files of one document, and of one of them the most megabytes. */
export const MAX_ATTACHMENTS = 10
export const MAX_ATTACHMENT_MB = 10
/** The most megabytes of a spreadsheet of lines. */
export const MAX_LINES_MB = 2
const TITLE_LENGTH = 60
const REMARK_LENGTH = 200
const version = integer(1, 2_000_000_000)

/** The codes of a document: the page's own opens every document of the bases in which it is held; the others act. */
export interface DocumentCodes {
  readonly read: PermissionCode
  readonly create: PermissionCode
  readonly edit: PermissionCode
  readonly delete: PermissionCode
  readonly submit: PermissionCode
  /** Does it: moves the goods. */
  readonly post: PermissionCode
  readonly reverse: PermissionCode
  readonly close: PermissionCode
}

/** What every document has beside the fields of its own. */
const common = {
  /** The base that the document belongs to. */
  areaId: id,
  title: requiredText(TITLE_LENGTH),
  remark: text(REMARK_LENGTH).nullable().default(null),
  /** The document that this one was made of, where it was made of one. */
  sourceId: id.nullable().default(null),
  /** Ids of uploaded files (contract/media/files.ts). */
  attachments: z.array(z.uuid()).max(MAX_ATTACHMENTS).default([]),
}
/** A file of a document; `fileUrl` is what it is downloaded by. */
const attachment = z.object({ id: z.uuid(), fileName: z.string(), fileUrl: z.string(), bytes: z.int() })
export type Attachment = z.infer<typeof attachment>
const named = z.object({ id: z.int(), formCode: z.enum(FORM_CODES), code: z.string(), title: z.string() })
/** What the server says of every document beside its fields. */
const derived = {
  id: z.int(),
  /** Unique in the tenant, e.g. PA202608010001: its prefix, the day on which it was made, and a count; made by the server. */
  code: z.string(),
  areaId: z.int(),
  areaName: z.string().nullable(),
  title: z.string(),
  remark: z.string().nullable(),
  applicantId: z.int(),
  applicantName: z.string(),
  auditStatus: z.enum(AUDIT_STATUSES),
  createdAt: z.int(),
  submittedAt: z.int().nullable(),
  updatedAt: z.int(),
  lineCount: z.int(),
  /** Sum of the lines' amounts, CNY with 2 decimals; derived, never typed. Null where lines have no price. */
  total: z.string().nullable(),
  /** The approval, once it was submitted. */
  processId: z.int().nullable(),
  /** How much of it has been done; null where it is not approved, or its kind is not done line by line. */
  progress: z.enum(PROGRESS).nullable(),
  /** How much of it has arrived; null where that is not told of its kind, or nothing can have. */
  arrived: z.enum(PROGRESS).nullable(),
  /** Why it was ended short. */
  closeReason: z.string().nullable(),
  sourceId: z.int().nullable(),
  /** What the caller may do now. */
  actions: z.array(z.enum(DOCUMENT_ACTIONS)),
  objectVersionNumber: z.int(),
  /** What each reference of the document is called, by field. */
  labels: z.record(z.string(), z.string()).optional(),
}
const derivedOfLine = {
  id: z.int(),
  /** Quantity times price, rounded to 2 decimals; null where lines have no price. */
  amount: z.string().nullable(),
  /** What it asks for and what has been done of it, in the unit in which its goods are kept: decimal text with 6 decimals. */
  planned: z.string(),
  done: z.string(),
  /** What others took on of what was done: it arrived, or was given back. */
  taken: z.string(),
  /** What of that never arrived, and was written off. */
  lost: z.string(),
  /** What others made of this line and have not done yet, in the same unit. */
  pending: z.string(),
  /** What of that was sent and has not arrived. */
  underWay: z.string(),
  /** What its quantity, and what these six, are counted in. */
  unitName: z.string().nullable(),
  stockUnit: z.string().nullable(),
  /** The line of another document that it was made of. */
  sourceLineId: z.int().nullable(),
  labels: z.record(z.string(), z.string()).optional(),
}
/** What a whole document says beside. */
const derivedOfFull = {
  /** The document that it was made of, and those that were made of it. */
  source: named.nullable(),
  made: z.array(named.extend({ auditStatus: z.enum(AUDIT_STATUSES), progress: z.enum(PROGRESS).nullable() })),
  attachments: z.array(attachment),
}
export type DocumentName = z.infer<typeof named>
/** Any document in a list, as what is written once for all of them sees it. */
export type DocumentHeader = z.infer<ReturnType<typeof z.object<typeof derived>>>
/** Any line of a document. */
export type DocumentLine = z.infer<ReturnType<typeof z.object<typeof derivedOfLine>>> & Readonly<Record<string, unknown>>
export type AnyDocumentFull = DocumentHeader &
  z.infer<ReturnType<typeof z.object<typeof derivedOfFull>>> & { readonly lines: readonly DocumentLine[] } & Readonly<
    Record<string, unknown>
  >

/** More than 0, at most 14 digits before the point and 6 after it. */
const exactQuantity = z.string().refine((given) => {
  const count = millionths(given)
  return count !== null && count > 0n
}, 'amount')

/** One posting of a document: the goods of some of its lines at one moment, or their way back. */
export const posting = z.object({
  id: z.int(),
  kind: z.enum(['post', 'reverse', 'loss']),
  /** When the goods moved, and when that was written: ms UTC. */
  effectiveAt: z.int(),
  at: z.int(),
  userName: z.string().nullable(),
  reason: z.string().nullable(),
  /** The posting that it takes back, and the one that took it back. */
  reversesId: z.int().nullable(),
  reversedById: z.int().nullable(),
  entries: z.array(
    z.object({
      id: z.int(),
      lineId: z.int(),
      /** `lose`: what never arrived came to the store that it was sent to, and was lost there. */
      kind: z.enum(['move', 'revalue', 'lose']),
      productId: z.int(),
      productName: z.string(),
      storeName: z.string(),
      /** On its way to the store, rather than in it. */
      transit: z.boolean(),
      lotNo: z.string().nullable(),
      /** In the stock unit, with its sign; value in CNY: decimal text with 6 decimals. */
      quantity: z.string(),
      value: z.string(),
    }),
  ),
})
export type Posting = z.infer<typeof posting>

const schemaOf = ({ kind, schema }: Field): z.ZodType =>
  kind === 'day' ? schema.refine((day) => typeof day !== 'string' || day >= FIRST_DAY, 'tooEarly') : schema

/**
 * Declares a kind of document once: a header and lines under a number, whose life is decided by an approval. Path, validation, calls, list
 * query and permission codes follow from it. A line keeps its id as long as it stands in the document, so that other documents and the ledger
 * can refer to it: `update` takes the whole document, with the ids of those lines that were there before.
 */
export function defineDocument<
  const Name extends ChangeName & FormCode,
  const Path extends string,
  H extends Fields,
  L extends Fields,
  const Posts extends boolean = false,
  const Axis extends ProgressAxis | undefined = undefined,
>(declaration: {
  /** Its name among changes and its form code among approvals; its words stand under `<area>:<name>`. */
  name: Name
  area: string
  path: Path
  /** The page of its list; `/add`, `/edit/{id}` and `/info/{id}` follow it. */
  page: `/${string}`
  /** The page's code; `.ps.create`, `.ps.edit`, `.ps.delete` and `.ps.submit` follow. */
  code: PermissionCode
  /** Its approved lines are done bit by bit, and what that is called. */
  progress?: Axis
  /** What was done of it arrives later, in what is made of what was made of it: a transfer. */
  arrives?: boolean
  /** It moves goods by itself; other documents are done by what is made of them. */
  posts?: Posts
  /** Kinds of document that one can be made of, line by line: of what is open there, or of what one that moves goods has moved. */
  from?: readonly FormCode[]
  /** What its numbers begin with; unique among documents (DEVICE-LIMITS-06). */
  prefix: string
  /** What it is called in the audit trail, and what else changes with it. */
  trail: Name | readonly [Name, ...AuditKind[]]
  /** Fields of the header beside base, title and remark. */
  header: H
  line: L
  /** The fields of a line that its amount is made of, where lines have a price. */
  amount?: { readonly quantity: keyof L & string; readonly price: keyof L & string }
}) {
  const { code, header, line, name, path, trail } = declaration
  // The first of a form that nobody has arranged gives it its flow.
  const submitted: AuditKind[] = [trail, 'approvalDefinition' as const].flat()
  const codes: DocumentCodes = {
    read: code,
    create: `${code}.ps.create`,
    edit: `${code}.ps.edit`,
    delete: `${code}.ps.delete`,
    submit: `${code}.ps.submit`,
    post: `${code}.ps.post`,
    reverse: `${code}.ps.reverse`,
    close: `${code}.ps.close`,
  }
  const each = <Of>(fields: Fields, of: (field: Field) => Of) =>
    Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, of(field)]))
  const schemas = each(header, schemaOf) as Schemas<H>
  const lineSchemas = each(line, schemaOf) as Schemas<L>
  const lineBody = z.object({ ...lineSchemas, id: id.optional(), sourceLineId: id.nullable().default(null) })
  const content = { ...common, ...schemas, lines: z.array(lineBody).max(MAX_LINES) }
  const row = z.object({ ...(each(header, ({ answer }) => answer) as Answers<H>), ...derived })
  const full = row.extend({
    lines: z.array(z.object({ ...(each(line, ({ answer }) => answer) as Answers<L>), ...derivedOfLine })),
    ...derivedOfFull,
  })
  const filterable = Object.keys(header).filter((key) => header[key]!.filter != null)
  const referred = [...Object.values(header), ...Object.values(line)].flatMap(({ target }) => target ?? [])
  const follows = [...new Set<ChangeName>([name, ...referred])]
  const one = `${path}/{id}` as `${Path}/{id}`
  const body = z.object(content)
  const narrowing = {
    code: text(40).optional(),
    auditStatus: z.enum(AUDIT_STATUSES).optional(),
    areaId: id.optional(),
    applicantId: id.optional(),
    applicant: text(60).optional(),
    startDate: z.iso.date().optional(),
    endDate: z.iso.date().optional(),
    ...(Object.fromEntries(filterable.map((key) => [key, header[key]!.filter!.optional()])) as unknown as Filters<H>),
  }
  const writing = [codes.create, codes.edit]
  const calls = {
    page: defineCall({
      method: 'GET',
      path,
      permission: 'login',
      summary: `${name}: documents that the caller may see, newest first; startDate and endDate are days (YYYY-MM-DD, both included) of creation in the tenant's zone`,
      query: z.object({ ...pageQuery, ...narrowing }),
      answer: pageOf(row),
      follows,
    }),
    get: defineCall({
      method: 'GET',
      path: one,
      permission: 'login',
      summary: `${name}: one document with its lines`,
      answer: full,
      follows,
    }),
    create: defineCall({
      method: 'POST',
      trail,
      path,
      permission: codes.create,
      summary: `${name}: makes a draft; fails with error.document.areaUnknown`,
      body,
      answer: full,
    }),
    update: defineCall({
      method: 'PUT',
      trail,
      path: one,
      permission: codes.edit,
      summary: `${name}: changes a draft or a rejected document as a whole; a line that names its id stays that line. 409 error.document.state where it stands elsewhere, 422 error.document.lineUnknown for a line of another document`,
      body: z.object({ ...content, objectVersionNumber: version }),
      answer: full,
    }),
    remove: defineCall({
      method: 'DELETE',
      trail,
      path: one,
      permission: codes.delete,
      summary: `${name}: deletes a draft or a rejected document; answers 1`,
      query: z.object({ objectVersionNumber: version }),
      answer: z.literal(1),
    }),
    submit: defineCall({
      method: 'PUT',
      trail: submitted,
      path: `${path}/{id}/submit` as `${Path}/{id}/submit`,
      permission: codes.submit,
      persons: true,
      summary: `${name}: submits the caller's draft for approval. Fails with error.document.noLines, error.document.state, error.approval.pickNeeded, error.approval.nobody`,
      body: z.object({ objectVersionNumber: version, picked }),
      answer: full,
    }),
    withdraw: defineCall({
      method: 'PUT',
      trail,
      path: `${path}/{id}/withdraw` as `${Path}/{id}/withdraw`,
      permission: codes.submit,
      persons: true,
      summary: `${name}: takes the caller's document back to a draft while it is in approval`,
      body: z.object({ objectVersionNumber: version }),
      answer: full,
    }),
    resubmit: defineCall({
      method: 'PUT',
      trail: submitted,
      path: `${path}/{id}/resubmit` as `${Path}/{id}/resubmit`,
      permission: codes.submit,
      persons: true,
      summary: `${name}: submits a rejected document again, in a new round`,
      body: z.object({ objectVersionNumber: version, picked }),
      answer: full,
    }),
    flow: defineCall({
      method: 'GET',
      path: `${path}/{id}/flow` as `${Path}/{id}/flow`,
      permission: 'login',
      summary: `${name}: the nodes that this document would go through if it were submitted now, and who is asked; \`pick\` where the applicant chooses`,
      answer: z.array(flowStep),
      follows,
    }),
    export: defineCall({
      method: 'GET',
      path: `${path}/export` as `${Path}/export`,
      permission: 'login',
      produces: XLSX,
      summary: `${name}: the same list as a spreadsheet, in the caller's language; 409 error.page.tooMany beyond 10,000 documents`,
      query: z.object(narrowing),
    }),
    exportOne: defineCall({
      method: 'GET',
      path: `${path}/{id}/export` as `${Path}/{id}/export`,
      permission: 'login',
      produces: XLSX,
      summary: `${name}: one document as a spreadsheet, in the caller's language: a sheet of its lines, which readLines takes again, and one of its header`,
    }),
    lineTemplate: defineCall({
      method: 'GET',
      path: `${path}/line-template` as `${Path}/line-template`,
      permission: writing,
      produces: XLSX,
      summary: `${name}: the heads of a spreadsheet of lines, in the caller's language`,
    }),
    readLines: defineCall({
      method: 'POST',
      trail: { untold: 'asks' },
      path: `${path}/read-lines` as `${Path}/read-lines`,
      permission: writing,
      summary: `${name}: reads a spreadsheet of lines, which the caller uploaded as a file, for a document with this header; nothing is written. References stand by title or code. Fails with error.import.unreadable, error.import.heads, error.import.tooMany, error.file.fileTooBig`,
      body: z.object({
        fileId: z.uuid(),
        areaId: id.optional(),
        header: z
          .object(schemas)
          .partial()
          .default({} as never),
      }),
      answer: importReport.extend({
        /** The header is whole and right, so that the rules of the kind were asked of every line, too. */
        whole: z.boolean(),
        /** The lines as they would be sent, with what their references are called; none while there are faults. */
        lines: z.array(z.object({ values: z.record(z.string(), z.unknown()), labels: z.record(z.string(), z.string()) })),
      }),
    }),
  }
  const closing = {
    close: defineCall({
      method: 'PUT',
      trail,
      path: `${path}/{id}/close` as `${Path}/{id}/close`,
      permission: codes.close,
      summary: `${name}: ends an approved document though not all of it is done; what is still open is given up. 409 error.document.state`,
      body: z.object({ objectVersionNumber: version, reason: requiredText(REMARK_LENGTH) }),
      answer: full,
    }),
  }
  const postings = {
    post: defineCall({
      method: 'PUT',
      trail,
      path: `${path}/{id}/post` as `${Path}/{id}/post`,
      permission: codes.post,
      summary: `${name}: moves the goods of an approved document, all that is open or the lines that are named, now or at a moment before, but not before 2000-01-01. Fails with error.document.state, error.stock.tooMuch, error.stock.short, error.stock.before`,
      body: z.object({
        objectVersionNumber: version,
        /** From the beginning of {@link FIRST_DAY} to now. */
        effectiveAt: moment.optional(),
        /** In the stock unit: decimal text with at most 6 decimals. */
        lines: z
          .array(z.object({ id, quantity: exactQuantity }))
          .min(1)
          .max(MAX_LINES)
          .optional(),
      }),
      answer: full,
    }),
    reverse: defineCall({
      method: 'PUT',
      trail,
      path: `${path}/{id}/reverse` as `${Path}/{id}/reverse`,
      permission: codes.reverse,
      summary: `${name}: takes one posting back as a whole, by rows of the opposite sign. Fails with error.stock.reversed, error.stock.short`,
      body: z.object({ objectVersionNumber: version, postingId: id, reason: requiredText(REMARK_LENGTH) }),
      answer: full,
    }),
    postings: defineCall({
      method: 'GET',
      path: `${path}/{id}/postings` as `${Path}/{id}/postings`,
      permission: 'login',
      summary: `${name}: what was posted of a document, oldest first, with the rows of the ledger`,
      answer: z.array(posting),
      follows: [name],
    }),
  }
  const all = {
    ...calls,
    ...(declaration.progress ? closing : {}),
    ...(declaration.posts ? postings : {}),
  } as typeof calls & (Axis extends string ? typeof closing : unknown) & (Posts extends true ? typeof postings : unknown)
  return { ...declaration, codes, body, row, full, filterable, calls: all }
}

/** Any declared document, for what is written once for all of them. */
export interface AnyDocument {
  readonly name: ChangeName & FormCode
  readonly area: string
  readonly path: string
  readonly page: `/${string}`
  readonly codes: DocumentCodes
  readonly prefix: string
  readonly progress?: ProgressAxis | undefined
  readonly arrives?: boolean | undefined
  readonly posts?: boolean | undefined
  readonly from?: readonly FormCode[] | undefined
  readonly header: Fields
  readonly line: Fields
  readonly amount?: { readonly quantity: string; readonly price: string } | undefined
  readonly body: z.ZodType
  readonly full: z.ZodType
  readonly filterable: readonly string[]
  readonly calls: Record<
    | 'page'
    | 'get'
    | 'create'
    | 'update'
    | 'remove'
    | 'submit'
    | 'withdraw'
    | 'resubmit'
    | 'flow'
    | 'export'
    | 'exportOne'
    | 'lineTemplate'
    | 'readLines',
    AnyCall
  > & {
    readonly close?: AnyCall
    readonly post?: AnyCall
    readonly reverse?: AnyCall
    readonly postings?: AnyCall
  }
}

/**
 * What lines come to, as the server derives it: decimal text. Amounts that are none count as 0, so that a form can show it while typing;
 * null where lines of this kind have no price.
 */
export function totalOf({ amount }: Pick<AnyDocument, 'amount'>, lines: readonly Readonly<Record<string, unknown>>[]): string | null {
  if (!amount) return null
  const count = (value: unknown) => (typeof value === 'string' ? hundredths(value) : null) ?? 0n
  return decimalText(lines.reduce((sum, line) => sum + times(count(line[amount.quantity]), count(line[amount.price])), 0n))
}
