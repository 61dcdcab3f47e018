import type pg from 'pg'
import { MOST_WORDS } from '#contract/devices/mapping'
import type { KnownDevice } from '../broker/knownDevice.ts'
import type { Part, Word } from './batch.ts'
import { short } from './decode.ts'

const KNOWN = `
select w.device_id, w.scope, w.name from unnest($1::bigint[], $2::text[], $3::text[]) as n(device_id, scope, name)
join device_word w on w.device_id = n.device_id and w.scope = n.scope and w.name = n.name`
const COUNT = 'select device_id, count(*)::int as n from device_word where device_id = any($1::bigint[]) group by 1'

// A word that is older than the one that is kept came late: the newer stays.
const KEEP = `
insert into device_word as w (tenant_id, device_id, scope, name, value, at)
select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[])
on conflict (device_id, scope, name) do update set value = excluded.value, at = excluded.at where excluded.at >= w.at
returning device_id`

const keyOf = (deviceId: number, { scope, name }: Pick<Word, 'scope' | 'name'>) => `${deviceId} ${scope} ${name}`

/** Keeps the last words of these parts of messages, of a device at most 500 names: beyond them is a fault of the part. Answers whose words are others now. */
export async function keepWords(db: pg.PoolClient, parts: readonly Part[]): Promise<Set<KnownDevice>> {
  const speaking = parts.filter(({ words }) => words.length > 0)
  if (speaking.length === 0) return new Set()
  const said = speaking.flatMap(({ device, words }) => words.map((word) => ({ deviceId: device.id, word })))
  const answer = await db.query<{ device_id: number } & Pick<Word, 'scope' | 'name'>>(KNOWN, [
    said.map(({ deviceId }) => deviceId),
    said.map(({ word }) => word.scope),
    said.map(({ word }) => word.name),
  ])
  const known = new Set(answer.rows.map((row) => keyOf(row.device_id, row)))
  const making = said.filter(({ deviceId, word }) => !known.has(keyOf(deviceId, word))).map(({ deviceId }) => deviceId)
  const counts = making.length === 0 ? new Map<number, number>() : await countsOf(db, making)

  const last = new Map<string, { device: KnownDevice; word: Word }>()
  for (const part of speaking)
    for (const word of part.words) {
      const { device } = part
      const key = keyOf(device.id, word)
      if (!known.has(key)) {
        const count = counts.get(device.id) ?? 0
        if (count >= MOST_WORDS) {
          refuse(part, word)
          continue
        }
        known.add(key)
        counts.set(device.id, count + 1)
      }
      if ((last.get(key)?.word.at ?? -Infinity) <= word.at) last.set(key, { device, word })
    }
  // In the order of the key, so that two writers never wait for each other in a circle.
  const kept = [...last].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one)
  const written = await db.query<{ device_id: number }>(KEEP, [
    kept.map(({ device }) => device.tenantId),
    kept.map(({ device }) => device.id),
    kept.map(({ word }) => word.scope),
    kept.map(({ word }) => word.name),
    kept.map(({ word }) => word.value),
    kept.map(({ word }) => word.at),
  ])
  const ids = new Set(written.rows.map((row) => row.device_id))
  return new Set(kept.map(({ device }) => device).filter(({ id }) => ids.has(id)))
}

async function countsOf(db: pg.PoolClient, deviceIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await db.query<{ device_id: number; n: number }>(COUNT, [deviceIds])
  return new Map(rows.map(({ device_id, n }) => [device_id, n]))
}

function refuse(part: Part, { name }: Word): void {
  const before = part.faults.find(({ reason }) => reason === 'tooMany')
  const note = { code: 'words' as const, name: short(name), limit: MOST_WORDS }
  if (!before) part.faults.push({ reason: 'tooMany', notes: [note], count: 1 })
  else part.faults[part.faults.indexOf(before)] = { ...before, count: before.count + 1 }
}
