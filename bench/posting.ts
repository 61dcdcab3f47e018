import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { millionths } from '#contract/core/exact'
import { warehousing } from '#contract/inventory/warehousing'
import { rolesOf } from '#server/ground/database/roles'
import type { Database } from '#server/ground/database/schema'
import { inTenant } from '#server/ground/database/scope'
import { linesOf } from '#server/ground/documents/documentRows'
import type { DocumentRow } from '#server/ground/documents/documentRules'
import { postLines } from '#server/inventory/posting'
import { warehousingGoods } from '#server/inventory/warehousing'
import type { Product } from './product.ts'
import { interleave, judge, quantile, table } from './rounds.ts'

const LINES = 100
const TIMES = 20
const WARM = 40

/** A base with a store and as many products as a receipt has lines, of which something lies there. */
async function arrangeStore({ owner }: Product): Promise<{ areaId: number; storeId: number; products: number[] }> {
  const one = async (text: string, values: unknown[]) => (await owner.query<{ id: number }>(text, values)).rows[0]!.id
  const name = `posting-${Date.now()}`
  const areaId = await one(`insert into area (tenant_id, area_name, area_center) values (1, $1, '113.34,22.96') returning id`, [name])
  const storeId = await one('insert into store (tenant_id, area_id, name) values (1, $1, $2) returning id', [areaId, name])
  const unit = await one(`insert into measure_unit (tenant_id, name, symbol, dimension) values (1, $1, 'kg', 'mass') returning id`, [name])
  const { rows } = await owner.query<{ id: number }>(
    `insert into product (tenant_id, name, product_type, stock_unit_id) select 1, $1 || ' ' || n, 'general', $2 from generate_series(1, $3::int) n returning id`,
    [name, unit, LINES],
  )
  return { areaId, storeId, products: rows.map(({ id }) => id) }
}

/** An approved receipt of each product, of which nothing was posted. */
async function aReceipt({ owner }: Product, { areaId, storeId, products }: Awaited<ReturnType<typeof arrangeStore>>, userId: number) {
  const { rows } = await owner.query<{ id: number }>(
    `insert into document (tenant_id, form_code, area_id, code, title, store_id, applicant_id, applicant_name, audit_status, created_at, updated_at)
     values (1, 'warehousing', $1, 'bench-' || gen_random_uuid(), 'Goods', $2, $3, 'Bench', 'approved', $4, $4) returning id`,
    [areaId, storeId, userId, Date.now()],
  )
  const { id } = rows[0]!
  const { rows: lines } = await owner.query<{ id: number }>(
    `insert into document_line (tenant_id, form_code, document_id, position, product_id, unit_kind, quantity, stock_quantity, price)
     select 1, 'warehousing', $1, n, product, 'stock', 10, 10, 2.5 from unnest($2::bigint[]) with ordinality as p (product, n) returning id`,
    [id, products],
  )
  return { id, lines: lines.map((line) => line.id) }
}

type Receipt = Awaited<ReturnType<typeof aReceipt>>

/**
 * A receipt of 100 lines posted: by HTTP, and answered with all that is told of it; and the posting alone (locks, checks, ledger, progress), in this
 * process as the server does it, behind both fences. Beside it the rows that it writes and nothing else in one transaction past the fence: (l) in a
 * statement a table, as it does itself, (m) in one a row.
 */
export async function benchPosting(product: Product, rounds: number): Promise<string> {
  const farm = await arrangeStore(product)
  const { access } = await product.signIn('admin')
  const { rows: users } = await product.owner.query<{ id: number }>(`select id from app_user where login_name = 'admin'`)
  const userId = users[0]!.id
  const bare = await product.owner.connect()

  const timed = async (work: (receipt: Receipt) => Promise<void>) => {
    const took: number[] = []
    for (let time = 0; time < TIMES; time++) {
      const receipt = await aReceipt(product, farm, userId)
      const began = performance.now()
      await work(receipt)
      took.push(performance.now() - began)
    }
    const { rows } = await product.owner.query<{ n: number }>(
      'select count(*)::int as n from stock_posting join document on document.id = document_id where document.area_id = $1',
      [farm.areaId],
    )
    return { 'p50 ms': quantile(took, 0.5), 'p95 ms': quantile(took, 0.95), postings: rows[0]!.n }
  }
  const posted = async ({ id }: { id: number }) => {
    const answer = await fetch(`${product.url}${warehousing.calls.post.path.replace('{t}', '1').replace('{id}', String(id))}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json', 'accept-encoding': 'identity' },
      body: JSON.stringify({ objectVersionNumber: 1 }),
    })
    const body = (await answer.json()) as { progress?: string; lines: unknown[] }
    if (body.progress !== 'full' || body.lines.length !== LINES) throw new Error(JSON.stringify(body))
  }
  const { request } = await rolesOf(product.owner)
  const pool = new pg.Pool({ connectionString: product.databaseUrl, max: 1, options: `-c search_path=furrow -c role=${request}` })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const postedAlone = ({ id }: Receipt) =>
    inTenant(db, { tenantId: 1, userId, areas: null }, async (scope) => {
      const document = (await scope
        .select('document')
        .selectAll('document')
        .where('document.id', '=', id)
        .forUpdate('document')
        .executeTakeFirstOrThrow()) as unknown as DocumentRow
      const lines = await linesOf(scope, warehousing, id)
      const moved = lines.map((row, at) => ({ row, at, quantity: millionths(row.stock_quantity)! }))
      const now = Date.now()
      await postLines(scope, warehousingGoods, document, moved, { effectiveAt: now, now, userId, language: 'zh-CN', rest: [] })
    })
  const inOne = async (id: number, write: (postingId: number, now: number) => Promise<void>) => {
    const now = Date.now()
    await bare.query('begin')
    const { rows } = await bare.query<{ id: number }>(
      `insert into stock_posting (tenant_id, document_id, kind, effective_at, at, user_id, user_name) values (1, $1, 'post', $2, $2, $3, 'Bench') returning id`,
      [id, now, userId],
    )
    await write(rows[0]!.id, now)
    await bare.query(
      `update document set progress = 'full', updated_at = $2, object_version_number = object_version_number + 1 where id = $1`,
      [id, now],
    )
    await bare.query('commit')
  }
  const atOnce = ({ id, lines }: Receipt) =>
    inOne(id, async (postingId, now) => {
      await bare.query(
        `insert into stock_entry (tenant_id, posting_id, line_id, kind, product_id, store_id, quantity, value, effective_at, area_id)
         select 1, $1, line, 'move', product, $2, 10, 25, $3, $6 from unnest($4::bigint[], $5::bigint[]) as p (line, product)`,
        [postingId, farm.storeId, now, lines, farm.products, farm.areaId],
      )
      await bare.query(
        `update stock_balance set on_hand = on_hand + 10, value = value + 25
         where tenant_id = 1 and store_id = $1 and not transit and product_id = any($2::bigint[])`,
        [farm.storeId, farm.products],
      )
      await bare.query('update document_line set done = done + 10 where id = any($1)', [lines])
    })
  const oneByOne = ({ id, lines }: Receipt) =>
    inOne(id, async (postingId, now) => {
      for (const [at, line] of lines.entries()) {
        const product = farm.products[at]
        await bare.query(
          `insert into stock_entry (tenant_id, posting_id, line_id, kind, product_id, store_id, quantity, value, effective_at, area_id)
           values (1, $1, $2, 'move', $3, $4, 10, 25, $5, $6)`,
          [postingId, line, product, farm.storeId, now, farm.areaId],
        )
        await bare.query(
          'update stock_balance set on_hand = on_hand + 10, value = value + 25 where tenant_id = 1 and store_id = $1 and not transit and product_id = $2',
          [farm.storeId, product],
        )
        await bare.query('update document_line set done = done + 10 where id = $1', [line])
      }
    })
  // The first makes the balances, and a server that has just started is slow.
  for (let time = 0; time < WARM; time++) await posted(await aReceipt(product, farm, userId))
  for (const name of ['document', 'document_line', 'product', 'stock_balance', 'stock_entry', 'stock_posting'])
    await product.owner.query(`vacuum analyze ${name}`)
  const seen = await interleave(rounds, {
    'posted, by HTTP, with its answer': () => timed(posted),
    'the posting alone': () => timed(postedAlone),
    '(l) its rows alone, all at once': () => timed(atOnce),
    '(m) its rows alone, one by one': () => timed(oneByOne),
  })
  bare.release()
  await db.destroy()
  const verdict = judge(rounds, seen)
  const [answered, mine, all, each] = Object.values(seen).map((figures) => figures['p50 ms']!) as [number, number, number, number]
  return [
    table(`A receipt of ${LINES} lines is posted`, seen),
    verdict('the posting alone / (l)', mine / all, 2, 'atMost'),
    verdict('posted by HTTP, with its answer / (m)', answered / each, 2, 'atMost'),
    `- posted by HTTP, with its answer / (l): ${(answered / all).toFixed(2)}`,
  ].join('\n')
}
