import { sql } from 'kysely'
import type { AnyDocument, Posting } from '#contract/core/document'
import { FIRST_DAY } from '#contract/core/values'
import { millionths, plainText } from '#contract/core/exact'
import { type DocumentEvent, progressAfter } from '#machines/approvals/document'
import { besideField } from '../ground/crud/rules.ts'
import type { Registry } from '../ground/crud/records.ts'
import type { Scope } from '../ground/database/scope.ts'
import { hold } from '../ground/documents/documentHold.ts'
import { linesOf, readableOf, readDocument } from '../ground/documents/documentRows.ts'
import type { DocumentRow, DocumentRules, LineRow } from '../ground/documents/documentRules.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import type { Asking } from '../ground/http/handler.ts'
import type { LivePublisher } from '../ground/live/live.ts'
import type { Language } from '../ground/words.ts'
import { dayOf } from '#contract/core/zonedMoment'
import { allowanceFor, mostOf, movesGoods, ofSource } from './goods.ts'
import { type Movement, post, promise } from './ledger/post.ts'
import { addToLines, holdSource, type Moved, type MovedLine, sumsOf } from './doneLines.ts'
import { reverseLoss } from './shortArrival.ts'

/** What a kind of document that moves goods says beside its declaration. */
export interface GoodsRules {
  readonly of: AnyDocument
  /** Whether its goods leave what is free in its store, so that they are promised to it; else by its axis. */
  leaves?(document: DocumentRow): boolean
  /** What moves where, when so much of these lines is done; `source` is the document that it was made of. */
  movements(scope: Scope, document: DocumentRow, lines: readonly MovedLine[], source: DocumentRow | null): Promise<Movement[]>
  /** Refuses goods that move then. */
  allowed?(scope: Scope, asking: Asking, document: DocumentRow, effectiveAt: number): Promise<void>
  /** What follows from a posting, in its transaction. */
  posted?(scope: Scope, document: DocumentRow, posting: Posted, lines: readonly MovedLine[]): Promise<void>
  /** A posting was taken back: what followed from it is no more. */
  reversed?(scope: Scope, postingId: number): Promise<void>
}
export interface Posted {
  readonly id: number
  /** When the goods moved, ms UTC. */
  readonly effectiveAt: number
}

interface Request {
  readonly params: { readonly id: number }
  readonly body: {
    readonly objectVersionNumber: number
    readonly effectiveAt?: number
    readonly lines?: readonly { readonly id: number; readonly quantity: string }[]
    readonly reason: string
    readonly postingId: number
  }
}
const exact = (text: unknown) => millionths(String(text))!
const leaving = (rules: GoodsRules, document: DocumentRow) => rules.leaves?.(document) ?? rules.of.progress === 'outbound'
/** Everything that a change of amounts touched, so that consoles are told. */
type Touched = readonly Pick<DocumentRow, 'id' | 'area_id' | 'form_code'>[]

/** How far a document is whose lines were done so far. */
async function progressOf(scope: Scope, documentId: number): Promise<{ full: boolean; nothing: boolean }> {
  const { rows } = await sql<{
    is_full: boolean
    nothing: boolean
  }>`select bool_and(done >= stock_quantity) as is_full, bool_and(done = 0) as nothing
    from document_line where tenant_id = ${scope.tenantId} and document_id = ${documentId}`.execute(scope.raw)
  return { full: rows[0]?.is_full ?? false, nothing: rows[0]?.nothing ?? true }
}

/**
 * Moves a held document along its progress; what its lines say decides how far, unless the caller knows it. Throws error.document.state where its
 * machine refuses.
 */
async function advance(
  scope: Scope,
  { id, audit_status: status, progress }: Pick<DocumentRow, 'id' | 'audit_status' | 'progress'>,
  event: DocumentEvent['type'] & ('document.post' | 'document.reverse' | 'document.close'),
  now: number,
  { closeReason, known }: { closeReason?: string; known?: { full: boolean; nothing: boolean } } = {},
): Promise<void> {
  const after = progressAfter(status, progress, { type: event, ...(known ?? (await progressOf(scope, id))) } as DocumentEvent)
  if (after === null) throw new CallFailure('error.document.state')
  await scope.raw
    .updateTable('document')
    .set((eb) => ({
      progress: after,
      ...(closeReason === undefined ? {} : { close_reason: closeReason }),
      updated_at: now,
      object_version_number: eb('object_version_number', '+', 1),
    }))
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .execute()
}

/** Everything that a held document asks for is done. */
export async function finish(scope: Scope, document: DocumentRow, now: number): Promise<void> {
  await scope.raw
    .updateTable('document_line')
    .set((eb) => ({ done: eb.ref('stock_quantity') }))
    .where('tenant_id', '=', scope.tenantId)
    .where('document_id', '=', document.id)
    .execute()
  await advance(scope, document, 'document.post', now)
}

/** What transfers made of these lines have sent, and has not arrived: it will do as much of the line. */
async function underWay({ raw, tenantId }: Scope, lines: readonly Moved[]): Promise<ReadonlyMap<number, bigint>> {
  const rows = await raw
    .selectFrom('document_line')
    .select(['source_line_id', 'quantity', 'stock_quantity', 'done', 'taken'])
    .where('tenant_id', '=', tenantId)
    .where('form_code', '=', 'transfer')
    .where('source_line_id', 'in', [0, ...lines.map(({ row }) => row.id)])
    .execute()
  const sums = new Map<number, bigint>()
  for (const one of rows) {
    const from = lines.find(({ row }) => row.id === one.source_line_id)!.row
    const size = ofSource({ quantity: one.quantity, stockQuantity: one.stock_quantity }, from, exact(one.done) - exact(one.taken))
    sums.set(one.source_line_id!, (sums.get(one.source_line_id!) ?? 0n) + size)
  }
  return sums
}

/** No more is done of lines of a document than they ask for and is allowed beyond, with what is under way to them. Throws error.document.tooMuch beside the line, which says what is under way. */
async function checkOpen(scope: Scope, asking: Pick<Asking, 'language'>, source: DocumentRow, sums: readonly Moved[]): Promise<void> {
  const allowed = await allowanceFor(scope, source)
  const coming = await underWay(scope, sums)
  for (const { row, at, quantity } of sums) {
    const sent = coming.get(row.id) ?? 0n
    const left = mostOf(row, allowed) - exact(row.done) - sent
    if (quantity <= left) continue
    const words = sent > 0n ? 'underWay' : 'moreThanOpen'
    const params = { sent: plainText(sent), left: plainText(left > 0n ? left : 0n) }
    throw besideField(asking, 'error.document.tooMuch', `lines.${at}.quantity`, words, params)
  }
}

/**
 * A document is not approved that could not be posted: what is under way to what it was made of, and what was done of that since it was drafted,
 * counts. What others have drafted or promised does not: who is first is first.
 */
export const checkAsked =
  (of: AnyDocument): DocumentRules['beforeSubmit'] =>
  async ({ scope, asking, document }) => {
    const source = await holdSource(scope, document)
    if (source === null || movesGoods(source.form_code)) return
    const lines = await linesOf(scope, of, document.id)
    const asked = lines.map((row, at) => ({ row, at, quantity: exact(row.stock_quantity) }))
    await checkOpen(scope, asking, source, await sumsOf(scope, source, asked))
  }

/** What its lines were done by, in what it was made of: `sign` -1 takes it back. Throws error.document.tooMuch beside the line. */
async function doLines(
  scope: Scope,
  asking: Pick<Asking, 'language'>,
  source: DocumentRow,
  sums: readonly Moved[],
  sign: bigint,
  now: number,
) {
  if (sign > 0n) await checkOpen(scope, asking, source, sums)
  await addToLines(scope, new Map(sums.map(({ row, quantity }) => [row.id, { done: sign * quantity }])))
  await advance(scope, source, sign > 0n ? 'document.post' : 'document.reverse', now)
}

/** What was moved before arrived, or was given back. Throws error.document.tooMuch beside the line. */
async function takeLines(scope: Scope, asking: Pick<Asking, 'language'>, sums: readonly Moved[], sign: bigint) {
  for (const { row, at, quantity } of sums)
    if (sign > 0n && exact(row.taken) + quantity > exact(row.done))
      throw besideField(asking, 'error.document.tooMuch', `lines.${at}.quantity`, 'moreThanOpen')
  await addToLines(scope, new Map(sums.map(({ row, quantity }) => [row.id, { taken: sign * quantity }])))
}

/**
 * Carries what was done of lines up to the documents that they were made of, each held: a receipt does its application, a shipment its transfer;
 * what follows goods that moved (a receipt of a shipment, a return) takes them on, and where those were sent by a transfer, it arrives there, or
 * is open there again. `sign` -1 takes it back. Answers the source, and all that it touched.
 */
async function carry(
  scope: Scope,
  asking: Pick<Asking, 'language'>,
  document: DocumentRow,
  moved: readonly Moved[],
  sign: 1n | -1n,
  now: number,
): Promise<{ source: DocumentRow | null; touched: Touched }> {
  const source = await holdSource(scope, document)
  if (source === null || moved.every(({ row }) => row.source_line_id === null)) return { source, touched: [] }
  const sums = await sumsOf(scope, source, moved)
  if (!movesGoods(source.form_code)) {
    await doLines(scope, asking, source, sums, sign, now)
    const asked = sign > 0n ? await holdSource(scope, source) : null
    const of = (rows: readonly Moved[]) => rows.map((one) => ({ ...one, quantity: 0n }))
    if (asked !== null) await checkOpen(scope, asking, asked, of(await sumsOf(scope, asked, sums)))
    return { source, touched: [source] }
  }
  await takeLines(scope, asking, sums, sign)
  const sent = source.form_code === 'shipment' ? await holdSource(scope, source) : null
  if (sent === null) return { source, touched: [source] }
  const sentSums = await sumsOf(scope, sent, sums)
  if (document.form_code === 'return') {
    await addToLines(scope, new Map(sentSums.map(({ row, quantity }) => [row.id, { done: -sign * quantity }])))
    if (sent.progress !== 'closed') await advance(scope, sent, sign > 0n ? 'document.reverse' : 'document.post', now)
    return { source, touched: [source, sent] }
  }
  await takeLines(scope, asking, sentSums, sign)
  const asked = await holdSource(scope, sent)
  if (asked === null) return { source, touched: [source, sent] }
  const askedSums = await sumsOf(scope, asked, sentSums)
  await addToLines(scope, new Map(askedSums.map(({ row, quantity }) => [row.id, { done: sign * quantity }])))
  // What was on its way when it was ended short comes in all the same.
  if (asked.progress !== 'closed') await advance(scope, asked, sign > 0n ? 'document.post' : 'document.reverse', now)
  return { source, touched: [source, sent, asked] }
}

/**
 * Moves goods of lines of a held document: what is done here is done in its source as well, and what was promised to the lines is taken from
 * the promise. All or nothing within the caller's transaction. Answers the documents that it touched beside. `rest` are the other lines of the
 * document, where the caller has them.
 */
export async function postLines(
  scope: Scope,
  rules: GoodsRules,
  document: DocumentRow,
  moved: readonly Moved[],
  {
    effectiveAt,
    now,
    userId,
    language,
    rest,
  }: { effectiveAt: number; now: number; userId: number; language: Language; rest?: readonly LineRow[] },
): Promise<Touched> {
  const { source, touched } = await carry(scope, { language }, document, moved, 1n, now)
  const movements = await rules.movements(scope, document, moved, source)
  const left = new Map(moved.map(({ row }) => [row.id, exact(row.reserved)]))
  const promised = new Map<number, bigint>()
  const postingId = await post(
    scope,
    {
      documentId: document.id,
      kind: 'post',
      effectiveAt,
      at: now,
      userId,
    },
    movements.map((one) => {
      if (one.quantity > 0n || one.transit) return one
      const reserved = left.get(one.lineId) ?? 0n
      const taken = reserved < -one.quantity ? reserved : -one.quantity
      left.set(one.lineId, reserved - taken)
      promised.set(one.lineId, (promised.get(one.lineId) ?? 0n) + taken)
      return { ...one, promised: taken }
    }),
  )
  await rules.posted?.(scope, document, { id: postingId, effectiveAt }, moved)
  await addToLines(scope, new Map(moved.map(({ row, quantity }) => [row.id, { done: quantity, reserved: -(promised.get(row.id) ?? 0n) }])))
  const isDone = (row: LineRow, quantity = 0n) => exact(row.done) + quantity >= exact(row.stock_quantity)
  const isFull = rest?.every((row) => isDone(row)) && moved.every(({ row, quantity }) => isDone(row, quantity))
  await advance(scope, document, 'document.post', now, isFull === undefined ? {} : { known: { full: isFull, nothing: false } })
  return touched
}

/** The acts of a kind of document that moves goods: posting, reversing and ending it short, each in one transaction with its ledger rows. */
export function postingHandlers(rules: GoodsRules, services: { live: LivePublisher; clock: () => number; registry: Registry }) {
  const { of } = rules
  const { live, clock, registry } = services

  function tell(asking: Asking, { id, area_id: areaId }: DocumentRow, touched: Touched) {
    live.changed(asking.grant.tenantId, of.name, id, areaId)
    live.changed(asking.grant.tenantId, 'stock', id, areaId)
    for (const one of touched) live.changed(asking.grant.tenantId, one.form_code as AnyDocument['name'], one.id, one.area_id)
  }
  const answer = (scope: Scope, asking: Asking, id: number) => readDocument(scope, asking, of, registry, id)

  return {
    async post({ params, body }: Request, asking: Asking) {
      const done = await asking.inTenant(async (scope) => {
        const document = await hold(scope, asking, of, params.id, body.objectVersionNumber)
        const now = clock()
        const effectiveAt = body.effectiveAt ?? now
        if (effectiveAt > now) throw besideField(asking, 'error.stock.future', 'effectiveAt', 'future')
        if (dayOf(effectiveAt, asking.grant.timeZone) < FIRST_DAY)
          throw besideField(asking, 'error.input.invalid', 'effectiveAt', 'tooEarly')
        await rules.allowed?.(scope, asking, document, effectiveAt)
        const all = (await linesOf(scope, of, document.id)).map((row, at) => ({ row, at }))
        const openOf = (row: LineRow) => exact(row.stock_quantity) - exact(row.done)
        const wanted = body.lines
        if (wanted && new Set(wanted.map(({ id }) => id)).size !== wanted.length) throw new CallFailure('error.document.lineUnknown')
        const moved = wanted
          ? wanted.map(({ id, quantity }) => {
              const line = all.find(({ row }) => row.id === id)
              if (!line) throw new CallFailure('error.document.lineUnknown')
              if (exact(quantity) > openOf(line.row))
                throw besideField(asking, 'error.document.tooMuch', `lines.${line.at}.quantity`, 'moreThanOpen')
              return { ...line, quantity: exact(quantity) }
            })
          : all.flatMap((line) => (openOf(line.row) > 0n ? [{ ...line, quantity: openOf(line.row) }] : []))
        if (moved.length === 0 || progressAfter(document.audit_status, document.progress, { type: 'document.post', full: false }) === null)
          throw new CallFailure('error.document.state')

        const by = { userId: asking.caller.userId, language: asking.language }
        const rest = all.flatMap(({ row }) => (moved.some((one) => one.row.id === row.id) ? [] : [row]))
        const touched = await postLines(scope, rules, document, moved, { effectiveAt, now, rest, ...by })
        return { document, touched, full: await answer(scope, asking, document.id) }
      })
      tell(asking, done.document, done.touched)
      return done.full
    },

    async reverse({ params, body }: Request, asking: Asking) {
      const done = await asking.inTenant(async (scope) => {
        const document = await hold(scope, asking, of, params.id, body.objectVersionNumber)
        const now = clock()
        const posting = await scope
          .select('stock_posting')
          .select(['id', 'kind'])
          .where('stock_posting.id', '=', body.postingId)
          .where('document_id', '=', document.id)
          .executeTakeFirst()
        if (!posting) throw notFound()
        const taken = await scope.select('stock_posting').select('id').where('reverses_id', '=', posting.id).executeTakeFirst()
        if (taken || posting.kind === 'reverse') throw new CallFailure('error.stock.reversed')
        if (posting.kind === 'loss') {
          const touched = await reverseLoss(scope, document, posting.id, { now, userId: asking.caller.userId, reason: body.reason.trim() })
          return { document, touched, full: await answer(scope, asking, document.id) }
        }
        // Also those of a base that the caller does not see: a document is taken back as a whole.
        const entries = await scope.raw
          .selectFrom('stock_entry')
          .selectAll()
          .where('tenant_id', '=', scope.tenantId)
          .where('posting_id', '=', posting.id)
          .where('kind', '=', 'move')
          .orderBy('stock_entry.id', 'desc')
          .execute()
        const lines = new Map((await linesOf(scope, of, document.id)).map((row, at) => [row.id, { row, at }]))
        const promisesAgain = leaving(rules, document) && document.progress !== 'closed'
        const movements = entries.map((entry): Movement => {
          const quantity = -exact(entry.quantity)
          return {
            lineId: entry.line_id!,
            productId: entry.product_id,
            storeId: entry.store_id,
            transit: entry.transit,
            lotId: entry.lot_id,
            quantity,
            value: -exact(entry.value),
            // What comes back to an open document is promised to it again.
            ...(promisesAgain && quantity > 0n && !entry.transit
              ? { promised: -quantity, named: lines.get(entry.line_id!)!.row['lot_no'] !== null }
              : {}),
          }
        })
        const moved = [...Map.groupBy(movements, ({ lineId }) => lineId)].map(([lineId, of]) => {
          const sizeOf = (sign: bigint) => of.reduce((sum, { quantity }) => (quantity * sign > 0n ? sum + quantity * sign : sum), 0n)
          const [came, left] = [sizeOf(1n), sizeOf(-1n)]
          return { ...lines.get(lineId)!, quantity: came > left ? came : left }
        })
        if (moved.some(({ row, quantity }) => exact(row.done) - quantity < exact(row.taken))) throw new CallFailure('error.stock.taken')
        const { source, touched } = await carry(scope, asking, document, moved, -1n, now)
        if (source?.form_code === 'inventory_form') throw new CallFailure('error.stock.counted')
        await post(
          scope,
          {
            documentId: document.id,
            kind: 'reverse',
            effectiveAt: now,
            at: now,
            userId: asking.caller.userId,
            reason: body.reason.trim(),
            reversesId: posting.id,
          },
          movements,
        )
        await rules.reversed?.(scope, posting.id)
        await addToLines(
          scope,
          new Map(moved.map(({ row, quantity }) => [row.id, { done: -quantity, reserved: promisesAgain ? quantity : 0n }])),
        )
        await advance(scope, document, 'document.reverse', now)
        return { document, touched, full: await answer(scope, asking, document.id) }
      })
      tell(asking, done.document, done.touched)
      return done.full
    },

    ...closingHandlers(of, services),

    postings: ({ params }: Request, asking: Asking): Promise<Posting[]> =>
      asking.inTenant(async (scope) => {
        const seen = await readableOf(scope, of, asking).select('document.id').where('document.id', '=', params.id).executeTakeFirst()
        if (!seen) throw notFound()
        const postings = await scope
          .select('stock_posting')
          .selectAll('stock_posting')
          .where('document_id', '=', params.id)
          .orderBy('stock_posting.id')
          .execute()
        const entries = await scope.raw
          .selectFrom('stock_entry')
          .innerJoin('product', 'product.id', 'stock_entry.product_id')
          .innerJoin('store', 'store.id', 'stock_entry.store_id')
          .leftJoin('stock_lot', 'stock_lot.id', 'stock_entry.lot_id')
          .selectAll('stock_entry')
          .select(['product.name as product_name', 'store.name as store_name', 'stock_lot.lot_no'])
          .where('stock_entry.tenant_id', '=', scope.tenantId)
          .where('posting_id', 'in', [0, ...postings.map(({ id }) => id)])
          // That goods of the past came along with their store is no movement of the document.
          .where('stock_entry.kind', '<>', 'relocate')
          .orderBy('stock_entry.id')
          .execute()
        const ofPosting = Map.groupBy(entries, (entry) => entry.posting_id)
        return postings.map((row) => ({
          id: row.id,
          kind: row.kind as Posting['kind'],
          effectiveAt: row.effective_at,
          at: row.at,
          userName: row.user_name,
          reason: row.reason,
          reversesId: row.reverses_id,
          reversedById: postings.find((other) => other.reverses_id === row.id)?.id ?? null,
          entries: (ofPosting.get(row.id) ?? []).map((entry) => ({
            id: entry.id,
            lineId: entry.line_id!,
            kind: entry.kind as 'move',
            productId: entry.product_id,
            productName: entry.product_name,
            storeName: entry.store_name,
            transit: entry.transit,
            lotNo: entry.lot_no,
            quantity: entry.quantity,
            value: entry.value,
          })),
        }))
      }),
  }
}

/** Ending a document short: what is still open is given up, and what was promised to it is free again. */
export function closingHandlers(of: AnyDocument, services: { live: LivePublisher; clock: () => number; registry: Registry }) {
  const { live, clock, registry } = services
  return {
    async close({ params, body }: Request, asking: Asking) {
      const done = await asking.inTenant(async (scope) => {
        const document = await hold(scope, asking, of, params.id, body.objectVersionNumber)
        await advance(scope, document, 'document.close', clock(), { closeReason: body.reason.trim() })
        await release(scope, of, document)
        return { document, full: await readDocument(scope, asking, of, registry, document.id) }
      })
      live.changed(asking.grant.tenantId, of.name, done.document.id, done.document.area_id)
      live.changed(asking.grant.tenantId, 'stock', done.document.id, done.document.area_id)
      return done.full
    },
  }
}

/** The lots that lines name, by line. Throws error.stock.lotUnknown for one that nobody has ever seen. */
export async function namedLots({ raw, tenantId }: Scope, lines: readonly LineRow[]): Promise<ReadonlyMap<number, number>> {
  const named = lines.filter((line) => line['lot_no'] != null)
  if (named.length === 0) return new Map()
  const rows = await raw
    .selectFrom('stock_lot')
    .select(['id', 'product_id', 'lot_no'])
    .where('tenant_id', '=', tenantId)
    .where('lot_no', 'in', [...new Set(named.map((line) => line['lot_no'] as string))])
    .execute()
  return new Map(
    named.map((line) => {
      const lot = rows.find((one) => one.product_id === line['product_id'] && one.lot_no === line['lot_no'])
      if (!lot) throw new CallFailure('error.stock.lotUnknown', { lot: line['lot_no'] as string })
      return [line.id, lot.id]
    }),
  )
}

/** Promises so much of each line to it, in the store of its document: less than 0 gives it up. */
async function promiseLines(scope: Scope, storeId: number, lines: readonly { row: LineRow; quantity: bigint }[]): Promise<void> {
  const lots = await namedLots(
    scope,
    lines.map(({ row }) => row),
  )
  await promise(
    scope,
    lines.map(({ row, quantity }) => ({
      productId: row['product_id'] as number,
      storeId,
      transit: false,
      quantity,
      lotId: lots.get(row.id) ?? null,
    })),
  )
  await addToLines(scope, new Map(lines.map(({ row, quantity }) => [row.id, { reserved: quantity }])))
}

/** Promises the goods of an approved document to it: they are there, and nobody else's, until it is done or ended. */
export async function reserve(scope: Scope, of: AnyDocument, documentId: number): Promise<void> {
  const { store_id: storeId } = await scope.raw
    .selectFrom('document')
    .select('store_id')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
  const lines = await linesOf(scope, of, documentId)
  await promiseLines(
    scope,
    storeId!,
    lines.map((row) => ({ row, quantity: exact(row.stock_quantity) })),
  )
}

async function release(scope: Scope, of: AnyDocument, document: DocumentRow): Promise<void> {
  const lines = (await linesOf(scope, of, document.id)).filter((row) => exact(row.reserved) > 0n)
  await promiseLines(
    scope,
    document['store_id'] as number,
    lines.map((row) => ({ row, quantity: -exact(row.reserved) })),
  )
}
