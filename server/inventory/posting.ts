import { sql } from 'kysely'
import type { AnyDocument, Posting } from '#contract/core/document'
import { exactText, millionths } from '#contract/core/exact'
import { type DocumentEvent, progressAfter } from '#machines/approvals/document'
import { besideField } from '../ground/crud/rules.ts'
import type { Registry } from '../ground/crud/records.ts'
import type { Scope } from '../ground/database/scope.ts'
import { hold } from '../ground/documents/documentHold.ts'
import { linesOf, readableOf, readDocument } from '../ground/documents/documentRows.ts'
import type { DocumentRow, LineRow } from '../ground/documents/documentRules.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import type { Asking } from '../ground/http/handler.ts'
import type { LivePublisher } from '../ground/live/live.ts'
import type { Language } from '../ground/words.ts'
import { allowanceFor, mostOf, ofSource } from './goods.ts'
import { type Movement, post, promise } from './ledger/post.ts'

/** A line with how much of it moves, in millionths of the stock unit. */
export interface MovedLine {
  readonly row: LineRow & { readonly amount: string | null }
  readonly quantity: bigint
}
/** What a kind of document that moves goods says beside its declaration. */
export interface GoodsRules {
  readonly of: AnyDocument
  /** What moves where, when so much of these lines is done. */
  movements(scope: Scope, document: DocumentRow, lines: readonly MovedLine[]): Promise<Movement[]>
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

/** How far a document is whose lines were done so far. */
async function progressOf(scope: Scope, documentId: number): Promise<{ full: boolean; nothing: boolean }> {
  const { rows } = await sql<{
    is_full: boolean
    nothing: boolean
  }>`select bool_and(done >= stock_quantity) as is_full, bool_and(done = 0) as nothing
    from document_line where tenant_id = ${scope.tenantId} and document_id = ${documentId}`.execute(scope.raw)
  return { full: rows[0]?.is_full ?? false, nothing: rows[0]?.nothing ?? true }
}

/** Moves a held document along its progress; what its lines say decides how far. Throws error.document.state where its machine refuses. */
async function advance(
  scope: Scope,
  { id, audit_status: status, progress }: Pick<DocumentRow, 'id' | 'audit_status' | 'progress'>,
  event: DocumentEvent['type'] & ('document.post' | 'document.reverse' | 'document.close'),
  now: number,
  closeReason?: string,
): Promise<void> {
  const after = progressAfter(status, progress, { type: event, ...(await progressOf(scope, id)) } as DocumentEvent)
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

/** Adds what moved to the lines: `done` and `reserved` by line id, in millionths, of either sign. */
async function addToLines(scope: Scope, moved: ReadonlyMap<number, { done: bigint; reserved: bigint }>): Promise<void> {
  const all = [...moved]
  if (all.length === 0) return
  await sql`update document_line line set done = line.done + p.done, reserved = line.reserved + p.reserved
    from unnest(${all.map(([id]) => id)}::bigint[], ${all.map(([, { done }]) => exactText(done))}::numeric[],
      ${all.map(([, { reserved }]) => exactText(reserved))}::numeric[]) as p (id, done, reserved)
    where line.tenant_id = ${scope.tenantId} and line.id = p.id`.execute(scope.raw)
}

/**
 * The source of a document, held, with those of its lines that moved: what is done here is done there as well. `sign` -1 takes it back. Throws
 * error.document.tooMuch where more would be done than was asked for and is allowed beyond, error.document.state where it was ended meanwhile.
 */
async function carryToSource(
  scope: Scope,
  asking: Pick<Asking, 'language'>,
  sourceId: number | null,
  lines: readonly { row: LineRow; at: number; quantity: bigint }[],
  sign: 1n | -1n,
  now: number,
): Promise<{ id: number; form_code: string; area_id: number } | null> {
  const carried = lines.filter(({ row }) => row.source_line_id !== null)
  if (sourceId === null || carried.length === 0) return null
  const source = await scope.raw
    .selectFrom('document')
    .selectAll()
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', sourceId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const rows = await scope.raw
    .selectFrom('document_line')
    .selectAll()
    .where('tenant_id', '=', scope.tenantId)
    .where('document_id', '=', sourceId)
    .execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  const allowed = await allowanceFor(scope, source)
  const sums = new Map<number, { done: bigint; reserved: bigint }>()
  for (const { row, at, quantity } of carried) {
    const from = known.get(row.source_line_id!)!
    const done =
      (sums.get(from.id)?.done ?? 0n) + sign * ofSource({ quantity: row.quantity, stockQuantity: row.stock_quantity }, from, quantity)
    if (exact(from.done) + done > mostOf(from, allowed))
      throw besideField(asking, 'error.document.tooMuch', `lines.${at}.quantity`, 'moreThanOpen')
    sums.set(from.id, { done, reserved: 0n })
  }
  await addToLines(scope, sums)
  await advance(scope, source as unknown as DocumentRow, sign > 0n ? 'document.post' : 'document.reverse', now)
  return source
}

const nameOf = (scope: Scope, userId: number) =>
  scope.raw.selectFrom('app_user').select('real_name').where('id', '=', userId).executeTakeFirstOrThrow()

/**
 * Moves goods of lines of a held document: what is done here is done in its source as well, and what was promised to the lines is taken from
 * the promise. All or nothing within the caller's transaction.
 */
export async function postLines(
  scope: Scope,
  rules: GoodsRules,
  document: DocumentRow,
  moved: readonly (MovedLine & { readonly at: number })[],
  { effectiveAt, now, userId, language }: { effectiveAt: number; now: number; userId: number; language: Language },
) {
  const source = await carryToSource(scope, { language }, document.source_id as number | null, moved, 1n, now)
  const movements = await rules.movements(scope, document, moved)
  const promised = new Map(
    moved.map(({ row, quantity }) => [row.id, exact(row.reserved) < quantity ? exact(row.reserved) : quantity] as const),
  )
  const postingId = await post(
    scope,
    {
      documentId: document.id,
      kind: 'post',
      effectiveAt,
      at: now,
      userId,
      userName: (await nameOf(scope, userId)).real_name,
    },
    movements.map((one) => (one.quantity < 0n ? { ...one, promised: promised.get(one.lineId) ?? 0n } : one)),
  )
  await rules.posted?.(scope, document, { id: postingId, effectiveAt }, moved)
  const leaves = rules.of.progress === 'outbound'
  await addToLines(
    scope,
    new Map(moved.map(({ row, quantity }) => [row.id, { done: quantity, reserved: leaves ? -promised.get(row.id)! : 0n }])),
  )
  await advance(scope, document, 'document.post', now)
  return source
}

/** The acts of a kind of document that moves goods: posting, reversing and ending it short, each in one transaction with its ledger rows. */
export function postingHandlers(rules: GoodsRules, services: { live: LivePublisher; clock: () => number; registry: Registry }) {
  const { of } = rules
  const { live, clock, registry } = services
  const leaves = of.progress === 'outbound'

  function tell(asking: Asking, { id, area_id: areaId }: DocumentRow, source: Awaited<ReturnType<typeof carryToSource>>) {
    live.changed(asking.grant.tenantId, of.name, id, areaId)
    live.changed(asking.grant.tenantId, 'stock', id, areaId)
    if (source) live.changed(asking.grant.tenantId, source.form_code as AnyDocument['name'], source.id, source.area_id)
  }
  const answer = (scope: Scope, asking: Asking, id: number) => readDocument(scope, asking, of, registry, id)

  return {
    async post({ params, body }: Request, asking: Asking) {
      const done = await asking.inTenant(async (scope) => {
        const document = await hold(scope, asking, of, params.id, body.objectVersionNumber)
        const now = clock()
        const effectiveAt = body.effectiveAt ?? now
        if (effectiveAt > now) throw new CallFailure('error.stock.future')
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
        const source = await postLines(scope, rules, document, moved, { effectiveAt, now, ...by })
        return { document, source, full: await answer(scope, asking, document.id) }
      })
      tell(asking, done.document, done.source)
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
        if (taken || posting.kind !== 'post') throw new CallFailure('error.stock.reversed')
        const entries = await scope
          .select('stock_entry')
          .selectAll()
          .where('posting_id', '=', posting.id)
          .where('kind', '=', 'move')
          .orderBy('stock_entry.id', 'desc')
          .execute()
        const lines = new Map((await linesOf(scope, of, document.id)).map((row, at) => [row.id, { row, at }]))
        const isOpen = document.progress !== 'closed'
        const moved = new Map<number, { row: LineRow; at: number; quantity: bigint }>()
        const movements = entries.map((entry): Movement => {
          const quantity = -exact(entry.quantity)
          const line = lines.get(entry.line_id)!
          const size = quantity < 0n ? -quantity : quantity
          moved.set(entry.line_id, { ...line, quantity: (moved.get(entry.line_id)?.quantity ?? 0n) + size })
          return {
            lineId: entry.line_id,
            productId: entry.product_id,
            storeId: entry.store_id,
            transit: entry.transit,
            lotId: entry.lot_id,
            quantity,
            value: -exact(entry.value),
            // What comes back to an open document is promised to it again.
            ...(leaves && isOpen && quantity > 0n ? { promised: -quantity } : {}),
          }
        })
        const source = await carryToSource(scope, asking, document.source_id as number | null, [...moved.values()], -1n, now)
        await post(
          scope,
          {
            documentId: document.id,
            kind: 'reverse',
            effectiveAt: now,
            at: now,
            userId: asking.caller.userId,
            userName: (await nameOf(scope, asking.caller.userId)).real_name,
            reason: body.reason.trim(),
            reversesId: posting.id,
          },
          movements,
        )
        await rules.reversed?.(scope, posting.id)
        await addToLines(
          scope,
          new Map([...moved].map(([id, { quantity }]) => [id, { done: -quantity, reserved: leaves && isOpen ? quantity : 0n }])),
        )
        await advance(scope, document, 'document.reverse', now)
        return { document, source, full: await answer(scope, asking, document.id) }
      })
      tell(asking, done.document, done.source)
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
        const entries = await scope
          .select('stock_entry')
          .innerJoin('product', 'product.id', 'stock_entry.product_id')
          .innerJoin('store', 'store.id', 'stock_entry.store_id')
          .leftJoin('stock_lot', 'stock_lot.id', 'stock_entry.lot_id')
          .selectAll('stock_entry')
          .select(['product.name as product_name', 'store.name as store_name', 'stock_lot.lot_no'])
          .where('posting_id', 'in', [0, ...postings.map(({ id }) => id)])
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
            lineId: entry.line_id,
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
        await advance(scope, document, 'document.close', clock(), body.reason.trim())
        await release(scope, of, document)
        return { document, full: await readDocument(scope, asking, of, registry, document.id) }
      })
      live.changed(asking.grant.tenantId, of.name, done.document.id, done.document.area_id)
      live.changed(asking.grant.tenantId, 'stock', done.document.id, done.document.area_id)
      return done.full
    },
  }
}

const promisedLines = async (scope: Scope, of: AnyDocument, documentId: number) =>
  (await linesOf(scope, of, documentId)).map((row) => ({ row, productId: row['product_id'] as number }))

/** Promises the goods of an approved document to it: they are there, and nobody else's, until it is done or ended. */
export async function reserve(scope: Scope, of: AnyDocument, documentId: number): Promise<void> {
  const { store_id: storeId } = await scope.raw
    .selectFrom('document')
    .select('store_id')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
  const lines = await promisedLines(scope, of, documentId)
  await promise(
    scope,
    lines.map(({ row, productId }) => ({ productId, storeId: storeId!, transit: false, quantity: exact(row.stock_quantity) })),
  )
  await addToLines(scope, new Map(lines.map(({ row }) => [row.id, { done: 0n, reserved: exact(row.stock_quantity) }])))
}

async function release(scope: Scope, of: AnyDocument, document: DocumentRow): Promise<void> {
  const lines = (await promisedLines(scope, of, document.id)).filter(({ row }) => exact(row.reserved) > 0n)
  await promise(
    scope,
    lines.map(({ row, productId }) => ({
      productId,
      storeId: document['store_id'] as number,
      transit: false,
      quantity: -exact(row.reserved),
    })),
  )
  await addToLines(scope, new Map(lines.map(({ row }) => [row.id, { done: 0n, reserved: -exact(row.reserved) }])))
}
