import { type DayFormula, type FormulaName, isOfDay, ofDay, ofPair, type PairFormula, SOURCE_PERIODS } from '#contract/devices/formula'
import type { KnownItem } from '../broker/knownDevice.ts'
import { hourOf } from '../history/horizon.ts'
import { momentOf, wallClock } from '#contract/core/zonedMoment'
import type { Batch } from './batch.ts'
import { bigints, doubles, ints } from './columns.ts'
import { MARK_HOURS, SET_CALCULATED, STORE_CALCULATED } from './readingRows.ts'

const DAY = 24 * 3_600_000

/** A calculated item, and a moment at which one of its sources has a reading. */
export interface Touched<Target> {
  readonly target: Target
  readonly ts: number
  readonly place: number
}
/** A reading of a calculated item. */
export interface CalculatedReading<Target = KnownItem> extends Touched<Target> {
  readonly value: number | null
}

/** What follows from the readings of a batch. */
export function touchedBy(batch: Batch): Touched<KnownItem>[] {
  const touched = new Map<string, Touched<KnownItem>>()
  for (const { device, from, to } of batch.parts) {
    for (const { target, sourceIds } of device.calculations) {
      for (let at = from; at < to; at++) {
        if (!sourceIds.includes(batch.items[at]!.id)) continue
        const [ts, place] = [batch.ts[at]!, batch.places[at]!]
        touched.set(`${target.id}/${ts}/${place}`, { target, ts, place })
      }
    }
  }
  return [...touched.values()]
}

/** How an item is calculated. */
export interface Definition {
  readonly formula: FormulaName
  readonly first_id: number
  readonly second_id: number | null
  readonly per_ms: number | null
  /** Of its device, ms. */
  readonly reporting_period: number
  readonly time_zone: string
}
interface DefinitionRow extends Definition {
  readonly item_id: number
}

const DEFINITIONS = `
select c.item_id, c.formula, c.first_id, c.second_id, c.per_ms, d.reporting_period, t.time_zone
from calculation c join device d on d.id = c.device_id join tenant t on t.id = c.tenant_id where c.item_id = any($1::bigint[])`

/** A database connection, or a pool of them. */
export interface Db {
  query<Row extends object>(text: string, values: unknown[]): Promise<{ rows: Row[] }>
}

/** What follows at these moments from what is stored of the sources, in order; of a day with all that follows it. What is calculated no more is left out. */
export async function calculate<Target extends { readonly id: number }>(
  db: Db,
  touched: readonly Touched<Target>[],
): Promise<CalculatedReading<Target>[]> {
  const ids = [...new Set(touched.map(({ target }) => target.id))]
  const { rows } = await db.query<DefinitionRow>(DEFINITIONS, [bigints(ids)])
  const definitions = new Map(rows.map((row) => [row.item_id, row]))
  const readings: CalculatedReading<Target>[] = []
  const pairs: (Touched<Target> & { definition: Definition })[] = []
  const days = new Map<string, Touched<Target> & { definition: Definition; start: number }>()
  for (const one of touched) {
    const definition = definitions.get(one.target.id)
    if (definition === undefined) continue
    if (!isOfDay(definition.formula)) {
      pairs.push({ ...one, definition })
      continue
    }
    const start = dayOf(one.ts, definition.time_zone)
    const key = `${one.target.id}/${start}`
    const first = days.get(key)
    if (first === undefined || isBefore(one, first)) days.set(key, { ...one, definition, start })
  }
  const values = await pairValues(db, pairs)
  pairs.forEach(({ target, ts, place }, at) => readings.push({ target, ts, place, value: values[at]! }))
  for (const { target, definition, start, ts, place } of days.values())
    for (const one of await dayValues(db, definition, { targetId: target.id, start, from: { ts, place } }))
      readings.push({ target, ...one })
  return readings.toSorted((one, other) => one.ts - other.ts || one.place - other.place)
}

interface Moment {
  readonly ts: number
  readonly place: number
}
const isBefore = (one: Moment, other: Moment) => one.ts < other.ts || (one.ts === other.ts && one.place < other.place)

/** The start of the day of a zone that a moment falls in, ms UTC. */
export function dayOf(ts: number, zone: string): number {
  const shown = wallClock(ts, zone)
  return momentOf(Math.floor(shown / DAY) * DAY, zone)
}

const latest = (of: string) => `(
  select r.value from reading r
  where r.item_id = t.${of} and r.ts > t.ts - t.reach and r.ts <= t.ts and (r.ts, r.place) <= (t.ts, t.place)
  order by r.ts desc, r.place desc limit 1) as ${of}`
const PAIRS = `
select ${latest('first')}, ${latest('second')}
from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[], $5::bigint[]) with ordinality as t(first, second, ts, place, reach, nr) order by nr`

/** What two sources give at moments: of each its newest reading then, where it is younger than three reporting periods. */
export async function pairValues(db: Db, wanted: readonly (Moment & { readonly definition: Definition })[]): Promise<(number | null)[]> {
  if (wanted.length === 0) return []
  const { rows } = await db.query<{ first: number | null; second: number | null }>(PAIRS, [
    bigints(wanted.map(({ definition }) => definition.first_id)),
    bigints(wanted.map(({ definition }) => definition.second_id ?? 0)),
    bigints(wanted.map(({ ts }) => ts)),
    ints(wanted.map(({ place }) => place)),
    bigints(wanted.map(({ definition }) => definition.reporting_period * SOURCE_PERIODS)),
  ])
  return wanted.map(({ definition }, at) => ofPair(definition.formula as PairFormula, rows[at]!.first, rows[at]!.second))
}

const LAST_TOTAL = `
select ts, place, value from reading
where item_id = $1 and ts >= $2 and ts <= $3 and (ts, place) < ($3, $4) and value is not null order by ts desc, place desc limit 1`
const LAST_SOURCE = `
select ts, place, value from reading where item_id = $1 and ts >= $2 and ts <= $3 and (ts, place) <= ($3, $4) order by ts desc, place desc limit 1`
const SOURCES = `
select ts, place, value from reading where item_id = $1 and ts >= $2 and ts < $3 and (ts, place) > ($2, $4) order by ts, place`

type Stored = Moment & { readonly value: number | null }

/** The totals of a day from a moment on, at each reading of the source, until its end: what came late moves all that follow it. */
export async function dayValues(
  db: Db,
  { formula, first_id, per_ms, reporting_period, time_zone }: Definition,
  { targetId, start, from }: { targetId: number; start: number; from: Moment },
): Promise<Stored[]> {
  const reach = reporting_period * SOURCE_PERIODS
  const one = async (statement: string, values: number[]) => (await db.query<Stored>(statement, values)).rows[0] ?? null
  const total = await one(LAST_TOTAL, [targetId, start, from.ts, from.place])
  // Without a total of the day, from its start on; what held at midnight is the last reading of the day before.
  const base = total ?? { ts: start, place: -1 }
  const held = await one(LAST_SOURCE, [first_id, base.ts - reach, base.ts, base.place])
  const end = momentOf((Math.floor(wallClock(start, time_zone) / DAY) + 1) * DAY, time_zone)
  const { rows } = await db.query<Stored>(SOURCES, [first_id, base.ts, end, base.place])
  const totals = ofDay(formula as DayFormula, { start, reach, perMs: per_ms ?? 1 }, { reading: held, total: total?.value ?? 0 }, rows)
  return rows.map(({ ts, place }, at) => ({ ts, place, value: totals[at]! })).filter((row) => !isBefore(row, from))
}

/** Stores what follows from readings that this transaction has stored; answers it in order. `now` judges which is newest. */
export async function storeCalculated(db: Db, touched: readonly Touched<KnownItem>[], now: number): Promise<CalculatedReading[]> {
  const readings = await calculate(db, touched)
  await writeCalculated(
    db,
    readings.map(({ target, ...one }) => ({ ...one, itemId: target.id, tenantId: target.device.tenantId })),
    now,
  )
  return readings
}

/** Writes readings of calculated items in their order, their newest values, and the marks of their hours. */
async function writeCalculated(
  db: Db,
  readings: readonly (Stored & { readonly itemId: number; readonly tenantId: number })[],
  now: number,
): Promise<void> {
  if (readings.length === 0) return
  const columns = (rows: typeof readings) => [
    bigints(rows.map(({ itemId }) => itemId)),
    bigints(rows.map(({ ts }) => ts)),
    ints(rows.map(({ place }) => place)),
    doubles(rows.map(({ value }) => value)),
  ]
  await db.query(STORE_CALCULATED, [...columns(readings), bigints(readings.map(({ tenantId }) => tenantId))])
  const newest = [...new Map(readings.map((one) => [one.itemId, one])).values()]
  await db.query(SET_CALCULATED, [...columns(newest), now])
  const hours = [...new Map(readings.map((one) => [`${one.itemId}/${hourOf(one.ts)}`, one])).values()]
  await db.query(MARK_HOURS, [
    bigints(hours.map(({ itemId }) => itemId)),
    bigints(hours.map(({ ts }) => hourOf(ts))),
    bigints(hours.map(({ tenantId }) => tenantId)),
  ])
}

/** Calculates anew what follows from readings of an item that were rewritten, in the transaction that did. */
export async function recalculate(
  db: Db,
  { itemId, tenantId, moments }: { itemId: number; tenantId: number; moments: readonly Moment[] },
  now: number,
): Promise<void> {
  const { rows } = await db.query<{ item_id: number }>('select item_id from calculation where first_id = $1 or second_id = $1', [itemId])
  const touched = rows.flatMap(({ item_id: id }) => moments.map(({ ts, place }) => ({ target: { id }, ts, place })))
  const readings = await calculate(db, touched)
  await writeCalculated(
    db,
    readings.map(({ target, ...one }) => ({ ...one, itemId: target.id, tenantId })),
    now,
  )
}
