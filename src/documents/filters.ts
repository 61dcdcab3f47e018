import { type AnyDocument, AUDIT_STATUSES, type AuditStatus } from '#contract/core/document'
import type { Standing } from '#src/approvals/StateMark.tsx'
import type { ListState } from '#src/ui/listAddress.ts'

/** The filters of every list, by their names in the address; those of a kind's own header follow. */
export const FILTERS = ['code', 'applicant', 'auditStatus', 'areaId', 'mine', 'startDate', 'endDate'] as const

const DAY = /^\d{4}-\d{2}-\d{2}$/
const isDay = (text: string | undefined): text is string => {
  if (!text || !DAY.test(text)) return false
  const read = new Date(`${text}T00:00:00Z`)
  // A day that no calendar has (02-30) is read as another one.
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text)
}

/** What the list asks for. What an address says wrongly is left out rather than refused. */
export function listQuery(of: AnyDocument, { filters, page, size }: ListState, selfId: number) {
  const { code, applicant, auditStatus, areaId, mine, startDate, endDate } = filters
  const status = AUDIT_STATUSES.find((one) => one === auditStatus)
  const own = of.filterable.flatMap((name) => {
    const read = filters[name] === undefined ? undefined : of.header[name]!.filter?.safeParse(filters[name])
    return read?.success ? [[name, read.data] as const] : []
  })
  return {
    page,
    size,
    ...(code ? { code: code.slice(0, 40) } : {}),
    ...(applicant ? { applicant: applicant.slice(0, 60) } : {}),
    ...(status ? { auditStatus: status } : {}),
    ...(/^[1-9]\d{0,14}$/.test(areaId ?? '') ? { areaId: Number(areaId) } : {}),
    ...(mine === '1' ? { applicantId: selfId } : {}),
    ...(isDay(startDate) ? { startDate } : {}),
    ...(isDay(endDate) ? { endDate } : {}),
    ...Object.fromEntries(own),
  }
}

/** How a document stands, for its mark. */
export const standingOf = {
  draft: 'draft',
  submitted: 'waiting',
  approved: 'done',
  rejected: 'refused',
} as const satisfies Record<AuditStatus, Standing>
