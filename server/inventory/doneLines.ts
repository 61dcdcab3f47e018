import { sql } from 'kysely'
import { exactText } from '#contract/core/exact'
import type { Scope } from '../ground/database/scope.ts'
import type { DocumentRow, LineRow } from '../ground/documents/documentRules.ts'
import { ofSource } from './goods.ts'

/** A line with how much of it moves, in millionths of the stock unit. */
export interface MovedLine {
  readonly row: LineRow & { readonly amount: string | null }
  readonly quantity: bigint
}
interface Sums {
  readonly lost?: bigint
  readonly done?: bigint
  readonly taken?: bigint
  readonly reserved?: bigint
}

/** Adds what moved to the lines, by line id, in millionths, of either sign. */
export async function addToLines(scope: Scope, moved: ReadonlyMap<number, Sums>): Promise<void> {
  const all = [...moved]
  if (all.length === 0) return
  const of = (name: keyof Sums) => all.map(([, sums]) => exactText(sums[name] ?? 0n))
  await sql`update document_line line set done = line.done + p.done, taken = line.taken + p.taken, lost = line.lost + p.lost, reserved = line.reserved + p.reserved
    from unnest(${all.map(([id]) => id)}::bigint[], ${of('done')}::numeric[], ${of('taken')}::numeric[], ${of('lost')}::numeric[], ${of('reserved')}::numeric[])
      as p (id, done, taken, lost, reserved)
    where line.tenant_id = ${scope.tenantId} and line.id = p.id`.execute(scope.raw)
}

export type Moved = MovedLine & { readonly at: number }

/** The document that another was made of, held; null where there is none. */
export async function holdSource({ raw, tenantId }: Scope, { source_id: sourceId }: DocumentRow): Promise<DocumentRow | null> {
  if (sourceId == null) return null
  const row = await raw
    .selectFrom('document')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sourceId as number)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row as unknown as DocumentRow
}

/** How much of each line of a source some lines come to, with the place of the first of them. */
export async function sumsOf({ raw, tenantId }: Scope, source: DocumentRow, moved: readonly Moved[]) {
  const rows = await raw
    .selectFrom('document_line')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('document_id', '=', source.id)
    .execute()
  const sums = new Map<number, Moved>()
  for (const { row, at, quantity } of moved) {
    if (row.source_line_id === null) continue
    const from = rows.find(({ id }) => id === row.source_line_id)! as unknown as MovedLine['row']
    const before = sums.get(from.id)
    const size = ofSource({ quantity: row['quantity'], stockQuantity: row.stock_quantity }, from, quantity)
    sums.set(from.id, { row: from, at: before?.at ?? at, quantity: (before?.quantity ?? 0n) + size })
  }
  return [...sums.values()]
}
