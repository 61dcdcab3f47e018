import { sql } from 'kysely'
import { LOT_KEEPERS } from '#contract/inventory/codes'
import type { HandlersOf } from '../ground/contents.ts'
import { besideField } from '../ground/crud/rules.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import type { LivePublisher } from '../ground/live/live.ts'
import type { LineRow } from '../ground/documents/documentRules.ts'

/** Whether goods of a lot ever came that were not taken back: then its facts stand. `lot` is its row in the statement. */
const stands = sql<boolean>`exists (select from stock_entry e join stock_posting posting on posting.id = e.posting_id
  where e.lot_id = lot.id and posting.kind = 'post' and not exists (select from stock_posting back where back.reverses_id = posting.id))`

/** The days of expiry of lots that stand, by product and number; null where a lot has none. */
export async function standingDays(
  { raw, tenantId }: Scope,
  lots: readonly { readonly productId: number; readonly lotNo: string }[],
): Promise<(productId: number, lotNo: string) => string | null | undefined> {
  if (lots.length === 0) return () => undefined
  const { rows } = await sql<{ product_id: number; lot_no: string; day: string | null }>`
    select lot.product_id, lot.lot_no, lot.expires_on::text as day from stock_lot lot
    where lot.tenant_id = ${tenantId} and lot.product_id = any(${lots.map(({ productId }) => productId)}::bigint[])
      and lot.lot_no = any(${lots.map(({ lotNo }) => lotNo)}::text[]) and ${stands}`.execute(raw)
  const days = new Map(rows.map((row) => [`${row.product_id} ${row.lot_no}`, row.day]))
  return (productId, lotNo) => days.get(`${productId} ${lotNo}`)
}

/**
 * The lots that lines name, by line: made where a number is new. A day of expiry that was not known before is kept; of a lot whose receipts were
 * all taken back it is that of the line. Throws error.stock.lotDay where the line says another day than the lot has.
 */
export async function lotsNamed(
  { raw, tenantId }: Scope,
  lines: readonly { readonly row: LineRow }[],
): Promise<ReadonlyMap<number, number>> {
  const lots = new Map<number, number>()
  const named = lines.filter(({ row }) => row['lot_no'] != null)
  const keyOf = ({ row }: { row: LineRow }) => `${row['product_id'] as number} ${row['lot_no'] as string}`
  for (const same of Map.groupBy(named, keyOf).values()) {
    const { row } = same[0]!
    const lotNo = row['lot_no'] as string
    const { rows } = await sql<{ id: number; day: string | null }>`
      insert into stock_lot as lot (tenant_id, product_id, lot_no, expires_on)
      values (${tenantId}, ${row['product_id'] as number}, ${lotNo}, ${row['expires_on'] as string | null})
      on conflict (tenant_id, product_id, lot_no) do update
        set expires_on = case when ${stands} then coalesce(lot.expires_on, excluded.expires_on) else excluded.expires_on end
      returning id, expires_on::text as day`.execute(raw)
    const { id, day } = rows[0]!
    for (const line of same) {
      const said = line.row['expires_on'] as string | null
      if (said !== null && said !== day) throw new CallFailure('error.stock.lotDay', { lot: lotNo, day: day!, given: said })
      lots.set(line.row.id, id)
    }
  }
  return lots
}

/** What is set right of a lot itself: its day of expiry, for all that lies of it anywhere. */
export const lotHandlers = ({ live }: { live: LivePublisher }): Pick<HandlersOf<'inventory'>['stock'], 'correctLot'> => ({
  async correctLot({ params, body }, asking) {
    const { tenantId } = asking.grant
    const done = await asking.inTenant(async (scope) => {
      const lot = await scope.raw
        .selectFrom('stock_lot')
        .innerJoin('product', 'product.id', 'stock_lot.product_id')
        .select(['stock_lot.id', 'stock_lot.lot_no', 'stock_lot.expires_on', 'product.expiry_flag'])
        .where('stock_lot.tenant_id', '=', tenantId)
        .where('stock_lot.id', '=', params.id)
        .forUpdate('stock_lot')
        .executeTakeFirst()
      if (!lot) throw notFound()
      const places = await scope.raw
        .selectFrom('stock_lot_balance')
        .innerJoin('store', 'store.id', 'stock_lot_balance.store_id')
        .select('store.area_id')
        .distinct()
        .where('stock_lot_balance.tenant_id', '=', tenantId)
        .where('stock_lot_balance.lot_id', '=', lot.id)
        .execute()
      const areas = asking.grant.areasFor(LOT_KEEPERS)
      const isMine = (areaId: number) => areas === null || areas.includes(areaId)
      if (!places.some(({ area_id: areaId }) => isMine(areaId))) throw notFound()
      if (!places.every(({ area_id: areaId }) => isMine(areaId))) throw new CallFailure('error.stock.lotElsewhere', { lot: lot.lot_no })
      if (lot.expires_on !== body.was) throw new CallFailure('error.version.stale')
      if (lot.expiry_flag !== 1 && body.expiresOn !== null) throw besideField(asking, 'error.input.invalid', 'expiresOn', 'noExpiry')
      if (lot.expiry_flag === 1 && body.expiresOn === null) throw besideField(asking, 'error.input.invalid', 'expiresOn', 'required')
      await scope.raw
        .updateTable('stock_lot')
        .set({ expires_on: body.expiresOn, corrected: body.reason.trim() })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', lot.id)
        .execute()
      return { lot, places }
    })
    for (const { area_id: areaId } of done.places) live.changed(tenantId, 'stock', done.lot.id, areaId)
    return { lotId: done.lot.id, lotNo: done.lot.lot_no, expiresOn: body.expiresOn }
  },
})
