import { type RawBuilder, sql } from 'kysely'
import { exactText, millionths } from '#contract/core/exact'
import { STOCK_DAYS, type StockRow } from '#contract/inventory/stock'
import type { Context, HandlersOf } from '../ground/contents.ts'
import type { SheetCell } from '../ground/crud/sheetJob.ts'
import { readPage } from '../ground/database/page.ts'
import type { Scope } from '../ground/database/scope.ts'
import { notFound } from '../ground/failure.ts'
import type { Asking } from '../ground/http/handler.ts'
import { type Language, say } from '../ground/words.ts'
import { namesBehind, tellRows } from './stockBehind.ts'
import { answerSheet, dayCell, numberCell } from './stockSheet.ts'
import { dayOf } from '#contract/core/zonedMoment'
import { everyStore, seesBase } from './baseAt.ts'
import { readOption } from './option.ts'
import { baseOf, dayIn, knownTo, lotOffersOf, lotsOf } from './stockFigures.ts'
import { listStock } from './stockList.ts'

const HEADS = [
  'product',
  'productCode',
  'specification',
  'store',
  'areaName',
  'unit',
  'onHand',
  'reserved',
  'available',
  'transit',
  'value',
  'unitCost',
  'min',
  'max',
  'level',
  'expiresOn',
] as const
const exact = (text: string) => millionths(text)!

/** A row of the list as a spreadsheet has it. */
function cellsOf(row: StockRow, language: Language): SheetCell[] {
  const cells: Record<(typeof HEADS)[number], SheetCell> = {
    product: row.productName,
    productCode: row.productCode,
    specification: row.specification,
    store: row.storeName,
    areaName: row.areaName,
    unit: row.unitName,
    onHand: numberCell(row.onHand),
    reserved: numberCell(row.reserved),
    available: numberCell(row.available),
    transit: numberCell(row.transit),
    value: numberCell(row.value),
    unitCost: numberCell(row.unitCost),
    min: numberCell(row.minQuantity),
    max: numberCell(row.maxQuantity),
    level: row.level && say(language, `inventory:stock.level.${row.level}`),
    expiresOn: dayCell(row.expiresOn),
  }
  return HEADS.map((head) => cells[head])
}

interface Asked {
  readonly productId: number
  readonly storeId?: number | undefined
}
/**
 * The stores in which a caller may know of a product: the one that is named, or all. They stand in a base that is seen, at a moment where one is
 * given (ms UTC), else now; `ever`: or stood in one once. Throws 404 where the store is not seen or the product is none of the tenant's.
 */
async function seeStores(
  scope: Scope,
  asking: Asking,
  { storeId, productId, asOf }: Asked & { asOf?: number | undefined },
  { ever = false } = {},
): Promise<readonly number[]> {
  const base = baseOf(asOf)
  const seenIn = (area: RawBuilder<number>) => sql<boolean>`${seesBase(scope, area)} and ${knownTo(asking, area)}`
  const once = sql`exists (select from store_relocation r where r.store_id = store.id and ${seenIn(sql.ref('r.from_area_id'))})`
  const seen = await everyStore(scope)
    .innerJoin('product', 'product.tenant_id', 'store.tenant_id')
    .select('store.id')
    .where('product.id', '=', productId)
    .where(storeId === undefined ? sql<boolean>`true` : sql<boolean>`store.id = ${storeId}`)
    .where(ever ? sql<boolean>`(${seenIn(base)} or ${once})` : seenIn(base))
    .execute()
  if (seen.length === 0) throw notFound()
  return seen.map(({ id }) => id)
}

/** The rows of the ledger of a product in some stores, of the bases in which the caller may know of it. */
const ledgerOf = (
  scope: Scope,
  asking: Asking,
  { productId, areaId }: Asked & { areaId?: number | undefined },
  stores: readonly number[],
  transit: boolean,
) =>
  scope
    .select('stock_entry')
    .innerJoin('product', 'product.id', 'stock_entry.product_id')
    .where('stock_entry.product_id', '=', productId)
    .where('stock_entry.store_id', 'in', stores)
    .where('stock_entry.transit', '=', transit)
    .where(areaId === undefined ? sql<boolean>`true` : sql<boolean>`stock_entry.area_id = ${areaId}`)
    .where(knownTo(asking, sql.ref('stock_entry.area_id')))

const sumOf = (what: 'quantity' | 'value', where: RawBuilder<boolean>) =>
  sql<string>`coalesce(sum(${sql.ref(`stock_entry.${what}`)}) filter (where ${where}), 0)::numeric(20, 6)`

/** What lies in the stores, and the rows that every figure of it is made of. */
export function stockHandlers({
  clock,
  foreign,
}: Pick<Context, 'clock' | 'foreign'>): Omit<HandlersOf<'inventory'>['stock'], 'correctLot'> {
  return {
    page: ({ query }, asking) => asking.inTenant((scope) => listStock(scope, query, query, { now: clock(), asking })),

    async export({ query }, asking) {
      const { content } = await asking.inTenant((scope) => listStock(scope, { page: 1, size: 0 }, query, { now: clock(), asking }))
      return answerSheet(foreign, asking, content, {
        title: 'inventory:stock.title',
        heads: (language) => HEADS.map((head) => say(language, `inventory:stock.fields.${head}`)),
        cellsOf,
      })
    },

    entries: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        const stores = await seeStores(scope, asking, query, { ever: true })
        const { from = 0, to = Number.MAX_SAFE_INTEGER } = query
        const ledger = ledgerOf(scope, asking, query, stores, query.transit === 1)
        const span = ledger.where('stock_entry.effective_at', '>=', from).where('stock_entry.effective_at', '<=', to)
        const page = await readPage(query, span, (rows) =>
          rows
            .innerJoin('stock_posting', 'stock_posting.id', 'stock_entry.posting_id')
            .innerJoin('store', 'store.id', 'stock_entry.store_id')
            .leftJoin('area', 'area.id', 'stock_entry.area_id')
            .leftJoin('stock_lot', 'stock_lot.id', 'stock_entry.lot_id')
            .selectAll('stock_entry')
            .select([
              'stock_posting.kind as posting',
              'stock_posting.reason',
              'stock_posting.user_name',
              'stock_posting.at',
              'stock_posting.document_id',
              'stock_lot.lot_no',
              'store.name as store_name',
              'area.area_name',
            ])
            .orderBy('stock_entry.effective_at', 'desc')
            .orderBy('stock_entry.id', 'desc'),
        )
        const [first] = page.content
        const before = sql<boolean>`stock_entry.effective_at < ${from}`
        const until = sql<boolean>`stock_entry.effective_at <= ${to}`
        // What the newest row of the page left behind; the rows below it follow by their own quantities.
        const upTo = first
          ? sql<boolean>`(stock_entry.effective_at, stock_entry.id) <= (${first.effective_at}, ${first.id})`
          : sql<boolean>`false`
        const sums = await ledger
          .select([
            sumOf('quantity', before).as('opening'),
            sumOf('value', before).as('openingValue'),
            sumOf('quantity', until).as('closing'),
            sumOf('value', until).as('closingValue'),
            sumOf('quantity', upTo).as('running'),
          ])
          .executeTakeFirstOrThrow()
        let running = exact(sums.running)
        const content = await tellRows(scope, asking, page.content, (row) => {
          const balance = exactText(running)
          running -= exact(row.quantity)
          return { balance }
        })
        return {
          ...page,
          content,
          opening: { quantity: sums.opening, value: sums.openingValue },
          closing: { quantity: sums.closing, value: sums.closingValue },
        }
      }),

    lots: ({ query }, asking) =>
      asking.inTenant(async (scope) => lotsOf(scope, { ...query, storeIds: await seeStores(scope, asking, query) })),

    lotOffers: ({ query }, { inTenant, grant }) =>
      inTenant(async (scope) => {
        const store = await scope.select('store').select('store.id').where('store.id', '=', query.storeId).executeTakeFirst()
        if (!store) throw notFound()
        return lotOffersOf(scope, query, { today: dayOf(clock(), grant.timeZone), mayExpire: (await readOption(scope)).expiredFlag === 1 })
      }),

    promised: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        const stores = await seeStores(scope, asking, query)
        const lines = scope
          .select('document_line')
          .innerJoin('document', 'document.id', 'document_line.document_id')
          .where('document_line.reserved', '>', '0')
          .where('document_line.product_id', '=', query.productId)
          .where('document.store_id', 'in', stores)
        const page = await readPage(query, lines, (rows) =>
          rows
            .leftJoin('app_user', 'app_user.id', 'document.applicant_id')
            .select([
              'document_line.id',
              'document_line.document_id',
              'document_line.stock_quantity',
              'document_line.done',
              'document_line.reserved',
              sql<string>`coalesce(app_user.real_name, document.applicant_name)`.as('applicant'),
            ])
            .orderBy('document_line.id'),
        )
        const names = await namesBehind(
          scope,
          asking,
          page.content.map(({ document_id: documentId }) => documentId),
        )
        const content = page.content.map((row) => ({
          lineId: row.id,
          document: names.get(row.document_id)!,
          applicantName: row.applicant,
          planned: row.stock_quantity,
          done: row.done,
          reserved: row.reserved,
        }))
        return { ...page, content }
      }),

    days: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        const { grant } = asking
        const stores = await seeStores(scope, asking, query)
        const base = sql.ref<number>('stock_entry.area_id')
        const first = sql`${dayIn(clock(), grant.timeZone)} - ${STOCK_DAYS - 1}::int`
        const { rows } = await sql<{ day: string; onHand: string }>`
          with moved as (
            select greatest((to_timestamp(effective_at / 1000.0) at time zone ${grant.timeZone})::date, ${first}) as day, sum(quantity) as quantity
            from stock_entry join product on product.id = product_id
            where stock_entry.tenant_id = ${scope.tenantId} and product_id = ${query.productId} and store_id = any(${stores}::bigint[]) and not transit
              and ${seesBase(scope, base)} and ${knownTo(asking, base)}
            group by 1
          ), calendar as (select ${first} + n as day from generate_series(0, ${STOCK_DAYS - 1}::int) as n)
          select calendar.day::text as day, (sum(coalesce(moved.quantity, 0)) over (order by calendar.day))::numeric(20, 6) as "onHand"
          from calendar left join moved on moved.day = calendar.day order by calendar.day`.execute(scope.raw)
        return rows
      }),
  }
}
