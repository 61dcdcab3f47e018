import type pg from 'pg'
import type { Logger } from 'pino'
import { itemFace } from '#contract/devices/itemCode'
import type { KnownDevice, KnownItem } from '../broker/directory.ts'
import { ensurePartitions, monthOf } from '../history/partition.ts'
import { type Batch, messageOf, type Message } from './batch.ts'
import { bigints, doubles } from './columns.ts'
import { type DirtyHour, HOUR_MS } from './dirtyHours.ts'

/** The most rejected messages kept of a device, and the most characters of one. */
const KEPT_REJECTED = 1000
const KEPT_PAYLOAD = 2000
const STATEMENT_TIMEOUT_MS = 20_000

/** What a committed batch did. */
export interface Outcome {
  /** Readings that were new. */
  stored: number
  madeItems: KnownItem[]
  /** Every state in the order of arrival. */
  states: { device: KnownDevice; switchId: number; circuit: number; status: number; at: number }[]
  madeSwitches: { device: KnownDevice; switchId: number }[]
  /** Devices of which messages were rejected. */
  rejected: Set<KnownDevice>
}

/** Writes batches, one at a time. */
export interface BatchStore {
  /** Commits the batch, whole or not at all. `newest` are the readings that become their item's last value. */
  commit(batch: Batch, newest: Map<KnownItem, number>): Promise<Outcome>
  /** Forgets that these hours are marked. Only between two commits. */
  forgetMarks(pairs: readonly DirtyHour[]): void
  close(): void
}

// One statement, so one round trip and one commit: the readings, the last values, the marks of hours whose roll-ups fall behind.
// A mark that stands already is locked (do update), so that a roll-up job that deletes it waits for this batch.
const BESIDE = `
last as (
  update item set last_ts = n.ts, last_value = n.value
  from unnest($5::bigint[], $6::bigint[], $7::float8[]) as n(id, ts, value)
  where item.id = n.id and (item.last_ts is null or item.last_ts < n.ts)
), marked as (
  insert into rollup_dirty (item_id, hour, tenant_id)
  select * from unnest($8::bigint[], $9::bigint[], $10::bigint[])
  on conflict (item_id, hour) do update set tenant_id = excluded.tenant_id
)`
const READINGS = `insert into reading (item_id, ts, value, tenant_id)
select * from unnest($1::bigint[], $2::bigint[], $3::float8[], $4::bigint[])`
/** Fails as a whole where a reading is there already. */
const STORE_NEW = `with ${BESIDE} ${READINGS}`
/** Leaves out what is there already, at about twice the cost. */
const STORE_ANY = `with ${BESIDE} ${READINGS} on conflict (item_id, ts) do nothing`
const UNIQUE_VIOLATION = '23505'
/** After a reading came twice, this many batches look before they write: a redelivery seldom comes alone. */
const CAREFUL_BATCHES = 50

const DIFFERING = `
select (n.place - 1)::int as place, r.value
from unnest($1::bigint[], $2::bigint[], $3::float8[]) with ordinality as n(item_id, ts, value, place)
join reading r on r.item_id = n.item_id and r.ts = n.ts
where r.value is distinct from n.value order by n.place`

const MAKE_ITEMS = `
insert into item (tenant_id, device_id, area_id, code, unit, icon, position)
select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::int[])
on conflict (device_id, code) do update set code = excluded.code
returning id, device_id, code, last_ts`

const SET_STATES = `
insert into switch (tenant_id, device_id, area_id, circuit, kind, status, status_at)
select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[], $5::text[], $6::int[], $7::bigint[])
on conflict (device_id, circuit) do update set status = excluded.status, status_at = excluded.status_at
returning id, device_id, circuit, (xmax = 0) as made`

const REJECT = `
insert into rejected_message (tenant_id, device_id, at, topic, payload, reason, detail)
select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[])`

const TRIM_REJECTED = `
delete from rejected_message r using unnest($1::bigint[]) as d(id)
where r.device_id = d.id and r.id < (
  select k.id from rejected_message k where k.device_id = d.id order by k.id desc offset ${KEPT_REJECTED - 1} limit 1)`

/** The store of the ingest, on one connection of the service role. */
export function createStore(given: { pool: pg.Pool; log: Logger }): BatchStore {
  const { pool, log } = given
  let client: pg.PoolClient | null = null
  const months = new Set<number>()
  const marks = new Map<number, Set<number>>()
  let careful = 0

  async function connection(): Promise<pg.PoolClient> {
    if (client) return client
    const fresh = await pool.connect()
    const lost = (cause: Error) => {
      log.warn({ cause: cause.message }, 'the connection of the ingest was lost')
      if (client === fresh) drop()
    }
    fresh.on('error', lost)
    try {
      await fresh.query(
        `set synchronous_commit to on; set jit to off; set plan_cache_mode to force_generic_plan; set statement_timeout to ${STATEMENT_TIMEOUT_MS}`,
      )
    } catch (cause) {
      fresh.release(true)
      throw cause
    }
    client = fresh
    return fresh
  }

  /** Ends the connection: its settings are its own, and after a failure its state is not known. */
  function drop(): void {
    const lost = client
    client = null
    lost?.release(true)
  }

  async function withPartitions(batch: Batch): Promise<void> {
    let from = Infinity
    let to = -Infinity
    let monthStart = 0
    let monthEnd = 0
    for (const ts of batch.ts) {
      if (ts >= monthStart && ts < monthEnd) continue
      const date = new Date(ts)
      monthStart = Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
      monthEnd = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
      if (months.has(monthOf(ts))) continue
      from = Math.min(from, ts)
      to = Math.max(to, ts)
    }
    if (from > to) return
    await ensurePartitions(pool, from, to)
    for (let month = monthOf(from); month <= monthOf(to); month++) months.add(month)
  }

  async function makeItems(db: pg.PoolClient, unmade: KnownItem[]): Promise<Ids> {
    // A device that was dropped and came back is another object of the same row: what both bring is one item.
    const fresh = [...new Map(unmade.map((item) => [nameOf(item), item])).values()]
    const { rows } = await db.query<{ id: number; device_id: number; code: string; last_ts: number | null }>(MAKE_ITEMS, [
      fresh.map(({ device }) => device.tenantId),
      fresh.map(({ device }) => device.id),
      fresh.map(({ device }) => device.areaId),
      fresh.map(({ code }) => code),
      fresh.map(({ code }) => itemFace(code)?.unit ?? null),
      fresh.map(({ code }) => itemFace(code)?.icon ?? null),
      fresh.map(({ device, code }) => [...device.items.keys()].indexOf(code)),
    ])
    const byName = new Map(rows.map((row) => [`${row.device_id}/${row.code}`, row]))
    return new Map(
      unmade.map((item) => {
        const row = byName.get(nameOf(item))!
        return [item, { id: row.id, lastTs: row.last_ts ?? -1 }]
      }),
    )
  }

  async function setStates(db: pg.PoolClient, batch: Batch, outcome: Outcome): Promise<void> {
    const last = new Map<string, { message: Message; circuit: number; status: number }>()
    for (const message of batch.messages) {
      for (const [circuit, status] of message.states) last.set(`${message.device.id}/${circuit}`, { message, circuit, status })
    }
    if (last.size === 0) return
    const rows = [...last.values()].sort((a, b) => a.message.device.id - b.message.device.id || a.circuit - b.circuit)
    const answer = await db.query<{ id: number; device_id: number; circuit: number; made: boolean }>(SET_STATES, [
      rows.map(({ message }) => message.device.tenantId),
      rows.map(({ message }) => message.device.id),
      rows.map(({ message }) => message.device.areaId),
      rows.map(({ circuit }) => circuit),
      rows.map(({ message }) => (message.device.type === 'aerator_ii' ? 'aerator' : 'ordinary')),
      rows.map(({ status }) => status),
      rows.map(({ message }) => message.at),
    ])
    const ids = new Map<string, number>()
    for (const row of answer.rows) {
      ids.set(`${row.device_id}/${row.circuit}`, row.id)
      if (row.made) outcome.madeSwitches.push({ device: last.get(`${row.device_id}/${row.circuit}`)!.message.device, switchId: row.id })
    }
    for (const { device, states, at } of batch.messages) {
      for (const [circuit, status] of states)
        outcome.states.push({ device, switchId: ids.get(`${device.id}/${circuit}`)!, circuit, status, at })
    }
  }

  async function reject(db: pg.PoolClient, messages: readonly Message[], outcome: Outcome): Promise<void> {
    const rows = messages.flatMap((message) => message.faults.map((fault) => ({ message, fault })))
    if (rows.length === 0) return
    await db.query(REJECT, [
      rows.map(({ message }) => message.device.tenantId),
      rows.map(({ message }) => message.device.id),
      rows.map(({ message }) => message.at),
      rows.map(({ message }) => message.topic),
      rows.map(({ message }) => storable(message.payload.toString('utf8', 0, KEPT_PAYLOAD * 4)).slice(0, KEPT_PAYLOAD)),
      rows.map(({ fault }) => fault.reason),
      rows.map(({ fault }) => storable(fault.detail)),
    ])
    for (const { message } of rows) outcome.rejected.add(message.device)
    await db.query(TRIM_REJECTED, [[...outcome.rejected].map(({ id }) => id)])
  }

  async function storeReadings(
    db: pg.PoolClient,
    batch: Batch,
    newest: Map<KnownItem, number>,
    ids: Ids,
    fresh: DirtyHour[],
    alone: boolean,
  ): Promise<number> {
    const { items, ts, values } = batch
    const idOf = (item: KnownItem) => (item.id === 0 ? ids.get(item)!.id : item.id)
    // Grouped by item, in the order of arrival: the index is written leaf by leaf, and the first of a moment still comes first.
    // By the row's id, not by the object: of a device that was dropped and came back there may be two.
    const groups = new Map<number, number[]>()
    for (let at = 0; at < items.length; at++) {
      const id = idOf(items[at]!)
      const group = groups.get(id)
      if (group) group.push(at)
      else groups.set(id, [at])
    }
    const order: number[] = []
    const columns = { id: [] as number[], ts: [] as number[], value: [] as (number | null)[], tenant: [] as number[] }
    const marked = { id: [] as number[], hour: [] as number[], tenant: [] as number[] }
    for (const [id, places] of groups) {
      const { tenantId } = items[places[0]!]!.device
      const known = marks.get(id)
      const seen = new Set<number>()
      for (const at of places) {
        const when = ts[at]!
        order.push(at)
        columns.id.push(id)
        columns.ts.push(when)
        columns.value.push(values[at]!)
        columns.tenant.push(tenantId)
        const hour = when - (when % HOUR_MS)
        if (known?.has(hour) || seen.has(hour)) continue
        seen.add(hour)
        fresh.push({ itemId: id, hour })
        marked.id.push(id)
        marked.hour.push(hour)
        marked.tenant.push(tenantId)
      }
    }
    const lastAt = new Map<number, number>()
    for (const [item, at] of newest) {
      const id = idOf(item)
      const before = lastAt.get(id)
      if (before === undefined || ts[before]! < ts[at]! || (ts[before] === ts[at] && at < before)) lastAt.set(id, at)
    }
    const last = [...lastAt.values()]
    const given = [
      bigints(columns.id),
      bigints(columns.ts),
      doubles(columns.value),
      bigints(columns.tenant),
      bigints([...lastAt.keys()]),
      bigints(last.map((at) => ts[at]!)),
      doubles(last.map((at) => values[at]!)),
      bigints(marked.id),
      bigints(marked.hour),
      bigints(marked.tenant),
    ]
    let stored: number | null
    if (alone && careful === 0) {
      try {
        stored = (await db.query({ name: 'store new', text: STORE_NEW, values: given })).rowCount
      } catch (cause) {
        if ((cause as { code?: string }).code !== UNIQUE_VIOLATION) throw cause
        careful = CAREFUL_BATCHES
        stored = (await db.query({ name: 'store any', text: STORE_ANY, values: given })).rowCount
      }
    } else {
      if (careful > 0) careful--
      stored = (await db.query({ name: 'store any', text: STORE_ANY, values: given })).rowCount
    }
    if (stored! < items.length) {
      // Something was there before: the same again is harmless, another value is said to have come too late.
      const differing = await db.query<{ place: number; value: number | null }>(DIFFERING, given.slice(0, 3))
      for (const { place: ordered, value } of differing.rows) {
        const place = order[ordered]!
        const message = messageOf(batch, place)
        if (message.faults.some(({ reason }) => reason === 'duplicate')) continue
        message.faults.push({
          reason: 'duplicate',
          detail: `"${items[place]!.code}" at ${new Date(ts[place]!).toISOString()} was ${value} before: the first value stays, ${values[place]} is not kept`,
        })
      }
    }
    return stored!
  }

  async function commitOn(db: pg.PoolClient, batch: Batch, newest: Map<KnownItem, number>): Promise<Outcome> {
    const outcome: Outcome = { stored: 0, madeItems: [], states: [], madeSwitches: [], rejected: new Set() }
    const fresh: DirtyHour[] = []
    const unmade = new Set<KnownItem>()
    for (const item of batch.items) if (item.id === 0) unmade.add(item)
    let ids: Ids = new Map()
    const known = batch.messages.map(({ faults }) => faults.length)
    const bare = unmade.size === 0 && batch.messages.every(({ faults, states }) => faults.length === 0 && states.length === 0)
    if (bare) {
      if (batch.items.length > 0) outcome.stored = await storeReadings(db, batch, newest, ids, fresh, true)
      const late = batch.messages.filter(({ faults }) => faults.length > 0)
      if (late.length > 0) {
        try {
          await inTransaction(db, () => reject(db, late, outcome))
        } catch (cause) {
          batch.messages.forEach((message, at) => void (message.faults.length = known[at]!))
          throw cause
        }
      }
    } else {
      try {
        await inTransaction(db, async () => {
          if (unmade.size > 0) ids = await makeItems(db, [...unmade])
          if (batch.items.length > 0) outcome.stored = await storeReadings(db, batch, newest, ids, fresh, false)
          await setStates(db, batch, outcome)
          await reject(db, batch.messages, outcome)
        })
      } catch (cause) {
        batch.messages.forEach((message, at) => void (message.faults.length = known[at]!))
        throw cause
      }
    }
    for (const [item, { id, lastTs }] of ids) {
      item.id = id
      item.lastTs = Math.max(item.lastTs, lastTs)
      outcome.madeItems.push(item)
    }
    for (const { itemId, hour } of fresh) {
      const hours = marks.get(itemId)
      if (hours) hours.add(hour)
      else marks.set(itemId, new Set([hour]))
    }
    return outcome
  }

  return {
    async commit(batch, newest) {
      await withPartitions(batch)
      const db = await connection()
      try {
        return await commitOn(db, batch, newest)
      } catch (cause) {
        drop()
        throw cause
      }
    },
    forgetMarks(pairs) {
      for (const { itemId, hour } of pairs) {
        const hours = marks.get(itemId)
        if (hours?.delete(hour) && hours.size === 0) marks.delete(itemId)
      }
    },
    close: drop,
  }
}

type Ids = Map<KnownItem, { id: number; lastTs: number }>
const nameOf = ({ device, code }: KnownItem): string => `${device.id}/${code}`

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

/** Text that PostgreSQL can keep. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\uFFFD')
