import { sql } from 'kysely'
import { MOST_DEGREES } from '#contract/devices/circular'
import { type Curve, MAX_CURVE_POINTS } from '#contract/devices/collect'
import type { Scope } from '../database/scope.ts'
import { chooseResolution, HOUR, MINUTE, type Resolution } from './resolution.ts'
import { type Bucket, seriesOf } from './series.ts'
import { summable } from './summable.ts'

const summableValue = sql.raw(summable('value'))
const turn = (name: 'cos' | 'sin') => sql`case when circular and abs(value) <= ${sql.lit(MOST_DEGREES)} then ${sql.raw(name)}d(value) end`
const [cosine, sine] = [turn('cos'), turn('sin')]
/** Sums of vectors, and of how many readings they are. */
const vectors = sql`sum(cos_sum) as cos, sum(sin_sum) as sin, coalesce(sum(n) filter (where cos_sum is not null), 0)::int as vectors`

interface Row extends Bucket {
  readonly item_id: number
  /** Whether every point of the item is one reading. */
  readonly exact: boolean
  readonly circular: boolean
}

/**
 * The curves of some items over [from, to) (ms UTC), in the order of `items`: at most `points` buckets each, and gaps as nulls as far
 * as `limit` leaves room. Reads one statement for all items, from indexes alone: raw readings where they are few, else the roll-ups,
 * and for hours whose roll-ups are not settled (and for the hour of `now`) the readings themselves. Shows only what the scope sees:
 * the caller has checked that the items are of a base that the scope sees. `period` is the device's reporting period in ms.
 */
export async function readCurves(
  scope: Scope,
  wanted: {
    items: readonly { id: number; name: string; unit: string | null }[]
    from: number
    to: number
    points: number
    limit?: number
    period: number
    now: number
  },
): Promise<Curve[]> {
  if (wanted.items.length === 0) return []
  const resolution = chooseResolution(wanted)
  const ids = wanted.items.map(({ id }) => id)
  const rows =
    resolution.tier === 'raw'
      ? await rawRows(scope, ids, resolution, wanted.points)
      : await rolledRows(scope, ids, resolution, Math.floor(wanted.now / HOUR) * HOUR)
  const byItem = new Map<number, Row[]>()
  for (const row of rows) {
    const own = byItem.get(row.item_id)
    if (own) own.push(row)
    else byItem.set(row.item_id, [row])
  }
  const facts = {
    period: wanted.period,
    grain: resolution.grain,
    limit: wanted.limit ?? MAX_CURVE_POINTS,
  }
  return wanted.items.map(({ id, name, unit }) => {
    const own = byItem.get(id) ?? []
    const circular = own[0]?.circular === true
    return { itemId: id, name, unit, bucket: own[0]?.exact ? 0 : resolution.bucket, ...seriesOf(own, { ...facts, circular }) }
  })
}

/** The items of a curve, with whether their values go round. */
const wantedItems = (ids: readonly number[]) =>
  sql`select id as item_id, is_circular(code) as circular from item where id = any(${ids}::bigint[])`

async function rawRows(scope: Scope, ids: readonly number[], { from, to, bucket }: Resolution, points: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with found as (
      select r.item_id, wanted.circular, r.ts, r.value, count(*) over (partition by r.item_id) <= ${points}::bigint as exact
      from (${wantedItems(ids)}) wanted
      cross join lateral (
        select item_id, ts, value from reading
        where item_id = wanted.item_id and tenant_id = ${scope.tenantId}::bigint and ts >= ${from}::bigint and ts < ${to}::bigint and value is not null
      ) r
    )
    select item_id, circular, exact, case when exact then ts else ${from}::bigint + (ts - ${from}::bigint) / ${bucket}::bigint * ${bucket}::bigint end as at,
      count(*)::int as n, sum(${summableValue}) as sum, min(value) as min, max(value) as max, min(ts) as first, max(ts) as last,
      sum(cos_sum) as cos, sum(sin_sum) as sin, count(cos_sum)::int as vectors
    from (select *, ${cosine} as cos_sum, ${sine} as sin_sum from found) turned group by 1, 2, 3, 4 order by 1, 4`.execute(scope.raw)
  return rows
}

async function rolledRows(
  scope: Scope,
  ids: readonly number[],
  { tier, grain, from, to, bucket }: Resolution,
  currentHour: number,
): Promise<Row[]> {
  const firstHour = Math.floor(from / HOUR) * HOUR
  const ofItem = sql`item_id = wanted.item_id and tenant_id = ${scope.tenantId}::bigint`
  const [table, hourOf] =
    tier === 'hour' ? [sql`reading_hour`, sql`bucket`] : [sql`reading_minute`, sql`bucket / ${HOUR}::bigint * ${HOUR}::bigint`]
  const rolledOf = sql`${ofItem} and bucket >= ${from}::bigint and bucket < ${to}::bigint and (item_id, ${hourOf}) not in (select item_id, hour from unsettled)`
  // A minute row is kept only where an hour holds more readings than minutes; of the other hours the readings are read.
  const sparse = sql`
      union
      select h.item_id, h.bucket from wanted cross join lateral (
        select item_id, bucket from reading_hour
        where ${ofItem} and bucket >= ${firstHour}::bigint and bucket < ${to}::bigint and n <= ${HOUR / MINUTE}::int
      ) h`
  const { rows } = await sql<Row>`
    with wanted as (${wantedItems(ids)}),
    -- Hours whose roll-ups do not tell everything; the current hour may be marked too, hence no UNION ALL.
    unsettled as (
      select item_id, hour from rollup_dirty
      where item_id = any(${ids}::bigint[]) and tenant_id = ${scope.tenantId}::bigint and hour >= ${firstHour}::bigint and hour < ${to}::bigint
      union
      select item_id, ${currentHour}::bigint from wanted where ${currentHour}::bigint >= ${firstHour}::bigint and ${currentHour}::bigint < ${to}::bigint
    ),
    hours as (select item_id, hour from unsettled ${tier === 'minute' ? sparse : sql``}),
    -- Hours in a row are read as one range of the index.
    ranges as (
      select item_id, min(hour) as start, max(hour) + ${HOUR}::bigint as stop from (
        select item_id, hour, hour - ${HOUR}::bigint * row_number() over (partition by item_id order by hour) as island from hours
      ) numbered group by item_id, island
    ),
    parts as (
      -- Of most items from the index alone, which does not hold the sums of vectors.
      select rolled.*, false as circular from wanted cross join lateral (
        select item_id, bucket as grain, n, sum, min, max, null::float8 as cos_sum, null::float8 as sin_sum from ${table}
        where not wanted.circular and ${rolledOf}
      ) rolled
      union all
      select rolled.*, true from wanted cross join lateral (
        select item_id, bucket as grain, n, sum, min, max, cos_sum, sin_sum from ${table} where wanted.circular and ${rolledOf}
      ) rolled
      union all
      select wanted.item_id, r.ts / ${grain}::bigint * ${grain}::bigint, 1, r.sum, r.value, r.value, ${cosine}, ${sine}, circular
      from (select ranges.*, wanted.circular from ranges join wanted using (item_id)) wanted cross join lateral (
        select ts, value, ${summableValue} as sum from reading
        where ${ofItem} and ts >= wanted.start and ts < wanted.stop and ts >= ${from}::bigint and ts < ${to}::bigint and value is not null
      ) r
    )
    select item_id, circular, false as exact, ${from}::bigint + (grain - ${from}::bigint) / ${bucket}::bigint * ${bucket}::bigint as at,
      sum(n)::int as n, sum(sum) as sum, min(min) as min, max(max) as max, min(grain) as first, max(grain) as last, ${vectors}
    from parts group by 1, 2, 4 order by 1, 4`.execute(scope.raw)
  return rows
}
