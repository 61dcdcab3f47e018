import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { MAX_ROSE_DAYS, WIND_CLASSES, WIND_JOIN_MS } from '#contract/devices/windRose'
import { WIND_SECTORS } from '#contract/map/weather'
import type { Scope } from '../ground/database/scope.ts'
import { HOUR } from '../ground/history/resolution.ts'
import { faultyField } from '../ground/http/faults.ts'
import type { Handlers } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'
import { rangeOf } from './collect.ts'
import { findDevice } from './deviceRows.ts'
import { SILENT_PERIODS } from '../ground/presence/presenceRows.ts'

const [CALM] = WIND_CLASSES
/** Days between midnights of a zone that sets its clock back meanwhile are an hour longer. */
const LONGEST = MAX_ROSE_DAYS * 24 * HOUR + HOUR

interface Row {
  /** The place in WIND_SECTORS; null where nobody said where the wind came from. */
  readonly sector: number | null
  /** How many of WIND_CLASSES begin at or below the speed; 0 is calm. */
  readonly class: number
  /** How long such a wind stood, ms. */
  readonly ms: number
  readonly mean: number
}

/**
 * The winds of a device over [from, to) (ms UTC), from the readings of both items in the order of their key. A speed stands until the next word
 * of its sensor, no value among them, and no longer than `believed` (ms); also one that came before the range, where it still stands in it.
 */
async function windsOf(
  scope: Scope,
  deviceId: number,
  { from, to, believed }: { from: number; to: number; believed: number },
): Promise<readonly Row[]> {
  const items = await scope
    .select('item')
    .select(['item.id', 'item.code'])
    .where('item.device_id', '=', deviceId)
    .where('item.code', 'in', ['windSpeed', 'windDirection'])
    .where('item.hidden', '=', 0)
    .execute()
  const speed = items.find(({ code }) => code === 'windSpeed')?.id
  if (speed === undefined) return []
  const direction = items.find(({ code }) => code === 'windDirection')?.id ?? null
  const within = sql`tenant_id = ${scope.tenantId}::bigint and ts >= ${from - believed}::bigint and ts < ${to}::bigint`
  const { rows } = await sql<Row>`
    with speeds as (
      select ts, place, value, least(lead(ts) over (order by ts, place), ts + ${believed}::bigint, ${to}::bigint) - greatest(ts, ${from}::bigint) as ms
      from reading where item_id = ${speed}::bigint and ${within}
    ), winds as (
      select speed.value as speed, speed.ms,
        -- What is no number of degrees by any count of turns is no direction. PostgreSQL refuses to divide the smallest doubles.
        case when abs(direction.value) < 1e-9 then 0
          when abs(direction.value) <= 1e6 then direction.value - 360 * floor(direction.value / 360) end as degrees
      from (select ts, place, value, ms from speeds where ms > 0 and value is not null) speed
      -- Of one message, else the nearest that came in another one about then; that it is not known is a word, too.
      left join (select ts, place, value from reading where item_id = ${direction}::bigint and ${within}) told using (ts, place)
      left join lateral (
        select value from reading
        where told.ts is null and item_id = ${direction}::bigint and tenant_id = ${scope.tenantId}::bigint
          and ts >= speed.ts - ${WIND_JOIN_MS}::bigint and ts <= speed.ts + ${WIND_JOIN_MS}::bigint
        order by abs(ts - speed.ts), ts limit 1
      ) near on true
      cross join lateral (select coalesce(told.value, near.value) as value) direction
    )
    select case when speed >= ${CALM}::float8 then floor(degrees / 45 + 0.5)::int % 8 end as sector,
      width_bucket(speed, ${[...WIND_CLASSES]}::float8[]) as class,
      sum(ms)::float8 as ms, sum(least(speed, 1e290::float8) * ms) / sum(ms) as mean
    from winds group by 1, 2`.execute(scope.raw)
  return rows
}

/** Where the wind came from, for how long and how hard. */
export const windRoseHandlers = ({ clock }: Pick<Services, 'clock'>): Handlers<CallGroups['windRose']> => ({
  read: ({ params, query }, asking) =>
    asking.inTenant(async (scope) => {
      const range = rangeOf(query, asking)
      // The end of a range is the first moment after it.
      if (range.to - 1 - range.from > LONGEST) throw faultyField(asking.language, 'endTime', 'rangeTooLong', { max: MAX_ROSE_DAYS })
      const device = await findDevice(scope, asking, params.id)
      const believed = SILENT_PERIODS * device.reporting_period
      // Nobody knows what comes: the newest reading stands until now.
      const rows = await windsOf(scope, device.id, { ...range, to: Math.min(range.to, clock()), believed })
      const stood = (wanted: (row: Row) => boolean) => rows.filter(wanted).reduce((sum, { ms }) => sum + ms, 0)
      return {
        calm: stood((row) => row.class === 0),
        withoutDirection: stood((row) => row.class > 0 && row.sector === null),
        sectors: WIND_SECTORS.map((sector, at) => ({
          sector,
          classes: WIND_CLASSES.map((_, nth) => {
            const row = rows.find((one) => one.sector === at && one.class === nth + 1)
            return { ms: row?.ms ?? 0, mean: row?.mean ?? null }
          }),
        })),
      }
    }),
})
