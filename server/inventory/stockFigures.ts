import { type RawBuilder, sql } from 'kysely'
import { exactText, millionths } from '#contract/core/exact'
import { ALL_STOCK } from '#contract/inventory/codes'
import type { LotOffer, StockLot } from '#contract/inventory/stock'
import type { Scope } from '../ground/database/scope.ts'
import type { Asking } from '../ground/http/handler.ts'
import { baseAt, everyStore, seesBase } from './baseAt.ts'

interface Place {
  readonly tenant_id: number
  readonly product_id: number
  readonly store_id: number
  readonly on_hand: string
  readonly reserved: string
  readonly value: string
}
/** Who holds the code of the stock or of its report in a base sees every product there; others, who came by that of the materials, agricultural ones. */
export function knownTo({ grant }: Pick<Asking, 'grant'>, base: RawBuilder<number>) {
  const areas = grant.areasFor(ALL_STOCK)
  if (areas === null) return sql<boolean>`true`
  return sql<boolean>`(product.product_type = 'agricultural' or ${base} = any(${areas}::bigint[]))`
}

/** The base of a `store` at a moment (ms UTC), or now. */
export const baseOf = (asOf: number | undefined) => (asOf === undefined ? sql.ref<number>('store.area_id') : baseAt(asOf, 'store.id'))

const NOTHING = sql`0::numeric(20, 6)`

/**
 * Every product in every store that the caller sees, or saw at a moment (ms UTC), in two parts: where goods were ever put; and where they are on
 * their way to, or a limit asks for some, though none ever came. As `place`: its columns are of what lies there now. Whoever asks joins the parts as the last step, so that the
 * database plans the first by what it knows of its table.
 */
export function placesOf(scope: Scope, asking: Pick<Asking, 'grant'>, asOf: number | undefined) {
  const { tenantId } = scope
  const base = baseOf(asOf)
  const put = sql<Place>`(select * from stock_balance where not transit)`
  const nothing = sql`${NOTHING} as on_hand, ${NOTHING} as reserved, ${NOTHING} as value`
  const none = (of: string) =>
    sql`not exists (select from stock_balance b
      where b.tenant_id = ${tenantId} and b.product_id = ${sql.ref(`${of}.product_id`)} and b.store_id = ${sql.ref(`${of}.store_id`)}`
  // Few, if any: they are found before anything is asked of them (`offset 0`).
  const awaited = sql<Place>`(
    select tenant_id, product_id, store_id, ${nothing} from stock_balance coming where tenant_id = ${tenantId} and transit and ${none('coming')} and not b.transit)
    union all
    select tenant_id, product_id, store_id, ${nothing} from stock_limit asked where tenant_id = ${tenantId} and ${none('asked')})
    offset 0)`
  const placed = (part: typeof put) =>
    everyStore(scope)
      .where(seesBase(scope, base))
      .innerJoin(part.as<'place'>('place'), (join) =>
        join.onRef('place.store_id', '=', 'store.id').onRef('place.tenant_id', '=', 'store.tenant_id'),
      )
      .innerJoin('product', (join) => join.onRef('product.id', '=', 'place.product_id').onRef('product.tenant_id', '=', 'store.tenant_id'))
      .leftJoin('stock_limit', (join) =>
        join.onRef('stock_limit.store_id', '=', 'place.store_id').onRef('stock_limit.product_id', '=', 'place.product_id'),
      )
      .where(knownTo(asking, base))
  return [placed(put), placed(awaited)] as const
}

/** The figures of a `place`, now as they are kept; of a moment, as the ledger comes to. */
export function figuresOf({ tenantId }: Scope, asOf: number | undefined) {
  const lotIs = sql`lot.tenant_id = ${tenantId} and lot.product_id = place.product_id and lot.expires_on is not null`
  if (asOf === undefined)
    return {
      onHand: sql<string>`place.on_hand`,
      reserved: sql<string | null>`place.reserved`,
      value: sql<string>`place.value`,
      transit: sql<string>`coalesce((select b.on_hand from stock_balance b
        where b.tenant_id = ${tenantId} and b.product_id = place.product_id and b.store_id = place.store_id and b.transit), ${NOTHING})`,
      expiresOn: sql<string | null>`(select min(lot.expires_on) from stock_lot lot join stock_lot_balance b on b.lot_id = lot.id
        where ${lotIs} and b.store_id = place.store_id and not b.transit and b.on_hand > 0)`,
    }
  const until = sql`e.tenant_id = ${tenantId} and e.store_id = place.store_id and e.effective_at <= ${asOf}`
  const sum = (what: 'quantity' | 'value', transit: boolean) =>
    sql<string>`(select coalesce(sum(${sql.ref(`e.${what}`)}), 0)::numeric(20, 6) from stock_entry e
      where ${until} and e.product_id = place.product_id and e.transit = ${sql.lit(transit)})`
  return {
    onHand: sum('quantity', false),
    reserved: sql<string | null>`null::text`,
    value: sum('value', false),
    transit: sum('quantity', true),
    expiresOn: sql<string | null>`(select min(lot.expires_on) from stock_lot lot where ${lotIs} and
      (select sum(e.quantity) from stock_entry e where ${until} and e.lot_id = lot.id and not e.transit) > 0)`,
  }
}

/** The day that a moment falls on in a zone. */
export const dayIn = (at: number, zone: string) => sql`(to_timestamp(${at} / 1000.0) at time zone ${zone})::date`

/** What is there of each lot in some stores; what of it is of none stands last, so that the lots come to what is on hand. */
export async function lotsOf(
  { raw, tenantId }: Scope,
  { productId, storeIds, asOf }: { productId: number; storeIds: readonly number[]; asOf?: number | undefined },
): Promise<StockLot[]> {
  const at = sql`tenant_id = ${tenantId} and store_id = any(${storeIds}::bigint[]) and not transit`
  const held =
    asOf === undefined
      ? sql`select lot_id, sum(on_hand) as on_hand from stock_lot_balance where ${at} group by lot_id having sum(on_hand) <> 0`
      : sql`select lot_id, sum(quantity) as on_hand from stock_entry
          where ${at} and product_id = ${productId} and lot_id is not null and effective_at <= ${asOf} group by lot_id having sum(quantity) <> 0`
  const whole =
    asOf === undefined
      ? sql`select sum(on_hand) from stock_balance where ${at} and product_id = ${productId}`
      : sql`select sum(quantity) from stock_entry where ${at} and product_id = ${productId} and effective_at <= ${asOf}`
  const [{ rows }, all] = [
    await sql<StockLot>`select lot.id as "lotId", lot.lot_no as "lotNo", lot.expires_on::text as "expiresOn", held.on_hand::numeric(20, 6) as "onHand"
      from (${held}) as held join stock_lot lot on lot.id = held.lot_id
      where lot.tenant_id = ${tenantId} and lot.product_id = ${productId} order by lot.expires_on nulls last, lot.id`.execute(raw),
    await sql<{ sum: string }>`select coalesce((${whole}), 0)::numeric(20, 6) as sum`.execute(raw),
  ]
  const rest = rows.reduce((left, { onHand }) => left - millionths(onHand)!, millionths(all.rows[0]!.sum)!)
  return rest === 0n ? rows : [...rows, { lotId: null, lotNo: null, expiresOn: null, onHand: exactText(rest) }]
}

/** The lots of a product of which something is in a store, what expires first at the head; `mayExpire`: those that have expired are issued, too. */
export async function lotOffersOf(
  { raw, tenantId }: Scope,
  { productId, storeId }: { productId: number; storeId: number },
  { today, mayExpire }: { today: string; mayExpire: boolean },
): Promise<LotOffer[]> {
  const { rows } = await sql<Omit<LotOffer, 'expired' | 'first'>>`
    select lot.lot_no as "lotNo", lot.expires_on::text as "expiresOn", b.on_hand as "onHand", (b.on_hand - b.reserved)::numeric(20, 6) as free
    from stock_lot_balance b join stock_lot lot on lot.id = b.lot_id
    where b.tenant_id = ${tenantId} and b.store_id = ${storeId} and not b.transit and b.on_hand > 0 and lot.product_id = ${productId}
    order by lot.expires_on nulls last, lot.id`.execute(raw)
  const all = rows.map((row) => ({ ...row, expired: row.expiresOn !== null && row.expiresOn < today }))
  const first = all.findIndex(({ free, expired }) => millionths(free)! > 0n && (mayExpire || !expired))
  return all.map((row, at) => ({ ...row, first: at === first }))
}
