import type pg from 'pg'
import { corrected, rawOf } from '#contract/devices/calibration'
import type { Job } from '../ground/clock/job.ts'
import { hourOf } from '../ground/history/horizon.ts'
import { recalculate } from '../ground/ingest/calculated.ts'
import { bigints, doubles, ints } from '../ground/ingest/columns.ts'
import { MARK_HOURS } from '../ground/ingest/readingRows.ts'
import type { Services } from '../ground/services.ts'

/** Rewrites what is stored of an item under the calibrations that hold by now. */
export const APPLY_JOB = 'devices.applyCalibration'
/** What was on its way into the database while it ran is looked for once more after this long. */
export const LATE_MS = 2 * 60_000
/** Readings a transaction. */
const CHUNK = 1000

interface Payload {
  readonly itemId: number
  /** From this moment on, ms UTC. */
  readonly from: number
}

interface Due {
  readonly ts: number
  readonly place: number
  readonly value: number | null
  readonly factor_then: number | null
  readonly offset_then: number | null
  readonly id: number
  readonly factor: number
  readonly offset: number
}

// A reading that stands under the calibration that holds for its moment is left out: so each is rewritten once, however often this runs.
const DUE = `
select r.ts, r.place, r.value, t.factor as factor_then, t."offset" as offset_then, h.id, h.factor, h."offset"
from reading r
cross join lateral (
  select c.id, c.factor, c."offset" from calibration c where c.item_id = r.item_id and c.since <= r.ts order by c.id desc limit 1
) h
left join calibration t on t.id = r.calibration_id
where r.item_id = $1 and r.ts >= $2 and (r.ts, r.place) > ($2, $3) and r.calibration_id is distinct from h.id
order by r.ts, r.place limit ${CHUNK} for update of r`
const REWRITE = `
update reading r set value = n.value, calibration_id = n.under
from unnest($2::bigint[], $3::int[], $4::float8[], $5::bigint[]) as n(ts, place, value, under)
where r.item_id = $1 and r.ts = n.ts and r.place = n.place`
const REWRITE_NEWEST = `
update item set last_value = r.value from reading r
where item.id = $1 and r.item_id = item.id and r.ts = item.last_ts and r.place = item.last_place`

/** The job that applies a calibration back to a moment. */
export function applyCalibration({ servicePool, live, clock }: Pick<Services, 'servicePool' | 'live' | 'clock'>): Job<Payload> {
  return {
    name: APPLY_JOB,
    missed: 'catchUp',
    async steps({ payload: { itemId, from } }, signal) {
      const { rows } = await servicePool.query<{ tenant_id: number; area_id: number }>(
        'select tenant_id, area_id from item where id = $1',
        [itemId],
      )
      const item = rows[0]
      if (item === undefined) return
      let after: { ts: number; place: number } | null = { ts: from, place: -1 }
      let rewritten = false
      while (after !== null && !signal.aborted) {
        after = await rewrite(servicePool, { itemId, tenantId: item.tenant_id, after, now: clock() })
        rewritten ||= after !== null
      }
      if (rewritten) live.changed(item.tenant_id, 'item', itemId, item.area_id)
    },
  }
}

/** Rewrites the next readings after a moment, with all that follows from them; answers the last of them, null where there is none. */
async function rewrite(
  pool: pg.Pool,
  { itemId, tenantId, after, now }: { itemId: number; tenantId: number; after: { ts: number; place: number }; now: number },
): Promise<{ ts: number; place: number } | null> {
  const db = await pool.connect()
  try {
    await db.query('begin')
    const { rows } = await db.query<Due>(DUE, [itemId, after.ts, after.place])
    if (rows.length > 0) {
      await db.query(REWRITE, [
        itemId,
        bigints(rows.map(({ ts }) => ts)),
        ints(rows.map(({ place }) => place)),
        doubles(rows.map(rewritten)),
        bigints(rows.map(({ id }) => id)),
      ])
      await db.query(REWRITE_NEWEST, [itemId])
      const hours = [...new Set(rows.map(({ ts }) => hourOf(ts)))]
      await db.query(MARK_HOURS, [bigints(hours.map(() => itemId)), bigints(hours), bigints(hours.map(() => tenantId))])
      await recalculate(db, { itemId, tenantId, moments: rows }, now)
    }
    await db.query('commit')
    return rows.at(-1) ?? null
  } catch (cause) {
    await db.query('rollback').catch(() => undefined)
    throw cause
  } finally {
    db.release()
  }
}

/** What the device sent, as far as the value that was stored still tells it, under the calibration that holds. */
function rewritten({ value, factor_then, offset_then, factor, offset }: Due): number | null {
  if (value === null) return null
  const raw = factor_then === null ? value : rawOf(value, { factor: factor_then, offset: offset_then! })
  return raw === null ? null : corrected(raw, { factor, offset })
}
