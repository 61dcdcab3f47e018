import type { FormCode } from '#contract/approvals/definition'
import { documents } from '#contract/inventory/documents'
import type { BehindStock } from '#contract/inventory/stock'
import type { Scope } from '../ground/database/scope.ts'
import { readableOf } from '../ground/documents/documentRows.ts'
import type { Asking } from '../ground/http/handler.ts'

/** What the documents behind rows of the ledger are called; of one that the caller may not read, its number alone. */
export async function namesBehind(scope: Scope, asking: Asking, ids: readonly number[]): Promise<ReadonlyMap<number, BehindStock>> {
  if (ids.length === 0) return new Map()
  const wanted = [...new Set(ids)]
  const rows = await scope
    .select('document')
    .select(['document.id', 'document.form_code', 'document.code', 'document.title'])
    .where('document.id', 'in', wanted)
    .execute()
  const readable = new Set<number>()
  for (const formCode of new Set(rows.map((row) => row.form_code as FormCode))) {
    const seen = await readableOf(scope, documents[formCode], asking).select('document.id').where('document.id', 'in', wanted).execute()
    for (const { id } of seen) readable.add(id)
  }
  return new Map(
    rows.map((row) => [
      row.id,
      {
        formCode: row.form_code as FormCode,
        id: row.id,
        code: row.code,
        title: readable.has(row.id) ? row.title : null,
        readable: readable.has(row.id),
      },
    ]),
  )
}
