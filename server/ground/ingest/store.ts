import type pg from 'pg'
import type { Logger } from 'pino'
import type { KnownDevice, KnownItem } from '../broker/knownDevice.ts'
import { ensurePartitions, monthOf } from '../history/partition.ts'
import { type Batch, newestOf } from './batch.ts'
import { keepClocks } from './clocks.ts'
import { bigints } from './columns.ts'
import { type CalculatedReading, storeCalculated, touchedBy } from './calculated.ts'
import { createMarks } from '../history/horizon.ts'
import { type ItemRows, makeItems, type SaidState, setStates } from './newRows.ts'
import {
  FEED_BATCH,
  MARK_HOURS,
  newestRows,
  NOTE_BATCH,
  type ReadingRows,
  readingRows,
  refuseDiffering,
  SET_NEWEST,
  STORE_ANY,
  STORE_NEW,
  takeFreePlaces,
  takeStored,
} from './readingRows.ts'
import { keepRejected } from './rejections.ts'
import { fedColumns } from './fed.ts'
import { keepWords } from './words.ts'
import { createWriterConnection } from './writerConnection.ts'

/** What a committed batch did. */
export interface Outcome {
  /** Readings that were new. */
  stored: number
  /** The readings that became their item's last value. */
  newest: Map<KnownItem, number>
  /** The readings that followed from others, in order. */
  calculated: CalculatedReading[]
  madeItems: KnownItem[]
  /** Every state in the order of arrival. */
  states: SaidState[]
  madeSwitches: { device: KnownDevice; switchId: number }[]
  /** Devices of which messages were rejected. */
  rejected: Set<KnownDevice>
  /** Devices of which a last word is another now. */
  worded: Set<KnownDevice>
  /** Devices whose clock stands otherwise than before. */
  clocks: Set<KnownDevice>
}

/** Writes batches, one at a time. */
export interface BatchStore {
  /**
   * Commits the batch, whose months are there, whole or not at all, and once: a batch that is given again, since nobody knows whether its first try was
   * committed before the connection was lost, is not stored twice.
   */
  commit(batch: Batch): Promise<Outcome>
  close(): void
}

const UNIQUE_VIOLATION = '23505'
const CHECK_VIOLATION = '23514'
/** After a reading came twice, this many batches look before they write: a redelivery seldom comes alone. */
const CAREFUL_BATCHES = 50

/** No partition takes a reading's time. */
const lacksMonth = (cause: unknown) => {
  const { code, constraint } = cause as { code?: string; constraint?: string }
  return code === CHECK_VIOLATION && constraint === undefined
}

/** A place within a millisecond was taken by somebody else. */
class PlaceTaken extends Error {}

/** Something of the batch was stored before. */
const wasThere = (cause: unknown) => cause instanceof PlaceTaken || (cause as { code?: string }).code === UNIQUE_VIOLATION

/** The store of the ingest, on one connection of the service role. */
export function createStore(given: {
  pool: pg.Pool
  log: Logger
  clock: () => number
  /** Of which tenants readings are to be sent. */
  wants?: (tenantId: number) => boolean
}): BatchStore {
  const { clock, wants = () => false } = given
  const connection = createWriterConnection(given)
  const marks = createMarks()
  let numbered = 0
  let careful = 0

  const idOf = (item: KnownItem) => item.id
  const note = (batch: Batch) => [connection.writer, batch.number, clock()]

  /** A batch of nothing but readings of items that are known: one statement, committed by itself. */
  async function commitBare(db: pg.PoolClient, batch: Batch): Promise<Outcome> {
    const now = clock()
    const rows = readingRows(batch, idOf, marks.has)
    const newest = newestOf(batch, now)
    const values = [...rows.readings, ...newestRows(batch, newest, idOf, now), ...rows.marks, ...note(batch), marks.version]
    const fed = fedColumns(batch, { wants, idOf, now })
    const form = rows.under === null ? (fed === null ? 'plain' : 'fed') : fed === null ? 'calibrated' : 'calibratedFed'
    const { rowCount } = await db.query({
      name: `store new ${form}`,
      text: STORE_NEW[form],
      values: [...values, ...(rows.under === null ? [] : [rows.under]), ...(fed ?? [])],
    })
    marks.add(rows.marked)
    return { ...nothing(), stored: rowCount ?? 0, newest }
  }

  async function isCommitted(db: pg.PoolClient, batch: Batch): Promise<boolean> {
    const { rows } = await db.query<{ batch: number }>('select batch from ingest_writer where writer = $1', [connection.writer])
    return rows[0]?.batch === batch.number
  }

  async function storeReadings(
    db: pg.PoolClient,
    batch: Batch,
    idIn: (item: KnownItem) => number,
  ): Promise<Pick<Outcome, 'stored' | 'newest'> & { rows: ReadingRows; refused: ReadonlySet<number> | undefined }> {
    if (careful > 0) await takeFreePlaces(db, batch, idIn)
    const known = await takeStored(db, batch, idIn)
    const now = clock()
    const rows = readingRows(batch, idIn, marks.has)
    const values = [...rows.readings, marks.version]
    const stored = await db.query<{ n: number; untimed: number }>(
      rows.sent !== null
        ? { name: 'store any moved', text: STORE_ANY.moved, values: [...values, rows.under ?? bigints(rows.order.map(() => 0)), rows.sent] }
        : rows.under === null
          ? { name: 'store any', text: STORE_ANY.plain, values }
          : { name: 'store any calibrated', text: STORE_ANY.calibrated, values: [...values, rows.under] },
    )
    const { n: fresh, untimed } = stored.rows[0]!
    if (untimed < rows.untimed) throw new PlaceTaken('another writer took a place within a millisecond')
    const differing = fresh < batch.items.length ? await refuseDiffering(db, batch, rows, idIn, known) : undefined
    const refused = differing?.refused
    const n = fresh + (differing?.stored ?? 0)
    const newest = newestOf(batch, now, refused)
    if (newest.size > 0) await db.query({ name: 'set newest', text: SET_NEWEST, values: newestRows(batch, newest, idIn, now) })
    if (rows.marked.length > 0) await db.query({ name: 'mark hours', text: MARK_HOURS, values: [...rows.marks] })
    return { stored: n, newest, rows, refused }
  }

  /** Any batch, in a transaction. `again`: an earlier try may have been committed. */
  async function commitWhole(db: pg.PoolClient, batch: Batch, again: boolean): Promise<Outcome> {
    const unmade = new Set<KnownItem>()
    for (const item of batch.items) if (item.id === 0) unmade.add(item)
    let made: ItemRows = new Map()
    let rows: ReadingRows | null = null
    const outcome = nothing()
    // What storing changes of the batch, for the next try.
    const known = batch.parts.map(({ faults }) => [...faults])
    const [ts, places, sent] = [[...batch.ts], [...batch.places], [...batch.sent]]
    const idIn = (item: KnownItem) => (item.id === 0 ? made.get(item)!.id : item.id)
    let refused: ReadonlySet<number> | undefined
    try {
      await inTransaction(db, async () => {
        const isDone = again && (await isCommitted(db, batch))
        if (unmade.size > 0) {
          made = await makeItems(db, [...unmade])
        }
        if (isDone) {
          outcome.stored = batch.items.length
          outcome.newest = newestOf(batch, clock())
        } else if (batch.items.length > 0) {
          const done = await storeReadings(db, batch, idIn)
          ;({ rows, refused } = done)
          Object.assign(outcome, { stored: done.stored, newest: done.newest })
        }
        const touched = touchedBy(batch)
        if (touched.length > 0) outcome.calculated = await storeCalculated(db, touched, clock())
        Object.assign(outcome, await setStates(db, batch, isDone))
        if (isDone) return
        const fed = fedColumns(batch, { wants, idOf: idIn, now: clock(), refused, calculated: outcome.calculated })
        if (fed !== null) await db.query({ name: 'feed batch', text: FEED_BATCH, values: fed })
        outcome.worded = await keepWords(db, batch.parts)
        outcome.clocks = await keepClocks(db, batch.parts)
        outcome.rejected = await keepRejected(db, batch.parts)
        await db.query({ name: 'note batch', text: NOTE_BATCH, values: note(batch) })
      })
    } catch (cause) {
      batch.parts.forEach((part, at) => (part.faults = known[at]!))
      ts.forEach((one, at) => (batch.ts[at] = one))
      places.forEach((one, at) => (batch.places[at] = one))
      batch.sent.clear()
      for (const [at, one] of sent) batch.sent.set(at, one)
      throw cause
    }
    for (const [item, row] of made) {
      Object.assign(item, { id: row.id })
      if (item.lastTs < row.lastTs) Object.assign(item, { lastTs: row.lastTs, lastPlace: row.lastPlace })
      outcome.madeItems.push(item)
    }
    marks.add((rows as ReadingRows | null)?.marked ?? [])
    return outcome
  }

  async function commitOn(db: pg.PoolClient, batch: Batch, again: boolean): Promise<Outcome> {
    const bare =
      !again &&
      careful === 0 &&
      batch.sent.size === 0 &&
      batch.parts.every(
        ({ faults, states, words, clock, device }) =>
          faults.length === 0 && states.length === 0 && words.length === 0 && clock === undefined && device.clock.kept === undefined,
      ) &&
      batch.items.every(({ id }) => id !== 0) &&
      batch.parts.every(({ device, from, to }) => device.calculations.length === 0 || from === to)
    if (careful > 0) careful--
    return bare ? commitBare(db, batch) : commitWhole(db, batch, again)
  }

  /** A month that was there was dropped, by `npm run retention` in another process; with it went the marks of its hours. */
  async function makeMonthsAgain(db: pg.PoolClient, batch: Batch): Promise<void> {
    for (const ts of new Map(batch.ts.map((ts) => [monthOf(ts), ts])).values()) {
      if ((await ensurePartitions(db, ts, ts)) > 0) marks.clear()
    }
  }

  return {
    async commit(batch) {
      const again = batch.number !== null
      batch.number ??= ++numbered
      const db = await connection.open()
      // Each obstacle is taken away once: behind one may stand another, as what was stored before behind marks of an older version.
      const mended = new Set<'marks' | 'month' | 'there'>()
      for (;;) {
        try {
          return await commitOn(db, batch, again)
        } catch (cause) {
          const obstacle = marks.areOld(cause) ? 'marks' : lacksMonth(cause) ? 'month' : wasThere(cause) ? 'there' : null
          try {
            // Of these nothing was stored; after any other failure the connection's state is not known.
            if (obstacle === null || mended.has(obstacle)) throw cause
            mended.add(obstacle)
            if (obstacle === 'marks') await marks.learn(db)
            else if (obstacle === 'month') await makeMonthsAgain(db, batch)
            else careful = CAREFUL_BATCHES
          } catch (failure) {
            connection.drop()
            throw failure
          }
        }
      }
    },
    close: () => connection.drop(),
  }
}

export const nothing = (): Outcome => ({
  stored: 0,
  newest: new Map(),
  calculated: [],
  madeItems: [],
  states: [],
  madeSwitches: [],
  rejected: new Set(),
  worded: new Set(),
  clocks: new Set(),
})

async function inTransaction(db: pg.PoolClient, work: () => Promise<void>): Promise<void> {
  await db.query('begin')
  try {
    await work()
    await db.query('commit')
  } catch (cause) {
    await db.query('rollback').catch(() => undefined)
    throw cause
  }
}
