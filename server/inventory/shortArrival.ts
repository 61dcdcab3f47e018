import { millionths } from '#contract/core/exact'
import { shipment, shipmentCalls } from '#contract/inventory/shipment'
import type { Context, HandlersOf } from '../ground/contents.ts'
import type { Scope } from '../ground/database/scope.ts'
import { hold } from '../ground/documents/documentHold.ts'
import { linesOf, readDocument } from '../ground/documents/documentRows.ts'
import type { DocumentRow } from '../ground/documents/documentRules.ts'
import { CallFailure } from '../ground/failure.ts'
import { type Movement, post } from './ledger/post.ts'
import { arrivals } from './lotsLeft.ts'
import { addToLines, holdSource, type Moved, sumsOf } from './doneLines.ts'

const exact = (text: string) => millionths(text)!

interface Posted {
  readonly now: number
  readonly userId: number
  readonly reason: string
}

/**
 * Counts what was written off of lines (`sign` -1: it turned up) as taken, here and in the transfer, which is answered. The asker has not got it.
 * Before goods move: whoever receives of the same transfer holds that before the balances, too.
 */
async function takeLoss(scope: Scope, document: DocumentRow, moved: readonly Moved[], sign: 1n | -1n): Promise<DocumentRow> {
  const sent = (await holdSource(scope, document))!
  const sums = [...moved, ...(await sumsOf(scope, sent, moved))]
  await addToLines(scope, new Map(sums.map(({ row, quantity }) => [row.id, { taken: sign * quantity, lost: sign * quantity }])))
  return sent
}
async function touch(scope: Scope, { id }: DocumentRow, now: number): Promise<void> {
  await scope.raw
    .updateTable('document')
    .set((eb) => ({ updated_at: now, object_version_number: eb('object_version_number', '+', 1) }))
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .execute()
}

/** Takes a write-off of a held shipment back: its goods are on their way again. Answers what it touched beside. Throws error.stock.short. */
export async function reverseLoss(
  scope: Scope,
  document: DocumentRow,
  postingId: number,
  { now, userId, reason }: Posted,
): Promise<DocumentRow[]> {
  const entries = await scope.raw
    .selectFrom('stock_entry')
    .selectAll()
    .where('tenant_id', '=', scope.tenantId)
    .where('posting_id', '=', postingId)
    .where('kind', '=', 'move')
    .execute()
  const lines = new Map((await linesOf(scope, shipment, document.id)).map((row, at) => [row.id, { row, at }]))
  const moved = [...Map.groupBy(entries, ({ line_id: lineId }) => lineId!)].map(([lineId, of]): Moved => ({
    ...lines.get(lineId)!,
    quantity: of.reduce((sum, { quantity }) => sum - exact(quantity), 0n),
  }))
  const sent = await takeLoss(scope, document, moved, -1n)
  await post(
    scope,
    { documentId: document.id, kind: 'reverse', effectiveAt: now, at: now, userId, reason, reversesId: postingId },
    entries.map((entry): Movement => ({
      lineId: entry.line_id!,
      productId: entry.product_id,
      storeId: entry.store_id,
      transit: true,
      lotId: entry.lot_id,
      quantity: -exact(entry.quantity),
      value: -exact(entry.value),
      to: { storeId: entry.store_id, transit: false },
      lost: true,
    })),
  )
  await touch(scope, document, now)
  return [sent]
}

/** What a transfer sent and never arrived. */
export function shortArrivalHandlers({
  clock,
  live,
  registry,
}: Pick<Context, 'clock' | 'live' | 'registry'>): Pick<HandlersOf<'inventory'>['shipment'], keyof typeof shipmentCalls> {
  return {
    async writeOff({ params, body }, asking) {
      const done = await asking.inTenant(async (scope) => {
        const document = await hold(scope, asking, shipment, params.id, body.objectVersionNumber)
        const toStoreId = document['to_store_id'] as number | null
        const moved = (await linesOf(scope, shipment, document.id)).flatMap((row, at): Moved[] => {
          const quantity = exact(row.done) - exact(row.taken)
          return quantity > 0n ? [{ row, at, quantity }] : []
        })
        if (toStoreId === null || moved.length === 0) throw new CallFailure('error.document.state')
        // A line is its own source here: what it sent, less all that was taken of it.
        const own = moved.map((one): Moved => ({ ...one, row: { ...one.row, source_line_id: one.row.id } as Moved['row'] }))
        const now = clock()
        const userId = asking.caller.userId
        const sent = await takeLoss(scope, document, moved, 1n)
        await post(
          scope,
          { documentId: document.id, kind: 'loss', effectiveAt: now, at: now, userId, reason: body.reason.trim() },
          (await arrivals(scope, own, { from: toStoreId, to: toStoreId })).map((one) => ({ ...one, lost: true })),
        )
        await touch(scope, document, now)
        return { document, sent, full: await readDocument(scope, asking, shipment, registry, document.id) }
      })
      const { tenantId } = asking.grant
      live.changed(tenantId, 'shipment', done.document.id, done.document.area_id)
      live.changed(tenantId, 'stock', done.document.id, done.document.area_id)
      live.changed(tenantId, 'transfer', done.sent.id, done.sent.area_id)
      return done.full as never
    },
  }
}
