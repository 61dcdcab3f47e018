import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import type { Presence } from '#contract/devices/device'
import { DEVICE_TYPES, type DeviceType, GATEWAY_TYPES } from '#contract/devices/deviceType'
import { notFound } from '../failure.ts'
import { faultyField } from '../http/faults.ts'
import type { Handlers, Language } from '../http/handler.ts'
import { deviceList, devicesOf, findDevice, markerList, newestColumns, toDevices, toNewest } from './deviceRows.ts'

function typesOf(
  language: Language,
  query: { deviceType?: DeviceType | undefined; deviceTypes?: string | undefined },
): DeviceType[] | undefined {
  if (query.deviceType == null && !query.deviceTypes) return undefined
  const named = (query.deviceTypes ?? '').split(',').filter((word) => word !== '')
  const isType = (word: string): word is DeviceType => (DEVICE_TYPES as readonly string[]).includes(word)
  if (!named.every(isType)) throw faultyField(language, 'deviceTypes', 'choice')
  return query.deviceType == null ? named : [...named, query.deviceType]
}

const countedAsGateway: readonly string[] = GATEWAY_TYPES.filter((type) => type !== 'gateway_weather')

/** Lists, counts and states of devices of every type. */
export const deviceCallHandlers: Handlers<CallGroups['device']> = {
  tenantAll: ({ query }, asking) =>
    asking.inTenant((scope) => {
      const types = typesOf(asking.language, query)
      const { areaId, name, eui, find, presence, sort } = query
      const filter = { ...(types ? { types } : {}), areaId, name, eui, find, presence }
      return deviceList(scope, asking, query, filter, sort ?? (find == null ? 'name' : 'shortest'))
    }),

  markers: ({ query }, asking) => asking.inTenant((scope) => markerList(scope, asking, query, query.areaId)),

  count: ({ query }, asking) =>
    asking.inTenant(async (scope) => {
      const row = await devicesOf(scope, asking.grant, { areaId: query.areaId })
        .select([
          sql<number>`count(*) filter (where device.device_type = 'camera')`.as('cameras'),
          sql<number>`count(*) filter (where device.device_type = any(${countedAsGateway}))`.as('gateways'),
          sql<number>`count(*) filter (where device.device_type = 'gateway_weather')`.as('weather'),
          sql<number>`count(*) filter (where device.presence = 'online')`.as('online'),
          sql<number>`count(*)`.as('total'),
        ])
        .executeTakeFirstOrThrow()
      return {
        cameraCount: row.cameras,
        gatewayCount: row.gateways,
        weatherCount: row.weather,
        onlineCount: row.online,
        totalCount: row.total,
      }
    }),

  status: ({ query }, asking) =>
    asking.inTenant(async (scope) => {
      const rows = await devicesOf(scope, asking.grant, { areaId: query.areaId })
        .select(['device.id', 'device.presence', 'device.heard_at'])
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
