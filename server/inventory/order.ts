import { sql } from 'kysely'
import { decimalText } from '#contract/core/decimal'
import { MAX_LINES } from '#contract/core/document'
import { millionths, shareOf } from '#contract/core/exact'
import type { HandlersOf } from '../ground/contents.ts'
import type { Scope } from '../ground/database/scope.ts'
import { notFound } from '../ground/failure.ts'
import { productsOf, ratioOf, unitNamesOf } from './goods.ts'

const ONE = 1_000_000n
const MOST = 99_999n
const HUNDREDTH = 10_000n

/** What a base is short of, by product, in its stock unit: what would fill its stores, less what is on its way and what was asked for already. */
async function shortOf({ raw, tenantId }: Scope, areaId: number): Promise<{ productId: number; short: bigint }[]> {
  const { rows } = await sql<{ product_id: number; short: string }>`
    with place as (
      select l.product_id, l.min_quantity, coalesce(l.max_quantity, l.min_quantity) as target,
        coalesce((select sum(b.on_hand) from stock_balance b
          where b.tenant_id = l.tenant_id and b.product_id = l.product_id and b.store_id = l.store_id), 0) as there
      from stock_limit l join store on store.id = l.store_id join product on product.id = l.product_id
      where l.tenant_id = ${tenantId} and store.area_id = ${areaId} and store.enabled_flag = 1 and product.enabled_flag = 1
        and l.min_quantity is not null),
    wanted as (select product_id, sum(target - there) as short from place where there < min_quantity group by product_id),
    asked as (
      select line.product_id, sum(line.stock_quantity - line.done - coalesce((select sum(sent.done - sent.taken) from document_line sent
        where sent.tenant_id = line.tenant_id and sent.form_code = 'transfer' and sent.source_line_id = line.id), 0)) as open
      from document_line line join document on document.id = line.document_id
      where line.tenant_id = ${tenantId} and line.form_code = 'aplionform' and document.area_id = ${areaId} and document.audit_status = 'approved'
        and document.progress in ('none', 'partial') and line.done < line.stock_quantity and line.product_id in (select product_id from wanted)
      group by line.product_id)
    select wanted.product_id, (wanted.short - coalesce(asked.open, 0))::numeric(20, 6)::text as short
    from wanted left join asked using (product_id) where wanted.short > coalesce(asked.open, 0) order by wanted.short - coalesce(asked.open, 0) desc, 1 limit ${MAX_LINES}`.execute(
    raw,
  )
  return rows.map((row) => ({ productId: row.product_id, short: millionths(row.short)! }))
}

export const orderHandlers: HandlersOf<'inventory'>['order'] = {
  draft: ({ query }, { inTenant }) =>
    inTenant(async (scope) => {
      const area = await scope.select('area').select('area.id').where('area.id', '=', query.areaId).executeTakeFirst()
      if (!area || !scope.sees(query.areaId)) throw notFound()
      const short = await shortOf(scope, query.areaId)
      const [products, units] = [
        await productsOf(
          scope,
          short.map(({ productId }) => productId),
        ),
        await unitNamesOf(scope),
      ]
      return short.map(({ productId, short: count }) => {
        const product = products.get(productId)!
        const [numerator, denominator] = ratioOf(product, 'purchase') ?? [1n, 1n]
        // Nobody buys a part of a sack.
        const whole = (count * denominator + numerator * ONE - 1n) / (numerator * ONE)
        const cost = product.cost_price === null ? null : shareOf(millionths(product.cost_price)!, numerator, denominator)
        const price = cost === null ? 0n : (cost + HUNDREDTH / 2n) / HUNDREDTH
        return {
          productId,
          productName: product.name,
          specification: product.specification,
          unit: units.get(product.purchase_unit_id ?? product.stock_unit_id)!,
          quantity: String(whole > MOST ? MOST : whole),
          price: price > 0n && price <= MOST * 100n ? decimalText(price) : null,
        }
      })
    }),
}
