import type pg from 'pg'
import { KEPT_REJECTED } from '#contract/devices/gateway'
import type { RejectedNote } from '#contract/devices/rejectedNote'
import type { KnownDevice } from '../broker/knownDevice.ts'
import type { Part } from './batch.ts'
import { hourOf } from '../history/horizon.ts'
import type { Fault } from './decode.ts'

/** The most characters kept of a rejected message. */
const KEPT_PAYLOAD = 2000

const REJECT = `
insert into rejected_message (tenant_id, device_id, at, topic, payload, reason, notes)
select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::jsonb[])`

const TRIM_REJECTED = `
delete from rejected_message r using unnest($1::bigint[]) as d(id)
where r.device_id = d.id and r.id < (
  select k.id from rejected_message k where k.device_id = d.id order by k.id desc offset ${KEPT_REJECTED - 1} limit 1)`

// In the order of the key, so that two writers never wait for each other in a circle.
const COUNT = `
insert into rejected_count as c (tenant_id, device_id, hour, reason, n)
select tenant_id, device_id, hour, reason, sum(n) from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[])
  as g(tenant_id, device_id, hour, reason, n)
group by 1, 2, 3, 4 order by 2, 3, 4
on conflict (device_id, hour, reason) do update set n = c.n + excluded.n`

/** Keeps what cannot be used of these parts of messages, and counts it; answers their devices. */
export async function keepRejected(db: pg.PoolClient, parts: readonly Part[]): Promise<Set<KnownDevice>> {
  const rows = parts.flatMap((part) => part.faults.map((fault) => ({ part, fault })))
  const devices = new Set(rows.map(({ part }) => part.device))
  if (rows.length === 0) return devices
  // Of a flood only the newest would stay.
  const kept = rows.length > KEPT_REJECTED ? newestOfEach(rows) : rows
  await db.query(REJECT, [
    kept.map(({ part }) => part.device.tenantId),
    kept.map(({ part }) => part.device.id),
    kept.map(({ part }) => part.message.at),
    kept.map(({ part }) => part.message.topic),
    kept.map(({ part }) =>
      storable(part.said?.slice(0, KEPT_PAYLOAD) ?? part.message.payload.toString('utf8', 0, KEPT_PAYLOAD * 4)).slice(0, KEPT_PAYLOAD),
    ),
    kept.map(({ fault }) => fault.reason),
    kept.map((row) => JSON.stringify(notesOf(row), (_, value: unknown) => (typeof value === 'string' ? storable(value) : value))),
  ])
  const counted = rows.filter(({ fault }) => fault.count > 0)
  if (counted.length > 0)
    await db.query(COUNT, [
      counted.map(({ part }) => part.device.tenantId),
      counted.map(({ part }) => part.device.id),
      counted.map(({ part: { message } }) => hourOf(message.at)),
      counted.map(({ fault }) => fault.reason),
      counted.map(({ fault }) => fault.count),
    ])
  await db.query(TRIM_REJECTED, [[...devices].map(({ id }) => id)])
  return devices
}

/** What came by another one's connection says by whose. */
const notesOf = ({ part, fault }: { part: Part; fault: Fault }): readonly RejectedNote[] =>
  part.device.id === part.message.sender.id ? fault.notes : [...fault.notes, { code: 'through', name: part.message.sender.eui }]

function newestOfEach<Row extends { part: Part }>(rows: readonly Row[]): Row[] {
  const seen = new Map<number, number>()
  const kept = rows.toReversed().filter(({ part: { device } }) => {
    const count = (seen.get(device.id) ?? 0) + 1
    seen.set(device.id, count)
    return count <= KEPT_REJECTED
  })
  return kept.reverse()
}

/** Text that PostgreSQL can keep. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\uFFFD')
