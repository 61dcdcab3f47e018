import { inOrder } from '#machines/watch/fold'
import type { Happening, Watch } from '#machines/watch/watch'
import type { Queryable } from './queryable.ts'

type Presence = 'online' | 'offline' | 'unknown'

/** What is stored of some items and devices; times in ms UTC, each list in order. */
export interface Stored {
  /** By item: [ts, place, value]. */
  readonly readings: ReadonlyMap<number, readonly (readonly [number, number, number | null])[]>
  /** By device: [at, circuit, status]. */
  readonly circuits: ReadonlyMap<number, readonly (readonly [number, number, number])[]>
  /** By device: [at, presence]. */
  readonly presence: ReadonlyMap<number, readonly (readonly [number, Presence])[]>
}

// Each from a moment of its own: of a device that was away for a season nothing else is read so far back.
const GIVEN = 'unnest($2::bigint[], $3::bigint[]) as n(id, since)'
const READINGS = `select n.id as of, r.ts, r.place, r.value from ${GIVEN} join lateral (
    select ts, place, value from reading where tenant_id = $1 and item_id = n.id and ts > n.since and ts <= $4 order by ts, place
  ) r on true`
// With the last one before, since a state lasts.
const CIRCUITS = `select s.device_id as of, c.at, s.circuit, c.status from ${GIVEN} join switch s on s.device_id = n.id join lateral (
    (select at, id, status from switch_change where switch_id = s.id and at > n.since and at <= $4)
    union all (select at, id, status from switch_change where switch_id = s.id and at <= n.since order by at desc, id desc limit 1)
  ) c on true where s.tenant_id = $1 order by 1, c.at, c.id`
const PRESENCE = `select d.id as of, p.at, p.presence from ${GIVEN} join device d on d.id = n.id join lateral (
    (select at, id, presence from online_log where device_id = d.id and at > n.since and at <= $4)
    union all (select at, id, presence from online_log where device_id = d.id and at <= n.since order by at desc, id desc limit 1)
  ) p on true where d.tenant_id = $1 order by 1, p.at, p.id`

/** By id, from which moment (ms UTC, excluded) it is read. */
type Since = ReadonlyMap<number, number>

/** What is stored from each one's moment to `to`, with the states that held at its beginning, under their own times. */
export async function readStored(db: Queryable, of: { tenantId: number; items: Since; devices: Since; to: number }): Promise<Stored> {
  const ask = <Row extends { of: number }>(text: string, ids: Since) =>
    ids.size === 0 ? Promise.resolve({ rows: [] as Row[] }) : db.query<Row>(text, [of.tenantId, [...ids.keys()], [...ids.values()], of.to])
  // One after another: on a connection of its own they would wait for each other anyway.
  const { rows: readings } = await ask<{ of: number; ts: number; place: number; value: number | null }>(READINGS, of.items)
  const { rows: circuits } = await ask<{ of: number; at: number; circuit: number; status: number }>(CIRCUITS, of.devices)
  const { rows: presence } = await ask<{ of: number; at: number; presence: Presence }>(PRESENCE, of.devices)
  return {
    readings: grouped(readings, ({ ts, place, value }) => [ts, place, value] as const),
    circuits: grouped(circuits, ({ at, circuit, status }) => [at, circuit, status] as const),
    presence: grouped(presence, (row) => [row.at, row.presence] as const),
  }
}

function grouped<Row extends { of: number }, Kept>(rows: readonly Row[], keep: (row: Row) => Kept): Map<number, Kept[]> {
  const groups = new Map<number, Kept[]>()
  for (const row of rows) {
    const group = groups.get(row.of)
    if (group) group.push(keep(row))
    else groups.set(row.of, [keep(row)])
  }
  return groups
}

const readsDevice = ({ leaves }: Watch) => leaves.some(({ kind }) => kind === 'circuit' || kind === 'offline')

/** What is to be read for these watches, each from its moment on (ms UTC, excluded): what several read, from the earliest. */
export function neededBy(watches: readonly { watch: Watch; deviceId: number; from: number }[]): { items: Since; devices: Since } {
  const items = new Map<number, number>()
  const devices = new Map<number, number>()
  const need = (of: Map<number, number>, id: number, from: number) => of.set(id, Math.min(from, of.get(id) ?? from))
  for (const { watch, deviceId, from } of watches) {
    for (const { itemId } of watch.slots) need(items, itemId, from)
    if (readsDevice(watch)) need(devices, deviceId, from)
  }
  return { items, devices }
}

/** What is stored, as happenings of one watch, in order. */
export function happeningsOf(watch: Watch, deviceId: number, stored: Stored): Happening[] {
  const found: Happening[] = []
  watch.slots.forEach(({ itemId }, slot) => {
    for (const [at, place, value] of stored.readings.get(itemId) ?? []) found.push({ kind: 'reading', at, slot, place, value })
  })
  if (!readsDevice(watch)) return found.sort(inOrder)
  for (const [at, circuit, status] of stored.circuits.get(deviceId) ?? []) found.push({ kind: 'circuit', at, circuit, status })
  for (const [at, presence] of stored.presence.get(deviceId) ?? []) found.push({ kind: 'presence', at, presence })
  return found.sort(inOrder)
}
