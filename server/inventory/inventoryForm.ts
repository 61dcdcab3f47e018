import { sql } from 'kysely'
import { exactText, millionths, shareOf } from '#contract/core/exact'
import { MAX_LINES } from '#contract/core/document'
import { type Difference, inventoryForm, type Settlement } from '#contract/inventory/inventoryForm'
import { shipment } from '#contract/inventory/shipment'
import { warehousing } from '#contract/inventory/warehousing'
import type { Context, HandlersOf } from '../ground/contents.ts'
import { besideField } from '../ground/crud/rules.ts'
import type { Scope } from '../ground/database/scope.ts'
import { hold } from '../ground/documents/documentHold.ts'
import { nextDocumentNumber } from '../ground/documents/documentNumber.ts'
import { documentsOf, linesOf, readableOf, readDocument, toldLinesOf } from '../ground/documents/documentRows.ts'
import { type DocumentRow, documentRulesFor, type Drafting, type LineRow } from '../ground/documents/documentRules.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { type Language, say } from '../ground/words.ts'
import { checkStore, productsOf } from './goods.ts'
import { holdBalances, markCounted } from './ledger/post.ts'
import { typeOf } from './numbering.ts'
import { finish, type GoodsRules, postLines } from './posting.ts'
import { shipmentGoods } from './shipment.ts'
import { warehousingGoods } from './warehousing.ts'

const exact = (text: string) => millionths(text)!
const keyOf = (productId: number, lotNo: string | null) => `${productId} ${lotNo ?? ''}`

/** The places of some products in a store of which something is recorded, what expires first at the head of each product. */
export async function placesIn(scope: Scope, storeId: number, productIds: readonly number[]) {
  const { rows } = await sql<{ product_id: number; lot_no: string | null; on_hand: string }>`
    select lies.product_id, lies.lot_no, lies.on_hand::numeric(20, 6) as on_hand from ${lyingIn(scope, storeId)} lies
    where lies.on_hand <> 0 and lies.product_id = any(${productIds}::bigint[]) order by lies.product_id, lies.expires_on nulls last, lies.lot_no nulls last`.execute(
    scope.raw,
  )
  return rows.map((row) => ({ productId: row.product_id, lotNo: row.lot_no, onHand: exact(row.on_hand) }))
}

/** What lies in a store: of each lot, and of no lot what is left of the whole; it is owed (less than 0) where more left than the lots had. */
const lyingIn = ({ tenantId }: Scope, storeId: number) => sql`(
    select lot.product_id, lot.lot_no, lot.expires_on, l.on_hand from stock_lot_balance l join stock_lot lot on lot.id = l.lot_id
      where l.tenant_id = ${tenantId} and l.store_id = ${storeId} and not l.transit
    union all
    select b.product_id, null, null, b.on_hand - coalesce((select sum(l.on_hand) from stock_lot_balance l join stock_lot lot on lot.id = l.lot_id
        where l.tenant_id = ${tenantId} and l.store_id = ${storeId} and not l.transit and lot.product_id = b.product_id), 0)
      from stock_balance b where b.tenant_id = ${tenantId} and b.store_id = ${storeId} and not b.transit)`

/** What the ledger says of a store now, by product and lot. */
async function bookOf(scope: Scope, storeId: number, productIds: readonly number[]): Promise<ReadonlyMap<string, bigint>> {
  const places = await placesIn(scope, storeId, productIds)
  return new Map(places.map(({ productId, lotNo, onHand }) => [keyOf(productId, lotNo), onHand]))
}

/** Each product, and each lot of it, stands in one line; what the ledger says is noted whenever a count is written. */
async function noteBook({ scope, asking, body, old, now }: Drafting<(typeof inventoryForm)['body']['_output']>) {
  await checkStore(scope, asking, body)
  const ids = body.lines.map(({ productId }) => productId)
  const [products, book] = [await productsOf(scope, ids), await bookOf(scope, body.storeId, ids)]
  const before = new Map(
    old !== null && old['store_id'] === body.storeId ? (await linesOf(scope, inventoryForm, old.id)).map((line) => [line.id, line]) : [],
  )
  const seen = new Map<string, number>()
  const lines = body.lines.map((line, at) => {
    const refuse = (field: string, words: string, params: Record<string, string> = {}) =>
      besideField(asking, 'error.input.invalid', `lines.${at}.${field}`, words, params)
    const product = products.get(line.productId)!
    const lotNo = line.lotNo?.trim() || null
    const key = keyOf(line.productId, lotNo)
    // Of no lot is counted what lies there so.
    if (product.lot_flag === 1 && lotNo === null && (book.get(key) ?? 0n) === 0n) throw refuse('lotNo', 'required')
    if (product.lot_flag !== 1 && lotNo !== null) throw refuse('lotNo', 'noLots')
    const twin = seen.get(key)
    if (twin !== undefined) throw refuse(lotNo === null ? 'productId' : 'lotNo', 'twice', { row: String(twin + 1) })
    seen.set(key, at)
    const counted = line.counted === null ? null : exactText(exact(line.counted))
    const kept = line.id === undefined ? undefined : before.get(line.id)
    const isKept =
      kept !== undefined && kept['counted'] === counted && keyOf(kept['product_id'] as number, kept['lot_no'] as string) === key
    const noted = isKept
      ? { book: kept['book'], bookAt: kept['book_at'] }
      : { book: counted === null ? null : exactText(book.get(key) ?? 0n), bookAt: counted === null ? null : now }
    return { ...line, lotNo, counted, quantity: null, stockQuantity: counted ?? '0', ...noted }
  })
  return { ...body, lines }
}

/** Who counts lots of a product counts what lies there of none, too: else the whole stays wrong by that. Throws error.stock.uncountedLoose. */
async function mustCountWhole(scope: Scope, id: number): Promise<void> {
  const { store_id: storeId } = await documentsOf(scope, inventoryForm)
    .select('document.store_id')
    .where('document.id', '=', id)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ name: string }>`
    select product.name from document_line line join product on product.id = line.product_id and product.lot_flag = 1
    join ${lyingIn(scope, storeId!)} lies on lies.product_id = product.id and lies.lot_no is null and lies.on_hand <> 0
    where line.tenant_id = ${scope.tenantId} and line.document_id = ${id}
    group by product.id, product.name having bool_and(line.lot_no is not null) order by min(line.position)`.execute(scope.raw)
  if (rows.length > 0) throw new CallFailure('error.stock.uncountedLoose', { product: rows.map(({ name }) => name).join(', ') })
}

export const inventoryFormRules = documentRulesFor(inventoryForm, {
  typeIn: typeOf(inventoryForm),
  beforeSave: noteBook,
  async submitted(scope, id) {
    const open = (await linesOf(scope, inventoryForm, id)).filter((line) => line['counted'] === null)
    if (open.length > 0) throw new CallFailure('error.stock.uncounted', { count: String(open.length) })
    await mustCountWhole(scope, id)
  },
})

/** A line that was counted, against what the ledger says now. */
interface Found {
  readonly row: LineRow
  readonly at: number
  readonly counted: bigint
  readonly book: bigint
  readonly current: bigint
}
const isBlind = (document: DocumentRow) =>
  document['blind_flag'] === 1 && (document.audit_status === 'draft' || document.audit_status === 'rejected')

async function differences(scope: Scope, document: DocumentRow): Promise<{ blind: boolean; lines: Difference[] }> {
  const rows = await toldLinesOf(scope, inventoryForm, document.id)
  const storeId = document['store_id'] as number
  const ids = rows.map((row) => row['product_id'] as number)
  const [products, book] = [await productsOf(scope, ids), await bookOf(scope, storeId, ids)]
  const costs = new Map(
    (
      await scope
        .select('stock_balance')
        .select(['product_id', 'on_hand', 'value'])
        .where('store_id', '=', storeId)
        .where('transit', '=', false)
        .where('product_id', 'in', [0, ...ids])
        .execute()
    ).map((row) => [row.product_id, row]),
  )
  const blind = isBlind(document)
  const isSettled = document.progress !== 'none'
  const lines = rows.map((row): Difference => {
    const productId = row['product_id'] as number
    const lotNo = row['lot_no'] as string | null
    const [counted, noted] = [row['counted'] as string | null, row['book'] as string | null]
    const cost = costs.get(productId)
    const found = counted === null || noted === null ? null : exact(counted) - exact(noted)
    const known = blind || found === null || cost === undefined || exact(cost.on_hand) <= 0n
    return {
      lineId: row.id,
      productId,
      productName: products.get(productId)!.name,
      unitName: row.stock_unit ?? '',
      lotNo,
      counted,
      book: blind ? null : noted,
      bookAt: blind ? null : (row['book_at'] as number | null),
      current: blind || isSettled ? null : exactText(book.get(keyOf(productId, lotNo)) ?? 0n),
      value: known ? null : exactText(shareOf(exact(cost.value), found, exact(cost.on_hand))),
    }
  })
  return { blind, lines }
}

/** Who settles, how that person reads and in which zone a day is one. */
interface By {
  readonly userId: number
  readonly language: Language
  readonly zone: string
}
/** Writes an approved document that a stocktaking made, and posts it whole. */
async function postFound(
  scope: Scope,
  { userId, language, zone }: By,
  goods: GoodsRules,
  { document, lines, now }: { document: DocumentRow; lines: readonly (Found & { quantity: bigint })[]; now: number },
): Promise<DocumentRow> {
  const { of } = goods
  const { realName } = await scope.raw
    .selectFrom('app_user')
    .select('real_name as realName')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const { id } = await scope
    .insert('document', [
      {
        form_code: of.name,
        code: await nextDocumentNumber(scope, { prefix: (await typeOf(of)(scope)).prefix, now, zone }),
        area_id: document.area_id,
        store_id: document['store_id'] as number,
        source_id: document.id,
        title: say(language, of.name === warehousing.name ? 'inventory:inventory_form.gain' : 'inventory:inventory_form.loss', {
          code: document.code,
        }),
        // The stocktaking was approved: what follows from it is.
        audit_status: 'approved',
        applicant_id: userId,
        applicant_name: realName,
        created_at: now,
        updated_at: now,
        submitted_at: now,
      },
    ])
    .returning('id')
    .executeTakeFirstOrThrow()
  await scope
    .insert(
      'document_line',
      lines.map(({ row, quantity }, position) => ({
        form_code: of.name,
        document_id: id,
        position,
        product_id: row['product_id'] as number,
        lot_no: row['lot_no'] as string | null,
        unit_kind: 'stock',
        quantity: exactText(quantity),
        stock_quantity: exactText(quantity),
      })),
    )
    .execute()
  const made = (await documentsOf(scope, of)
    .selectAll('document')
    .where('document.id', '=', id)
    .executeTakeFirstOrThrow()) as unknown as DocumentRow
  const moved = (await linesOf(scope, of, id)).map((row, at) => ({ row, at, quantity: exact(row.stock_quantity) }))
  await postLines(scope, goods, made, moved, { effectiveAt: now, now, userId, language })
  return made
}

/**
 * Settles a held stocktaking that is approved: answers the documents that were made of what was found more and what is missing. Throws
 * error.stock.moved beside a line whose goods moved after it was counted and of which `keep` does not say what holds.
 */
export async function settleCount(
  scope: Scope,
  document: DocumentRow,
  keep: readonly { readonly lineId: number; readonly holds: Settlement }[],
  { now, by }: { readonly now: number; readonly by: By },
): Promise<DocumentRow[]> {
  const storeId = document['store_id'] as number
  const rows = await linesOf(scope, inventoryForm, document.id)
  const places = rows.map((row) => ({ productId: row['product_id'] as number, storeId, transit: false }))
  // Nothing moves between what is read here and what is written.
  await holdBalances(scope, places)
  const book = await bookOf(
    scope,
    storeId,
    places.map(({ productId }) => productId),
  )
  const chosen = new Map<number, Settlement>(keep.map(({ lineId, holds }) => [lineId, holds]))
  const found = rows.map((row, at) => {
    const current = book.get(keyOf(row['product_id'] as number, row['lot_no'] as string | null)) ?? 0n
    const one: Found = { row, at, counted: exact(row['counted'] as string), book: exact(row['book'] as string), current }
    const holds = one.current === one.book ? 'counted' : chosen.get(row.id)
    if (holds === undefined) throw besideField(by, 'error.stock.moved', `lines.${at}.counted`, 'movedSince')
    return { ...one, difference: one.counted - (holds === 'counted' ? one.current : one.book) }
  })
  const gains = found.flatMap((one) => (one.difference > 0n ? [{ ...one, quantity: one.difference }] : []))
  const losses = found.flatMap((one) => (one.difference < 0n ? [{ ...one, quantity: -one.difference }] : []))
  const made: DocumentRow[] = []
  if (gains.length > 0) made.push(await postFound(scope, by, warehousingGoods, { document, lines: gains, now }))
  if (losses.length > 0) made.push(await postFound(scope, by, shipmentGoods, { document, lines: losses, now }))
  await markCounted(scope, places, now)
  await finish(scope, document, now)
  return made
}

/** Settling what was counted, what is known of it, and what there is to count. */
export function inventoryFormHandlers({
  live,
  clock,
  registry,
}: Context): Pick<HandlersOf<'inventory'>['inventory_form'], 'sheet' | 'differences' | 'settle'> {
  return {
    sheet: ({ query }, { inTenant }) =>
      inTenant(async (scope) => {
        const store = await scope.select('store').select('store.id').where('store.id', '=', query.storeId).executeTakeFirst()
        if (!store) throw notFound()
        const { rows } = await sql<{
          product_id: number
          product_name: string
          unit_name: string
          lot_no: string | null
          elsewhere: boolean
        }>`
          select product.id as product_id, product.name as product_name, coalesce(nullif(unit.symbol, ''), unit.name) as unit_name, lies.lot_no,
            exists (select from document_line line join document on document.id = line.document_id
              where line.tenant_id = ${scope.tenantId} and line.form_code = ${inventoryForm.name} and line.product_id = product.id
                and line.lot_no is not distinct from lies.lot_no and document.store_id = ${query.storeId} and document.progress = 'none'
                and document.audit_status <> 'rejected') as elsewhere
          from ${lyingIn(scope, query.storeId)} lies join product on product.id = lies.product_id
          join measure_unit unit on unit.id = product.stock_unit_id
          where lies.on_hand <> 0
          order by product.name, product.id, lies.expires_on nulls last, lies.lot_no nulls last`.execute(scope.raw)
        const open = rows.filter(({ elsewhere }) => !elsewhere)
        const lines = open.slice(0, MAX_LINES).map((row) => ({
          productId: row.product_id,
          productName: row.product_name,
          unitName: row.unit_name,
          lotNo: row.lot_no,
        }))
        return { lines, left: open.length - lines.length, elsewhere: rows.length - open.length }
      }),

    differences: ({ params }, asking) =>
      asking.inTenant(async (scope) => {
        const row = await readableOf(scope, inventoryForm, asking)
          .selectAll('document')
          .where('document.id', '=', params.id)
          .executeTakeFirst()
        if (!row) throw notFound()
        return differences(scope, row as unknown as DocumentRow)
      }),

    async settle({ params, body }, asking) {
      const done = await asking.inTenant(async (scope) => {
        const document = await hold(scope, asking, inventoryForm, params.id, body.objectVersionNumber)
        if (document.audit_status !== 'approved' || document.progress !== 'none') throw new CallFailure('error.document.state')
        const now = clock()
        const by = { userId: asking.caller.userId, language: asking.language, zone: asking.grant.timeZone }
        const made = await settleCount(scope, document, body.keep, { now, by })
        return { document, made, full: await readDocument(scope, asking, inventoryForm, registry, document.id) }
      })
      const { tenantId } = asking.grant
      const tell = (name: 'inventory_form' | 'warehousing' | 'shipment' | 'stock', id: number) =>
        live.changed(tenantId, name, id, done.document.area_id)
      tell('inventory_form', done.document.id)
      tell('stock', done.document.id)
      for (const { id, form_code: kind } of done.made) tell(kind === shipment.name ? 'shipment' : 'warehousing', id)
      return done.full as never
    },
  }
}
