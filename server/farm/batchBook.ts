import { type Selectable, sql } from 'kysely'
import { isEnded } from '#machines/farm/batch'
import { MOST_OF_BOOK } from '#contract/farm/batchBook'
import type { BatchState } from '#contract/farm/batch'
import { besideField } from '../ground/crud/rules.ts'
import type { Database } from '../ground/database/schema.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import type { Asking } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'
import { dayOf } from '#contract/core/zonedMoment'

export type BatchRow = Selectable<Database['batch']>
/** What a row of a book is written with: the caller, and the time. */
export interface Hand {
  readonly scope: Scope
  readonly asking: Pick<Asking, 'language' | 'grant'>
  /** ms UTC. */
  readonly now: number
}

/** Locks a batch that the caller sees until the transaction ends: its books are written one at a time. Nothing is written of what has ended. */
export async function holdBatch(scope: Scope, batchId: number): Promise<BatchRow> {
  const row = await scope.select('batch').selectAll('batch').where('batch.id', '=', batchId).forUpdate('batch').executeTakeFirst()
  if (!row) throw notFound()
  if (isEnded(row.batch_state as BatchState)) throw new CallFailure('error.batch.ended')
  return row
}

/** A day on which something happened to a batch: not to come, and not before it began. */
export function checkDay({ asking, now }: Omit<Hand, 'scope'>, batch: BatchRow, field: string, day: string): void {
  const zone = asking.grant.timeZone
  if (day > dayOf(now, zone)) throw besideField(asking, 'error.input.invalid', field, 'future')
  if (batch.started_at !== null && day < dayOf(batch.started_at, zone))
    throw besideField(asking, 'error.input.invalid', field, 'beforeStart')
}

type BookTable = 'batch_harvest' | 'batch_cost' | 'batch_herd'
type BookRow<Table extends BookTable> = Selectable<Database[Table]> & { readonly id: number; readonly object_version_number: number }
/** A row of a book, held until the transaction ends, with its batch; 404 where the caller does not see that. */
export async function holdRow<Table extends BookTable>(
  scope: Scope,
  table: Table,
  id: number,
): Promise<{ batch: BatchRow; row: BookRow<Table> }> {
  const of = await scope
    .select(table as BookTable)
    .select('batch_id')
    .where(`${table as BookTable}.id`, '=', id)
    .executeTakeFirst()
  if (!of) throw notFound()
  // The batch before its rows, for everybody.
  const batch = await holdBatch(scope, of.batch_id)
  const row = await scope
    .select(table as BookTable)
    .selectAll(table as BookTable)
    .where(`${table as BookTable}.id`, '=', id)
    .forUpdate(table as BookTable)
    .executeTakeFirst()
  if (!row) throw notFound()
  return { batch, row: row as unknown as BookRow<Table> }
}

/** Refuses a row more in a book that has so many. */
export function checkRoom(rows: number): void {
  if (rows >= MOST_OF_BOOK) throw new CallFailure('error.book.full', { max: MOST_OF_BOOK })
}

/** Writes a row: a new one, or the one that is held where its version is the one that was seen. Answers its id. */
export async function writeRow(
  scope: Scope,
  table: BookTable,
  old: { readonly id: number; readonly object_version_number: number } | null,
  seen: number | null,
  columns: { readonly batch_id: number; readonly [column: string]: unknown },
): Promise<number> {
  if (old === null) {
    const { rows } = await scope
      .select(table)
      .select(sql<number>`count(*)::int`.as('rows'))
      .where(`${table}.batch_id`, '=', columns.batch_id)
      .executeTakeFirstOrThrow()
    checkRoom(rows)
    const made = await scope
      .insert(table, [columns as never])
      .returning('id')
      .executeTakeFirstOrThrow()
    return made.id
  }
  if (old.object_version_number !== seen) throw new CallFailure('error.version.stale')
  await scope
    .update(table)
    .set({ ...columns, object_version_number: seen + 1 } as never)
    .where(`${table}.id`, '=', old.id)
    .execute()
  return old.id
}

/** A row of a book with its batch, both held; null for a row that is not made yet. */
interface Held<Table extends BookTable> {
  readonly batch: BatchRow
  readonly row: BookRow<Table> | null
}
interface Saved {
  readonly batchId: number
  readonly id: number | null
  readonly objectVersionNumber: number | null
}

/** How rows of a book are saved and removed; consoles are told that its batch changed. */
export function bookWrites<Table extends BookTable, Body extends Saved>(
  table: Table,
  { clock, live }: Pick<Services, 'clock' | 'live'>,
  book: {
    /** Refuses what must stay as it is, and who may not change it. */
    check?: (hand: Hand & { readonly asking: Asking }, held: Held<Table>) => Promise<void> | void
    /** Writes the row (`writeRow`) and answers its id. */
    write: (hand: Hand, held: Held<Table>, seen: number | null, said: Body) => Promise<number>
    afterRemove?: (hand: Hand, batch: BatchRow) => Promise<void>
  },
) {
  const tell = ({ grant }: Asking, { id, area_id: areaId }: BatchRow) => live.changed(grant.tenantId, 'batch', id, areaId)
  return {
    async save({ body }: { body: Body }, asking: Asking): Promise<{ id: number }> {
      const { batchId, id, objectVersionNumber: seen } = body
      const saved = await asking.inTenant(async (scope) => {
        const hand = { scope, asking, now: clock() }
        const held = id === null ? { batch: await holdBatch(scope, batchId), row: null } : await holdRow(scope, table, id)
        await book.check?.(hand, held)
        return { id: await book.write(hand, held, seen, body), batch: held.batch }
      })
      tell(asking, saved.batch)
      return { id: saved.id }
    },

    async remove({ body: { id, objectVersionNumber } }: { body: { id: number; objectVersionNumber: number } }, asking: Asking): Promise<1> {
      const batch = await asking.inTenant(async (scope) => {
        const hand = { scope, asking, now: clock() }
        const held = await holdRow(scope, table, id)
        if (held.row.object_version_number !== objectVersionNumber) throw new CallFailure('error.version.stale')
        await book.check?.(hand, held)
        await scope
          .remove(table as BookTable)
          .where(`${table as BookTable}.id`, '=', id)
          .execute()
        await book.afterRemove?.(hand, held.batch)
        return held.batch
      })
      tell(asking, batch)
      return 1
    },
  }
}
