import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { PermissionCode } from '#contract/core/call'
import type { DeviceClockStanding, Device, DeviceSort, MarkedItem, Marker, Newest, Presence } from '#contract/devices/device'
import { DEVICE_TYPES, deviceTypes, type DeviceType } from '#contract/devices/deviceType'
import type { DeviceAct } from '#contract/devices/types/defineDeviceType'
import type { SwitchKind } from '#contract/devices/switchKind'
import type { Database } from '../ground/database/schema.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import type { Asking, Grant } from '../ground/http/handler.ts'
import type { Language } from '../ground/words.ts'
import { containing, containingEach } from '../ground/database/containing.ts'
import { paged, type Window } from '../ground/database/page.ts'
import { itemName, switchName } from './words.ts'

/**
 * Whether the row of `device` in a statement is one that the caller may see: of a type whose page the caller may open, in a base where
 * that code is held. `types` narrows further; `codesOf` asks for other codes of each type, one of which must be held. True where the caller may see every type everywhere.
 */
export function opened(grant: Grant, types: readonly DeviceType[] = DEVICE_TYPES, codesOf = openedBy): RawBuilder<boolean> {
  const groups = new Map<string, { types: DeviceType[]; areas: readonly number[] | null }>()
  for (const type of new Set(types)) {
    const held = codesOf(type).filter((code) => grant.holds(code))
    if (held.length === 0) continue
    const areas = grant.areasFor(held)
    const key = areas?.toSorted().join() ?? 'every base'
    const group = groups.get(key)
    if (group) group.types.push(type)
    else groups.set(key, { types: [type], areas })
  }
  const conditions = [...groups.values()].map((group) =>
    group.areas == null
      ? sql<boolean>`device.device_type = any(${group.types})`
      : sql<boolean>`device.device_type = any(${group.types}) and device.area_id = any(${[...group.areas]}::bigint[])`,
  )
  if (conditions.length === 0) return sql`false`
  // The list of types is left out where it would name them all: the planner then knows better how many rows come.
  if (codesOf === openedBy && opensAll(grant) && new Set(types).size === DEVICE_TYPES.length) return sql`true`
  return sql`(${sql.join(conditions, sql` or `)})`
}

const openedBy = (type: DeviceType): readonly PermissionCode[] => deviceTypes[type].readers

/** Whether the caller may see devices of every type in every base. */
export const opensAll = (grant: Grant): boolean =>
  DEVICE_TYPES.every((type) => openedBy(type).some((code) => grant.holds(code)) && grant.areasFor(openedBy(type)) == null)

/** Who asks: what a reader of rows needs of an Asking. */
export type Reader = Pick<Asking, 'grant' | 'language'>

export interface DeviceFilter {
  readonly types?: readonly DeviceType[]
  readonly areaId?: number | undefined
  readonly landId?: number | undefined
  readonly name?: string | undefined
  readonly eui?: string | undefined
  /** Words, each in the name or the EUI. */
  readonly find?: string | undefined
  readonly presence?: string | undefined
  readonly enabledFlag?: number | undefined
  readonly firmware?: string | undefined
  readonly ids?: readonly number[] | undefined
  readonly notOnline?: boolean
}

/** When a device was last heard; the server notes it beside the device, whose row it does not write anew for that. */
export const heardAt = sql<number | null>`coalesce((select h.heard_at from device_heard h where h.device_id = device.id), device.heard_at)`

/** The name of the gateway behind which a device stands and through which it was last heard, where the caller may see that one. */
const behind = (scope: Scope, grant: Grant) =>
  sql<string | null>`case when device.parent_id is not null then (
  select seen.name
  from (select h.through_id from device_heard h where h.device_id = device.id and h.through_id = device.parent_id) way
  cross join lateral (
    select device.name from device where device.id = way.through_id and device.tenant_id = ${scope.tenantId} and ${opened(grant)}
  ) seen
) end`.as('behind')

/** How the clock of a `device` is wrong; null where it is not. */
export const clockOf = sql<DeviceClockStanding | null>`(select json_build_object('offset', c.offset_ms, 'since', c.since) from device_clock c
  where c.device_id = device.id and c.offset_ms is distinct from 0)`

const columns = [
  'device.id',
  'device.device_type',
  'device.name',
  'device.eui',
  'device.device_serial',
  'device.area_id',
  'area.area_name',
  'device.land_id',
  'land.land_name',
  'device.longitude',
  'device.latitude',
  'device.file_url',
  'device.iccid',
  sql<string | null>`(select f.version from device_firmware f where f.device_id = device.id)`.as('firmware'),
  'device.presence',
  heardAt.as('heard_at'),
  'device.reporting_period',
  clockOf.as('clock'),
  'device.enabled_flag',
  'device.object_version_number',
  'device.parent_id',
] as const

/** Devices of the scope, of types that the caller holds. */
export function devicesOf(scope: Scope, grant: Grant, filter: DeviceFilter = {}) {
  let query = scope.select('device').where(opened(grant, filter.types))
  if (filter.areaId != null) query = query.where('device.area_id', '=', filter.areaId)
  if (filter.landId != null) query = query.where('device.land_id', '=', filter.landId)
  if (filter.name) query = query.where('device.name', '~', containing(filter.name))
  if (filter.eui) query = query.where('device.eui', '~', containing(filter.eui))
  for (const word of containingEach(filter.find))
    query = query.where((eb) => eb.or([eb('device.name', '~', word), eb('device.eui', '~', word)]))
  if (filter.firmware)
    query = query.where(
      sql<boolean>`exists (select from device_firmware f where f.device_id = device.id and f.version ~ ${containing(filter.firmware)})`,
    )
  if (filter.presence) query = query.where('device.presence', '=', filter.presence)
  if (filter.enabledFlag != null) query = query.where('device.enabled_flag', '=', filter.enabledFlag)
  if (filter.ids) query = query.where(sql<boolean>`device.id = any(${[...filter.ids]}::bigint[])`)
  if (filter.notOnline) query = query.where('device.presence', '<>', 'online')
  return query
}

/** The same with their places: what `toDevices` makes devices of. */
export const rowsOfDevices = (scope: Scope, grant: Grant, filter: DeviceFilter = {}) =>
  devicesOf(scope, grant, filter)
    .innerJoin('area', 'area.id', 'device.area_id')
    .leftJoin('land', 'land.id', 'device.land_id')
    .select(columns)
    .select(behind(scope, grant))
export type DeviceRow = Awaited<ReturnType<ReturnType<typeof rowsOfDevices>['execute']>>[number]

async function countOf(scope: Scope, grant: Grant, filter: DeviceFilter): Promise<number> {
  const { n } = await devicesOf(scope, grant, filter)
    .select((of: ExpressionBuilder<Database, 'device'>) => of.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** The same as `heardAt`, of a statement that joins it. */
const lastHeard = sql<number | null>`coalesce(heard.heard_at, device.heard_at)`

type Order = DeviceSort | 'longestSilent' | 'shortest'
const sortColumns = {
  name: 'device.name',
  eui: 'device.eui',
  deviceType: 'device.device_type',
  areaName: 'area.area_name',
  presence: 'device.presence',
  heardAt: lastHeard,
} as const

/** The devices in order, as no more than their ids: what is sorted is slim, and the rest is read of those of one page alone. */
function inOrder(scope: Scope, grant: Grant, filter: DeviceFilter, order: Order) {
  const query = devicesOf(scope, grant, filter)
    .innerJoin('area', 'area.id', 'device.area_id')
    // The planner leaves it out where nothing is ordered by it.
    .leftJoin('device_heard as heard', 'heard.device_id', 'device.id')
    .select('device.id')
  if (order === 'longestSilent') return query.orderBy(lastHeard, (by) => by.asc().nullsFirst()).orderBy('device.id')
  if (order === 'shortest')
    return query
      .orderBy(sql`length(device.name) + length(device.eui)`)
      .orderBy('device.name')
      .orderBy('device.id')
  const down = order.startsWith('-')
  const column = sortColumns[(down ? order.slice(1) : order) as keyof typeof sortColumns]
  // The others are never null: to say where nulls go would keep the descending orders from their indexes.
  const ordered =
    column === lastHeard
      ? query.orderBy(column, (by) => (down ? by.desc() : by.asc()).nullsLast())
      : query.orderBy(column, down ? 'desc' : 'asc')
  // Two bases of one name stay apart, and the devices of each stand as they do in its own list.
  return (order.endsWith('areaName') ? ordered.orderBy('device.area_id').orderBy('device.name') : ordered).orderBy('device.id')
}

/** A page of device rows. */
export const devicePage = (scope: Scope, { grant }: Reader, asked: { page: number; size: number }, filter: DeviceFilter, order: Order) =>
  paged(
    asked,
    async ({ limit, offset }: Window) => {
      const page = await inOrder(scope, grant, filter, order).limit(limit).offset(offset).execute()
      const ids = page.map(({ id }) => id)
      const rows = await rowsOfDevices(scope, grant, { ids }).execute()
      const byId = new Map(rows.map((row) => [row.id, row]))
      return ids.flatMap((id) => byId.get(id) ?? [])
    },
    () => countOf(scope, grant, filter),
  )

/** A page of devices with main reading and switches: three statements, however many devices. */
export async function deviceList(
  scope: Scope,
  reader: Reader,
  asked: { page: number; size: number },
  filter: DeviceFilter,
  order: Order = 'name',
) {
  const answer = await devicePage(scope, reader, asked, filter, order)
  return { ...answer, content: await toDevices(scope, reader.language, answer.content) }
}

/** One device that the caller may see; else fails with error.notFound. */
export async function findDevice(scope: Scope, reader: Reader, id: number, types?: readonly DeviceType[]): Promise<DeviceRow> {
  const row = await rowsOfDevices(scope, reader.grant, types ? { types } : {})
    .where('device.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Fails with error.permission.denied where the caller may not do this to devices of the type in the base. */
export function mustAllow(
  grant: Grant,
  { device_type: type, area_id: area }: { device_type: string; area_id: number },
  act: DeviceAct,
): void {
  if (!mayOn(grant, { device_type: type, area_id: area }, act)) throw new CallFailure('error.permission.denied')
}
/** Whether the caller may do this to devices of the type in the base. */
export function mayOn(
  grant: Grant,
  { device_type: type, area_id: area }: { device_type: string; area_id: number },
  act: DeviceAct,
): boolean {
  const held = deviceTypes[type as DeviceType].actors(act).filter((code) => grant.holds(code))
  const areas = grant.areasFor(held)
  return held.length > 0 && (areas == null || areas.includes(area))
}

/** One device that the caller may see and do this to; else fails with error.notFound or error.permission.denied. */
export async function findFor(act: DeviceAct, scope: Scope, reader: Reader, id: number): Promise<DeviceRow> {
  const row = await findDevice(scope, reader, id)
  mustAllow(reader.grant, row, act)
  return row
}

/** The reading that stands for each device and its switches, by device: two statements, however many devices. */
async function partsOf(scope: Scope, ids: readonly number[]) {
  const mains = await scope
    .select('item')
    .distinctOn('item.device_id')
    .select(newestColumns)
    .where(sql<boolean>`item.device_id = any(${ids}::bigint[])`)
    .where('item.hidden', '=', 0)
    .orderBy('item.device_id')
    .orderBy('item.position')
    .orderBy('item.id')
    .execute()
  const switches = await scope
    .select('switch')
    .select(['switch.id', 'switch.device_id', 'switch.circuit', 'switch.name', 'switch.kind', 'switch.status', 'switch.status_at'])
    .where(sql<boolean>`switch.device_id = any(${ids}::bigint[])`)
    .orderBy('switch.device_id')
    .orderBy('switch.circuit')
    .execute()
  return {
    mainOf: new Map(mains.map((item) => [item.device_id, item])),
    switchesOf: Map.groupBy(switches, ({ device_id }) => device_id),
  }
}

/** A page of the devices of a base as rows for its map. */
export async function markerList(scope: Scope, { grant, language }: Reader, asked: { page: number; size: number }, areaId: number) {
  const answer = await paged(
    asked,
    ({ limit, offset }: Window) =>
      devicesOf(scope, grant, { areaId })
        .leftJoin('land', 'land.id', 'device.land_id')
        .select(['device.id', 'device.device_type', 'device.name', 'device.eui', 'device.device_serial', 'land.land_name'])
        .select(['device.longitude', 'device.latitude', 'device.presence', heardAt.as('heard_at'), 'device.reporting_period'])
        .select(behind(scope, grant))
        .orderBy('device.id')
        .limit(limit)
        .offset(offset)
        .execute(),
    () => countOf(scope, grant, { areaId }),
  )
  const ids = answer.content.map(({ id }) => id)
  const { mainOf, switchesOf } = await partsOf(scope, ids)
  const banded = await scope
    .select('item')
    .select(newestColumns)
    .where(sql<boolean>`item.device_id = any(${ids}::bigint[])`)
    .where('item.hidden', '=', 0)
    .where((eb) => eb.or([eb('item.low', 'is not', null), eb('item.high', 'is not', null)]))
    .orderBy('item.device_id')
    .orderBy('item.position')
    .orderBy('item.id')
    .execute()
  const bandedOf = Map.groupBy(
    banded.filter((item) => item.id !== mainOf.get(item.device_id)?.id),
    ({ device_id }) => device_id,
  )
  const marked = (item: Parameters<typeof toNewest>[1]): MarkedItem => [
    item.id,
    item.code,
    itemName(language, item),
    item.unit,
    item.last_value,
    item.last_ts,
    item.low,
    item.high,
  ]
  const content = answer.content.map((row): Marker => {
    const main = mainOf.get(row.id)
    return [
      row.id,
      row.device_type as DeviceType,
      row.name,
      row.eui,
      row.device_serial,
      row.land_name,
      row.longitude,
      row.latitude,
      row.presence as Presence,
      row.heard_at,
      row.reporting_period,
      main ? marked(main) : null,
      (switchesOf.get(row.id) ?? []).map((one) => [
        one.id,
        one.circuit,
        switchName(language, one),
        one.kind as SwitchKind,
        one.status,
        one.status_at,
      ]),
      (bandedOf.get(row.id) ?? []).map(marked),
      row.behind,
    ]
  })
  return { ...answer, content }
}

/** Adds main reading and switches to device rows. */
export async function toDevices(scope: Scope, language: Language, rows: readonly DeviceRow[]): Promise<Device[]> {
  const { mainOf, switchesOf } = await partsOf(
    scope,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const main = mainOf.get(row.id)
    return {
      id: row.id,
      concentratorId: row.id,
      deviceType: row.device_type as DeviceType,
      name: row.name,
      eui: row.eui,
      deviceSerial: row.device_serial,
      areaId: row.area_id,
      areaName: row.area_name,
      landId: row.land_id,
      landName: row.land_name,
      latlng: row.longitude == null || row.latitude == null ? null : { longitude: row.longitude, latitude: row.latitude },
      fileUrl: row.file_url,
      iccid: row.iccid,
      firmware: row.firmware,
      online: onlineOf(row.presence),
      presence: row.presence as Device['presence'],
      heardAt: row.heard_at,
      behind: row.behind,
      reportingPeriod: row.reporting_period,
      clock: row.clock,
      enabledFlag: row.enabled_flag,
      objectVersionNumber: row.object_version_number,
      main: main ? toNewest(language, main) : null,
      switches: (switchesOf.get(row.id) ?? []).map((one) => ({
        switchId: one.id,
        circuit: one.circuit,
        name: switchName(language, one),
        kind: one.kind as SwitchKind,
        status: one.status,
        ts: one.status_at,
      })),
    }
  })
}

/** COLLECT-07: 1 is online, anything else is not. */
export const onlineOf = (presence: string): number => (presence === 'online' ? 1 : 0)

export const newestColumns = [
  'item.id',
  'item.device_id',
  'item.code',
  'item.name',
  'item.unit',
  'item.last_value',
  'item.last_ts',
  'item.low',
  'item.high',
] as const

export const toNewest = (
  language: Language,
  item: {
    id: number
    code: string
    name: string | null
    unit: string | null
    last_value: number | null
    last_ts: number | null
    low: number | null
    high: number | null
  },
): Newest => ({
  itemId: item.id,
  code: item.code,
  name: itemName(language, item),
  unit: item.unit,
  value: item.last_value,
  ts: item.last_ts,
  low: item.low,
  high: item.high,
})
