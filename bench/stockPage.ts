import { stockCalls } from '#contract/inventory/stock'
import type { Product } from './product.ts'
import { type Figures, interleave, judge, table } from './rounds.ts'

const PRODUCTS = 5000
const STORES = 4
/** Rows of the ledger of each product in each store. */
const EACH = 50
const SIZE = 20
const TIMES = 10
const DAY = 86_400_000
const DAYS = 365

/**
 * A year of 1,000,000 rows of the ledger, in the order of their time, and the 20,000 balances that they come to; one product in ten comes in
 * three lots that expire.
 */
async function arrangeLedger({ owner }: Product): Promise<{ areaId: number; until: number }> {
  const name = `ledger-${Date.now()}`
  const until = Date.now()
  const { rows } = await owner.query<{ id: number }>(
    `insert into area (tenant_id, area_name, area_center) values (1, $1, '113.34,22.96') returning id`,
    [name],
  )
  const areaId = rows[0]!.id
  const run = (text: string, values: unknown[] = []) => owner.query(text, values)
  await run(`insert into measure_unit (tenant_id, name, symbol, dimension) values (1, $1, 'kg', 'mass')`, [name])
  await run(`insert into store (tenant_id, area_id, name) select 1, $1, $2 || ' ' || n from generate_series(1, $3::int) n`, [
    areaId,
    name,
    STORES,
  ])
  await run(
    `insert into product (tenant_id, name, code, product_type, stock_unit_id, lot_flag, expiry_flag)
     select 1, 'Ledger ' || lpad((n * 7919 % 100003)::text, 6, '0'), 'L' || n, 'general', unit.id, (n % 10 = 0)::int, (n % 10 = 0)::int
     from generate_series(1, $2::int) n, measure_unit unit where unit.name = $1`,
    [name, PRODUCTS],
  )
  await run(
    `insert into stock_lot (tenant_id, product_id, lot_no, expires_on) select 1, product.id, 'L' || n, date '2027-01-01' + n * 30
     from product join measure_unit unit on unit.id = stock_unit_id, generate_series(0, 2) n where unit.name = $1 and lot_flag = 1`,
    [name],
  )
  await run(
    `insert into stock_limit (tenant_id, store_id, product_id, min_quantity) select 1, store.id, product.id, 120
     from store, product join measure_unit unit on unit.id = stock_unit_id where store.area_id = $2 and unit.name = $1 and product.id % 5 = 0`,
    [name, areaId],
  )
  // Documents of 100 products in one store; each is posted as often as a place has rows, all over the year.
  await run(
    `with sets as (select store.id as store_id, n from store, generate_series(0, $2::int / 100 - 1) n where area_id = $1)
     insert into document (tenant_id, form_code, area_id, code, title, store_id, applicant_id, applicant_name, audit_status, created_at, updated_at)
     select 1, 'warehousing', $1, 'bench-' || store_id || '-' || n, n::text, store_id, 1, 'Bench', 'approved', 0, 0 from sets`,
    [areaId, PRODUCTS],
  )
  await run(
    `insert into document_line (tenant_id, form_code, document_id, position, product_id, unit_kind, quantity, stock_quantity, price)
     select 1, 'warehousing', document.id, p.nr % 100, p.id, 'stock', 10, 10, 2 from document
     join (select product.id, row_number() over (order by product.id) - 1 as nr from product join measure_unit unit on unit.id = stock_unit_id where unit.name = $1) p
       on p.nr / 100 = document.title::int where document.area_id = $2`,
    [name, areaId],
  )
  await run(
    `insert into stock_posting (tenant_id, document_id, kind, effective_at, at, user_id, user_name)
     select 1, id, 'post', at, at, 1, 'Bench' from document, generate_series(0, $2::int - 1) n,
       lateral (select $3::bigint - ($2::int - n) * ($4::bigint / $2::int) + id * 7919 % ($4::bigint / $2::int) as at) moment
     where area_id = $1 order by at`,
    [areaId, EACH, until, DAYS * DAY],
  )
  // Ten come, four go, in turn.
  await run(
    `insert into stock_entry (tenant_id, posting_id, line_id, kind, product_id, store_id, lot_id, quantity, value, effective_at, area_id)
     select 1, posting.id, line.id, 'move', line.product_id, document.store_id,
       (select lot.id from stock_lot lot where lot.product_id = line.product_id order by lot.id offset (nth / 2) % 3 limit 1),
       amount, amount * 2, posting.effective_at, document.area_id
     from (select *, row_number() over (partition by document_id order by effective_at) - 1 as nth from stock_posting) posting
     join document on document.id = posting.document_id join document_line line on line.document_id = document.id,
       lateral (select case nth % 2 when 0 then 10 else -4 end + (line.product_id % 3) as amount) of
     where document.area_id = $1 order by posting.effective_at, line.position`,
    [areaId],
  )
  await run(
    `insert into stock_balance (tenant_id, product_id, store_id, on_hand, value)
     select 1, product_id, store_id, sum(quantity), sum(stock_entry.value) from stock_entry where area_id = $1 group by 2, 3`,
    [areaId],
  )
  await run(
    `insert into stock_lot_balance (tenant_id, lot_id, store_id, on_hand)
     select 1, lot_id, store_id, sum(quantity) from stock_entry where area_id = $1 and lot_id is not null group by 2, 3`,
    [areaId],
  )
  for (const one of ['product', 'store', 'stock_entry', 'stock_balance', 'stock_lot_balance', 'stock_lot', 'stock_limit', 'stock_posting'])
    await run(`vacuum analyze ${one}`)
  return { areaId, until }
}

/** What a person does with the page: the page's own words, and what the same is in plain SQL. */
const ACTS = {
  'first page': { query: {}, where: 'true', page: 1 },
  'page 500': { query: { page: 500 }, where: 'true', page: 500 },
  search: { query: { search: '777' }, where: `(p.name ilike '%777%' or p.code ilike '%777%' or p.barcode ilike '%777%')`, page: 1 },
  'of a store': { query: {}, where: 's.id = $2', page: 1 },
} as const
type Act = keyof typeof ACTS

/** What a page says beside its names. */
const FIGURES = `b.on_hand, b.reserved, b.value, coalesce((select on_hand from stock_balance t where t.tenant_id = 1 and (t.product_id, t.store_id) = (b.product_id, b.store_id) and t.transit), 0) as transit,
  l.min_quantity, l.max_quantity, (select min(lot.expires_on) from stock_lot lot join stock_lot_balance held on held.lot_id = lot.id
    where lot.product_id = p.id and held.store_id = s.id and not held.transit and held.on_hand > 0) as expires_on`

/** A page as two statements that say no more than what is asked: its rows, and how many there are. */
function bareSql({ where, page }: (typeof ACTS)[Act]) {
  const from = `from stock_balance b join product p on p.id = b.product_id join store s on s.id = b.store_id
    where b.tenant_id = 1 and not b.transit and s.area_id = $1 and ${where}`
  return {
    rows: `select p.id, p.name, p.code, p.specification, u.symbol, s.id as store_id, s.name as store_name, a.area_name, ${FIGURES}
      ${from.replace('where', 'join measure_unit u on u.id = p.stock_unit_id left join area a on a.id = s.area_id left join stock_limit l on l.store_id = s.id and l.product_id = p.id where')}
      order by p.name, p.id, s.name, s.id limit ${SIZE} offset ${(page - 1) * SIZE}`,
    count: `select count(*) ${from}`,
  }
}

/** The page of the stock, now and as of days of a year, by HTTP, beside (n) plain SQL of what is on hand now, on one connection past the fence. */
export async function benchStockPage(product: Product, rounds: number): Promise<string> {
  const { areaId, until } = await arrangeLedger(product)
  const { owner } = product
  const { rows: size } = await owner.query<{ rows: number; balances: number }>(
    `select (select count(*) from stock_entry)::int as rows, (select count(*) from stock_balance)::int as balances`,
  )
  const { rows: stores } = await owner.query<{ id: number }>('select id from store where area_id = $1 order by id', [areaId])
  const storeId = stores[0]!.id
  const { access } = await product.signIn('admin')
  const floor = await owner.connect()
  await floor.query('set max_parallel_workers_per_gather = 0')

  const asked = async (act: Act, asOf?: number): Promise<{ content: { onHand: string }[]; totalElements: number }> => {
    const query = {
      page: 1,
      size: SIZE,
      areaId,
      ...ACTS[act].query,
      ...(act === 'of a store' ? { storeId } : {}),
      ...(asOf === undefined ? {} : { asOf }),
    }
    const words = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const answer = await fetch(`${product.url}${stockCalls.page.path.replace('{t}', '1')}?${words}`, {
      headers: { authorization: `Bearer ${access}`, 'accept-encoding': 'identity' },
    })
    if (answer.status !== 200) throw new Error(await answer.text())
    return (await answer.json()) as never
  }
  const bare = async (act: Act) => {
    const { rows, count } = bareSql(ACTS[act])
    const values = act === 'of a store' ? [areaId, storeId] : [areaId]
    const page = await floor.query<{ on_hand: string }>(rows, values)
    const total = await floor.query<{ count: number }>(count, values)
    return { content: page.rows, total: total.rows[0]!.count }
  }
  // Both say the same.
  for (const act of Object.keys(ACTS) as Act[]) {
    const [mine, theirs] = [await asked(act), await bare(act)]
    const told = [mine.content.map(({ onHand }) => onHand), mine.totalElements]
    const should = [theirs.content.map(({ on_hand: onHand }) => onHand), theirs.total]
    if (JSON.stringify(told) !== JSON.stringify(should)) throw new Error(`${act}: ${JSON.stringify(told)} is not ${JSON.stringify(should)}`)
  }
  const timed = async (work: (act: Act) => Promise<unknown>): Promise<Figures> => {
    const figures: Figures = {}
    for (const act of Object.keys(ACTS) as Act[]) {
      const took: number[] = []
      for (let time = 0; time < TIMES; time++) {
        const began = performance.now()
        await work(act)
        took.push(performance.now() - began)
      }
      figures[act] = took.toSorted((a, b) => a - b)[TIMES >> 1]!
    }
    return figures
  }
  /** The slowest of days all over the year. */
  const slowest = async (): Promise<Figures> => {
    const each: Figures[] = []
    for (const share of [0, 0.25, 0.5, 0.75, 1]) each.push(await timed((act) => asked(act, Math.round(until - share * DAYS * DAY))))
    return Object.fromEntries(Object.keys(ACTS).map((act) => [act, Math.max(...each.map((one) => one[act]!))]))
  }
  const seen = await interleave(rounds, {
    'the page of now, by HTTP': () => timed((act) => asked(act)),
    'as of the slowest of five days': slowest,
    '(n) plain SQL': () => timed(bare),
  })
  floor.release()
  const verdict = judge(rounds, seen)
  const all = (figures: Figures) => Object.keys(ACTS).reduce((sum, act) => sum + figures[act]!, 0)
  const [now, then, plain] = [seen['the page of now, by HTTP'], seen['as of the slowest of five days'], seen['(n) plain SQL']]
  return [
    table(
      `A page of ${SIZE} of the stock over ${size[0]!.rows.toLocaleString('en-US')} rows of the ledger and ${size[0]!.balances.toLocaleString('en-US')} balances (ms)`,
      seen,
    ),
    verdict('all of these / (n)', all(now) / all(plain), 2, 'atMost'),
    verdict('as of any day / the page of now', all(then) / all(now), 5, 'atMost'),
  ].join('\n')
}
