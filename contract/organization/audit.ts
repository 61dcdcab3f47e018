import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { XLSX } from '../core/resource.ts'
import { AUDIT_KINDS } from '../core/trail.ts'
import { id, moment, pageOf, pageQuery, text } from '../core/values.ts'

export const AUDIT_READ = 'wfpf.company.config.audit' as const
export const AUDIT_EXPORT = 'wfpf.company.config.audit.ps.export' as const

export const AUDIT_VERBS = ['made', 'changed', 'deleted'] as const
export type AuditVerb = (typeof AUDIT_VERBS)[number]

/** One thing that changed, in words of the caller's language. Of a list `before` is what left it and `after` what came. */
const auditChange = z.object({
  label: z.string(),
  before: z.array(z.string()),
  after: z.array(z.string()),
  /** It changed, and what it was and is, is nobody's to read. */
  secret: z.boolean(),
})
export type AuditChange = z.infer<typeof auditChange>

const auditEntry = z.object({
  auditId: z.int(),
  /** ms UTC. */
  at: z.int(),
  /** Who did it, by the name at that time; null where the server did. */
  userId: z.int().nullable(),
  userName: z.string().nullable(),
  /** From where: a network address, and what the session said of itself. */
  address: z.string().nullable(),
  device: z.string().nullable(),
  /** The call by which it was done, as `area.act`. */
  act: z.string().nullable(),
  kind: z.enum(AUDIT_KINDS),
  verb: z.enum(AUDIT_VERBS),
  /** What it was done to, by the name at that time. */
  title: z.string(),
  changes: z.array(auditChange),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** A moment of a filter: ms UTC, or `YYYY-MM-DD[ HH:mm:ss]` in the tenant's zone. */
const edge = z.union([moment, text(19)])
const narrowing = {
  userId: id.optional(),
  kind: z.enum(AUDIT_KINDS).optional(),
  verb: z.enum(AUDIT_VERBS).optional(),
  from: edge.optional(),
  to: edge.optional(),
  search: text(100).optional(),
}

export const auditCalls = {
  page: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/audit',
    permission: AUDIT_READ,
    summary: 'What was changed, by whom and from where, newest first',
    query: z.object({ ...pageQuery, ...narrowing }),
    answer: pageOf(auditEntry),
  }),
  people: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/audit/people',
    permission: AUDIT_READ,
    summary: 'Who may have changed something: members, and who has left, by name',
    answer: z.array(z.object({ userId: z.int(), realName: z.string() })),
  }),
  export: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/audit/export',
    permission: AUDIT_EXPORT,
    produces: XLSX,
    summary: "The list as a spreadsheet, in the caller's language",
    query: z.object(narrowing),
  }),
}
