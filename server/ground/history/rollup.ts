import type pg from 'pg'
import type { Job } from '../clock/job.ts'
import { hourOf, moveHorizon } from './horizon.ts'
import type { UnreadDesk } from '../messages/unread.ts'
import type { Services } from '../services.ts'
import { partitionsAhead } from './partition.ts'
import { HOUR, MINUTE } from './resolution.ts'
import { createRetention } from './retentionJob.ts'
import { summable, vectorSums } from './summable.ts'

/** An hour is rolled up this long after its end: by then nearly everything of it has come. */
export const SETTLE_MS = 5 * 60_000
/** Hours of items a transaction: ingest's marks of these hours wait for it, some tens of milliseconds. */
const CHUNK = 500
const ROLL_UP_EVERY_MS = 60_000
/** Retention itself says when a day has passed. */
const LOOK_EVERY_MS = HOUR
const PARTITIONS_EVERY_MS = 6 * HOUR

const summary = `count(value)::int as n, sum(${summable('value')}) as sum, min(value) as min, max(value) as max,
  (array_agg(value order by ts, place))[1] as first, (array_agg(value order by ts desc, place desc))[1] as last, ${vectorSums('value', 'circular')}`
const columns = 'item_id, bucket, tenant_id, n, sum, min, max, first, last, cos_sum, sin_sum'
// A minute row pays only where an hour holds more readings than minutes.
const CROWDED = HOUR / MINUTE

/** In the order of an index of its own: the key of the marks begins with the item, and most of them are of the current hour. */
export const DUE = 'select item_id, hour from rollup_dirty where hour <= $1 and (hour, item_id) > ($2, $3) order by hour, item_id limit $4'

interface Due {
  readonly item_id: number
  readonly hour: number
}

/**
 * Recomputes the roll-ups of the marked hours that ended by `before` (ms UTC), oldest first, in chunks; answers how many hours of
 * items were settled. Readings without a value do not count.
 */
export async function settleHours(pool: pg.Pool, given: { before: number; chunk?: number; stopped?: () => boolean }): Promise<number> {
  const chunk = given.chunk ?? CHUNK
  let settled = 0
  let last: Due = { item_id: -1, hour: -1 }
  const latest = hourOf(given.before - HOUR)
  await moveHorizon(pool, latest)
  while (!given.stopped?.()) {
    const { rows: due } = await pool.query<Due>(DUE, [latest, last.hour, last.item_id, chunk])
    if (due.length === 0) break
    settled += await settleChunk(pool, due)
    last = due.at(-1)!
  }
  return settled
}

const columnsOf = (due: readonly Due[]) => [due.map(({ item_id }) => item_id), due.map(({ hour }) => hour)]

async function settleChunk(pool: pg.Pool, due: readonly Due[]): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local jit = off')
    // An hour whose mark is being set right now is left to the next run: waiting for it could wait in a circle. A mark that is set
    // after this waits for our commit and then stands again; readings that came before it are seen by the statements below.
    const { rows } = await client.query<Due & { tenant_id: number }>(
      `delete from rollup_dirty where (item_id, hour) in (
         select d.item_id, d.hour from unnest($1::bigint[], $2::bigint[]) as due (item_id, hour)
         join rollup_dirty d on d.item_id = due.item_id and d.hour = due.hour for update of d skip locked
       ) returning item_id, hour, tenant_id`,
      columnsOf(due),
    )
    await client.query(
      `delete from reading_minute m using unnest($1::bigint[], $2::bigint[]) as due (item_id, hour)
       where m.item_id = due.item_id and m.bucket >= due.hour and m.bucket < due.hour + ${HOUR}`,
      columnsOf(rows),
    )
    await client.query(
      `delete from reading_hour h using unnest($1::bigint[], $2::bigint[]) as due (item_id, hour)
       where h.item_id = due.item_id and h.bucket = due.hour`,
      columnsOf(rows),
    )
    await client.query(
      `with due as (
         select due.*, coalesce((select is_circular(item.code) from item where item.id = due.item_id), false) as circular
         from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as due (item_id, hour, tenant_id) order by item_id, hour),
       hours as (
         insert into reading_hour (${columns})
         select due.item_id, due.hour, due.tenant_id, r.* from due
         cross join lateral (
           select ${summary} from reading
           where item_id = due.item_id and ts >= due.hour and ts < due.hour + ${HOUR} and value is not null
         ) r
         where r.n > 0
         returning item_id, bucket, tenant_id, n, cos_sum is not null as circular
       )
       insert into reading_minute (${columns})
       select hours.item_id, r.bucket, hours.tenant_id, r.n, r.sum, r.min, r.max, r.first, r.last, r.cos_sum, r.sin_sum from hours
       cross join lateral (
         select ts / ${MINUTE} * ${MINUTE} as bucket, ${summary} from reading
         where item_id = hours.item_id and ts >= hours.bucket and ts < hours.bucket + ${HOUR} and value is not null group by 1
       ) r
       where hours.n > ${CROWDED}`,
      [...columnsOf(rows), rows.map(({ tenant_id }) => tenant_id)],
    )
    await client.query('commit')
    return rows.length
  } catch (cause) {
    await client.query('rollback').catch(() => undefined)
    throw cause
  } finally {
    client.release()
  }
}

/** The jobs of history: what marked hours need, what is older than the retention (retentionJob.ts), and months before they are needed. */
export function historyJobs(
  services: Pick<Services, 'config' | 'servicePool' | 'clock' | 'log'> & { owner: pg.Pool; unread: UnreadDesk },
): readonly Job[] {
  const { servicePool: pool, clock } = services
  const retention = createRetention(services)
  return [
    {
      name: 'history.rollUp',
      every: ROLL_UP_EVERY_MS,
      missed: 'catchUp',
      steps: async (_, signal) => void (await settleHours(pool, { before: clock() - SETTLE_MS, stopped: () => signal.aborted })),
    },
    { name: 'history.retention', every: LOOK_EVERY_MS, missed: 'catchUp', steps: (_, signal) => retention.look(() => signal.aborted) },
    {
      name: 'history.partitions',
      every: PARTITIONS_EVERY_MS,
      missed: 'catchUp',
      steps: async () => void (await partitionsAhead(pool, clock())),
    },
  ]
}
