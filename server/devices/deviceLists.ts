import { sql } from 'kysely'
import { z } from 'zod'
import type { CallGroups } from '#contract/calls'
import { id } from '#contract/core/values'
import type { Newest, Presence } from '#contract/devices/device'
import { type DeviceType, GATEWAY_TYPES, isDeviceType } from '#contract/devices/deviceType'
import { countStanding } from '#contract/devices/standing'
import { notFound } from '../ground/failure.ts'
import { faultyField } from '../ground/http/faults.ts'
import type { Handlers } from '../ground/http/handler.ts'
import type { Scope } from '../ground/database/scope.ts'
import type { Language } from '../ground/words.ts'
import { toDeviceRecords } from './concentrators.ts'
import { deviceList, devicePage, devicesOf, findDevice, heardAt, markerList, newestColumns, toDevices, toNewest } from './deviceRows.ts'

/** How many columns of readings a list may show. */
const MOST_CODES = 10

function typesOf(
  language: Language,
  query: { deviceType?: DeviceType | undefined; deviceTypes?: string | undefined },
): DeviceType[] | undefined {
  if (query.deviceType == null && !query.deviceTypes) return undefined
  const named = (query.deviceTypes ?? '').split(',').filter((word) => word !== '')
  if (!named.every(isDeviceType)) throw faultyField(language, 'deviceTypes', 'choice')
  return query.deviceType == null ? named : [...named, query.deviceType]
}

/** How many devices may be named at once. */
const MOST_IDS = 100
/** Devices that are named by commas; fails beside `ids` where they are not, or too many. */
export function idsOf(language: Language, listed: string): number[] {
  const { success, data } = z
    .array(id)
    .max(MOST_IDS)
    .safeParse(listed.split(',').filter((word) => word !== ''))
  if (!success) throw faultyField(language, 'ids')
  return data
}

/** The newest readings of the items of these codes, by device, in the order of the codes. */
async function itemsOfCodes(scope: Scope, language: Language, devices: readonly { id: number }[], codes: string | undefined) {
  const wanted = (codes ?? '').split(',').filter((code) => code !== '')
  if (wanted.length > MOST_CODES) throw faultyField(language, 'items')
  if (wanted.length === 0 || devices.length === 0) return new Map<number, Newest[]>()
  const rows = await scope
    .select('item')
    .select(newestColumns)
    .where(sql<boolean>`item.device_id = any(${devices.map(({ id }) => id)}::bigint[])`)
    .where(sql<boolean>`item.code = any(${wanted})`)
    .where('item.hidden', '=', 0)
    .orderBy(sql`array_position(${wanted}::text[], item.code)`)
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ device_id }) => device_id)].map(([id, items]) => [id, items.map((item) => toNewest(language, item))]),
  )
}

const countedAsGateway: readonly string[] = GATEWAY_TYPES.filter((type) => type !== 'gateway_weather')

/** Lists, counts and states of devices of every type. */
export const deviceCallHandlers: Handlers<CallGroups['device']> = {
  tenantAll: ({ query }, asking) =>
    asking.inTenant(async (scope) => {
      const types = typesOf(asking.language, query)
      const { areaId, landId, name, eui, firmware, find, presence, enabledFlag, sort } = query
      const ids = query.ids === undefined ? undefined : idsOf(asking.language, query.ids)
      const filter = { ...(types ? { types } : {}), areaId, landId, name, eui, firmware, find, presence, enabledFlag, ids }
      const page = await devicePage(scope, asking, query, filter, sort ?? (find == null ? 'name' : 'shortest'))
      const records = await toDeviceRecords(scope, asking, page.content)
      const items = await itemsOfCodes(scope, asking.language, records, query.items)
      return { ...page, content: records.map((record) => ({ ...record, items: items.get(record.id) ?? [] })) }
    }),

  markers: ({ query }, asking) => asking.inTenant((scope) => markerList(scope, asking, query, query.areaId)),

  count: ({ query }, asking) =>
    asking.inTenant(async (scope) => {
      const rows = await devicesOf(scope, asking.grant, { areaId: query.areaId })
        .select(['device.device_type', 'device.presence', sql<number>`count(*)`.as('devices')])
        .groupBy(['device.device_type', 'device.presence'])
        .execute()
      const groups = rows.map((row) => ({
        deviceType: row.device_type as DeviceType,
        presence: row.presence as Presence,
        devices: row.devices,
      }))
      const of = (types: readonly string[]) =>
        groups.reduce((sum, group) => sum + (types.includes(group.deviceType) ? group.devices : 0), 0)
      const { online, total } = countStanding(groups)
      return {
        cameraCount: of(['camera']),
        gatewayCount: of(countedAsGateway),
        weatherCount: of(['gateway_weather']),
        onlineCount: online,
        totalCount: total,
      }
    }),

  status: ({ query }, asking) =>
    asking.inTenant(async (scope) => {
      const rows = await devicesOf(scope, asking.grant, { areaId: query.areaId })
        .select(['device.id', 'device.presence', heardAt.as('heard_at')])
        .orderBy('device.id')
        .execute()
      return rows.map(({ id, presence, heard_at }) => ({ id, presence: presence as Presence, heardAt: heard_at }))
    }),

  state: ({ params }, asking) =>
    asking.inTenant(async (scope) => {
      const row = await findDevice(scope, asking, params.id)
      const [device] = await toDevices(scope, asking.language, [row])
      const items = await scope
        .select('item')
        .select(newestColumns)
        .where('item.device_id', '=', row.id)
        .where('item.hidden', '=', 0)
        .orderBy('item.position')
        .orderBy('item.id')
        .execute()
      return { ...device!, items: items.map((item) => toNewest(asking.language, item)) }
    }),

  areaCameras: ({ params, query }, asking) =>
    asking.inTenant(async (scope) => {
      const area = await scope.select('area').select('area.id').where('area.id', '=', params.id).executeTakeFirst()
      if (!area) throw notFound()
      return deviceList(scope, asking, query, { types: ['camera'], areaId: params.id, name: query.name })
    }),
}
