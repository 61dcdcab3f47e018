import { sql } from 'kysely'
import type pg from 'pg'
import type { PermissionCode } from '#contract/core/call'
import type { AnyDocument } from '#contract/core/document'
import { exactText, millionths, timesRatio } from '#contract/core/exact'
import type { UnitKind } from '#contract/inventory/goodsLine'
import { HOUR } from '#demo/physics'
import { type Scope, scopeOf } from '../ground/database/scope.ts'
import { approvalFormOf } from '../ground/documents/approvalForm.ts'
import { nextDocumentNumber } from '../ground/documents/documentNumber.ts'
import { documentsOf, linesOf } from '../ground/documents/documentRows.ts'
import type { DocumentRow, DocumentRules } from '../ground/documents/documentRules.ts'
import { createEngine } from '../ground/approvals/engine.ts'
import { productsOf, ratioOf } from '../inventory/goods.ts'
import { inventoryFormRules, placesIn, settleCount } from '../inventory/inventoryForm.ts'
import { materialShipmentGoods, materialShipmentRules, materialWarehousingGoods, materialWarehousingRules } from '../inventory/materials.ts'
import { type GoodsRules, postLines } from '../inventory/posting.ts'
import { returnGoods, returnRules } from '../inventory/return.ts'
import { shipmentGoods, shipmentRules } from '../inventory/shipment.ts'
import { transferRules } from '../inventory/transfer.ts'
import { warehousingGoods, warehousingRules } from '../inventory/warehousing.ts'
import { builderOn } from './builderOn.ts'

const TENANT = 1
const DAY = 24 * HOUR
/** Before the first of the stories. */
const YEARS = 500 * DAY
const ZONE = 'Asia/Shanghai'
const day = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE })

type Line = readonly [product: string, quantity: string, price: string | null, lotNo?: string]
export interface Story {
  readonly kind: keyof typeof rulesOf
  readonly title: string
  /** The code of its store; the documents of a store are those of its base. */
  readonly store: string
  readonly partner?: string
  /** The store to which goods go, by its code. */
  readonly to?: string
  /** Which way goods are given back. */
  readonly direction?: 'in' | 'out'
  /** The title of the story that it is made of: the lines follow those of the same product. */
  readonly of?: string
  /** The plot that it is for. */
  readonly plot?: string
  /** How long ago it was made. */
  readonly age: number
  readonly lines: readonly Line[]
  /** How far it is: a draft, approved, or posted in one or two parts; what was counted is settled then. Of a count, the quantity is what was found. */
  readonly until: 'draft' | 'approved' | 'half' | 'posted'
}

const rulesOf = {
  transfer: transferRules,
  return: returnRules,
  inventory_form: inventoryFormRules,
  warehousing: warehousingRules,
  shipment: shipmentRules,
  materialWarehousing: materialWarehousingRules,
  materialShipment: materialShipmentRules,
}
const goodsOf: Partial<Record<Story['kind'], GoodsRules>> = {
  return: returnGoods,
  warehousing: warehousingGoods,
  shipment: shipmentGoods,
  materialWarehousing: materialWarehousingGoods,
  materialShipment: materialShipmentGoods,
}

/**
 * Tells stories of some kinds of document of tenant 1, which need no approval: each is approved and posted by the product itself under the clock
 * of its time, so that every figure opens down to a document. The operator writes them; `pages` are opened by whoever reads them.
 */
export async function tell(
  client: pg.ClientBase,
  now: number,
  { kinds, pages, stories }: { kinds: readonly Story['kind'][]; pages: readonly PermissionCode[]; stories: readonly Story[] },
): Promise<void> {
  await giveCodes(client, kinds, pages)
  const scope = scopeOf(builderOn(client), TENANT, null)
  const { rows } = await client.query<{ id: number; real_name: string }>(
    `select id, real_name from furrow.app_user where demo and login_name = 'operator'`,
  )
  const operator = rows[0]!
  await scope
    .insert(
      'approval_definition',
      kinds.map((form_code) => ({
        form_code,
        version: 1,
        name: '免审批',
        nodes: '[]',
        when_nobody: 'administrator',
        when_applicant: 'normal',
        author_id: operator.id,
        created_at: now - YEARS,
      })),
    )
    // Other stories of the kind may have been told before.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  let at = now
  const engine = createEngine({
    forms: kinds.map((kind) => approvalFormOf(rulesOf[kind] as Pick<DocumentRules, 'of' | 'typeIn' | 'worth' | 'submitted' | 'approved'>)),
    clock: () => at,
  })
  for (const story of stories.toSorted((one, other) => other.age - one.age)) {
    at = now - story.age
    const documentId = await write(scope, story, at, operator)
    if (story.until === 'draft') continue
    const asked = { formCode: story.kind, documentId, userId: operator.id, picked: {}, again: false, language: 'zh-CN' } as const
    await engine.submit(scope, asked)
    if (story.until === 'approved') continue
    at += HOUR / 2
    await move(scope, story, documentId, at, operator.id)
  }
  await scope
    .remove('outbox')
    .where(sql<boolean>`coalesce(body ->> 'message', '') <> 'waiting'`)
    .execute()
}

async function write(scope: Scope, story: Story, at: number, by: { id: number; real_name: string }): Promise<number> {
  const { kind, title, lines } = story
  const { prefix } = rulesOf[kind].of
  const codes = await scope.select('product').select(['product.id', 'code']).execute()
  const products = await productsOf(
    scope,
    codes.map(({ id }) => id),
  )
  const store = await scope
    .select('store')
    .select(['store.id', 'area_id'])
    .where('warehouse_code', '=', story.store)
    .executeTakeFirstOrThrow()
  const partner =
    story.partner === undefined
      ? null
      : await scope.select('partner').select('partner.id').where('partner.code', '=', story.partner).executeTakeFirstOrThrow()
  const to =
    story.to === undefined
      ? null
      : await scope.select('store').select(['store.id', 'area_id']).where('warehouse_code', '=', story.to).executeTakeFirstOrThrow()
  const source = story.of === undefined ? [] : await linesTold(scope, story.of)
  const plot = story.plot === undefined ? null : await plotOf(scope, story.plot, store.area_id, at)
  const { id } = await scope
    .insert('document', [
      {
        form_code: kind,
        code: await nextDocumentNumber(scope, { prefix, now: at, zone: ZONE }),
        area_id: store.area_id,
        title,
        store_id: store.id,
        partner_id: partner?.id ?? null,
        source_id: source[0]?.document_id ?? null,
        to_area_id: to?.area_id ?? null,
        to_store_id: to?.id ?? null,
        direction: story.direction ?? null,
        blind_flag: kind === 'inventory_form' ? 0 : null,
        land_id: plot?.id ?? null,
        batch_id: plot?.period ?? null,
        applicant_id: by.id,
        applicant_name: by.real_name,
        created_at: at,
        updated_at: at,
      },
    ])
    .returning('id')
    .executeTakeFirstOrThrow()
  const productOf = (code: string) => {
    const product = [...products.values()].find((one) => one.code === code)
    if (!product) throw new Error(`the demo farm has no product ${code}`)
    return product
  }
  if (kind === 'inventory_form') {
    const found = lines.map(([code, quantity]) => ({ productId: productOf(code).id, quantity: millionths(quantity)! }))
    await writeCounts(scope, { documentId: id, storeId: store.id, found, at })
    return id
  }
  await scope
    .insert(
      'document_line',
      lines.map(([code, quantity, price, lotNo], position) => {
        const product = productOf(code)
        const unit: UnitKind = 'stock'
        const comes = rulesOf[kind].of.progress === 'storage' && product.lot_flag === 1 && story.of === undefined
        return {
          source_line_id: source.find((line) => line.product_id === product.id)?.id ?? null,
          form_code: kind,
          document_id: id,
          position,
          product_id: product.id,
          unit_kind: unit,
          quantity,
          stock_quantity: exactText(timesRatio(millionths(quantity)!, ...ratioOf(product, unit)!)!),
          price,
          lot_no: comes ? (lotNo ?? day.format(at).replaceAll('-', '')) : null,
          expires_on: comes && product.expiry_flag === 1 ? day.format(at + (product.shelf_days ?? 365) * DAY) : null,
        }
      }),
    )
    .execute()
  return id
}

/** What was found of products in a store, lot by lot as they are recorded: what is missing, or more than is, is of the last one. */
async function writeCounts(
  scope: Scope,
  given: { documentId: number; storeId: number; found: readonly { productId: number; quantity: bigint }[]; at: number },
): Promise<void> {
  const { documentId, storeId, found, at } = given
  const places = await placesIn(
    scope,
    storeId,
    found.map(({ productId }) => productId),
  )
  const lines = found.flatMap(({ productId, quantity }) => {
    const own = places.filter((place) => place.productId === productId)
    let left = quantity
    return (own.length > 0 ? own : [{ lotNo: null, onHand: 0n }]).map(({ lotNo, onHand }, nth) => {
      const counted = nth >= own.length - 1 || left < onHand ? left : onHand
      left -= counted
      return { productId, lotNo, onHand, counted }
    })
  })
  await scope
    .insert(
      'document_line',
      lines.map(({ productId, lotNo, onHand, counted }, position) => ({
        form_code: 'inventory_form',
        document_id: documentId,
        position,
        product_id: productId,
        unit_kind: 'stock',
        lot_no: lotNo,
        stock_quantity: exactText(counted),
        counted: exactText(counted),
        book: exactText(onHand),
        book_at: at,
      })),
    )
    .execute()
}

/** The lines of the document of an earlier story. */
const linesTold = (scope: Scope, title: string) =>
  scope
    .select('document_line')
    .innerJoin('document', 'document.id', 'document_line.document_id')
    .select(['document_line.id', 'document_line.document_id', 'document_line.product_id'])
    .where('document.title', '=', title)
    .execute()

/** A plot of a base, and what stood on it at a moment. */
async function plotOf(scope: Scope, name: string, areaId: number, at: number) {
  const { id } = await scope
    .select('land')
    .select('land.id')
    .where('land_name', '=', name)
    .where('area_id', '=', areaId)
    .executeTakeFirstOrThrow()
  const period = await scope
    .select('batch')
    .select('batch.id')
    .where('land_id', '=', id)
    .where('started_at', '<=', at)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', at)]))
    .executeTakeFirst()
  return { id, period: period?.id ?? null }
}

/** Posts a document: all of it, or half of each line. */
async function move(scope: Scope, { kind, until }: Story, documentId: number, at: number, userId: number): Promise<void> {
  const of: AnyDocument = rulesOf[kind].of
  const document = (await documentsOf(scope, of)
    .selectAll('document')
    .where('document.id', '=', documentId)
    .executeTakeFirstOrThrow()) as unknown as DocumentRow
  if (kind === 'inventory_form') {
    await settleCount(scope, document, [], { now: at, by: { userId, language: 'zh-CN', zone: ZONE } })
    return
  }
  const moved = (await linesOf(scope, of, documentId)).map((row, place) => {
    const all = millionths(row.stock_quantity)!
    return { row, at: place, quantity: until === 'half' ? all / 2n : all }
  })
  await postLines(scope, goodsOf[kind]!, document, moved, { effectiveAt: at, now: at, userId, language: 'zh-CN' })
}

/** The operator writes documents of these kinds; whoever reads applications reads them, and what `pages` open. */
async function giveCodes(client: pg.ClientBase, kinds: readonly Story['kind'][], pages: readonly PermissionCode[]): Promise<void> {
  const give = (names: readonly string[], codes: readonly string[]) =>
    client.query(
      'update furrow.role set codes = array(select distinct unnest(codes || $3::text[]) order by 1) where tenant_id = $1 and name = any($2)',
      [TENANT, names, codes],
    )
  const all = kinds.map((kind) => rulesOf[kind].of.codes)
  await give(['操作员', '观察员', '采购审批人'], [...pages, ...all.map(({ read }) => read)])
  await give(
    ['操作员'],
    all.flatMap((codes) => Object.values(codes)),
  )
}
