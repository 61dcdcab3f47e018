import type { PushSource } from '#contract/organization/dataPush'
import { type FedReadings, readingsOf } from './batchBytes.ts'
import type { Filter } from './target.ts'

/** A database connection, or what stands for one. */
export interface Db {
  query<Row extends object>(text: string, values: unknown[]): Promise<{ rows: Row[] }>
}
export interface FeedRow {
  readonly id: number
  readonly source: PushSource
  readonly at: number
  readonly n: number
  readonly refs: unknown
  readonly batch: Buffer | null
}
/** What a receiver is sent of one thing; the documentation (docs/data-push.md) says what each field is. */
export type PushRecord = Readonly<Record<string, unknown>> & { readonly source: PushSource }
/** What a row of the feed says to a receiver: its records in order, without those that the filter leaves out. Places in it stay what they are. */
export interface Worded {
  readonly length: number
  /** How many of the records from this place on are to be sent. */
  count(from: number): number
  /** The record of a place as JSON; null where the filter leaves it out. */
  text(place: number): string | null
}

interface Place {
  readonly device_id: number | null
  readonly eui: string | null
  readonly device_type: string
  readonly area_id: number
}
interface ItemFace extends Place {
  readonly id: number
  readonly code: string
  readonly unit: string | null
}
interface SwitchFace extends Place {
  readonly id: number
  readonly circuit: number
}
interface EventRow extends Place {
  readonly id: number
  readonly at: number
  readonly what: string
  readonly alarm_id: number
  readonly severity: string
  readonly rule_name: string
  readonly cause: string
  readonly state: string
  readonly device_name: string
}
interface EntryRow {
  readonly id: number
  readonly at: number
  readonly kind: string
  readonly thing: string
  readonly title: string
  readonly verb: string
}

const holds = <Member>(list: readonly Member[], one: Member) => list.length === 0 || list.includes(one)
const isInPlace = (filter: Filter, { area_id: areaId, device_id: deviceId, device_type: type }: Place) =>
  holds(filter.areaIds, areaId) &&
  holds(filter.deviceTypes, type) &&
  (filter.deviceIds.length === 0 || filter.deviceIds.includes(deviceId ?? -1))
const placeOf = ({ device_id: deviceId, eui, area_id: areaId }: Place) => ({ deviceId, eui, areaId })

const passes = (filter: Filter, item: ItemFace | undefined): boolean =>
  item !== undefined && isInPlace(filter, item) && holds(filter.codes, item.code)
/** A filter that leaves no reading out. */
export const sendsEveryReading = ({ areaIds, deviceTypes, deviceIds, codes }: Filter): boolean =>
  [areaIds, deviceTypes, deviceIds, codes].every((list) => list.length === 0)
/** All that a reading says but when and how much: thousands begin alike. */
const openingOf = (item: ItemFace): string =>
  JSON.stringify({ source: 'readings', ...placeOf(item), itemId: item.id, code: item.code, unit: item.unit }).slice(0, -1)
const readingText = (opening: string, ts: number, place: number, value: number | null): string =>
  `${opening},"at":${ts},${place > 0 ? `"place":${place},` : ''}"value":${value}}`
const stateRecord = (filter: Filter, of: SwitchFace | undefined, at: number, status: number): PushRecord | null =>
  of === undefined || !isInPlace(filter, of) ? null : { source: 'states', ...placeOf(of), switchId: of.id, circuit: of.circuit, at, status }
const alarmRecord = (filter: Filter, of: EventRow | undefined): PushRecord | null =>
  of === undefined || !isInPlace(filter, of)
    ? null
    : {
        source: 'alarms',
        ...placeOf(of),
        eventId: of.id,
        alarmId: of.alarm_id,
        what: of.what,
        at: of.at,
        severity: of.severity,
        rule: of.rule_name,
        cause: of.cause,
        device: of.device_name,
      }
const changeRecord = (filter: Filter, of: EntryRow | undefined): PushRecord | null =>
  of === undefined || !holds(filter.things, of.kind)
    ? null
    : { source: 'changes', entryId: of.id, at: of.at, thing: of.kind, key: of.thing, verb: of.verb, title: of.title }

const OF_DEVICE = 'd.id as device_id, d.eui, d.device_type, d.area_id'
const ITEMS = `select i.id, i.code, i.unit, ${OF_DEVICE} from item i join device d on d.id = i.device_id where i.tenant_id = $1`
const SWITCHES = `select s.id, s.circuit, ${OF_DEVICE} from switch s join device d on d.id = s.device_id where s.tenant_id = $1`
const EVENTS = `select e.id, e.at, e.what, a.id as alarm_id, a.severity, a.rule_name, a.cause, a.state, a.device_name, a.device_type, a.area_id, a.device_id, d.eui
  from alarm_event e join alarm a on a.id = e.alarm_id left join device d on d.id = a.device_id where e.tenant_id = $1`
const ENTRIES = 'select id, at, kind, thing, title, verb from audit_entry where tenant_id = $1'

/** For how long it is known where a device stands and what its items are. */
export const FACES_KEPT_MS = 10_000
const MOST_FACES = 50_000

/** What is known of items: how each reading of theirs begins, and of a filter, whether it lets them through. */
interface Faces {
  readonly since: number
  readonly items: Map<number, ItemFace>
  readonly openings: Map<number, string>
  readonly verdicts: WeakMap<Filter, Map<number, boolean>>
}
const noFaces = (since: number): Faces => ({ since, items: new Map(), openings: new Map(), verdicts: new WeakMap() })

function wordedReadings({ n, itemIds, ts, values, places }: FedReadings, filter: Filter, { items, openings, verdicts }: Faces): Worded {
  const known = verdicts.get(filter) ?? new Map<number, boolean>()
  verdicts.set(filter, known)
  const isSent = (id: number): boolean => {
    let verdict = known.get(id)
    if (verdict === undefined) known.set(id, (verdict = passes(filter, items.get(id))))
    return verdict
  }
  return {
    length: n,
    count(from) {
      let sum = 0
      for (let at = from; at < n; at++) if (isSent(itemIds[at]!)) sum++
      return sum
    },
    text(at) {
      const id = itemIds[at]!
      if (!isSent(id)) return null
      let opening = openings.get(id)
      if (opening === undefined) openings.set(id, (opening = openingOf(items.get(id)!)))
      const value = values[at]!
      return readingText(opening, ts[at]!, places[at]!, Number.isNaN(value) ? null : value)
    },
  }
}
/** Of readings that were not read, how many there are. */
const unread = ({ n }: FeedRow): Worded => ({ length: n, count: (from) => n - from, text: () => null })
const worded = (records: readonly (PushRecord | null)[]): Worded => ({
  length: records.length,
  count: (from) => records.slice(from).filter((one) => one !== null).length,
  text: (at) => (records[at] === null ? null : JSON.stringify(records[at])),
})

/** Words what was fed, as its rows stand now: a device that moved is in its new base, one that is gone says nothing more. */
export function createWording(db: Db, clock: () => number) {
  let faces = noFaces(-Infinity)

  /** What is known anew is a new whole: who words by the old one does so to the end. */
  async function facesOf(tenantId: number, batches: Iterable<FedReadings>): Promise<Faces> {
    const now = clock()
    if (Math.abs(now - faces.since) > FACES_KEPT_MS || faces.items.size > MOST_FACES) faces = noFaces(now)
    const by = faces
    const unknown = new Set<number>()
    for (const { itemIds } of batches) for (const id of itemIds) if (!by.items.has(id)) unknown.add(id)
    if (unknown.size > 0)
      for (const row of (await db.query<ItemFace>(`${ITEMS} and i.id = any($2::bigint[])`, [tenantId, [...unknown]])).rows)
        by.items.set(row.id, row)
    return by
  }
  const byId = async <Row extends { readonly id: number }>(text: string, tenantId: number, ids: readonly number[]) =>
    new Map(ids.length === 0 ? [] : (await db.query<Row>(text, [tenantId, ids])).rows.map((row) => [row.id, row]))

  return async function wordsOf(tenantId: number, filter: Filter, rows: readonly FeedRow[]): Promise<Worded[]> {
    const of = (source: PushSource) => rows.filter((row) => row.source === source)
    const batches = new Map(of('readings').flatMap((row) => (row.batch === null ? [] : [[row, readingsOf(row.batch)] as const])))
    const known = await facesOf(tenantId, batches.values())
    const said = of('states').flatMap(({ refs }) => refs as [number, number, number][])
    const switches = await byId<SwitchFace>(`${SWITCHES} and s.id = any($2::bigint[])`, tenantId, [...new Set(said.map(([id]) => id))])
    const ids = (source: PushSource) => of(source).flatMap(({ refs }) => refs as number[])
    const events = await byId<EventRow>(`${EVENTS} and e.id = any($2::bigint[])`, tenantId, ids('alarms'))
    const entries = await byId<EntryRow>(`${ENTRIES} and id = any($2::bigint[])`, tenantId, ids('changes'))
    return rows.map((row) => {
      if (!filter.sources.includes(row.source)) return worded([])
      switch (row.source) {
        case 'readings':
          return batches.has(row) ? wordedReadings(batches.get(row)!, filter, known) : unread(row)
        case 'states':
          return worded(
            (row.refs as [number, number, number][]).map(([id, at, status]) => stateRecord(filter, switches.get(id), at, status)),
          )
        case 'alarms':
          return worded((row.refs as number[]).map((id) => alarmRecord(filter, events.get(id))))
        case 'changes':
          return worded((row.refs as number[]).map((id) => changeRecord(filter, entries.get(id))))
      }
    })
  }
}

const LATEST = 200
/** The last real records of a filter, oldest first: what a receiver would have been sent. Asks as the caller may see. */
export async function latestOf(db: Db, tenantId: number, filter: Filter, most: number): Promise<PushRecord[]> {
  const found: PushRecord[] = []
  const inPlace = `(cardinality($2::bigint[]) = 0 or d.area_id = any($2)) and (cardinality($3::text[]) = 0 or d.device_type = any($3))
    and (cardinality($4::bigint[]) = 0 or d.id = any($4))`
  const place = [tenantId, filter.areaIds, filter.deviceTypes, filter.deviceIds]
  if (filter.sources.includes('readings')) {
    const { rows } = await db.query<ItemFace & { last_ts: number; last_place: number; last_value: number | null }>(
      `${ITEMS.replace('i.unit,', 'i.unit, i.last_ts, i.last_place, i.last_value,')} and i.last_ts is not null and ${inPlace}
        and (cardinality($5::text[]) = 0 or i.code = any($5)) order by i.last_ts desc, i.id limit ${LATEST}`,
      [...place, filter.codes],
    )
    for (const row of rows) found.push(JSON.parse(readingText(openingOf(row), row.last_ts, row.last_place, row.last_value)) as PushRecord)
  }
  if (filter.sources.includes('states')) {
    const { rows } = await db.query<SwitchFace & { status: number; status_at: number }>(
      `${SWITCHES.replace('s.circuit,', 's.circuit, s.status, s.status_at,')} and s.status is not null and s.status_at is not null and ${inPlace}
        order by s.status_at desc, s.id limit ${LATEST}`,
      place,
    )
    for (const row of rows) found.push(stateRecord(filter, row, row.status_at, row.status)!)
  }
  if (filter.sources.includes('alarms')) {
    const { rows } = await db.query<EventRow>(`${EVENTS} order by e.id desc limit ${LATEST}`, [tenantId])
    for (const row of rows) found.push(...[alarmRecord(filter, row)].filter((one) => one !== null))
  }
  if (filter.sources.includes('changes')) {
    const { rows } = await db.query<EntryRow>(`${ENTRIES} order by id desc limit ${LATEST}`, [tenantId])
    for (const row of rows) found.push(...[changeRecord(filter, row)].filter((one) => one !== null))
  }
  return found.toSorted((one, other) => (one['at'] as number) - (other['at'] as number)).slice(-most)
}
