import type pg from 'pg'
import type { KnownDevice } from '../broker/knownDevice.ts'
import type { Part } from './batch.ts'

/** About an offset that is kept readings were moved by others, of which each was no news. */
const ROOM_MS = 60_000
/** Of a clock that starts anywhere each time no more are kept apart. */
const MOST_OFFSETS = 100
const KEEP = `
insert into device_clock (device_id, tenant_id, offset_ms, since, offsets)
select d.id, d.tenant_id, n.offset_ms, n.since,
  case when n.offset_ms is null then '{}' else int8multirange(int8range(n.offset_ms - ${ROOM_MS}, n.offset_ms + ${ROOM_MS})) end
from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as n(id, offset_ms, since)
join device d on d.id = n.id order by d.id
on conflict (device_id) do update set offset_ms = excluded.offset_ms, since = excluded.since,
  offsets = case when (select count(*) from unnest(device_clock.offsets)) < ${MOST_OFFSETS} then device_clock.offsets + excluded.offsets
    else int8multirange(range_merge(device_clock.offsets + excluded.offsets)) end`

/** Notes how clocks of devices stand, where that is another than before; answers whose. */
export async function keepClocks(db: pg.PoolClient, parts: readonly Part[]): Promise<Set<KnownDevice>> {
  const last = new Map<number, { device: KnownDevice; offset: number | null; at: number }>()
  for (const { device, clock, message } of parts) if (clock !== undefined) last.set(device.id, { device, offset: clock, at: message.at })
  if (last.size === 0) return new Set()
  const rows = [...last.values()]
  await db.query(KEEP, [rows.map(({ device }) => device.id), rows.map(({ offset }) => offset), rows.map(({ at }) => at)])
  return new Set(rows.map(({ device }) => device))
}
