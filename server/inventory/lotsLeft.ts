import { sql } from 'kysely'
import { millionths, plainText, shareOf } from '#contract/core/exact'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure } from '../ground/failure.ts'
import type { Movement } from './ledger/post.ts'
import type { MovedLine } from './doneLines.ts'

/** What is left of the goods of a line that moved before, of one lot: quantity and value with the sign with which they moved, in millionths. */
interface LotLeft {
  readonly lotId: number | null
  readonly lotNo: string | null
  quantity: bigint
  value: bigint
}
const exact = (text: string) => millionths(text)!

/**
 * What is left, by lot, of what the source lines of some lines moved, after all that was taken of it or given back: what expires first at the
 * head, by source line. `transit`: of what is on its way, else of what went into a store or out of it.
 */
export async function lotsLeft(
  { raw, tenantId }: Scope,
  lines: readonly MovedLine[],
  { transit }: { readonly transit: boolean },
): Promise<Map<number, LotLeft[]>> {
  const ids = lines.flatMap(({ row }) => row.source_line_id ?? [])
  const { rows } = await sql<{ line_id: number; lot_id: number | null; lot_no: string | null; quantity: string; value: string }>`
    select source.id as line_id, entry.lot_id, lot.lot_no, sum(entry.quantity)::numeric(20, 6)::text quantity, sum(entry.value)::numeric(20, 6)::text as value
    from unnest(${ids}::bigint[]) as source (id)
    join document_line line on line.tenant_id = ${tenantId} and (line.id = source.id or line.source_line_id = source.id)
    join stock_entry entry on entry.tenant_id = ${tenantId} and entry.line_id = line.id and entry.kind = 'move' and entry.transit = ${transit}
    left join stock_lot lot on lot.id = entry.lot_id
    group by source.id, entry.lot_id, lot.lot_no, lot.expires_on having sum(entry.quantity) <> 0
    order by source.id, lot.expires_on nulls last, entry.lot_id`.execute(raw)
  return Map.groupBy(
    rows.map((row) => ({ ...row, lotId: row.lot_id, lotNo: row.lot_no, quantity: exact(row.quantity), value: exact(row.value) })),
    ({ line_id: lineId }) => lineId,
  )
}

/** So much of a line out of what is left of its source, by lot, with its share of the value; of the lot that the line names, where it names one. */
export function takeLots({ row, quantity: wanted }: MovedLine, left: Map<number, LotLeft[]>): LotLeft[] {
  const parts: LotLeft[] = []
  let open = wanted
  for (const lot of left.get(row.source_line_id!) ?? []) {
    if (open === 0n) break
    if (row['lot_no'] != null && row['lot_no'] !== lot.lotNo) continue
    const size = lot.quantity < 0n ? -lot.quantity : lot.quantity
    if (size === 0n) continue
    const taken = size < open ? size : open
    const part = { ...lot, quantity: (lot.quantity * taken) / size, value: shareOf(lot.value, taken, size) }
    parts.push(part)
    lot.quantity -= part.quantity
    lot.value -= part.value
    open -= taken
  }
  if (open > 0n) throw new CallFailure('error.stock.leftShort', { available: plainText(wanted - open) })
  return parts
}

/** What is on its way to a store comes into one: into it, or back to where it was sent from. */
export async function arrivals(
  scope: Scope,
  lines: readonly MovedLine[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Movement[]> {
  const left = await lotsLeft(scope, lines, { transit: true })
  return lines.flatMap((line) =>
    takeLots(line, left).map(({ lotId, quantity }) => ({
      lineId: line.row.id,
      productId: line.row['product_id'] as number,
      storeId: from,
      transit: true,
      quantity: -quantity,
      lotId,
      to: { storeId: to, transit: false },
    })),
  )
}
