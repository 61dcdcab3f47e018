import type { FormCode } from '#contract/approvals/definition'
import type { AnyDocument } from '#contract/core/document'
import { exactText, millionths, plainText, timesRatio } from '#contract/core/exact'
import { documents } from '#contract/inventory/documents'
import type { UnitKind } from '#contract/inventory/goodsLine'
import { besideField } from '../ground/crud/rules.ts'
import type { Scope } from '../ground/database/scope.ts'
import type { LineBody } from '../ground/documents/documentLines.ts'
import { readableOf } from '../ground/documents/documentRows.ts'
import type { Drafting } from '../ground/documents/documentRules.ts'
import { CallFailure } from '../ground/failure.ts'
import type { Asking } from '../ground/http/handler.ts'
import { standingDays } from './lots.ts'
import { readOption } from './option.ts'

/** What a line of goods is made of. */
interface GoodsLine extends LineBody {
  readonly productId: number
  readonly unitKind: UnitKind
  readonly quantity: string
  readonly lotNo?: string | null
  readonly expiresOn?: string | null
  readonly price?: string | null
}
interface GoodsBody extends Readonly<Record<string, unknown>> {
  readonly areaId: number
  readonly storeId: number
  readonly sourceId: number | null
  readonly lines: readonly GoodsLine[]
}

/** The most of a stock unit that one line moves: a thousand million, so that the sums of many stay within what a column holds. */
const MOST = millionths('1000000000')!

/** The products of lines, by id, with their exact ratios. */
export async function productsOf({ raw, tenantId }: Scope, ids: readonly number[]) {
  const rows = await raw
    .selectFrom('product')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids.length > 0 ? [...new Set(ids)] : [0])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
/** What units are called where there is little room, by id. */
export async function unitNamesOf({ raw, tenantId }: Scope): Promise<ReadonlyMap<number, string>> {
  const rows = await raw.selectFrom('measure_unit').select(['id', 'name', 'symbol']).where('tenant_id', '=', tenantId).execute()
  return new Map(rows.map(({ id, name, symbol }) => [id, symbol || name]))
}
type Product = Awaited<ReturnType<typeof productsOf>> extends Map<number, infer Row> ? Row : never

/** How many stock units one of a unit is, as an exact ratio; null where the product has no such unit. */
export function ratioOf(product: Product, kind: UnitKind): readonly [numerator: bigint, denominator: bigint] | null {
  if (kind === 'stock') return [1n, 1n]
  const unit = kind === 'purchase' ? product.purchase_unit_id : product.retail_unit_id
  if (unit === null) return null
  return kind === 'purchase'
    ? [BigInt(product.purchase_numerator), BigInt(product.purchase_denominator)]
    : [BigInt(product.retail_numerator), BigInt(product.retail_denominator)]
}

/** The document that another is to be made of: one of a kind that it can be made of, that the caller may read, with something left. */
export async function sourceOf(scope: Scope, of: AnyDocument, asking: Asking, sourceId: number | null) {
  if (sourceId === null) return null
  const source = await scope.raw
    .selectFrom('document')
    .selectAll()
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', sourceId)
    .executeTakeFirst()
  const kind = source && of.from?.find((name) => name === source.form_code)
  if (!source || kind === undefined) throw new CallFailure('error.document.sourceUnknown')
  const seen = await readableOf(scope, documents[kind], asking).select('document.id').where('document.id', '=', sourceId).executeTakeFirst()
  if (!seen) throw new CallFailure('error.document.sourceUnknown')
  // Of one that moves goods, what it has moved is what others are made of.
  const kinds: readonly string[] = movesGoods(kind) ? ['partial', 'full', 'closed'] : ['none', 'partial']
  if (source.audit_status !== 'approved' || !kinds.includes(source.progress)) throw new CallFailure('error.document.state')
  return source
}
type Source = NonNullable<Awaited<ReturnType<typeof sourceOf>>>

/** Whether a kind of document moves goods by itself, so that others are made of what it has moved. */
export const movesGoods = (kind: string): boolean => (documents[kind as FormCode] as AnyDocument).posts === true

/**
 * What every document of goods has to keep to: its store stands in its base and is in use, its products are in use and counted in a unit of
 * theirs that is exact in the stock unit, lots are named where a product comes in lots and nowhere else, and what is made of another document
 * asks for no more than is open there. `lots`: whether a lot has to be named (goods that come), may be (goods that leave).
 */
export async function checkGoods<Body extends GoodsBody>(
  of: AnyDocument,
  { scope, asking, body }: Pick<Drafting<Body>, 'scope' | 'asking' | 'body'>,
  { lots }: { readonly lots: 'needed' | 'possible' },
): Promise<Body> {
  await checkStore(scope, asking, body)
  const source = await sourceOf(scope, of, asking, body.sourceId)
  const products = await productsOf(
    scope,
    body.lines.map(({ productId }) => productId),
  )
  const dated = body.lines.flatMap(({ productId, lotNo, expiresOn }) =>
    lotNo?.trim() && expiresOn ? [{ productId, lotNo: lotNo.trim() }] : [],
  )
  const dayOf = await standingDays(scope, dated)
  const saidBefore = new Map<string, string>()
  const lines = body.lines.map((line, at) => {
    const refuse = (field: string, words: string, params: Record<string, string> = {}) =>
      besideField(asking, 'error.input.invalid', `lines.${at}.${field}`, words, params)
    const product = products.get(line.productId)!
    if (product.enabled_flag !== 1) throw refuse('productId', 'productOff')
    const ratio = ratioOf(product, line.unitKind)
    if (ratio === null) throw refuse('unitKind', 'noSuchUnit')
    const stock = timesRatio(millionths(line.quantity)!, ...ratio)
    if (stock === null) throw refuse('quantity', 'inexact')
    if (stock > MOST) throw refuse('quantity', 'tooBig', { max: plainText(MOST) })
    const lotNo = line.lotNo?.trim() || null
    if (product.lot_flag !== 1 && lotNo !== null) throw refuse('lotNo', 'noLots')
    if (lots === 'needed' && product.lot_flag === 1 && lotNo === null) throw refuse('lotNo', 'required')
    if (lots === 'needed' && product.expiry_flag === 1 && line.expiresOn == null) throw refuse('expiresOn', 'required')
    if (product.expiry_flag !== 1 && line.expiresOn != null) throw refuse('expiresOn', 'noExpiry')
    const key = `${line.productId} ${lotNo}`
    const day = lotNo === null ? undefined : (dayOf(line.productId, lotNo) ?? saidBefore.get(key))
    if (lotNo !== null && line.expiresOn != null) saidBefore.set(key, line.expiresOn)
    if (day != null && line.expiresOn != null && line.expiresOn !== day) throw refuse('expiresOn', 'lotDay', { day })
    // Goods that moved before keep their day and their worth.
    if (source && movesGoods(source.form_code))
      for (const field of ['price', 'expiresOn'] as const) if (line[field] != null) throw refuse(field, 'ofSource')
    return { ...line, lotNo, stockQuantity: exactText(stock) }
  })
  return { ...body, lines: await checkSource(scope, asking, lines, source) }
}

/** A store stands in the base of its document, and is in use. */
export async function checkStore(scope: Scope, asking: Asking, { areaId, storeId }: Pick<GoodsBody, 'areaId' | 'storeId'>): Promise<void> {
  const store = await scope.select('store').select(['area_id', 'enabled_flag']).where('store.id', '=', storeId).executeTakeFirst()
  if (store?.area_id !== areaId) throw besideField(asking, 'error.input.invalid', 'storeId', 'storeElsewhere')
  if (store.enabled_flag !== 1) throw besideField(asking, 'error.input.invalid', 'storeId', 'storeOff')
}

/** What lines may ask of those that they are made of; a lot that was received is the one that is given back. */
async function checkSource<Line extends GoodsLine>(
  scope: Scope,
  asking: Asking,
  lines: readonly Line[],
  source: Source | null,
): Promise<Line[]> {
  if (source === null) {
    if (lines.some(({ sourceLineId }) => sourceLineId != null)) throw new CallFailure('error.document.sourceUnknown')
    return [...lines]
  }
  const follows = movesGoods(source.form_code)
  const open = new Map(
    (
      await scope
        .select('document_line')
        .select(['id', 'product_id', 'stock_quantity', 'done', 'taken', 'quantity', 'lot_no'])
        .where('document_line.document_id', '=', source.id)
        .execute()
    ).map((line) => [line.id, line]),
  )
  const allowed = await allowanceFor(scope, source)
  const asked = new Map<number, bigint>()
  return lines.map((line, at) => {
    if (line.sourceLineId == null) {
      // What was bought may come with more; everything else goes the way of what was asked for, or was moved.
      if (source.form_code !== 'aplionform') throw besideField(asking, 'error.input.invalid', `lines.${at}.productId`, 'notOfSource')
      return line
    }
    const from = open.get(line.sourceLineId)
    if (!from) throw new CallFailure('error.document.sourceUnknown')
    if (from.product_id !== null && from.product_id !== line.productId)
      throw besideField(asking, 'error.input.invalid', `lines.${at}.productId`, 'otherProduct')
    const sum = (asked.get(from.id) ?? 0n) + ofSource(line, from, millionths(line.stockQuantity!)!)
    asked.set(from.id, sum)
    const left = follows ? millionths(from.done)! - millionths(from.taken)! : mostOf(from, allowed) - millionths(from.done)!
    if (sum > left) throw besideField(asking, 'error.document.tooMuch', `lines.${at}.quantity`, 'moreThanOpen')
    if (source.form_code !== 'warehousing') return line
    if (line.lotNo && line.lotNo !== from.lot_no) throw besideField(asking, 'error.input.invalid', `lines.${at}.lotNo`, 'otherLot')
    return { ...line, lotNo: from.lot_no }
  })
}

/**
 * How much more than it asks for may be done of a document, in percent: of a purchase application as much as the tenant allows, of every other
 * kind nothing, so that what was issued, sent or returned is never more than what it was made of. A receipt itself is never posted above what it
 * says: the allowance is for what is written on it, and approved with it.
 */
export const allowanceFor = async (scope: Scope, { form_code: kind }: { readonly form_code: string }): Promise<number> =>
  kind === 'aplionform' ? (await readOption(scope)).overReceiptPercent : 0

/** The most that may be done of a line. */
export const mostOf = ({ stock_quantity: asked }: { readonly stock_quantity: string }, allowed: number): bigint =>
  (millionths(asked)! * BigInt(100 + allowed)) / 100n

/**
 * How much of its source's line so much of a line is: the same, where both count one product in its stock unit. A line that names its goods in
 * words alone is counted as it was typed.
 */
export function ofSource(
  line: { readonly quantity: unknown; readonly stockQuantity?: unknown },
  source: Readonly<Record<string, unknown>>,
  count: bigint,
): bigint {
  if (source['product_id'] !== null) return count
  const typed = millionths(String(line.quantity))!
  const all = millionths(String(line.stockQuantity))!
  return (count * typed) / all
}
