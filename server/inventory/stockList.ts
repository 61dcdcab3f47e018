import { sql } from 'kysely'
import { exactText, millionths, shareOf } from '#contract/core/exact'
import type { STOCK_ONLY, StockRow } from '#contract/inventory/stock'
import { containingEach } from '../ground/database/containing.ts'
import { joinByHash } from '../ground/database/joinByHash.ts'
import { type Page, paged, type Window } from '../ground/database/page.ts'
import type { Scope } from '../ground/database/scope.ts'
import { levelOf } from './level.ts'
import { readOption } from './option.ts'
import type { Asking } from '../ground/http/handler.ts'
import { baseOf, dayIn, figuresOf, placesOf } from './stockFigures.ts'

const ONE = 1_000_000n
const exact = (text: string) => millionths(text)!

interface Narrowing {
  readonly productId?: number | undefined
  readonly storeId?: number | undefined
  readonly areaId?: number | undefined
  readonly productType?: string | undefined
  readonly search?: string | undefined
  readonly asOf?: number | undefined
  readonly only?: (typeof STOCK_ONLY)[number] | undefined
}

/** One page of what is on hand by product and store, now or as of a moment, by the name of the product. */
export async function listStock(
  scope: Scope,
  asked: { readonly page: number; readonly size: number },
  { productId, storeId, areaId, productType, search, asOf, only }: Narrowing,
  { now, asking }: { readonly now: number; readonly asking: Pick<Asking, 'grant'> },
): Promise<Page<StockRow> & { expiringDays: number }> {
  const { expiringDays } = await readOption(scope)
  await joinByHash(scope)
  const figures = figuresOf(scope, asOf)
  const base = baseOf(asOf)
  const narrow = (given: ReturnType<typeof placesOf>[number]) => {
    let places = given
    if (productId != null) places = places.where('product.id', '=', productId)
    if (storeId != null) places = places.where('store.id', '=', storeId)
    if (areaId != null) places = places.where(sql<boolean>`${base} = ${areaId}`)
    if (productType != null) places = places.where('product.product_type', '=', productType)
    for (const word of containingEach(search))
      places = places.where((eb) => eb.or((['name', 'code', 'barcode'] as const).map((field) => eb(`product.${field}`, '~', word))))
    if (only === 'below') places = places.where(sql<boolean>`${figures.onHand} < stock_limit.min_quantity`)
    if (only === 'above') places = places.where(sql<boolean>`${figures.onHand} > stock_limit.max_quantity`)
    if (only === 'none') places = places.where(sql<boolean>`${figures.onHand} <= 0`)
    if (only === 'expiring')
      places = places.where(sql<boolean>`${figures.expiresOn} <= ${dayIn(asOf ?? now, asking.grant.timeZone)} + ${expiringDays}::int`)
    return places
  }
  const [put, awaited] = placesOf(scope, asking, asOf).map(narrow) as [ReturnType<typeof narrow>, ReturnType<typeof narrow>]
  const named = (places: typeof put) =>
    places.select([
      'place.product_id',
      'place.store_id',
      'place.on_hand',
      'place.reserved',
      'place.value',
      'product.name as productName',
      'product.code as productCode',
      'product.specification',
      'product.stock_unit_id',
      'store.name as storeName',
      base.as('area_id'),
      'stock_limit.min_quantity as minQuantity',
      'stock_limit.max_quantity as maxQuantity',
    ])
  // The page is found first, by names alone: whatever is told of a place is read for those alone that are shown.
  const shown = ({ limit, offset }: Window) =>
    scope.raw
      .selectFrom(
        named(put)
          .unionAll(named(awaited))
          .orderBy('productName')
          .orderBy('product_id')
          .orderBy('storeName')
          .orderBy('store_id')
          .limit(limit)
          .offset(offset)
          .as('place'),
      )
      .innerJoin('measure_unit', 'measure_unit.id', 'place.stock_unit_id')
      .leftJoin('area', 'area.id', 'place.area_id')
      .select([
        'place.product_id as productId',
        'place.productName',
        'place.productCode',
        'place.specification',
        'measure_unit.symbol as unitName',
        'place.store_id as storeId',
        'place.storeName',
        'area.area_name as areaName',
        figures.onHand.as('onHand'),
        figures.reserved.as('reserved'),
        figures.transit.as('transit'),
        figures.value.as('value'),
        'place.minQuantity',
        'place.maxQuantity',
        sql<string | null>`${figures.expiresOn}::text`.as('expiresOn'),
      ])
      .orderBy('place.productName')
      .orderBy('place.product_id')
      .orderBy('place.storeName')
      .orderBy('place.store_id')
      .execute()
  const count = async () => {
    const counts = await put
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .unionAll(awaited.select(({ fn }) => fn.countAll<number>().as('total')))
      .execute()
    return counts.reduce((sum, { total }) => sum + total, 0)
  }
  const page = await paged(asked, shown, count)
  return { ...page, content: page.content.map(describe), expiringDays }
}

type Read = Omit<StockRow, 'available' | 'unitCost' | 'level'>

/** What follows from the figures of a row. */
function describe(row: Read): StockRow {
  const onHand = exact(row.onHand)
  return {
    ...row,
    available: row.reserved === null ? null : exactText(onHand - exact(row.reserved)),
    unitCost: onHand > 0n ? exactText(shareOf(exact(row.value), ONE, onHand)) : null,
    level: levelOf(onHand, row),
  }
}
