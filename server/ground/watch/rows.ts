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

const READINGS = `select item_id as of, ts, place, value from reading
  where tenant_id = $1 and item_id = any($2::bigint[]) and ts > $3 and ts <= $4 order by item_id, ts, place`
// With the last one before, since a state lasts.
const CIRCUITS = `select s.device_id as of, c.at, s.circuit, c.status from switch s join lateral (
    (select at, id, status from switch_change where switch_id = s.id and at > $3 and at <= $4)
    union all (select at, id, status from switch_change where switch_id = s.id and at <= $3 order by at desc, id desc limit 1)
  ) c on true where s.tenant_id = $1 and s.device_id = any($2::bigint[]) order by 1, c.at, c.id`
const PRESENCE = `select d.id as of, p.at, p.presence from device d join lateral (
    (select at, id, presence from online_log where device_id = d.id and at > $3 and at <= $4)
    union all (select at, id, presence from online_log where device_id = d.id and at <= $3 order by at desc, id desc limit 1)
  ) p on true where d.tenant_id = $1 and d.id = any($2::bigint[]) order by 1, p.at, p.id`

/** What is stored from `from` (excluded) to `to`, with the states that held at its beginning, under their own times. */
export async function readStored(
  db: Queryable,
  of: { tenantId: number; itemIds: readonly number[]; deviceIds: readonly number[]; from: number; to: number },
): Promise<Stored> {
  const ask = <Row extends { of: number }>(text: string, ids: readonly number[]) =>
    ids.length === 0 ? Promise.resolve({ rows: [] as Row[] }) : db.query<Row>(text, [of.tenantId, ids, of.from, of.to])
  // One after another: on a connection of its own they would wait for each other anyway.
  const { rows: readings } = await ask<{ of: number; ts: number; place: number; value: number | null }>(READINGS, of.itemIds)
  const { rows: circuits } = await ask<{ of: number; at: number; circuit: number; status: number }>(CIRCUITS, of.deviceIds)
  const { rows: presence } = await ask<{ of: number; at: number; presence: Presence }>(PRESENCE, of.deviceIds)
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

/** What is to be read for these watches. */
export const neededBy = (watches: readonly { watch: Watch; deviceId: number }[]) => ({
  itemIds: [...new Set(watches.flatMap(({ watch }) => watch.slots.map(({ itemId }) => itemId)))],
  deviceIds: [...new Set(watches.filter(({ watch }) => readsDevice(watch)).map(({ deviceId }) => deviceId))],
})

/** What is stored, as happenings of one watch; not in order. */
export function happeningsOf(watch: Watch, deviceId: number, stored: Stored): Happening[] {
  const found: Happening[] = []
  watch.slots.forEach(({ itemId }, slot) => {
    for (const [at, place, value] of stored.readings.get(itemId) ?? []) found.push({ kind: 'reading', at, slot, place, value })
  })
  if (!readsDevice(watch)) return found
  for (const [at, circuit, status] of stored.circuits.get(deviceId) ?? []) found.push({ kind: 'circuit', at, circuit, status })
  for (const [at, presence] of stored.presence.get(deviceId) ?? []) found.push({ kind: 'presence', at, presence })
  return found
}
