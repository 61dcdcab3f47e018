import type { FormCode } from '#contract/approvals/definition'
import { documents } from '#contract/inventory/documents'
import type { BehindStock, LedgerRow } from '#contract/inventory/stockFields'
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

/** A row of the ledger as the database has it, with what its posting says of it. */
export interface LedgerRead {
  readonly id: number
  /** Null: a store came to another base. */
  readonly document_id: number | null
  readonly posting: string
  readonly kind: string
  readonly reason: string | null
  readonly user_name: string
  readonly effective_at: number
  readonly at: number
  readonly store_name: string
  readonly area_name: string | null
  readonly area_assumed: boolean
  readonly lot_no: string | null
  readonly quantity: string
  readonly value: string
}

/** Rows of the ledger as they are told, each with its document. */
export async function tellRows<Read extends LedgerRead, More extends object>(
  scope: Scope,
  asking: Asking,
  rows: readonly Read[],
  more: (row: Read) => More,
): Promise<(LedgerRow & More)[]> {
  const names = await namesBehind(
    scope,
    asking,
    rows.flatMap(({ document_id: documentId }) => documentId ?? []),
  )
  return rows.map((row) => ({
    id: row.id,
    document: row.document_id === null ? null : names.get(row.document_id)!,
    posting: row.posting as LedgerRow['posting'],
    kind: row.kind as LedgerRow['kind'],
    reason: row.reason,
    userName: row.user_name,
    effectiveAt: row.effective_at,
    at: row.at,
    storeName: row.store_name,
    areaName: row.area_name,
    areaAssumed: row.area_assumed,
    lotNo: row.lot_no,
    quantity: row.quantity,
    value: row.value,
    ...more(row),
  }))
}
