import { sql } from 'kysely'
import { decimalText, hundredths } from '#contract/core/decimal'
import { halfWidth } from '#contract/core/halfWidth'
import { MAX_LINES } from '#contract/core/document'
import { MAX_NAMED_ROWS } from '#contract/core/resource'
import {
  MAX_OPENING_MB,
  MAX_OPENING_ROWS,
  type OpeningReport,
  type OpeningRow,
  openingStock,
  pricedLines,
} from '#contract/inventory/openingStock'
import { warehousing } from '#contract/inventory/warehousing'
import type { Context, HandlersOf } from '../ground/contents.ts'
import type { ReadCells } from '../ground/crud/cellsJob.ts'
import { sheetJobs } from '../ground/crud/foreignJobs.ts'
import { headsOf, readSheet, type SheetFault, sheetTitle } from '../ground/crud/sheet.ts'
import { uploadedCells } from '../ground/crud/uploadedCells.ts'
import type { Scope } from '../ground/database/scope.ts'
import { holdsIn } from '../ground/approvals/process.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { askingWithin } from '../ground/http/within.ts'
import type { Asking, Handlers } from '../ground/http/handler.ts'
import type { LivePublisher } from '../ground/live/live.ts'
import { say } from '../ground/words.ts'
import { checkGoods } from './goods.ts'

interface Place {
  readonly storeId: number
  readonly areaId: number
}
/** Lines of a receipt that a row comes to. */
interface Drafted {
  readonly row: number
  /** What its product is called. */
  readonly title: string
  readonly lines: readonly (Pick<OpeningRow, 'lotNo' | 'expiresOn'> & {
    readonly productId: number
    readonly unitKind: 'stock'
    readonly quantity: string
    readonly price: string | null
    readonly remark: null
    readonly sourceLineId: null
  })[]
}

/** The store, where the caller may make, submit and post receipts. Throws 404 or 403. */
async function placeOf(scope: Scope, asking: Asking, storeId: number): Promise<Place> {
  const store = await scope.select('store').select('store.area_id').where('store.id', '=', storeId).executeTakeFirst()
  if (!store) throw notFound()
  const { create, submit, post } = warehousing.codes
  if ([create, submit, post].some((code) => !holdsIn(asking, code, store.area_id))) throw new CallFailure('error.permission.denied')
  return { storeId, areaId: store.area_id }
}

/** The products that rows name: by their codes, and those without one by their names. */
async function productsNamed(scope: Scope, rows: readonly OpeningRow[]) {
  const texts = (name: 'productCode' | 'productName') => [...new Set(rows.flatMap((row) => row[name]?.trim() || []))]
  const found = await scope
    .select('product')
    .innerJoin('measure_unit', 'measure_unit.id', 'product.stock_unit_id')
    .select(['product.id', 'product.code', 'product.name', 'measure_unit.symbol', 'measure_unit.name as unit_name'])
    .where(sql<boolean>`(product.code = any(${texts('productCode')}::text[]) or product.name = any(${texts('productName')}::text[]))`)
    .execute()
  const byName = Map.groupBy(found, ({ name }) => name)
  const byCode = new Map(found.map((one) => [one.code, one]))
  return ({ productCode, productName }: OpeningRow) => {
    const code = productCode?.trim()
    const product = code ? byCode.get(code) : undefined
    return code ? (product ? [product] : []) : (byName.get(productName?.trim() ?? '') ?? [])
  }
}

/** Words of one unit. */
const SAME_UNIT = [
  ['kg', '千克', '公斤'],
  ['g', '克'],
  ['t', '吨', '公吨'],
  ['l', '升', '公升'],
  ['ml', '毫升'],
  ['斤', '市斤'],
  ['mu', '亩', '市亩'],
  ['m²', 'm2', '平方米', '㎡'],
]
/** Whether a sheet that names a unit names the one in which the product is counted: 10 of one are not 10 of another. */
function isUnit({ symbol, unit_name: name }: { symbol: string; unit_name: string }, given: string | null): boolean {
  const key = (text: string) => {
    const word = halfWidth(text).trim().toLowerCase()
    return SAME_UNIT.find((words) => words.includes(word))?.[0] ?? word
  }
  return given === null || given.trim() === '' || [symbol, name].some((one) => key(one) === key(given))
}

/** Documents of at most 200 lines; the lines of a row stay together. */
function batchesOf(drafts: readonly Drafted[]): Drafted[][] {
  const batches: Drafted[][] = []
  let room = 0
  for (const draft of drafts) {
    if (draft.lines.length > room) {
      batches.push([])
      room = MAX_LINES
    }
    batches.at(-1)!.push(draft)
    room -= draft.lines.length
  }
  return batches
}
const bodyOf = ({ areaId, storeId }: Place, title: string, batch: readonly Drafted[]) => ({
  areaId,
  storeId,
  title,
  sourceId: null,
  partnerId: null,
  remark: null,
  lines: batch.flatMap(({ lines }) => [...lines]),
})

/** What the rules of every receipt say of drafts: the first fault of each, and the drafts that have none. */
async function judgeGoods(scope: Scope, asking: Asking, place: Place, drafts: readonly Drafted[]) {
  const faults: SheetFault[] = []
  const lawful: Drafted[] = []
  for (const batch of batchesOf(drafts)) {
    let left = batch
    while (left.length > 0)
      try {
        await checkGoods(warehousing, { scope, asking, body: bodyOf(place, '', left) }, { lots: 'needed' })
        break
      } catch (cause) {
        const [[path, message] = []] = cause instanceof CallFailure ? Object.entries(cause.fields ?? {}) : []
        const [, at, field] = /^lines\.(\d+)\.(\w+)$/.exec(path ?? '') ?? []
        if (at === undefined) throw cause
        const broken = left.flatMap((draft) => draft.lines.map(() => draft))[Number(at)]!
        faults.push({
          row: broken.row,
          field: field === 'productId' ? 'productCode' : field === 'price' ? 'value' : field!,
          message: message!,
        })
        left = left.filter((draft) => draft !== broken)
      }
    lawful.push(...left)
  }
  return { faults, lawful }
}

interface Held {
  readonly productId: number
  readonly lotNo: string | null
  readonly expiresOn: string | null
  readonly quantity: string
  readonly price: string | null
}
const heldAs = ({ productId, lotNo, expiresOn, quantity, price }: Held) =>
  JSON.stringify([productId, lotNo?.trim() || null, expiresOn, Number(quantity), price === null ? null : Number(price)])

/** How often receipts of opening stock hold a line of the store, by what it says. One whose posting was undone holds nothing. */
async function broughtBefore(scope: Scope, { storeId }: Place): Promise<Map<string, number>> {
  const lines = await scope
    .select('document_line')
    .innerJoin('document', 'document.id', 'document_line.document_id')
    .innerJoin('opening_receipt', 'opening_receipt.document_id', 'document.id')
    .select(['document_line.product_id as productId', 'document_line.lot_no as lotNo', 'document_line.expires_on as expiresOn'])
    .select(['document_line.quantity', 'document_line.price'])
    .where('document.store_id', '=', storeId)
    .where(
      sql<boolean>`not (document.progress = 'none' and exists (select from stock_posting undone where undone.document_id = document.id and undone.kind = 'reverse'))`,
    )
    .execute()
  const held = new Map<string, number>()
  for (const line of lines) held.set(heldAs(line as Held), (held.get(heldAs(line as Held)) ?? 0) + 1)
  return held
}
/** Takes what a row comes to from what is held; false, and nothing taken, where not all of it is. Two rows alike are two of what is held. */
function takeHeld(held: Map<string, number>, { lines }: Drafted): boolean {
  const wanted = new Map<string, number>()
  for (const line of lines) wanted.set(heldAs(line), (wanted.get(heldAs(line)) ?? 0) + 1)
  if ([...wanted].some(([line, count]) => (held.get(line) ?? 0) < count)) return false
  for (const [line, count] of wanted) held.set(line, held.get(line)! - count)
  return true
}

/** What a spreadsheet comes to: the rows that may be brought, and what is wrong with the others. */
async function judged(scope: Scope, asking: Asking, place: Place, read: ReadCells, leftOut: readonly string[] | null) {
  const given = { ...read, ids: async () => new Map(), preset: {}, most: MAX_OPENING_ROWS, leftOut }
  const sheet = await readSheet(openingStock, asking, given)
  const rows = sheet.records.map(({ row, values }) => ({ row, values: values as OpeningRow }))
  const named = await productsNamed(
    scope,
    rows.map(({ values }) => values),
  )
  const faults: SheetFault[] = []
  const drafts: Drafted[] = []
  let left = 0
  for (const { row, values } of rows) {
    const { lotNo, expiresOn, quantity, value } = values
    if ([lotNo, expiresOn, quantity, value].every((one) => one === null)) {
      left += 1
      continue
    }
    const before = faults.length
    const blame = (field: keyof OpeningRow, key: string, params: Record<string, string> = {}) =>
      faults.push({ row, field, message: say(asking.language, `errors:field.${key}`, params) })
    const title = (values.productCode ?? values.productName ?? '').trim()
    const products = named(values)
    if (title === '') blame('productCode', 'required')
    else if (products.length !== 1) blame('productCode', products.length === 0 ? 'unknownTitle' : 'ambiguousTitle', { title })
    else if (!isUnit(products[0]!, values.unitName)) blame('unitName', 'otherUnit', { unit: products[0]!.symbol, given: values.unitName! })
    if (quantity === null) blame('quantity', 'required')
    const parts =
      quantity === null || value === null
        ? [[hundredths(quantity ?? '0')!, null] as const]
        : pricedLines(hundredths(quantity)!, hundredths(value)!)
    if (parts === null) blame('value', 'tooCheap')
    else if (parts.some(([, price]) => price !== null && price > MOST_PRICE)) blame('value', 'tooDear', { max: decimalText(MOST_PRICE) })
    if (faults.length > before) continue
    const line = { productId: products[0]!.id, unitKind: 'stock' as const, lotNo, expiresOn, remark: null, sourceLineId: null }
    drafts.push({
      row,
      title: products[0]!.name,
      lines: parts!.map(([count, price]) => ({ ...line, quantity: decimalText(count), price: price === null ? null : decimalText(price) })),
    })
  }
  const goods = await judgeGoods(scope, asking, place, drafts)
  const held = await broughtBefore(scope, place)
  const duplicates = goods.lawful.filter((draft) => takeHeld(held, draft))
  const again = new Set(duplicates)
  const lawful = goods.lawful.filter((draft) => !again.has(draft))
  return {
    rows: sheet.rows - left,
    counts: { new: lawful.length, changed: 0, same: 0, duplicates: duplicates.length },
    duplicates: duplicates.slice(0, MAX_NAMED_ROWS).map(({ row, title }) => ({ row, title, ofRow: null })),
    unknownHeads: sheet.unknownHeads,
    lawful,
    faults: sheet.told([...faults, ...goods.faults]),
  }
}
/** The highest price of one, in hundredths (DEVICE-LIMITS-05). */
const MOST_PRICE = 9_999_900n

async function hasStock({ raw, tenantId }: Scope, { storeId }: Place): Promise<boolean> {
  const balance = await raw
    .selectFrom('stock_balance')
    .select('store_id')
    .where('tenant_id', '=', tenantId)
    .where('store_id', '=', storeId)
    .where('on_hand', '<>', '0')
    .limit(1)
    .executeTakeFirst()
  return balance !== undefined
}

type Receipts = Pick<Handlers<typeof warehousing.calls>, 'create' | 'flow' | 'submit' | 'post'>

/**
 * One receipt, as its writer would make it: submitted unless its writer has to pick whom to ask, and posted where nobody had to approve it.
 */
async function receive(receipts: Receipts, asking: Asking, body: Omit<Parameters<Receipts['create']>[0]['body'], 'attachments'>) {
  const call = { params: { id: 0 }, query: undefined } as never as Parameters<Receipts['submit']>[0]
  const made = await receipts.create({ ...call, body: { ...body, attachments: [] } } as never, asking)
  const at = { ...call, params: { id: made.id } }
  const steps = await receipts.flow(at as never, asking)
  if (steps.some(({ pick, kind }) => pick && kind !== 'CC')) return made
  const submitted = await receipts.submit({ ...at, body: { objectVersionNumber: made.objectVersionNumber, picked: {} } } as never, asking)
  if (submitted.auditStatus !== 'approved') return submitted
  return receipts.post({ ...at, body: { objectVersionNumber: submitted.objectVersionNumber } } as never, asking)
}

/** The opening stock of a store from a spreadsheet: judged row by row, and made and posted all at once or not at all. */
export function openingStockHandlers(
  context: Pick<Context, 'serviceDb' | 'foreign' | 'files' | 'live'>,
  receiptsOf: (live: LivePublisher) => Receipts,
): HandlersOf<'inventory'>['openingStock'] {
  const { foreign, live } = context
  return {
    async template(_, asking) {
      const { grant, language } = asking
      const products = await asking.inTenant((scope) =>
        scope
          .select('product')
          .innerJoin('measure_unit', 'measure_unit.id', 'product.stock_unit_id')
          .select(['product.code', 'product.name', 'measure_unit.symbol'])
          .where('product.enabled_flag', '=', 1)
          .orderBy('product.name')
          .orderBy('product.id')
          .limit(MAX_OPENING_ROWS)
          .execute(),
      )
      return foreign.run(grant.tenantId, sheetJobs.sheet, () => ({
        title: sheetTitle(openingStock, language),
        heads: headsOf(openingStock, language),
        rows: Buffer.from(JSON.stringify(products.map(({ code, name, symbol }) => [code, name, symbol, null, null, null, null]))),
      }))
    },

    async check({ params, query }, asking) {
      await asking.inTenant((scope) => placeOf(scope, asking, query.storeId))
      const cells = await uploadedCells(context, asking, params.uuid, MAX_OPENING_MB)
      return asking.inTenant(async (scope) => {
        const place = await placeOf(scope, asking, query.storeId)
        const { lawful: _, ...found } = await judged(scope, asking, place, cells, null)
        return { ...found, committed: false, hasStock: await hasStock(scope, place), documents: [] }
      })
    },

    async bring({ body }, asking) {
      const cells = await uploadedCells(context, asking, body.fileId, MAX_OPENING_MB)
      const told: Parameters<LivePublisher['changed']>[] = []
      const done = await asking.inTenant(async (scope): Promise<OpeningReport> => {
        const place = await placeOf(scope, asking, body.storeId)
        // Two who bring one spreadsheet at once: the second is told to wait, and then finds what the first made.
        const { rows: locks } = await sql<{ isFree: boolean }>`
          select pg_try_advisory_xact_lock(hashtextextended('inventory.openingStock', ${body.storeId})) as "isFree"`.execute(scope.raw)
        if (!locks[0]!.isFree) throw new CallFailure('error.busy')
        const { lawful, ...found } = await judged(scope, asking, place, cells, body.leftOut)
        const report = { ...found, hasStock: await hasStock(scope, place) }
        if (found.faults.length > 0 || lawful.length === 0) return { ...report, committed: false, documents: [] }
        // What consoles are told of is not there before all of it is.
        const receipts = receiptsOf({ ...live, changed: (...change) => void told.push(change) })
        const within = askingWithin(asking, scope)
        const title = say(asking.language, 'inventory:openingStock.title')
        const batches = batchesOf(lawful)
        const documents: OpeningReport['documents'] = []
        for (const [at, batch] of batches.entries()) {
          const name =
            batches.length === 1 ? title : say(asking.language, 'inventory:openingStock.part', { title, at: at + 1, of: batches.length })
          const { id, code, lineCount, auditStatus, progress } = await receive(receipts, within, bodyOf(place, name, batch) as never)
          await scope.insert('opening_receipt', [{ document_id: id }]).execute()
          documents.push({ id, code, lineCount, auditStatus, progress })
        }
        return { ...report, committed: true, documents }
      })
      for (const change of told) live.changed(...change)
      return done
    },
  }
}
