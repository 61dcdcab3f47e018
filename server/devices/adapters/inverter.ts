import type { CallGroups } from '#contract/calls'
import { HOLD_SECONDS } from '#contract/devices/command'
import { notFound } from '../../ground/failure.ts'
import type { Asking, Handlers } from '../../ground/http/handler.ts'
import type { Services } from '../../ground/services.ts'
import { deviceRecords } from '../deviceRecord.ts'
import { deviceList, findDevice, rowsOfDevices, toDevices } from '../deviceRows.ts'
import type { deviceLogHandlers } from '../deviceLogs.ts'
import type { settingsHandlers } from '../deviceSettings.ts'
import type { exportHandlers } from '../export.ts'
import type { switchHandlers } from '../switches.ts'
import { switchesOf } from '../switchRows.ts'
import { type Asked, mustBeOf } from './lora.ts'

const TYPES = ['inverter'] as const

interface Others {
  readonly switch: ReturnType<typeof switchHandlers>
  readonly settings: ReturnType<typeof settingsHandlers>
  readonly deviceLog: ReturnType<typeof deviceLogHandlers>
  readonly export: ReturnType<typeof exportHandlers>
}

/** Inverters, by the ledger's own addresses. */
export function inverterHandlers(
  services: Pick<Services, 'live' | 'broker' | 'desk'>,
  { gateway, collect, switch: switches, settings, deviceLog, export: exported }: Asked & Others,
): Handlers<CallGroups['inverter']> {
  const records = deviceRecords(services)
  const list = (asking: Asking, query: { page: number; size: number; areaId?: number }) =>
    asking.inTenant((scope) => deviceList(scope, asking, query, { types: TYPES, areaId: query.areaId }))
  const byEui = (asking: Asking, eui: string) =>
    asking.inTenant(async (scope) => {
      const row = await rowsOfDevices(scope, asking.grant, { types: TYPES }).where('device.eui', '=', eui).executeTakeFirst()
      if (!row) throw notFound()
      return row.id
    })
  return {
    add: ({ body }, asking) => records.create(asking, { ...body, deviceType: TYPES[0] }),
    remove: ({ params, query }, asking) => records.remove(asking, params.id, query.objectVersionNumber, TYPES),
    all: ({ query }, asking) => list(asking, query),
    area: ({ query }, asking) => list(asking, query),
    get: ({ params }, asking) =>
      asking.inTenant(async (scope) => {
        const row = await findDevice(scope, asking, params.id, TYPES)
        return (await toDevices(scope, asking.language, [row]))[0]!
      }),
    async control({ params, body }, asking) {
      const one = await asking.inTenant(async (scope) => {
        const device = await findDevice(scope, asking, body.concentratorId, TYPES)
        return switchesOf(scope).where('switch.device_id', '=', device.id).where('switch.circuit', '=', body.circuit).executeTakeFirst()
      })
      if (!one) throw notFound()
      return switches.control(
        {
          params,
          query: undefined,
          body: { switchId: one.id, sw: body.en, eui: one.eui, circuit: one.circuit, holdSeconds: HOLD_SECONDS },
        },
        asking,
      )
    },
    async config({ params, body: { concentratorId, targetPressure } }, asking) {
      await mustBeOf(asking, concentratorId, TYPES)
      return settings.set({ params: { ...params, id: concentratorId }, query: undefined, body: { values: { targetPressure } } }, asking)
    },
    async alarm({ params, query: { concentratorId, ...query } }, asking) {
      await mustBeOf(asking, concentratorId, TYPES)
      return deviceLog.fault({ params: { ...params, id: concentratorId }, query, body: undefined }, asking)
    },
    async export({ params, query: { concentratorId, ...query } }, asking) {
      await mustBeOf(asking, concentratorId, TYPES)
      return exported.readings({ params: { ...params, id: concentratorId }, query, body: undefined }, asking)
    },
    connect: async ({ body }, asking) => records.enable(asking, await byEui(asking, body.eui), 1),
    close: async ({ body }, asking) => records.enable(asking, await byEui(asking, body.eui), 0),
    async getLog({ params, query }, asking) {
      await mustBeOf(asking, query.concentratorId, TYPES)
      return switches.log({ params, query, body: undefined }, asking)
    },
    async history({ query: { concentratorId, ...query } }, asking) {
      await mustBeOf(asking, concentratorId, TYPES)
      return collect.curve({ params: { t: asking.grant.tenantId, id: concentratorId }, query, body: undefined }, asking)
    },
    async refresh({ body }, asking) {
      await mustBeOf(asking, body.concentratorId, TYPES)
      return gateway.refresh({ params: { t: asking.grant.tenantId, id: body.concentratorId }, query: undefined, body: undefined }, asking)
    },
  }
}
