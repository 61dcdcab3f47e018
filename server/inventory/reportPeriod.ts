import { sql } from 'kysely'
import { exactText, millionths } from '#contract/core/exact'
import {
  type Bucket,
  NO_CATEGORY,
  REPORT_COLUMNS,
  REPORT_DAYS,
  REPORT_LEVELS,
  type ReportBy,
  type ReportFigures,
  type ReportLevel,
  type ReportRow,
} from '#contract/inventory/report'
import { besideField } from '../ground/crud/rules.ts'
import { joinByHash } from '../ground/database/joinByHash.ts'
import { type Page, readPage } from '../ground/database/page.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure } from '../ground/failure.ts'
import type { Asking } from '../ground/http/handler.ts'
import { zonedMoment } from '#contract/core/zonedMoment'
import { everyStore, seesBase } from './baseAt.ts'
import { columnOf, ledgerWithDocuments, narrowed, type Narrowing, ofLedger } from './reportColumns.ts'

const DAY = 86_400_000
/** A curve of more points than these is drawn by longer pieces: days, else weeks. */
const MOST_DAYS = 62
const MOST_WEEKS_OF_DAYS = 371

export interface Days {
  /** YYYY-MM-DD, both included. */
  readonly from: string
  readonly to: string
}
/** The moments of days in the zone of the tenant: the first ms, and the first after them. Throws error.range.empty, or beside `to` where they are too many. */
export function spanOf({ from, to }: Days, asking: Pick<Asking, 'grant' | 'language'>): { from: number; until: number } {
  if (to < from) throw new CallFailure('error.range.empty')
  if (Date.parse(to) - Date.parse(from) >= REPORT_DAYS * DAY)
    throw besideField(asking, 'error.input.invalid', 'to', 'rangeTooLong', { max: REPORT_DAYS })
  const { timeZone } = asking.grant
  return { from: zonedMoment(from, timeZone, 'start')!, until: zonedMoment(to, timeZone, 'end')! }
}

type Flat = { readonly [Name in `${ReportLevel}Quantity`]: string | null } & { readonly [Name in `${ReportLevel}Value`]: string | null } & {
  readonly adjusted: string | null
  readonly unitName: string | null
}

/** By what the rows of a report are told apart. */
const KEYS = {
  place: ['product.id', 'product.name', 'product.code', 'product.specification', 'store.id', 'store.name', 'area.id', 'area.area_name'],
  product: ['product.id', 'product.name', 'product.code', 'product.specification'],
  store: ['store.id', 'store.name', 'area.id', 'area.area_name'],
  category: ['product.category'],
} as const satisfies Record<ReportBy, readonly string[]>

/** What the ledger's rows since the first day come to, by product, store and the base in which they happened: those after the last day, and those of the days by column. */
const movedSince = (scope: Scope, narrowing: Narrowing, { from, until }: { from: number; until: number }) => {
  const sum = (what: 'quantity' | 'value', where: ReturnType<typeof sql>) =>
    sql`coalesce(sum(${sql.ref(what)}) filter (where ${where}), 0) as `
  const both = (name: string, where: ReturnType<typeof sql>) =>
    sql`${sum('quantity', where)}${sql.ref(`${name}_quantity`)}, ${sum('value', where)}${sql.ref(`${name}_value`)}`
  return sql<Record<string, string> & { product_id: number; store_id: number; area_id: number }>`(
    select product_id, store_id, area_id, count(side) as moves, ${both('later', sql`later and not transit`)}, ${both('way', sql`later and transit`)},
      ${sql.join(['adjusted', ...REPORT_COLUMNS].map((column) => both(column, sql`side = ${sql.lit(column)}`)))}
    from (select e.product_id, e.store_id, e.area_id, e.transit, e.quantity, e.value, e.effective_at >= ${until} as later,
        case when e.transit or e.effective_at >= ${until} then null when e.kind = 'revalue' then 'adjusted' else ${columnOf} end as side
      from ${ledgerWithDocuments} where ${ofLedger(scope, narrowing)} and e.effective_at >= ${from}) as entry
    group by product_id, store_id, area_id)`
}

/**
 * Every product in every store and base that the caller sees, of which something was there, moved, or is on its way. What was there is what is
 * there now without what moved since, so that nothing before the first day is read; in a base that the store has left, nothing is there now.
 */
const reported = (scope: Scope, narrowing: Narrowing, span: { from: number; until: number }) => {
  const { tenantId } = scope
  return everyStore(scope)
    .innerJoin(
      sql<{ product_id: number; store_id: number; area_id: number }>`(
        select product_id, store_id, at.area_id,
          coalesce(sum(on_hand) filter (where not transit), 0) as on_hand, coalesce(sum(value) filter (where not transit), 0) as value,
          coalesce(sum(on_hand) filter (where transit), 0) as way, coalesce(sum(value) filter (where transit), 0) as way_value
        from stock_balance join store at on at.id = store_id where stock_balance.tenant_id = ${tenantId} group by product_id, store_id, at.area_id
        union all
        select distinct product_id, at.id, left_base.from_area_id, 0, 0, 0, 0
        from store_relocation left_base join store at on at.id = left_base.store_id and at.area_id <> left_base.from_area_id
          join stock_balance on stock_balance.tenant_id = ${tenantId} and stock_balance.store_id = at.id
        where left_base.tenant_id = ${tenantId})`.as('place'),
      'place.store_id',
      'store.id',
    )
    .innerJoin('product', (join) => join.onRef('product.id', '=', 'place.product_id').onRef('product.tenant_id', '=', 'store.tenant_id'))
    .innerJoin('measure_unit', 'measure_unit.id', 'product.stock_unit_id')
    .leftJoin('area', 'area.id', 'place.area_id')
    .leftJoin(movedSince(scope, narrowing, span).as('moved'), (join) =>
      join
        .onRef('moved.product_id', '=', 'place.product_id')
        .onRef('moved.store_id', '=', 'place.store_id')
        .onRef('moved.area_id', '=', 'place.area_id'),
    )
    .where(narrowed(narrowing, 'place.area_id'))
    .where(seesBase(scope, sql.ref('place.area_id')))
    .where(
      sql<boolean>`(moved.moves > 0 or ${figureOf('closing', 'quantity')} <> 0 or ${figureOf('closing', 'value')} <> 0 or ${figureOf('transit', 'quantity')} <> 0)`,
    )
}

/** A figure of a place. */
function figureOf(level: ReportLevel, what: 'quantity' | 'value'): ReturnType<typeof sql> {
  const column = (name: string) => sql`coalesce(${sql.ref(`moved.${name}_${what}`)}, 0)`
  if (level === 'transit') return sql`(${sql.ref(what === 'quantity' ? 'place.way' : 'place.way_value')} - ${column('way')})`
  const closing = sql`(${sql.ref(what === 'quantity' ? 'place.on_hand' : 'place.value')} - ${column('later')})`
  if (level === 'closing') return closing
  if (level !== 'opening') return column(level)
  return sql`(${closing} - ${sql.join(['adjusted', ...REPORT_COLUMNS].map(column), sql` - `)})`
}

const SINGLE_UNIT = sql`count(distinct product.stock_unit_id) = 1`
/** The sums of places; a quantity where all of them are counted in one unit. */
const sums = [
  sql<string | null>`case when ${SINGLE_UNIT} then min(measure_unit.symbol) end`.as('unitName'),
  sql<string>`sum(coalesce(moved.adjusted_value, 0))::numeric(20, 6)`.as('adjusted'),
  ...REPORT_LEVELS.flatMap((level) => [
    sql<string | null>`case when ${SINGLE_UNIT} then sum(${figureOf(level, 'quantity')})::numeric(20, 6) end`.as(`${level}Quantity`),
    sql<string>`sum(${figureOf(level, 'value')})::numeric(20, 6)`.as(`${level}Value`),
  ]),
]
const NOTHING = '0.000000'
const figuresIn = (flat: Flat): ReportFigures => {
  const level = (name: ReportLevel) => ({ quantity: flat[`${name}Quantity`], value: flat[`${name}Value`] ?? NOTHING })
  const levels = Object.fromEntries(REPORT_LEVELS.map((name) => [name, level(name)])) as Record<ReportLevel, ReturnType<typeof level>>
  return { ...levels, unitName: flat.unitName, adjusted: flat.adjusted ?? NOTHING }
}

type Keyed = Pick<
  ReportRow,
  'productId' | 'productName' | 'productCode' | 'specification' | 'storeId' | 'storeName' | 'areaId' | 'areaName' | 'category'
>

/** One page of what was there, moved and is there over some days, in the order of names, with what all of it comes to. */
export async function listPeriod(
  scope: Scope,
  asked: { readonly page: number; readonly size: number },
  { by, ...query }: Narrowing & Days & { readonly by: ReportBy },
  asking: Pick<Asking, 'grant' | 'language'>,
): Promise<Page<ReportRow> & { totals: ReportFigures; span: { from: number; to: number } }> {
  const span = spanOf(query, asking)
  await joinByHash(scope)
  const all = reported(scope, query, span)
  const keys: readonly string[] = KEYS[by]
  const key = <T extends 'bigint' | 'text'>(column: string, type: T) =>
    (keys.includes(column) ? sql.ref(column) : sql`null::${sql.raw(type)}`) as ReturnType<typeof sql<never>>
  const rows = all
    .select([
      key('product.id', 'bigint').as('productId'),
      key('product.name', 'text').as('productName'),
      key('product.code', 'text').as('productCode'),
      key('product.specification', 'text').as('specification'),
      key('store.id', 'bigint').as('storeId'),
      key('store.name', 'text').as('storeName'),
      key('area.id', 'bigint').as('areaId'),
      key('area.area_name', 'text').as('areaName'),
      (by === 'category' ? sql<never>`coalesce(product.category, ${sql.lit(NO_CATEGORY)})` : sql<never>`null::text`).as('category'),
      ...sums,
    ])
    .groupBy(keys.map((column) => sql.ref(column)))
  const page = await readPage(asked, scope.raw.selectFrom(rows.as('row')), (of) =>
    of
      .selectAll('row')
      .orderBy('row.productName')
      .orderBy('row.productId')
      .orderBy('row.storeName')
      .orderBy('row.storeId')
      .orderBy('row.areaId')
      .orderBy('row.category'),
  )
  const totals = await all.select(sums).executeTakeFirstOrThrow()
  const content = page.content.map((row): ReportRow => {
    const { productId, productName, productCode, specification, storeId, storeName, areaId, areaName, category } = row as unknown as Keyed
    const keyed = { productId, productName, productCode, specification, storeId, storeName, areaId, areaName, category }
    return { ...keyed, ...figuresIn(row as unknown as Flat) }
  })
  return { ...page, content, totals: figuresIn(totals as unknown as Flat), span: { from: span.from, to: span.until - 1 } }
}

const dayText = (at: number) => new Date(at).toISOString().slice(0, 10)
/** The first day of the piece of time that a day stands in, but none before `first`. */
function startOf(bucket: Bucket, day: string, first: string): string {
  const at = Date.parse(day)
  // Monday is the first day of a week.
  const start =
    bucket === 'day' ? day : bucket === 'month' ? `${day.slice(0, 7)}-01` : dayText(at - ((new Date(at).getUTCDay() + 6) % 7) * DAY)
  return start < first ? first : start
}

/** What goods were worth that came and left, in pieces of some days; pieces in which nothing moved stand with nothing. */
export async function listDays(scope: Scope, query: Narrowing & Days, asking: Pick<Asking, 'grant' | 'language'>) {
  const { from, until } = spanOf(query, asking)
  const count = (Date.parse(query.to) - Date.parse(query.from)) / DAY + 1
  const bucket: Bucket = count <= MOST_DAYS ? 'day' : count <= MOST_WEEKS_OF_DAYS ? 'week' : 'month'
  await joinByHash(scope)
  // What a reversal takes back counts with what it takes back.
  const side = sql`e.value * case posting.kind when 'reverse' then -1 else 1 end`
  const base = narrowed({ areaId: query.areaId }, 'e.area_id')
  const rows = await everyStore(scope)
    .innerJoin(
      sql<{ product_id: number; store_id: number; day: string; came: string; went: string }>`(
        select product_id, store_id, day, came + greatest(relocated, 0) as came, went - least(relocated, 0) as went from (
          select e.product_id, e.store_id, (to_timestamp(e.effective_at / 1000.0) at time zone ${asking.grant.timeZone})::date as day,
            coalesce(sum(e.value) filter (where ${side} > 0 and e.kind <> 'relocate'), 0) as came,
            coalesce(-sum(e.value) filter (where ${side} < 0 and e.kind <> 'relocate'), 0) as went,
            -- Nothing where both bases are looked at.
            coalesce(sum(e.value) filter (where e.kind = 'relocate'), 0) as relocated
          from stock_entry e join stock_posting posting on posting.id = e.posting_id
          where ${ofLedger(scope, query)} and ${base} and ${seesBase(scope, sql.ref('e.area_id'))}
            and e.effective_at >= ${from} and e.effective_at < ${until} and not e.transit and e.kind <> 'revalue'
          group by 1, 2, 3) as summed)`.as('moved'),
      'moved.store_id',
      'store.id',
    )
    .innerJoin('product', (join) => join.onRef('product.id', '=', 'moved.product_id').onRef('product.tenant_id', '=', 'store.tenant_id'))
    .where(narrowed({ ...query, areaId: undefined }))
    .select([
      sql<string>`moved.day::text`.as('day'),
      sql<string>`sum(moved.came)::numeric(20, 6)`.as('came'),
      sql<string>`sum(moved.went)::numeric(20, 6)`.as('went'),
    ])
    .groupBy('moved.day')
    .execute()
  const pieces = new Map<string, { came: bigint; left: bigint }>()
  for (let at = 0; at < count; at++)
    pieces.set(startOf(bucket, dayText(Date.parse(query.from) + at * DAY), query.from), { came: 0n, left: 0n })
  for (const { day, came, went } of rows) {
    const piece = pieces.get(startOf(bucket, day, query.from))!
    piece.came += millionths(came)!
    piece.left += millionths(went)!
  }
  const content = [...pieces].map(([first, { came, left }]) => ({ from: first, came: exactText(came), left: exactText(left) }))
  return { bucket, content }
}
