import { type RawBuilder, sql } from 'kysely'
import type { PermissionCode } from '#contract/core/call'
import type { LogLevel, LogRow, LogSource } from '#contract/farm/log'
import { containingEach } from '../../ground/database/containing.ts'
import type { Scope } from '../../ground/database/scope.ts'
import type { Asking, Grant } from '../../ground/http/handler.ts'

/** Where a page of the log ended: what comes after it is older. */
export interface LogEdge {
  /** ms UTC. */
  readonly at: number
  /** Which of what happened in one moment comes first: a later one goes before. */
  readonly rank: number
  readonly id: string
}
/** What of the log is asked for. */
export interface LogAsk {
  readonly scope: Scope
  readonly asking: Pick<Asking, 'grant' | 'language' | 'caller'>
  /** The bases that are asked for and seen. */
  readonly areas: readonly number[]
  readonly landId: number | undefined
  readonly batchId: number | undefined
  readonly level: LogLevel | undefined
  readonly userId: number | undefined
  readonly search: string | undefined
  /** From, and up to before, ms UTC. */
  readonly from: number | null
  readonly to: number | null
  readonly after: LogEdge | null
  readonly limit: number
}
/** What a page is merged of: no more of a row than where it stands. */
export interface Found {
  readonly id: string
  readonly at: number
}
export type Told = Omit<LogRow, 'source' | 'id' | 'at'>
/** Where it happened, as a statement answers it. */
export type Where = Pick<
  Told,
  'areaId' | 'areaName' | 'landId' | 'landName' | 'batchId' | 'batchName' | 'deviceId' | 'deviceName' | 'deviceType'
>
/** Of tables `area`, `land` and `batch`. */
export const onLand = sql`area.id as "areaId", area.area_name as "areaName", land.id as "landId", land.land_name as "landName",
  batch.id as "batchId", batch.batch_name as "batchName", null::bigint as "deviceId", null::text as "deviceName", null::text as "deviceType"`
/** What most rows are. */
export const PLAIN: Pick<Told, 'day' | 'text' | 'pictures' | 'count' | 'ofId' | 'objectVersionNumber'> = {
  day: null,
  text: null,
  pictures: [],
  count: 1,
  ofId: null,
  objectVersionNumber: null,
}
/** One thing that the log is read from. */
export interface Source {
  readonly name: LogSource
  /** Of what happened in one moment the higher goes first. */
  readonly rank: number
  /** Whoever holds one of these in a base reads it there; null: whoever reads the log. */
  readonly codes: readonly PermissionCode[] | null
  /** The newest rows that were asked for, in the given bases. */
  readonly newest: (ask: LogAsk) => RawBuilder<Found>
  /** The rows of these ids, in words. */
  readonly tell: (ask: Pick<LogAsk, 'scope' | 'asking' | 'from' | 'to'>, ids: readonly string[]) => Promise<ReadonlyMap<string, Told>>
}

/** Those of the bases in which one of the codes is held. */
export function heldIn(grant: Grant, areas: readonly number[], codes: readonly PermissionCode[]): readonly number[] {
  if (!codes.some((code) => grant.holds(code))) return []
  const held = grant.areasFor(codes)
  return held === null ? areas : areas.filter((area) => held.includes(area))
}

export const NOTHING = sql<Found>`select null::text as id, 0::bigint as at where false`
export const idList = (ids: readonly (number | string)[]) => sql`any(${[...ids]}::bigint[])`
/** One of the columns holds it, for each word. */
export const said = (search: string | undefined, columns: readonly RawBuilder<unknown>[]) =>
  containingEach(search).map(
    (word) =>
      sql`(${sql.join(
        columns.map((column) => sql`${column} ~ ${word}`),
        sql` or `,
      )})`,
  )
const all = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)

/** When a row happened, and what tells it from others of that moment. */
interface Place {
  readonly rank: number
  readonly at: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
  /** The type of the id. */
  readonly kind?: 'bigint' | 'uuid'
}
/** Conditions by which a row lies in the span, and after where the last page ended. */
function placed({ rank, at, id, kind = 'bigint' }: Place, { from, to, after }: LogAsk): RawBuilder<unknown>[] {
  return [
    ...(from === null ? [] : [sql`${at} >= ${from}`]),
    ...(to === null ? [] : [sql`${at} < ${to}`]),
    ...(after === null
      ? []
      : after.rank === rank
        ? [sql`(${at}, ${id}) < (${after.at}::bigint, ${after.id}::${sql.raw(kind)})`]
        : [after.rank > rank ? sql`${at} <= ${after.at}` : sql`${at} < ${after.at}`]),
  ]
}

/** The newest rows of a table that says its base itself: of each base no more are read than are wanted. */
export const inEachBase = (ask: LogAsk, place: Place, from: RawBuilder<unknown>, conditions: readonly RawBuilder<unknown>[]) =>
  sql<Found>`select newest.id::text as id, newest.at from unnest(${[...ask.areas]}::bigint[]) as base (id) cross join lateral (
    select ${place.id} as id, ${place.at} as at from ${from}
    where e.tenant_id = ${ask.scope.tenantId} and e.area_id = base.id and ${all([sql`true`, ...placed(place, ask), ...conditions])}
    order by ${place.at} desc, ${place.id} desc limit ${ask.limit}
  ) as newest order by newest.at desc, newest.id desc limit ${ask.limit}`

/** The newest rows of a table whose base another says: `at` is their order too, by an index over the tenant. */
export const overTenant = (
  ask: LogAsk,
  place: Place & { readonly order: RawBuilder<unknown>; readonly base: RawBuilder<unknown> },
  from: RawBuilder<unknown>,
  conditions: readonly RawBuilder<unknown>[],
) =>
  sql<Found>`select ${place.id}::text as id, ${place.at} as at from ${from}
    where e.tenant_id = ${ask.scope.tenantId} and ${place.base} = ${idList(ask.areas)}
      and ${all([sql`true`, ...placed(place, ask), ...conditions])}
    order by ${place.order} desc, ${place.id} desc limit ${ask.limit}`
