import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { ExpiringRow, SlowRow } from '#contract/inventory/report'
import { joinByHash } from '../ground/database/joinByHash.ts'
import { type Page, paged } from '../ground/database/page.ts'
import type { Scope } from '../ground/database/scope.ts'
import type { Asking } from '../ground/http/handler.ts'
import { readOption } from './option.ts'
import { columnOf, ledgerWithDocuments, narrowed, type Narrowing } from './reportColumns.ts'
import { dayIn } from './stockFigures.ts'

const DAY = 86_400_000

/** Where something is on hand, in the stores that the caller sees. */
const standing = (scope: Scope, narrowing: Narrowing) =>
  scope
    .select('store')
    .innerJoin('stock_balance', (join) =>
      join.onRef('stock_balance.store_id', '=', 'store.id').onRef('stock_balance.tenant_id', '=', 'store.tenant_id'),
    )
    .innerJoin('product', 'product.id', 'stock_balance.product_id')
    .innerJoin('measure_unit', 'measure_unit.id', 'product.stock_unit_id')
    .leftJoin('area', 'area.id', 'store.area_id')
    .where('stock_balance.transit', '=', false)
    .where('stock_balance.on_hand', '>', '0')
    .where(narrowed(narrowing))

const PLACE = [
  'product.id as productId',
  'product.name as productName',
  'product.code as productCode',
  'product.specification',
  'measure_unit.symbol as unitName',
  'store.id as storeId',
  'store.name as storeName',
  'area.area_name as areaName',
] as const

type Totaled<Row> = Page<Row> & { totals: { value: string } }

/** A page of rows, and what all of them are worth. */
async function totaled<DB, Tables extends keyof DB, Row>(
  scope: Scope,
  asked: { readonly page: number; readonly size: number },
  rows: SelectQueryBuilder<DB, Tables, object>,
  value: RawBuilder<string>,
  pick: (rows: SelectQueryBuilder<DB, Tables, object>) => SelectQueryBuilder<DB, Tables, Row>,
): Promise<Totaled<Row>> {
  await joinByHash(scope)
  const all = (await rows
    .select(sql<string>`coalesce(sum(${value}), 0)::numeric(20, 6)`.as('value'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()) as { value: string; total: number }
  const page = await paged(
    asked,
    async ({ limit, offset }) => (await pick(rows).limit(limit).offset(offset).execute()) as Row[],
    async () => all.total,
  )
  return { ...page, totals: { value: all.value } }
}

/** One page of what lay there before the last `days` and was not issued since, the most valuable first. */
export function listSlow(
  scope: Scope,
  asked: { readonly page: number; readonly size: number },
  { days, ...narrowing }: Narrowing & { readonly days: number },
  now: number,
): Promise<Totaled<SlowRow>> {
  const there = sql`e.tenant_id = ${scope.tenantId} and e.product_id = product.id and e.store_id = store.id and not e.transit`
  const begins = now - days * DAY
  const issued = sql`from ${ledgerWithDocuments} where ${there} and e.kind = 'move' and posting.kind = 'post' and ${columnOf} = 'issued'
    and not exists (select from stock_posting back where back.reverses_id = posting.id)`
  return totaled(
    scope,
    asked,
    standing(scope, narrowing)
      .where(sql<boolean>`not exists (select ${issued} and e.effective_at >= ${begins})`)
      .where(sql<boolean>`exists (select from stock_entry e where ${there} and e.effective_at < ${begins})`),
    sql<string>`stock_balance.value`,
    (rows) =>
      rows
        .select([
          ...PLACE,
          'stock_balance.on_hand as onHand',
          'stock_balance.value',
          sql<number | null>`(select e.effective_at ${issued} order by e.effective_at desc limit 1)`.as('lastIssue'),
          sql<number | null>`(select max(e.effective_at) from stock_entry e where ${there})`.as('lastMove'),
        ])
        .orderBy('stock_balance.value', 'desc')
        .orderBy('product.name')
        .orderBy('product.id')
        .orderBy('store.id'),
  )
}

/** What a lot is worth of what lies in its place. */
const SHARE = sql<string>`(stock_balance.value * stock_lot_balance.on_hand / stock_balance.on_hand)::numeric(20, 6)`

/** One page of the lots on hand that have expired or soon expire, the first to expire first; worth their share of what lies there. */
export async function listExpiring(
  scope: Scope,
  asked: { readonly page: number; readonly size: number },
  { days: given, ...narrowing }: Narrowing & { readonly days?: number | undefined },
  { now, asking }: { readonly now: number; readonly asking: Pick<Asking, 'grant'> },
): Promise<Totaled<ExpiringRow> & { days: number }> {
  const days = given ?? (await readOption(scope)).expiringDays
  const today = dayIn(now, asking.grant.timeZone)
  const page = await totaled(
    scope,
    asked,
    standing(scope, narrowing)
      .innerJoin('stock_lot', (join) =>
        join.onRef('stock_lot.product_id', '=', 'product.id').onRef('stock_lot.tenant_id', '=', 'store.tenant_id'),
      )
      .innerJoin('stock_lot_balance', (join) =>
        join.onRef('stock_lot_balance.lot_id', '=', 'stock_lot.id').onRef('stock_lot_balance.store_id', '=', 'store.id'),
      )
      .where('stock_lot_balance.transit', '=', false)
      .where('stock_lot_balance.on_hand', '>', '0')
      .where(sql<boolean>`stock_lot.expires_on <= ${today} + ${days}::int`),
    SHARE,
    (rows) =>
      rows
        .select([
          ...PLACE,
          'stock_lot.id as lotId',
          'stock_lot.lot_no as lotNo',
          sql<string>`stock_lot.expires_on::text`.as('expiresOn'),
          sql<boolean>`stock_lot.expires_on < ${today}`.as('expired'),
          'stock_lot_balance.on_hand as onHand',
          SHARE.as('value'),
        ])
        .orderBy('stock_lot.expires_on')
        .orderBy('product.name')
        .orderBy('stock_lot.id')
        .orderBy('store.id'),
  )
  return { ...page, days }
}
