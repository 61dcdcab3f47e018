import type pg from 'pg'
import { bandOf, firstKindOf } from '#contract/devices/deviceType'
import { itemFace } from '#contract/devices/itemCode'
import type { KnownDevice, KnownItem } from '../broker/knownDevice.ts'
import type { Batch, Part } from './batch.ts'
import { keepChanges, LAST_CHANGE } from './stateChanges.ts'

/** What the rows of new items are. */
export type ItemRows = Map<KnownItem, { id: number; lastTs: number; lastPlace: number }>
/** What a device said of a circuit. */
export interface SaidState {
  readonly device: KnownDevice
  readonly switchId: number
  readonly circuit: number
  readonly status: number
  readonly at: number
}

// A new item or switch stands in its device's base, whatever the ingest remembers of it: the row is locked, so that a move of the
// device under way is waited for, and one that comes later finds what was made.
const OF_DEVICE = `join (select id, area_id from device where id = any($1::bigint[]) order by id for share) d on d.id = n.device_id`

const MAKE_ITEMS = `
insert into item (tenant_id, device_id, area_id, code, name, unit, icon, position, low, high)
select n.tenant_id, n.device_id, d.area_id, n.code, n.name, n.unit, n.icon, n.position, n.low, n.high
from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[], $9::float8[], $10::float8[])
  as n(tenant_id, device_id, code, name, unit, icon, position, low, high)
${OF_DEVICE}
on conflict (device_id, code) do update set code = excluded.code
returning id, device_id, code, last_ts, last_place`

const SET_STATES = `
insert into switch (tenant_id, device_id, area_id, circuit, kind, status, status_at)
select n.tenant_id, n.device_id, d.area_id, n.circuit, n.kind, n.status, n.at
from unnest($2::bigint[], $3::bigint[], $4::int[], $5::text[], $6::int[], $7::bigint[]) as n(tenant_id, device_id, circuit, kind, status, at)
${OF_DEVICE}
on conflict (device_id, circuit) do update set status = excluded.status, status_at = excluded.status_at
returning id, device_id, circuit, (xmax = 0) as made, ${LAST_CHANGE} as last_change`

const FOREIGN_KEY_VIOLATION = '23503'

/** As the database says it where a row refers to one that is no more. */
const deviceGone = () => Object.assign(new Error('the device is no more'), { code: FOREIGN_KEY_VIOLATION })

const devicesOf = (devices: Iterable<KnownDevice>): number[] => [...new Set([...devices].map(({ id }) => id))]
const nameOf = ({ device, code }: KnownItem): string => `${device.id}/${code}`

/** Makes the rows of items that are new, or finds those that another connection made. */
export async function makeItems(db: pg.PoolClient, unmade: readonly KnownItem[]): Promise<ItemRows> {
  // A device that was dropped and came back is another object of the same row: what both bring is one item.
  const fresh = [...new Map(unmade.map((item) => [nameOf(item), item])).values()]
  const { rows } = await db.query<{ id: number; device_id: number; code: string; last_ts: number | null; last_place: number }>(MAKE_ITEMS, [
    devicesOf(fresh.map(({ device }) => device)),
    fresh.map(({ device }) => device.tenantId),
    fresh.map(({ device }) => device.id),
    fresh.map(({ code }) => code),
    fresh.map(({ name }) => name),
    fresh.map(({ device, code }) => itemFace(code)?.unit ?? device.mapping.items.find((mapped) => mapped.code === code)?.unit ?? null),
    fresh.map(({ code }) => itemFace(code)?.icon ?? null),
    fresh.map(({ device, code }) => [...device.items.keys()].indexOf(code)),
    fresh.map(({ device, code }) => bandOf(device.type, code).low),
    fresh.map(({ device, code }) => bandOf(device.type, code).high),
  ])
  if (rows.length < fresh.length) throw deviceGone()
  const byName = new Map(rows.map((row) => [`${row.device_id}/${row.code}`, row]))
  return new Map(
    unmade.map((item) => {
      const row = byName.get(nameOf(item))!
      return [item, { id: row.id, lastTs: row.last_ts ?? -1, lastPlace: row.last_place }]
    }),
  )
}

/**
 * Writes the last state of each circuit, and what changed unless the batch `isDone` already; answers every state with its switch in the
 * order of arrival, and the switches that are new.
 */
export async function setStates(
  db: pg.PoolClient,
  { parts }: Batch,
  isDone: boolean,
): Promise<{ states: SaidState[]; madeSwitches: { device: KnownDevice; switchId: number }[] }> {
  const last = new Map<string, { part: Part; circuit: number; status: number }>()
  for (const part of parts) {
    for (const [circuit, status] of part.states) last.set(`${part.device.id}/${circuit}`, { part, circuit, status })
  }
  if (last.size === 0) return { states: [], madeSwitches: [] }
  const rows = [...last.values()].sort((a, b) => a.part.device.id - b.part.device.id || a.circuit - b.circuit)
  const answer = await db.query<{ id: number; device_id: number; circuit: number; made: boolean; last_change: [number, number] | null }>(
    SET_STATES,
    [
      devicesOf(rows.map(({ part }) => part.device)),
      rows.map(({ part }) => part.device.tenantId),
      rows.map(({ part }) => part.device.id),
      rows.map(({ circuit }) => circuit),
      rows.map(({ part }) => firstKindOf(part.device.type)),
      rows.map(({ status }) => status),
      rows.map(({ part }) => part.message.at),
    ],
  )
  if (answer.rows.length < rows.length) throw deviceGone()
  const ids = new Map(answer.rows.map((row) => [`${row.device_id}/${row.circuit}`, row.id]))
  const states = parts.flatMap(({ device, states: said, message: { at } }) =>
    said.map(([circuit, status]) => ({ device, switchId: ids.get(`${device.id}/${circuit}`)!, circuit, status, at })),
  )
  if (!isDone)
    await keepChanges(
      db,
      states.map(({ device, ...word }) => ({ ...word, tenantId: device.tenantId })),
      new Map(answer.rows.map(({ id, last_change: last }) => [id, last && { at: last[0], status: last[1] }])),
    )
  return {
    states,
    madeSwitches: answer.rows
      .filter(({ made }) => made)
      .map((row) => ({ device: last.get(`${row.device_id}/${row.circuit}`)!.part.device, switchId: row.id })),
  }
}
