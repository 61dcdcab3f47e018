import type pg from 'pg'
import { MAX_AHEAD_MS } from '#contract/devices/protocol'
import type { KnownItem } from '../broker/knownDevice.ts'
import { AGAIN, type Batch, isStamped, partAt } from './batch.ts'
import { bigints, doubles, ints } from './columns.ts'
import { type DirtyHour, hourOf } from '../history/horizon.ts'

/** The readings of a batch as the columns of statements. */
export interface ReadingRows {
  /** Readings of the batch in the order of the columns. */
  readonly order: readonly number[]
  /** item_id, ts, place, value, tenant_id */
  readonly readings: readonly Buffer[]
  /** calibration_id of each (0 for none), where any was calibrated; its own column, so that a batch without any does not carry it. */
  readonly under: Buffer | null
  /** The time that the device gave of each (0 where it is that of the reading), where any was moved. */
  readonly sent: Buffer | null
  /** item_id, hour, tenant_id of hours that are not marked yet. */
  readonly marks: readonly Buffer[]
  readonly marked: readonly DirtyHour[]
  /** How many of them have their time from the server. */
  readonly untimed: number
}

/**
 * Groups by item, in the order of arrival: the index is written leaf by leaf, and the first of a moment still comes first. `idOf` is the
 * row's id: of a device that was dropped and came back there may be two objects of one row.
 */
export function readingRows(
  batch: Batch,
  idOf: (item: KnownItem) => number,
  isMarked: (itemId: number, hour: number) => boolean,
): ReadingRows {
  const { items, ts, places, values, under, sent } = batch
  const groups = new Map<number, number[]>()
  for (let at = 0; at < items.length; at++) {
    const id = idOf(items[at]!)
    const group = groups.get(id)
    if (group) group.push(at)
    else groups.set(id, [at])
  }
  const order: number[] = []
  const columns = { id: [] as number[], ts: [] as number[], place: [] as number[], value: [] as (number | null)[], tenant: [] as number[] }
  const marked: DirtyHour[] = []
  const markedTenants: number[] = []
  let untimed = 0
  for (const [id, readings] of groups) {
    const { tenantId } = items[readings[0]!]!.device
    const seen = new Set<number>()
    for (const at of readings) {
      const when = ts[at]!
      order.push(at)
      columns.id.push(id)
      columns.ts.push(when)
      columns.place.push(places[at]!)
      columns.value.push(values[at]!)
      columns.tenant.push(tenantId)
      if (isStamped(places[at]!)) untimed++
      const hour = hourOf(when)
      if (seen.has(hour) || isMarked(id, hour)) continue
      seen.add(hour)
      marked.push({ itemId: id, hour })
      markedTenants.push(tenantId)
    }
  }
  return {
    order,
    under: under.size === 0 ? null : bigints(order.map((at) => under.get(at) ?? 0)),
    sent: sent.size === 0 ? null : bigints(order.map((at) => sent.get(at) ?? 0)),
    readings: [bigints(columns.id), bigints(columns.ts), ints(columns.place), doubles(columns.value), bigints(columns.tenant)],
    marks: [bigints(marked.map(({ itemId }) => itemId)), bigints(marked.map(({ hour }) => hour)), bigints(markedTenants)],
    marked,
    untimed,
  }
}

/** The columns of readings that become their item's newest: id, ts, place, value, and the moment that judges them. */
export function newestRows(
  batch: Batch,
  newest: ReadonlyMap<KnownItem, number>,
  idOf: (item: KnownItem) => number,
  now: number,
): unknown[] {
  const { ts, places, values } = batch
  const lastAt = new Map<number, number>()
  for (const [item, at] of newest) {
    const id = idOf(item)
    const before = lastAt.get(id)
    // Of two objects of one row.
    if (before === undefined || ts[before]! < ts[at]! || (ts[before] === ts[at] && places[before]! < places[at]!)) lastAt.set(id, at)
  }
  const last = [...lastAt.values()]
  return [
    bigints([...lastAt.keys()]),
    bigints(last.map((at) => ts[at]!)),
    ints(last.map((at) => places[at]!)),
    doubles(last.map((at) => values[at]!)),
    now,
  ]
}

/** The statement's own numbers of parameters, from the first one on. */
const typed = (first: number, types: readonly string[]) => types.map((type, at) => `$${first + at}::${type}[]`).join(', ')

/**
 * `trusted`: the version of the marks that are remembered. The call stands in a subselect, so that it is made once. `under`: where the
 * calibrations of the readings stand.
 */
const insertReadings = (first: number, trusted: number, under?: number) =>
  under === undefined
    ? `insert into reading (item_id, ts, place, value, tenant_id) select * from unnest(${typed(first, READING)})
where (select trust_marks($${trusted}))`
    : `insert into reading (item_id, ts, place, value, tenant_id, calibration_id)
select item_id, ts, place, value, tenant_id, nullif(under, 0)
from unnest(${typed(first, READING)}, $${under}::bigint[]) as n(item_id, ts, place, value, tenant_id, under)
where (select trust_marks($${trusted}))`
const READING = ['bigint', 'bigint', 'int', 'float8', 'bigint']
// As `isNewer` of batch.ts has it, once more where it counts. A calculated reading may say its newest moment again (`again`).
const updateItems = (first: number, again: 'again' | null = null) => `
update item set last_ts = n.ts, last_place = n.place, last_value = n.value
from unnest(${typed(first, ['bigint', 'bigint', 'int', 'float8'])}) as n(id, ts, place, value)
where item.id = n.id and (item.last_ts is null or (item.last_ts, item.last_place) ${again === null ? '<' : '<='} (n.ts, n.place)
  or item.last_ts > $${first + 4}::bigint + case when item.last_place between 1 and ${AGAIN - 1} then 0 else ${MAX_AHEAD_MS} end)`
// A mark that stands already is locked (do update), so that a roll-up job that deletes it waits for this batch.
const markHours = (first: number) => `
insert into rollup_dirty (item_id, hour, tenant_id) select * from unnest(${typed(first, ['bigint', 'bigint', 'bigint'])})
on conflict (item_id, hour) do update set tenant_id = excluded.tenant_id`
// What is to be sent of a batch is one row a tenant (server/ground/push).
const feedRows = (first: number) => `
insert into push_feed (tenant_id, source, at, n, batch)
select tenant_id, 'readings', $${first + 3}::bigint, n, batch
from unnest(${typed(first, ['bigint', 'int', 'bytea'])}) as f(tenant_id, n, batch)`
const noteBatch = (first: number) =>
  `update ingest_writer set batch = $${first + 1}::bigint, at = $${first + 2}::bigint where writer = $${first}::uuid`

/**
 * One statement, so one round trip and one commit: the readings, the last values, the marks of hours whose roll-ups fall behind, and
 * the batch's number. Fails as a whole where a reading is there already. `calibrated`: with the calibrations of the readings last.
 */
const storeNew = ({ under, fed }: { under?: number; fed?: number } = {}) =>
  `with last as (${updateItems(6)}), marked as (${markHours(11)}), noted as (${noteBatch(14)})${fed === undefined ? '' : `, fed as (${feedRows(fed)})`} ${insertReadings(1, 17, under)}`
export const STORE_NEW = {
  plain: storeNew(),
  calibrated: storeNew({ under: 18 }),
  fed: storeNew({ fed: 18 }),
  calibratedFed: storeNew({ under: 18, fed: 19 }),
}

/** The same in parts, for a transaction that does more; leaves out what is there already, at about twice the cost. */
const storeAny = (insert: string) =>
  `with stored as (${insert} on conflict (item_id, ts, place) do nothing returning place)
select count(*)::int as n, (count(*) filter (where place between 1 and ${AGAIN - 1}))::int as untimed from stored`
export const STORE_ANY = {
  plain: storeAny(insertReadings(1, 6)),
  calibrated: storeAny(insertReadings(1, 6, 7)),
  moved: storeAny(`insert into reading (item_id, ts, place, value, tenant_id, calibration_id, sent)
select item_id, ts, place, value, tenant_id, nullif(under, 0), nullif(sent, 0)
from unnest(${typed(1, READING)}, $7::bigint[], $8::bigint[]) as n(item_id, ts, place, value, tenant_id, under, sent)
where (select trust_marks($6))`),
}

// By the time that the device gave, whichever it was put under: only in the partitions in which it may lie by what its clock was ever wrong.
export const STORED = `
select (n.nr - 1)::int as nr, r.ts, r.place, r.value from unnest($1::bigint[], $2::bigint[]) with ordinality as n(item_id, sent, nr)
cross join lateral (
  select m.ts, m.place, m.value from item i join device_clock c on c.device_id = i.device_id cross join unnest(c.offsets) as o
    -- Held apart by its offset: joined freely it is looked for in every month first.
    cross join lateral (select r.ts, r.place, r.value from reading r where r.item_id = n.item_id and r.sent = n.sent
      and r.ts between n.sent - upper(o) and n.sent - lower(o) offset 0) m
    where i.id = n.item_id
  union all select ts, place, value from reading
    where item_id = n.item_id and ts = n.sent and sent is null and place not between 1 and ${AGAIN - 1}) r
order by n.nr, r.place`

/** The time that the device gave to a reading. */
const sentOf = ({ sent, ts }: Batch, at: number): number => sent.get(at) ?? ts[at]!
/** Whether that is a whole second, which a device that counts in seconds may give to several values. */
const isWhole = (batch: Batch, at: number): boolean => sentOf(batch, at) % SECOND_MS === 0

/**
 * Gives what a device whose clock was ever wrong says again the time and place under which it is stored: its clock is judged anew meanwhile, and the
 * same reading is to be harmless. What says another value of such a moment is a fault.
 */
export async function takeStored(db: pg.PoolClient, batch: Batch, idOf: (item: KnownItem) => number): Promise<Set<number>> {
  const { items, ts, places, values, sent } = batch
  const refused = new Set<number>()
  const asked: number[] = []
  for (let at = 0; at < items.length; at++) if (places[at] === 0 && items[at]!.device.clock.kept !== undefined) asked.push(at)
  if (asked.length === 0) return refused
  const { rows } = await db.query<{ nr: number; ts: number; place: number; value: number | null }>(STORED, [
    bigints(asked.map((at) => idOf(items[at]!))),
    bigints(asked.map((at) => sentOf(batch, at))),
  ])
  const known = Map.groupBy(rows, ({ nr }) => nr)
  const firsts = new Map<string, number>()
  const put = (at: number, to: number) => {
    if (ts[at] === to) return
    if (!sent.has(at)) sent.set(at, ts[at]!)
    ts[at] = to
  }
  asked.forEach((at, nr) => {
    const there = known.get(nr)
    const same = there?.find(({ value }) => value === values[at])
    const key = `${idOf(items[at]!)}/${sentOf(batch, at)}`
    if (same) {
      put(at, same.ts)
      places[at] = same.place
    } else if (there) {
      const [first] = there as [(typeof there)[number]]
      // A clock that was set back says its seconds again.
      if (isWhole(batch, at)) return
      put(at, first.ts)
      places[at] = first.place
      refused.add(at)
      blame(batch, at, first.value)
    } else if (firsts.has(key)) put(at, ts[firsts.get(key)!]!)
    else firsts.set(key, at)
  })
  return refused
}
export const SET_NEWEST = updateItems(1)
export const SET_CALCULATED = updateItems(1, 'again')
export const MARK_HOURS = markHours(1)
export const NOTE_BATCH = noteBatch(1)
export const FEED_BATCH = feedRows(1)

/** The readings of calculated items: those of a moment that is there already are said anew. */
export const STORE_CALCULATED = `
insert into reading (item_id, ts, place, value, tenant_id) select * from unnest(${typed(1, READING)}) on conflict (item_id, ts, place)
do update set value = excluded.value where reading.value is distinct from excluded.value`

const DIFFERING = `
select (n.nr - 1)::int as nr, r.value, coalesce(r.sent, r.ts) = n.sent as same
from unnest($1::bigint[], $2::bigint[], $3::int[], $4::float8[], $5::bigint[]) with ordinality as n(item_id, ts, place, value, sent, nr)
join reading r on r.item_id = n.item_id and r.ts = n.ts and r.place = 0
where n.place = 0 and (r.value is distinct from n.value or coalesce(r.sent, r.ts) <> n.sent) order by n.nr`

/** A reading whose time was taken by another value is a fault of its part of a message. */
function blame(batch: Batch, at: number, first: number | null): void {
  const { faults } = partAt(batch, at)
  const before = faults.findIndex(({ reason }) => reason === 'duplicate')
  if (before >= 0) faults[before] = { ...faults[before]!, count: faults[before]!.count + 1 }
  else
    faults.push({
      reason: 'duplicate',
      notes: [{ code: 'duplicate', name: batch.items[at]!.code, at: sentOf(batch, at), first, second: batch.values[at]! }],
      count: 1,
    })
}

const SECOND_MS = 1000
/** Of one second so many values are kept. */
const MOST_AGAIN = 1000
const AGAIN_THERE = `
select n.nr::int, coalesce(max(r.place), 0) as place,
  bool_or(r.value is not distinct from n.value and coalesce(r.sent, r.ts) = n.sent) as known
from unnest($1::bigint[], $2::bigint[], $3::float8[], $4::bigint[]) with ordinality as n(item_id, ts, value, sent, nr)
join reading r on r.item_id = n.item_id and r.ts = n.ts and r.place >= ${AGAIN} group by n.nr`
const STORE_AGAIN = `
insert into reading (item_id, ts, place, value, tenant_id, calibration_id, sent)
select item_id, ts, place, value, tenant_id, nullif(under, 0), nullif(sent, 0)
from unnest(${typed(1, READING)}, $6::bigint[], $7::bigint[]) as n(item_id, ts, place, value, tenant_id, under, sent)`

/**
 * Stores readings whose time is taken behind those that are there, in the order in which they came: further values of a whole second, of a device
 * that counts in seconds, and those that were moved onto the time of another. Answers which of them are there now.
 */
async function storeAgain(
  db: pg.PoolClient,
  batch: Batch,
  asked: readonly number[],
  idOf: (item: KnownItem) => number,
): Promise<{ kept: Set<number>; stored: number }> {
  if (asked.length === 0) return { kept: new Set(), stored: 0 }
  const { items, ts, values, places, under, sent } = batch
  const { rows } = await db.query<{ nr: number; place: number; known: boolean }>(AGAIN_THERE, [
    bigints(asked.map((at) => idOf(items[at]!))),
    bigints(asked.map((at) => ts[at]!)),
    doubles(asked.map((at) => values[at]!)),
    bigints(asked.map((at) => sentOf(batch, at))),
  ])
  const there = new Map(rows.map((row) => [row.nr - 1, row]))
  const kept = new Set<number>()
  const moments = new Map<string, { next: number; said: Set<string>; sent: Set<number> }>()
  const fresh: number[] = []
  asked.forEach((at, nr) => {
    const known = there.get(nr)
    const key = `${idOf(items[at]!)}/${ts[at]}`
    const said = `${sentOf(batch, at)}/${values[at]}`
    const moment = moments.get(key) ?? { next: Math.max(AGAIN, (known?.place ?? 0) + 1), said: new Set(), sent: new Set() }
    moments.set(key, moment)
    if (known?.known === true || moment.said.has(said)) kept.add(at)
    // Of one moment that is no whole second the first value stays.
    else if (moment.next < AGAIN + MOST_AGAIN && (isWhole(batch, at) || !moment.sent.has(sentOf(batch, at)))) {
      moment.said.add(said)
      moment.sent.add(sentOf(batch, at))
      places[at] = moment.next++
      kept.add(at)
      fresh.push(at)
    }
  })
  if (fresh.length > 0)
    await db.query(STORE_AGAIN, [
      bigints(fresh.map((at) => idOf(items[at]!))),
      bigints(fresh.map((at) => ts[at]!)),
      ints(fresh.map((at) => places[at]!)),
      doubles(fresh.map((at) => values[at]!)),
      bigints(fresh.map((at) => items[at]!.device.tenantId)),
      bigints(fresh.map((at) => under.get(at) ?? 0)),
      bigints(fresh.map((at) => sent.get(at) ?? 0)),
    ])
  return { kept, stored: fresh.length }
}

/**
 * The readings of the batch whose time was taken by another: further values of a whole second, and readings that were moved there, are stored
 * behind it; another value is a fault of its part of a message. The same again is harmless and is none.
 */
export async function refuseDiffering(
  db: pg.PoolClient,
  batch: Batch,
  rows: ReadingRows,
  idOf: (item: KnownItem) => number,
  /** Those that `takeStored` has refused. */
  known: ReadonlySet<number>,
): Promise<{ refused: Set<number>; stored: number }> {
  const { order } = rows
  const { rows: found } = await db.query<{ nr: number; value: number | null; same: boolean }>(DIFFERING, [
    ...rows.readings.slice(0, 4),
    bigints(order.map((at) => sentOf(batch, at))),
  ])
  const differing = found.filter(({ nr }) => !known.has(order[nr]!))
  const isKept = ({ nr, same }: { nr: number; same: boolean }) => !same || isWhole(batch, order[nr]!)
  const asked = differing.filter(isKept).map(({ nr }) => order[nr]!)
  const again = await storeAgain(db, batch, asked, idOf)
  const refused = new Set(known)
  for (const { nr, value } of differing) {
    const at = order[nr]!
    if (again.kept.has(at)) continue
    refused.add(at)
    blame(batch, at, value)
  }
  return { refused, stored: again.stored }
}

const TAKEN_PLACES = `
select n.item_id, n.ts, max(r.place) as place from unnest($1::bigint[], $2::bigint[]) as n(item_id, ts)
join reading r on r.item_id = n.item_id and r.ts = n.ts and r.place between 1 and ${AGAIN - 1} group by 1, 2`

/**
 * Gives the readings of the batch that have their time from the server places behind those that are taken: by what was stored before the
 * clock was set back, or by another object of the same item.
 */
export async function takeFreePlaces(db: pg.PoolClient, batch: Batch, idOf: (item: KnownItem) => number): Promise<void> {
  const { items, ts, places } = batch
  const moments = new Map<string, { id: number; ts: number; place: number }>()
  const of = (at: number) => `${idOf(items[at]!)}/${ts[at]}`
  for (let at = 0; at < items.length; at++) {
    if (isStamped(places[at]!)) moments.set(of(at), { id: idOf(items[at]!), ts: ts[at]!, place: 0 })
  }
  if (moments.size === 0) return
  const asked = [...moments.values()]
  const { rows } = await db.query<{ item_id: number; ts: number; place: number }>(TAKEN_PLACES, [
    bigints(asked.map(({ id }) => id)),
    bigints(asked.map((one) => one.ts)),
  ])
  for (const { item_id, ts: moment, place } of rows) moments.get(`${item_id}/${moment}`)!.place = place
  for (let at = 0; at < items.length; at++) if (isStamped(places[at]!)) places[at] = ++moments.get(of(at))!.place
}
