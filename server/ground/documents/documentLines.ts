import type { AnyDocument } from '#contract/core/document'
import { exactText, millionths } from '#contract/core/exact'
import { columnsOf } from '../crud/rows.ts'
import type { Scope } from '../database/scope.ts'
import { CallFailure } from '../failure.ts'
import { linesOf } from './documentRows.ts'

export interface LineBody extends Readonly<Record<string, unknown>> {
  readonly id?: number | undefined
  readonly sourceLineId?: number | null
  /** What it asks for in the unit in which its goods are kept; its quantity unless the rules of its kind say another. */
  readonly stockQuantity?: string
}

/**
 * Writes the lines of a document as they were sent. A line that names its id stays that line, whatever stands in it and wherever it stands now;
 * what is not named any more leaves, and what changed nothing is not written. Throws error.document.lineUnknown for a line that is not of
 * this document, or is named twice.
 */
export async function writeLines(scope: Scope, of: AnyDocument, documentId: number, lines: readonly LineBody[]): Promise<void> {
  const before = new Map((await linesOf(scope, of, documentId)).map((line) => [line.id, line]))
  const kept = new Set<number>()
  for (const { id } of lines) {
    if (id === undefined) continue
    if (!before.has(id) || kept.has(id)) throw new CallFailure('error.document.lineUnknown')
    kept.add(id)
  }
  const gone = [...before.keys()].filter((id) => !kept.has(id))
  if (gone.length > 0)
    await scope.remove('document_line').where('document_line.document_id', '=', documentId).where('document_line.id', 'in', gone).execute()
  const made: object[] = []
  for (const [position, { id, ...values }] of lines.entries()) {
    const stockQuantity = values.stockQuantity ?? exactText(millionths(String(values[of.amount?.quantity ?? 'quantity']))!)
    const columns = { ...columnsOf(of.line, { ...values, stockQuantity }), position }
    if (id === undefined) made.push({ ...columns, document_id: documentId, form_code: of.name })
    else if (Object.entries(columns).some(([name, value]) => before.get(id)![name] !== value))
      await scope
        .update('document_line')
        .set(columns as never)
        .where('document_line.id', '=', id)
        .execute()
  }
  if (made.length > 0) await scope.insert('document_line', made as never).execute()
}
