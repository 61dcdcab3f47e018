import { z } from 'zod'
import { flowStep, picked } from '../approvals/approval.ts'
import { defineCall } from '../core/call.ts'
import { id, integer, pageOf, pageQuery, requiredText, text } from '../core/values.ts'
import { amountText, decimalText, hundredths, times } from '../core/decimal.ts'

/** Opens every application of the bases in which it is held; the own ones, and those one is asked about, are open without it. */
export const APLIONFORM_READ = 'wfpf.inventory.prment.aplionform' as const
const CREATE = 'wfpf.inventory.prment.aplionform.ps.create' as const
const EDIT = 'wfpf.inventory.prment.aplionform.ps.edit' as const
const DELETE = 'wfpf.inventory.prment.aplionform.ps.delete' as const
export const APLIONFORM_SUBMIT = 'wfpf.inventory.prment.aplionform.ps.submit' as const
export const aplionformCodes = { read: APLIONFORM_READ, create: CREATE, edit: EDIT, delete: DELETE, submit: APLIONFORM_SUBMIT } as const

/** INVENTORY-01. */
export const AUDIT_STATUSES = ['draft', 'submitted', 'approved', 'rejected'] as const
export type AuditStatus = (typeof AUDIT_STATUSES)[number]
/** What may be done to a document; which of them a caller may do now is answered with it. */
export const DOCUMENT_ACTIONS = ['edit', 'delete', 'submit', 'resubmit', 'withdraw'] as const
export type DocumentAction = (typeof DOCUMENT_ACTIONS)[number]

export const MAX_LINES = 200
const version = integer(1, 2_000_000_000)

export const aplionformLine = z.object({
  productName: requiredText(60),
  specification: text(60).nullable().default(null),
  unit: requiredText(20),
  quantity: amountText,
  /** Expected price of one unit, CNY. */
  price: amountText,
  remark: text(200).nullable().default(null),
})

const body = {
  /** The base that the goods are for. */
  areaId: id,
  title: requiredText(60),
  /** The day by which the goods are needed. */
  neededBy: z.iso.date().nullable().default(null),
  remark: text(200).nullable().default(null),
  lines: z.array(aplionformLine).max(MAX_LINES),
}
export const aplionformBody = z.object(body)

const header = z.object({
  id: z.int(),
  /** Unique in the tenant, e.g. PA202608010001; made by the server. */
  code: z.string(),
  areaId: z.int(),
  areaName: z.string().nullable(),
  title: z.string(),
  neededBy: z.string().nullable(),
  remark: z.string().nullable(),
  applicantId: z.int(),
  applicantName: z.string(),
  auditStatus: z.enum(AUDIT_STATUSES),
  createdAt: z.int(),
  submittedAt: z.int().nullable(),
  updatedAt: z.int(),
  lineCount: z.int(),
  /** Sum of the lines' amounts, CNY with 2 decimals; derived, never typed. */
  total: z.string(),
  /** The approval, once it was submitted. */
  processId: z.int().nullable(),
  /** What the caller may do now. */
  actions: z.array(z.enum(DOCUMENT_ACTIONS)),
  objectVersionNumber: z.int(),
})
/** A row of the list. */
export type Aplionform = z.infer<typeof header>

/** `amount` is quantity times price, rounded to 2 decimals. */
const line = aplionformLine.extend({ id: z.int(), quantity: z.string(), price: z.string(), amount: z.string() })
const full = header.extend({ lines: z.array(line) })
export type AplionformFull = z.infer<typeof full>

/** What lines come to, as the server derives it: decimal text. Amounts that are none count as 0, so that a form can show it while typing. */
export function totalOf(lines: readonly { quantity: string; price: string }[]): string {
  return decimalText(lines.reduce((sum, { quantity, price }) => sum + times(hundredths(quantity) ?? 0n, hundredths(price) ?? 0n), 0n))
}

const PATH = '/wfpf/v1/{t}/purchase-application' as const
const ONE = '/wfpf/v1/{t}/purchase-application/{id}' as const

export const aplionformCalls = {
  page: defineCall({
    method: 'GET',
    path: PATH,
    permission: 'login',
    summary:
      "Purchase applications that the caller may see, newest first; startDate and endDate are days (YYYY-MM-DD, both included) of creation in the tenant's zone",
    query: z.object({
      ...pageQuery,
      code: text(40).optional(),
      auditStatus: z.enum(AUDIT_STATUSES).optional(),
      areaId: id.optional(),
      applicantId: id.optional(),
      applicant: text(60).optional(),
      startDate: z.iso.date().optional(),
      endDate: z.iso.date().optional(),
    }),
    answer: pageOf(header),
    follows: ['aplionform'],
  }),
  get: defineCall({
    method: 'GET',
    path: ONE,
    permission: 'login',
    summary: 'One purchase application with its lines',
    answer: full,
    follows: ['aplionform'],
  }),
  create: defineCall({
    method: 'POST',
    path: PATH,
    permission: CREATE,
    summary: 'Makes a draft; fails with error.document.areaUnknown',
    body: aplionformBody,
    answer: full,
  }),
  update: defineCall({
    method: 'PUT',
    path: ONE,
    permission: EDIT,
    summary: 'Changes a draft or a rejected application; else 409 error.document.state',
    body: z.object({ ...body, objectVersionNumber: version }),
    answer: full,
  }),
  remove: defineCall({
    method: 'DELETE',
    path: ONE,
    permission: DELETE,
    summary: 'Deletes a draft or a rejected application; answers 1',
    query: z.object({ objectVersionNumber: version }),
    answer: z.literal(1),
  }),
  submit: defineCall({
    method: 'PUT',
    path: '/wfpf/v1/{t}/purchase-application/{id}/submit',
    permission: APLIONFORM_SUBMIT,
    summary:
      "Submits the caller's draft for approval. Fails with error.document.noLines, error.document.state, error.approval.pickNeeded, error.approval.nobody",
    body: z.object({ objectVersionNumber: version, picked }),
    answer: full,
  }),
  withdraw: defineCall({
    method: 'PUT',
    path: '/wfpf/v1/{t}/purchase-application/{id}/withdraw',
    permission: APLIONFORM_SUBMIT,
    summary: "Takes the caller's application back to a draft while it is in approval",
    body: z.object({ objectVersionNumber: version }),
    answer: full,
  }),
  resubmit: defineCall({
    method: 'PUT',
    path: '/wfpf/v1/{t}/purchase-application/{id}/resubmit',
    permission: APLIONFORM_SUBMIT,
    summary: 'Submits a rejected application again, in a new round',
    body: z.object({ objectVersionNumber: version, picked }),
    answer: full,
  }),
  flow: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/purchase-application/{id}/flow',
    permission: 'login',
    summary:
      'The nodes that this application would go through if it were submitted now, and who is asked; `pick` where the applicant chooses',
    answer: z.array(flowStep),
    follows: ['aplionform'],
  }),
}
