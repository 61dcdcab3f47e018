import { sql } from 'kysely'
import { exactText, millionths, plainText } from '#contract/core/exact'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure } from '../../ground/failure.ts'
import { holdOpen } from '../option.ts'
import { type Level, NOTHING, reckon, valueLeaving } from './reckon.ts'

/** Where goods lie: a product in a store, or on its way to it. */
export interface Place {
  readonly productId: number
  readonly storeId: number
  readonly transit: boolean
}
/** Goods of one line that come (more than 0) or leave; quantities and values in millionths. */
export interface Movement extends Place {
  readonly lineId: number
  readonly quantity: bigint
  /** What comes is worth this. What leaves is worth its share of what lies there, unless its worth is known: a reversal. */
  readonly value?: bigint
  /** The lot that it is of, null where the product is kept in none. Undefined: what expires first is taken first. */
  readonly lotId?: number | null
  /** It is given out: not of a lot that has expired, where the tenant says so. */
  readonly issued?: boolean
  /** How much of what was promised of the place to its line is taken from the promise. */
  readonly promised?: bigint
}
export interface Posting {
  readonly documentId: number
  readonly kind: 'post' | 'reverse'
  readonly effectiveAt: number
  readonly at: number
  readonly userId: number
  readonly userName: string
  readonly reason?: string | null
  readonly reversesId?: number | null
}

type Refusal = `error.stock.${'short' | 'lotShort' | 'before' | 'expired' | 'lotExpired'}`

interface Entry extends Place {
  readonly lineId: number
  readonly kind: 'move' | 'revalue'
  readonly lotId: number | null
  readonly quantity: bigint
  readonly value: bigint
}
interface Balance extends Level {
  readonly reserved: bigint
}
const keyOf = ({ productId, storeId, transit }: Place) => `${storeId} ${productId} ${transit}`
const byStore = (one: Place, other: Place) =>
  one.storeId - other.storeId || one.productId - other.productId || Number(one.transit) - Number(other.transit)
const exact = (text: string) => millionths(text)!

/**
 * Locks the balances of places until the transaction ends, in one order for everybody (store, product, in the store before on its way), and
 * answers them. A place where nothing ever was has a balance of nothing from now on.
 */
export async function holdBalances({ raw, tenantId }: Scope, places: readonly Place[]): Promise<Map<string, Balance>> {
  const distinct = [...new Map(places.map((place) => [keyOf(place), place])).values()].toSorted(byStore)
  if (distinct.length === 0) return new Map()
  const columns = sql`unnest(${distinct.map(({ productId }) => productId)}::bigint[], ${distinct.map(({ storeId }) => storeId)}::bigint[], ${distinct.map(({ transit }) => transit)}::boolean[])`
  const read = () =>
    sql<{ product_id: number; store_id: number; transit: boolean; on_hand: string; reserved: string; value: string }>`
      select b.product_id, b.store_id, b.transit, b.on_hand, b.reserved, b.value from stock_balance b
      join ${columns} with ordinality as p (product_id, store_id, transit, n)
        on b.tenant_id = ${tenantId} and (b.product_id, b.store_id, b.transit) = (p.product_id, p.store_id, p.transit)
      order by p.n for update of b`.execute(raw)
  let { rows } = await read()
  if (rows.length < distinct.length) {
    await sql`insert into stock_balance (tenant_id, product_id, store_id, transit)
      select ${tenantId}, p.product_id, p.store_id, p.transit from ${columns} with ordinality as p (product_id, store_id, transit, n) order by n
      on conflict do nothing`.execute(raw)
    ;({ rows } = await read())
  }
  return new Map(
    rows.map((row) => [
      keyOf({ productId: row.product_id, storeId: row.store_id, transit: row.transit }),
      { onHand: exact(row.on_hand), reserved: exact(row.reserved), value: exact(row.value) },
    ]),
  )
}

/** What lies of each lot in some places, what expires first at the head. */
async function readLots({ raw, tenantId }: Scope, places: readonly Place[]) {
  const { rows } = await sql<{
    product_id: number
    store_id: number
    transit: boolean
    lot_id: number
    lot_no: string
    expires_on: string | null
    on_hand: string
  }>`
    select lot.product_id, b.store_id, b.transit, b.lot_id, lot.lot_no, lot.expires_on, b.on_hand from stock_lot_balance b join stock_lot lot on lot.id = b.lot_id
    where b.tenant_id = ${tenantId} and lot.product_id = any(${[...new Set(places.map(({ productId }) => productId))]}::bigint[])
      and b.store_id = any(${[...new Set(places.map(({ storeId }) => storeId))]}::bigint[])
    order by lot.expires_on nulls last, lot.id`.execute(raw)
  return Map.groupBy(
    rows.map((row) => ({
      lotId: row.lot_id,
      lotNo: row.lot_no,
      expiresOn: row.expires_on,
      onHand: exact(row.on_hand),
      key: keyOf({ productId: row.product_id, storeId: row.store_id, transit: row.transit }),
    })),
    ({ key }) => key,
  )
}

/** What the stores and the products are called, and which stores may go below nothing: those that say so, while the tenant allows it. */
async function readNames({ raw, tenantId }: Scope, places: readonly Place[]) {
  const [stores, products] = await Promise.all([
    raw
      .selectFrom('store')
      .select([
        'id',
        'name',
        sql<number>`negative_flag * coalesce((select o.negative_flag from inventory_option o where o.tenant_id = store.tenant_id), 1)`.as(
          'negative_flag',
        ),
      ])
      .where('tenant_id', '=', tenantId)
      .where('id', 'in', [...new Set(places.map(({ storeId }) => storeId))])
      .execute(),
    raw
      .selectFrom('product')
      .select(['id', 'name', 'lot_flag'])
      .where('tenant_id', '=', tenantId)
      .where('id', 'in', [...new Set(places.map(({ productId }) => productId))])
      .execute(),
  ])
  return { stores: new Map(stores.map((row) => [row.id, row])), products: new Map(products.map((row) => [row.id, row])) }
}

/**
 * Writes goods that move in one step: a posting, its rows, and what they come to, all or nothing within the caller's transaction. Answers the
 * posting's id. Throws error.stock.short where more would leave than is there and promised to nobody else, error.stock.lotShort for a lot,
 * error.stock.before where a movement of the past would leave a later moment short, error.stock.closed in a closed period, error.stock.expired or
 * error.stock.lotExpired where only what has expired is left. A store with `negativeFlag` may go below nothing, while the tenant allows it.
 */
export async function post(scope: Scope, posting: Posting, movements: readonly Movement[]): Promise<number> {
  const { raw, tenantId } = scope
  const { freshOn } = await holdOpen(scope, posting)
  const balances = await holdBalances(scope, movements)
  const { stores, products } = await readNames(scope, movements)
  const lots = [...products.values()].some(({ lot_flag: flag }) => flag === 1) ? await readLots(scope, movements) : new Map()
  const entries: Entry[] = []
  const touchedLots = new Map<string, { place: Place; lotId: number; onHand: bigint }>()

  const mayLack = ({ storeId }: Place) => stores.get(storeId)?.negative_flag === 1
  const short = (code: Refusal, place: Place, available: bigint, lot = '', day = '') =>
    new CallFailure(code, {
      product: products.get(place.productId)?.name ?? '',
      store: stores.get(place.storeId)?.name ?? '',
      available: plainText(available > 0n ? available : 0n),
      lot,
      day,
    })

  function moveLot(place: Place, lotId: number, quantity: bigint) {
    const key = keyOf(place)
    const known = (lots.get(key) ?? []) as { lotId: number; lotNo: string; onHand: bigint }[]
    let lot = known.find((one) => one.lotId === lotId)
    if (!lot) {
      lot = { lotId, lotNo: '', onHand: 0n }
      lots.set(key, [...known, lot] as never)
    }
    lot.onHand += quantity
    if (lot.onHand < 0n && quantity < 0n && !mayLack(place)) throw short('error.stock.lotShort', place, lot.onHand - quantity, lot.lotNo)
    touchedLots.set(`${key} ${lotId}`, { place, lotId, onHand: lot.onHand })
  }
  /** The lots that goods are of, with how much of each. */
  function split(movement: Movement): readonly (readonly [number | null, bigint])[] {
    const { quantity, lotId } = movement
    const known = (lots.get(keyOf(movement)) ?? []) as { lotId: number; lotNo: string; expiresOn: string | null; onHand: bigint }[]
    const isOver = ({ expiresOn }: (typeof known)[number]) =>
      movement.issued === true && freshOn !== null && expiresOn !== null && expiresOn < freshOn
    if (lotId !== undefined) {
      const over = known.find((lot) => lot.lotId === lotId && isOver(lot))
      if (over) throw short('error.stock.lotExpired', movement, 0n, over.lotNo, over.expiresOn!)
      return [[lotId, quantity]]
    }
    if (products.get(movement.productId)?.lot_flag !== 1) return [[null, quantity]]
    const parts: [number | null, bigint][] = []
    let left = -quantity
    for (const lot of known) {
      if (left <= 0n) break
      if (lot.onHand <= 0n || isOver(lot)) continue
      const taken = lot.onHand < left ? lot.onHand : left
      parts.push([lot.lotId, -taken])
      left -= taken
    }
    // What has expired is there and stays there.
    const rest = known.reduce((sum, { onHand }) => sum - onHand, balances.get(keyOf(movement))!.onHand)
    if (left > rest && known.some((lot) => lot.onHand > 0n && isOver(lot)) && !mayLack(movement))
      throw short('error.stock.expired', movement, -quantity - left)
    // What no lot has: of a store that may lack it, else the balance refuses below.
    if (left > 0n) parts.push([null, -left])
    return parts
  }

  for (const movement of movements) {
    const place: Place = { productId: movement.productId, storeId: movement.storeId, transit: movement.transit }
    const key = keyOf(place)
    const before = balances.get(key)!
    let level: Level = before
    let valueLeft = movement.value
    const parts = split(movement)
    for (const [at, [lotId, quantity]] of parts.entries()) {
      const isLast = at === parts.length - 1
      const value =
        valueLeft === undefined ? -valueLeaving(level, -quantity) : isLast ? valueLeft : (movement.value! * quantity) / movement.quantity
      if (valueLeft !== undefined) valueLeft -= value
      const { after, rows } = reckon(level, quantity, value)
      level = after
      if (lotId !== null) moveLot(place, lotId, quantity)
      entries.push(...rows.map((row) => ({ ...place, ...row, lineId: movement.lineId, lotId: row.kind === 'move' ? lotId : null })))
    }
    const reserved = before.reserved - (movement.promised ?? 0n)
    const available = before.onHand - reserved
    if (movement.quantity < 0n && available + movement.quantity < 0n && !mayLack(place)) throw short('error.stock.short', place, available)
    balances.set(key, { ...level, reserved })
  }

  const { id } = await raw
    .insertInto('stock_posting')
    .values({
      tenant_id: tenantId,
      document_id: posting.documentId,
      kind: posting.kind,
      effective_at: posting.effectiveAt,
      at: posting.at,
      user_id: posting.userId,
      user_name: posting.userName,
      reason: posting.reason ?? null,
      reverses_id: posting.reversesId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const of = <T>(pick: (entry: Entry) => T) => entries.map(pick)
  await sql`insert into stock_entry (tenant_id, posting_id, line_id, kind, product_id, store_id, transit, lot_id, quantity, value, effective_at)
    select ${tenantId}, ${id}, e.line_id, e.kind, e.product_id, e.store_id, e.transit, e.lot_id, e.quantity, e.value, ${posting.effectiveAt}
    from unnest(${of(({ lineId }) => lineId)}::bigint[], ${of(({ kind }) => kind)}::text[], ${of(({ productId }) => productId)}::bigint[],
      ${of(({ storeId }) => storeId)}::bigint[], ${of(({ transit }) => transit)}::boolean[], ${of(({ lotId }) => lotId)}::bigint[],
      ${of(({ quantity }) => exactText(quantity))}::numeric[], ${of(({ value }) => exactText(value))}::numeric[])
      with ordinality as e (line_id, kind, product_id, store_id, transit, lot_id, quantity, value, n) order by n`.execute(raw)
  await writeBalances(scope, [...new Map(movements.map((one) => [keyOf(one), one])).values()], balances)
  if (touchedLots.size > 0) {
    const touched = [...touchedLots.values()]
    await sql`insert into stock_lot_balance (tenant_id, lot_id, store_id, transit, on_hand)
      select ${tenantId}, p.lot_id, p.store_id, p.transit, p.on_hand
      from unnest(${touched.map(({ lotId }) => lotId)}::bigint[], ${touched.map(({ place }) => place.storeId)}::bigint[],
        ${touched.map(({ place }) => place.transit)}::boolean[], ${touched.map(({ onHand }) => exactText(onHand))}::numeric[]) as p (lot_id, store_id, transit, on_hand)
      on conflict (lot_id, store_id, transit) do update set on_hand = excluded.on_hand`.execute(raw)
  }
  await checkPast(scope, posting, movements, mayLack, (place) => short('error.stock.before', place, 0n))
  return id
}

/** Writes what places come to; the caller holds them. */
export async function writeBalances(
  { raw, tenantId }: Scope,
  places: readonly Place[],
  balances: ReadonlyMap<string, Balance>,
): Promise<void> {
  const after = places.map((place) => ({ ...place, ...balances.get(keyOf(place))! }))
  await sql`update stock_balance b set on_hand = p.on_hand, reserved = p.reserved, value = p.value
    from unnest(${after.map(({ productId }) => productId)}::bigint[], ${after.map(({ storeId }) => storeId)}::bigint[],
      ${after.map(({ transit }) => transit)}::boolean[], ${after.map(({ onHand }) => exactText(onHand))}::numeric[],
      ${after.map(({ reserved }) => exactText(reserved))}::numeric[], ${after.map(({ value }) => exactText(value))}::numeric[])
      as p (product_id, store_id, transit, on_hand, reserved, value)
    where b.tenant_id = ${tenantId} and (b.product_id, b.store_id, b.transit) = (p.product_id, p.store_id, p.transit)`.execute(raw)
}

/** Promises goods to lines: more than 0 promises, less gives the promise up. Throws error.stock.short where they are not there. */
export async function promise(scope: Scope, wanted: readonly (Place & { readonly quantity: bigint })[]): Promise<void> {
  if (wanted.length === 0) return
  const balances = await holdBalances(scope, wanted)
  const { stores, products } = await readNames(scope, wanted)
  for (const place of wanted) {
    const before = balances.get(keyOf(place)) ?? { ...NOTHING, reserved: 0n }
    const available = before.onHand - before.reserved
    if (place.quantity > available && place.quantity > 0n && stores.get(place.storeId)?.negative_flag !== 1)
      throw new CallFailure('error.stock.short', {
        product: products.get(place.productId)?.name ?? '',
        store: stores.get(place.storeId)?.name ?? '',
        available: plainText(available > 0n ? available : 0n),
        lot: '',
      })
    balances.set(keyOf(place), { ...before, reserved: before.reserved + place.quantity })
  }
  await writeBalances(scope, [...new Map(wanted.map((one) => [keyOf(one), one])).values()], balances)
}

/** A movement of the past leaves no later moment with less than nothing. */
async function checkPast(
  { raw, tenantId }: Scope,
  { effectiveAt, at }: Posting,
  movements: readonly Movement[],
  mayLack: (place: Place) => boolean,
  refuse: (place: Place) => CallFailure,
): Promise<void> {
  if (effectiveAt >= at) return
  const leaving = [...new Map(movements.filter((one) => one.quantity < 0n && !mayLack(one)).map((one) => [keyOf(one), one])).values()]
  if (leaving.length === 0) return
  const { rows } = await sql<{ n: number }>`
    select p.n from unnest(${leaving.map(({ productId }) => productId)}::bigint[], ${leaving.map(({ storeId }) => storeId)}::bigint[],
      ${leaving.map(({ transit }) => transit)}::boolean[]) with ordinality as p (product_id, store_id, transit, n)
    where exists (
      select from (
        select e.effective_at, sum(e.quantity) over (order by e.effective_at, e.id) as running from stock_entry e
        where e.tenant_id = ${tenantId} and (e.product_id, e.store_id, e.transit) = (p.product_id, p.store_id, p.transit)
      ) as history where history.effective_at >= ${effectiveAt} and history.running < 0)
    order by p.n limit 1`.execute(raw)
  if (rows.length > 0) throw refuse(leaving[rows[0]!.n - 1]!)
}
