import { sql } from 'kysely'
import { exactText, millionths, plainText } from '#contract/core/exact'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure } from '../../ground/failure.ts'
import { tellCrossings } from '../crossing.ts'
import { baseAt } from '../baseAt.ts'
import { holdOpen } from '../option.ts'
import { type Level, NOTHING, reckon, valueComing, valueLeaving } from './reckon.ts'

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
  /** What it is worth, where that is known: of a receipt, a reversal. Else at the moving average of what lies there. */
  readonly value?: bigint
  /** What goods that come at the moving average are worth where nothing lies there to go by. */
  readonly worth?: bigint
  /** The lot that it is of, null where the product is kept in none. Undefined: what expires first is taken first. */
  readonly lotId?: number | null
  /** It is given out: not of a lot that has expired, where the tenant says so. */
  readonly issued?: boolean
  /** How much of what was promised of the place to its line is taken from the promise; less than 0 promises it again. */
  readonly promised?: bigint
  /** Its line names the lot: the promise is of that lot. */
  readonly named?: boolean
  /** What leaves goes there, of the same lots and worth the same. */
  readonly to?: Pick<Place, 'storeId' | 'transit'>
  /** It is lost where it goes (`to`): it comes there and is no more, in one step. */
  readonly lost?: boolean
  /** Found missing: what was promised of it does not hold it. */
  readonly missing?: boolean
}
export interface Posting {
  readonly documentId: number
  readonly kind: 'post' | 'reverse' | 'loss'
  readonly effectiveAt: number
  readonly at: number
  readonly userId: number
  readonly reason?: string | null
  readonly reversesId?: number | null
}

interface Entry extends Place {
  readonly lineId: number
  readonly kind: 'move' | 'revalue' | 'lose'
  readonly lotId: number | null
  readonly quantity: bigint
  readonly value: bigint
}
interface Balance extends Level {
  readonly reserved: bigint
  /** When it was counted last, ms UTC. */
  readonly countedAt: number | null
}
interface Lot {
  readonly lotId: number
  readonly lotNo: string
  readonly expiresOn: string | null
  onHand: bigint
  reserved: bigint
}
/** How goods are refused. */
type Refusal = `error.stock.${'short' | 'lotShort' | 'before' | 'beforeCount' | 'expired' | 'lotExpired'}`

export const keyOf = ({ productId, storeId, transit }: Place) => `${storeId} ${productId} ${transit}`
const byStore = (one: Place, other: Place) =>
  one.storeId - other.storeId || one.productId - other.productId || Number(one.transit) - Number(other.transit)
const exact = (text: string) => millionths(text)!

/**
 * Locks the balances of places until the transaction ends, in one order for everybody (store, product, in the store before on its way), and
 * answers them. A place where nothing ever was has a balance of nothing from now on. Its store stays in its base meanwhile.
 */
export async function holdBalances({ raw, tenantId }: Scope, places: readonly Place[]): Promise<Map<string, Balance>> {
  const distinct = [...new Map(places.map((place) => [keyOf(place), place])).values()].toSorted(byStore)
  if (distinct.length === 0) return new Map()
  const columns = sql`unnest(${distinct.map(({ productId }) => productId)}::bigint[], ${distinct.map(({ storeId }) => storeId)}::bigint[], ${distinct.map(({ transit }) => transit)}::boolean[])`
  const read = () =>
    sql<{
      product_id: number
      store_id: number
      transit: boolean
      on_hand: string
      reserved: string
      value: string
      counted_at: number | null
    }>`
      select b.product_id, b.store_id, b.transit, b.on_hand, b.reserved, b.value, b.counted_at from stock_balance b
      join ${columns} with ordinality as p (product_id, store_id, transit, n)
        on b.tenant_id = ${tenantId} and (b.product_id, b.store_id, b.transit) = (p.product_id, p.store_id, p.transit)
      join store on store.id = b.store_id
      order by p.n for update of b for share of store`.execute(raw)
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
      { onHand: exact(row.on_hand), reserved: exact(row.reserved), value: exact(row.value), countedAt: row.counted_at },
    ]),
  )
}

/** What lies of each lot in some places, and is promised of it; what expires first at the head. */
async function readLots({ raw, tenantId }: Scope, places: readonly Place[]): Promise<Map<string, Lot[]>> {
  const { rows } = await sql<{
    product_id: number
    store_id: number
    transit: boolean
    lot_id: number
    lot_no: string
    expires_on: string | null
    on_hand: string
    reserved: string
  }>`
    select lot.product_id, b.store_id, b.transit, b.lot_id, lot.lot_no, lot.expires_on, b.on_hand, b.reserved
    from stock_lot_balance b join stock_lot lot on lot.id = b.lot_id
    where b.tenant_id = ${tenantId} and lot.product_id = any(${[...new Set(places.map(({ productId }) => productId))]}::bigint[])
      and b.store_id = any(${[...new Set(places.map(({ storeId }) => storeId))]}::bigint[])
    order by lot.expires_on nulls last, lot.id`.execute(raw)
  const lots = new Map<string, Lot[]>()
  for (const row of rows) {
    const key = keyOf({ productId: row.product_id, storeId: row.store_id, transit: row.transit })
    const lot = {
      lotId: row.lot_id,
      lotNo: row.lot_no,
      expiresOn: row.expires_on,
      onHand: exact(row.on_hand),
      reserved: exact(row.reserved),
    }
    lots.set(key, [...(lots.get(key) ?? []), lot])
  }
  return lots
}

/** A lot of a place, as the caller may change it: one that never lay there begins with nothing. */
function lotIn(lots: Map<string, Lot[]>, place: Place, lotId: number): Lot {
  const key = keyOf(place)
  const known = lots.get(key)?.find((one) => one.lotId === lotId)
  if (known) return known
  const lot = { lotId, lotNo: '', expiresOn: null, onHand: 0n, reserved: 0n }
  lots.set(key, [...(lots.get(key) ?? []), lot])
  return lot
}

async function writeLots({ raw, tenantId }: Scope, touched: ReadonlyMap<string, { place: Place; lot: Lot }>): Promise<void> {
  if (touched.size === 0) return
  const all = [...touched.values()]
  await sql`insert into stock_lot_balance (tenant_id, lot_id, store_id, transit, on_hand, reserved)
    select ${tenantId}, p.lot_id, p.store_id, p.transit, p.on_hand, p.reserved
    from unnest(${all.map(({ lot }) => lot.lotId)}::bigint[], ${all.map(({ place }) => place.storeId)}::bigint[],
      ${all.map(({ place }) => place.transit)}::boolean[], ${all.map(({ lot }) => exactText(lot.onHand))}::numeric[],
      ${all.map(({ lot }) => exactText(lot.reserved))}::numeric[]) as p (lot_id, store_id, transit, on_hand, reserved)
    on conflict (lot_id, store_id, transit) do update set on_hand = excluded.on_hand, reserved = excluded.reserved`.execute(raw)
}

/** What the stores and the products are called, and which stores may go below nothing: those that say so, while the tenant allows it. */
async function readNames({ raw, tenantId }: Scope, places: readonly Place[]) {
  const idsOf = (of: (place: Place) => number) => [...new Set(places.map(of))]
  const { rows } = await sql<{ is_store: boolean; id: number; name: string; negative_flag: number; lot_flag: number }>`
    select true as is_store, id, name, negative_flag * coalesce((select o.negative_flag from inventory_option o where o.tenant_id = ${tenantId}), 1) as negative_flag,
      0 as lot_flag
    from store where tenant_id = ${tenantId} and id = any(${idsOf(({ storeId }) => storeId)}::bigint[])
    union all
    select false, id, name, 0, lot_flag from product where tenant_id = ${tenantId} and id = any(${idsOf(({ productId }) => productId)}::bigint[])`.execute(
    raw,
  )
  const byId = (ofStore: boolean) => new Map(rows.filter((row) => row.is_store === ofStore).map((row) => [row.id, row]))
  return { stores: byId(true), products: byId(false) }
}

/** Says what is refused at a place in the names of its store and product. */
const refusalsOf =
  ({ stores, products }: Record<'stores' | 'products', ReadonlyMap<number, { readonly name: string }>>) =>
  (code: Refusal, place: Place, available = 0n, lot = '', day = '') =>
    new CallFailure(code, {
      product: products.get(place.productId)?.name ?? '',
      store: stores.get(place.storeId)?.name ?? '',
      available: plainText(available > 0n ? available : 0n),
      lot,
      day,
    })

/**
 * Writes goods that move in one step: a posting, its rows, and what they come to, all or nothing within the caller's transaction. Answers the
 * posting's id. Throws error.stock.short where more would leave than is there and promised to nobody else, error.stock.lotShort for a lot,
 * error.stock.before where a movement of the past would leave a later moment short, error.stock.beforeCount for one from before the place was
 * counted, error.stock.closed in a closed period, error.stock.expired or error.stock.lotExpired where only what has expired is left. A store with
 * `negativeFlag` may go below nothing, while the tenant allows it.
 */
export async function post(scope: Scope, posting: Posting, movements: readonly Movement[]): Promise<number> {
  const { raw, tenantId } = scope
  const places = movements.flatMap((one): Place[] => [one, ...(one.to ? [{ productId: one.productId, ...one.to }] : [])])
  const { freshOn } = await holdOpen(scope, posting)
  const balances = await holdBalances(scope, places)
  const before = new Map(balances)
  const isPast = posting.effectiveAt < posting.at
  // Of what only comes in, and is of no lot, nothing can be refused now.
  const mayRefuse = isPast || movements.some(({ quantity, lotId }) => quantity < 0n || lotId !== null)
  const { stores, products } = mayRefuse ? await readNames(scope, places) : { stores: new Map(), products: new Map() }
  const lots = [...products.values()].some(({ lot_flag: flag }) => flag === 1) ? await readLots(scope, places) : new Map<string, Lot[]>()
  const entries: Entry[] = []
  const touched = new Map<string, { place: Place; lot: Lot }>()

  const mayLack = ({ storeId }: Place) => stores.get(storeId)?.negative_flag === 1
  const refusal = refusalsOf({ stores, products })
  const tooEarly = isPast && places.find((place) => posting.effectiveAt < (balances.get(keyOf(place))!.countedAt ?? 0))
  if (tooEarly) throw refusal('error.stock.beforeCount', tooEarly)

  function moveLot(place: Place, lotId: number, quantity: bigint, promised: bigint, missing: boolean) {
    const lot = lotIn(lots, place, lotId)
    lot.onHand += quantity
    lot.reserved -= promised
    const free = lot.onHand - (missing ? 0n : lot.reserved)
    if (free < 0n && quantity < 0n && !mayLack(place)) throw refusal('error.stock.lotShort', place, free - quantity, lot.lotNo)
    touched.set(`${keyOf(place)} ${lotId}`, { place, lot })
  }
  /** The lots that goods are of, with how much of each: first what expires first, and is promised to no line that names it. */
  function split(movement: Movement): readonly (readonly [number | null, bigint])[] {
    const { quantity, lotId } = movement
    const known = lots.get(keyOf(movement)) ?? []
    const isOver = ({ expiresOn }: Lot) => movement.issued === true && freshOn !== null && expiresOn !== null && expiresOn < freshOn
    /** What lies there of no lot: found when it was counted, or owed where more left than the lots had. */
    const ofNone = () => known.reduce((left, lot) => left - lot.onHand, balances.get(keyOf(movement))!.onHand)
    if (lotId === null && quantity < 0n && known.length > 0 && !mayLack(movement)) {
      const there = ofNone()
      if (there + quantity < 0n) throw refusal('error.stock.short', movement, there)
    }
    if (lotId !== undefined) {
      const over = known.find((lot) => lot.lotId === lotId && isOver(lot))
      if (over) throw refusal('error.stock.lotExpired', movement, 0n, over.lotNo, over.expiresOn!)
      return [[lotId, quantity]]
    }
    if (products.get(movement.productId)?.lot_flag !== 1) return [[null, quantity]]
    const parts: [number | null, bigint][] = []
    let left = -quantity
    for (const lot of known) {
      if (left <= 0n) break
      const free = lot.onHand - lot.reserved
      if (free <= 0n || isOver(lot)) continue
      const taken = free < left ? free : left
      parts.push([lot.lotId, -taken])
      left -= taken
    }
    const loose = ofNone()
    if (left > 0n && loose > 0n) {
      const taken = loose < left ? loose : left
      parts.push([null, -taken])
      left -= taken
    }
    if (left > 0n && !mayLack(movement))
      // What has expired is there and stays there.
      throw refusal(
        known.some((lot) => lot.onHand > lot.reserved && isOver(lot)) ? 'error.stock.expired' : 'error.stock.short',
        movement,
        -quantity - left,
      )
    // What no lot has, of a store that may lack it.
    if (left > 0n) parts.push([null, -left])
    return parts
  }
  /** Goods of one lot come to a place, or leave it: their rows, and what lies there after it. */
  function move(place: Place, lineId: number, lotId: number | null, quantity: bigint, value: bigint, kind: 'move' | 'lose' = 'move') {
    const before = balances.get(keyOf(place))!
    const { after, rows } = reckon(before, quantity, value)
    balances.set(keyOf(place), { ...before, ...after })
    entries.push(
      ...rows.map((row) => (row.kind === 'move' ? { ...place, ...row, kind, lineId, lotId } : { ...place, ...row, lineId, lotId: null })),
    )
  }

  for (const movement of movements) {
    const { productId, storeId, transit, lineId, to, promised = 0n, missing = false } = movement
    const place: Place = { productId, storeId, transit }
    const key = keyOf(place)
    const before = balances.get(key)!
    let valueLeft = movement.value
    const parts = split(movement)
    for (const [at, [lotId, quantity]] of parts.entries()) {
      const level = balances.get(key)!
      const known = valueLeft === undefined || at === parts.length - 1 ? valueLeft : (movement.value! * quantity) / movement.quantity
      const value = known ?? (quantity < 0n ? -valueLeaving(level, -quantity) : valueComing(level, quantity, movement.worth ?? 0n))
      if (valueLeft !== undefined) valueLeft -= value
      move(place, lineId, lotId, quantity, value)
      if (lotId !== null) moveLot(place, lotId, quantity, movement.named ? promised : 0n, missing)
      if (to) {
        const there = { productId, ...to }
        if (movement.lost) for (const sign of [-1n, 1n]) move(there, lineId, lotId, sign * quantity, sign * value, 'lose')
        else {
          move(there, lineId, lotId, -quantity, -value)
          if (lotId !== null) moveLot(there, lotId, -quantity, 0n, false)
        }
      }
    }
    const reserved = before.reserved - promised
    const held = missing ? 0n : reserved
    const available = before.onHand - held
    if (movement.quantity < 0n && available + movement.quantity < 0n && !mayLack(place))
      throw refusal('error.stock.short', place, available)
    balances.set(key, { ...balances.get(key)!, reserved })
  }

  const of = <T>(pick: (entry: Entry) => T) => entries.map(pick)
  const touchedPlaces = [...new Map(places.map((one) => [keyOf(one), one])).values()]
  // Three tables in one statement: each way to the database and back is a twentieth of a posting.
  const { rows } = await sql<{ id: number }>`
    with posting as (
      insert into stock_posting (tenant_id, document_id, kind, effective_at, at, user_id, user_name, reason, reverses_id)
      select ${tenantId}, ${posting.documentId}, ${posting.kind}, ${posting.effectiveAt}, ${posting.at}, app_user.id, app_user.real_name,
        ${posting.reason ?? null}, ${posting.reversesId ?? null}
      from app_user where app_user.id = ${posting.userId} returning id),
    entries as (
      insert into stock_entry (tenant_id, posting_id, line_id, kind, product_id, store_id, transit, lot_id, quantity, value, effective_at, area_id)
      select ${tenantId}, posting.id, e.line_id, e.kind, e.product_id, e.store_id, e.transit, e.lot_id, e.quantity, e.value, ${posting.effectiveAt},
        ${baseAt(posting.effectiveAt, 'e.store_id')}
      from posting, unnest(${of(({ lineId }) => lineId)}::bigint[], ${of(({ kind }) => kind)}::text[], ${of(({ productId }) => productId)}::bigint[],
        ${of(({ storeId }) => storeId)}::bigint[], ${of(({ transit }) => transit)}::boolean[], ${of(({ lotId }) => lotId)}::bigint[],
        ${of(({ quantity }) => exactText(quantity))}::numeric[], ${of(({ value }) => exactText(value))}::numeric[])
        with ordinality as e (line_id, kind, product_id, store_id, transit, lot_id, quantity, value, n) order by n
      returning product_id, store_id, transit, lot_id, quantity, value),
    -- What happened before its store came to another base has come along since.
    relocated as (
      insert into stock_entry (tenant_id, posting_id, line_id, kind, product_id, store_id, transit, lot_id, quantity, value, effective_at, area_id)
      select ${tenantId}, posting.id, null, 'relocate', e.product_id, e.store_id, e.transit, e.lot_id, side.sign * e.quantity, side.sign * e.value, r.at,
        case side.sign when 1 then r.to_area_id else r.from_area_id end
      from entries e join store_relocation r on r.store_id = e.store_id and r.at > ${posting.effectiveAt}
        cross join posting cross join (values (-1), (1)) as side (sign) order by r.at, r.id, side.sign),
    balances as (${balancesWritten(scope, touchedPlaces, balances)})
    select id from posting`.execute(raw)
  const { id } = rows[0]!
  await writeLots(scope, touched)
  const inStores = [...new Map(places.filter(({ transit }) => !transit).map((one) => [keyOf(one), one])).values()]
  await tellCrossings(
    scope,
    inStores.map((place) => ({ ...place, before: before.get(keyOf(place))!.onHand, after: balances.get(keyOf(place))!.onHand })),
    posting.at,
  )
  await checkPast(scope, posting, movements, mayLack, (place) => refusal('error.stock.before', place))
  return id
}

/** The statement that writes what places come to; the caller holds them. */
function balancesWritten({ tenantId }: Scope, places: readonly Place[], balances: ReadonlyMap<string, Balance>) {
  const after = places.map((place) => ({ ...place, ...balances.get(keyOf(place))! }))
  return sql`update stock_balance b set on_hand = p.on_hand, reserved = p.reserved, value = p.value
    from unnest(${after.map(({ productId }) => productId)}::bigint[], ${after.map(({ storeId }) => storeId)}::bigint[],
      ${after.map(({ transit }) => transit)}::boolean[], ${after.map(({ onHand }) => exactText(onHand))}::numeric[],
      ${after.map(({ reserved }) => exactText(reserved))}::numeric[], ${after.map(({ value }) => exactText(value))}::numeric[])
      as p (product_id, store_id, transit, on_hand, reserved, value)
    where b.tenant_id = ${tenantId} and (b.product_id, b.store_id, b.transit) = (p.product_id, p.store_id, p.transit)`
}
/** Writes what places come to; the caller holds them. */
const writeBalances = (scope: Scope, places: readonly Place[], balances: ReadonlyMap<string, Balance>) =>
  balancesWritten(scope, places, balances).execute(scope.raw)

/** Remembers that places were counted; the caller holds them. */
export async function markCounted({ raw, tenantId }: Scope, places: readonly Place[], at: number): Promise<void> {
  await sql`update stock_balance b set counted_at = ${at}
    from unnest(${places.map(({ productId }) => productId)}::bigint[], ${places.map(({ storeId }) => storeId)}::bigint[],
      ${places.map(({ transit }) => transit)}::boolean[]) as p (product_id, store_id, transit)
    where b.tenant_id = ${tenantId} and (b.product_id, b.store_id, b.transit) = (p.product_id, p.store_id, p.transit)`.execute(raw)
}

/**
 * Promises goods to lines: more than 0 promises, less gives the promise up; of a lot where the line names it. Throws error.stock.short or
 * error.stock.lotShort where they are not there.
 */
export async function promise(
  scope: Scope,
  wanted: readonly (Place & { readonly quantity: bigint; readonly lotId: number | null })[],
): Promise<void> {
  if (wanted.length === 0) return
  const balances = await holdBalances(scope, wanted)
  const { stores, products } = await readNames(scope, wanted)
  const lots = wanted.some(({ lotId }) => lotId !== null) ? await readLots(scope, wanted) : new Map<string, Lot[]>()
  const touched = new Map<string, { place: Place; lot: Lot }>()
  const refusal = refusalsOf({ stores, products })
  for (const place of wanted) {
    const mayLack = stores.get(place.storeId)?.negative_flag === 1
    const before = balances.get(keyOf(place)) ?? { ...NOTHING, reserved: 0n, countedAt: null }
    const available = before.onHand - before.reserved
    if (place.quantity > available && place.quantity > 0n && !mayLack) throw refusal('error.stock.short', place, available)
    balances.set(keyOf(place), { ...before, reserved: before.reserved + place.quantity })
    if (place.lotId === null) continue
    const lot = lotIn(lots, place, place.lotId)
    const free = lot.onHand - lot.reserved
    if (place.quantity > free && place.quantity > 0n && !mayLack) throw refusal('error.stock.lotShort', place, free, lot.lotNo)
    lot.reserved += place.quantity
    touched.set(`${keyOf(place)} ${lot.lotId}`, { place, lot })
  }
  await writeBalances(scope, [...new Map(wanted.map((one) => [keyOf(one), one])).values()], balances)
  await writeLots(scope, touched)
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
        where e.tenant_id = ${tenantId} and (e.product_id, e.store_id, e.transit) = (p.product_id, p.store_id, p.transit) and e.kind <> 'relocate'
      ) as history where history.effective_at >= ${effectiveAt} and history.running < 0)
    order by p.n limit 1`.execute(raw)
  if (rows.length > 0) throw refuse(leaving[rows[0]!.n - 1]!)
}
