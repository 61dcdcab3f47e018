import { setImmediate } from 'node:timers/promises'
import type { AnyDocument, AnyDocumentFull, DocumentHeader, DocumentLine } from '#contract/core/document'
import { exactText, millionths } from '#contract/core/exact'
import { sheetJobs } from '../crud/foreignJobs.ts'
import { clockCell, headsOf, rowOf } from '../crud/sheet.ts'
import type { SheetCell } from '../crud/sheetJob.ts'
import type { Asking } from '../http/handler.ts'
import { say } from '../words.ts'
import { listDocuments, type ListQuery } from './documentList.ts'
import { readDocument } from './documentRows.ts'
import type { DocumentServices } from './services.ts'
import { documentWord, headerSheet, lineSheet } from './documentSheet.ts'

/** Rows of a spreadsheet that are made ready in one turn. */
const SLICE = 250

type Column<Of> = readonly [head: string, cell: (of: Of) => SheetCell]
/** A program that counts with it holds 15 digits. */
const number = (text: string | null) => (text === null ? null : Number(text))

/** What every document says of itself, by the words of its field. */
function commonColumns(of: AnyDocument, { language, grant }: Asking) {
  const clock = (at: number | null) => (at === null ? null : clockCell(at, grant.timeZone))
  const axis = of.progress
  const columns = {
    code: ({ code }) => code,
    title: ({ title }) => title,
    auditStatus: ({ auditStatus }) => say(language, `documents:status.${auditStatus}`),
    ...(axis && { progress: ({ progress }) => progress && say(language, `documents:progress.${axis}.${progress}`) }),
    ...(of.amount && { total: ({ total }) => number(total) }),
    lineCount: ({ lineCount }) => lineCount,
    applicant: ({ applicantName }) => applicantName,
    areaId: ({ areaName }) => areaName,
    createdAt: ({ createdAt }) => clock(createdAt),
    submittedAt: ({ submittedAt }) => clock(submittedAt),
    updatedAt: ({ updatedAt }) => clock(updatedAt),
    remark: ({ remark }) => remark,
    closeReason: ({ closeReason }) => closeReason,
  } satisfies Record<string, (of: DocumentHeader) => SheetCell>
  return Object.entries(columns).map(([name, cell]): Column<DocumentHeader> => [documentWord(of, `fields.${name}`, language), cell])
}

/** What nobody typed of a line: its amount, and how far it is. */
function lineColumns(of: AnyDocument, { language }: Asking, { progress }: AnyDocumentFull): Column<DocumentLine>[] {
  const left = ({ planned, done }: DocumentLine) => Number(exactText(millionths(planned)! - millionths(done)!))
  return [
    ...(of.amount ? [[documentWord(of, 'line.amount', language), ({ amount }) => number(amount)] satisfies Column<DocumentLine>] : []),
    ...(of.progress && progress !== null
      ? ([
          [say(language, 'documents:progress.unit'), ({ stockUnit }) => stockUnit],
          [say(language, 'documents:progress.planned'), ({ planned }) => number(planned)],
          [say(language, `documents:progress.${of.progress}.done`), ({ done }) => number(done)],
          [say(language, 'documents:progress.open'), (line) => (progress === 'closed' ? 0 : left(line))],
        ] satisfies Column<DocumentLine>[])
      : []),
  ]
}

/** The calls by which a kind of document leaves as a spreadsheet, in the caller's language and the tenant's zone. */
export function documentSheets(of: AnyDocument, { registry, foreign }: Pick<DocumentServices, 'registry' | 'foreign'>) {
  const header = headerSheet(of)
  const line = lineSheet(of)
  return {
    async export({ query }: { query: ListQuery }, asking: Asking) {
      const { language, grant, inTenant } = asking
      const columns = commonColumns(of, asking)
      const { content } = await inTenant((scope) => listDocuments(scope, asking, { of, registry }, { ...query, page: 1, size: 0 }))
      const slices: string[] = []
      // Slice by slice, so that whoever else calls is answered in between.
      for (let from = 0; from < content.length; from += SLICE) {
        const rows = content.slice(from, from + SLICE)
        slices.push(JSON.stringify(rows.map((row) => [...columns.map(([, cell]) => cell(row)), ...rowOf(header, row, asking)])))
        await setImmediate()
      }
      return foreign.run(grant.tenantId, sheetJobs.sheet, () => ({
        title: documentWord(of, 'title', language),
        heads: [...columns.map(([head]) => head), ...headsOf(header, language)],
        rows: Buffer.from(slices.join('\n')),
      }))
    },

    async exportOne({ params }: { params: { id: number } }, asking: Asking) {
      const { language, grant, inTenant } = asking
      const full = await inTenant((scope) => readDocument(scope, asking, of, registry, params.id))
      const derived = lineColumns(of, asking, full)
      const heads = [...headsOf(line, language), ...derived.map(([head]) => head)]
      const rows = full.lines.map((one) => [...rowOf(line, one, asking), ...derived.map(([, cell]) => cell(one))])
      const own = rowOf(header, full, asking)
      const facts = [
        ...commonColumns(of, asking).map(([head, cell]) => [head, cell(full)]),
        ...headsOf(header, language).map((head, at) => [head, own[at]!]),
      ]
      return foreign.run(grant.tenantId, sheetJobs.sheet, () => ({
        title: documentWord(of, 'fields.lines', language),
        heads,
        rows: Buffer.from(JSON.stringify(rows)),
        beside: { title: full.code, rows: Buffer.from(JSON.stringify(facts)) },
      }))
    },
  }
}
