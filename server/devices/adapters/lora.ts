import type { CallGroups } from '#contract/calls'
import type { DeviceType } from '#contract/devices/deviceType'
import type { Asking, Handlers } from '../../ground/http/handler.ts'
import type { Services } from '../../ground/services.ts'
import { toDeviceRecords } from '../concentrators.ts'
import { deviceRecords } from '../deviceRecord.ts'
import { deviceList, findDevice } from '../deviceRows.ts'
import type { gatewayHandlers } from '../gateways.ts'
import type { collectHandlers } from '../collect.ts'

type Common = Pick<Services, 'live' | 'broker' | 'desk'>
/** What every device can be asked, as the gateway's calls have it. */
export interface Asked {
  readonly gateway: ReturnType<typeof gatewayHandlers>
  readonly collect: ReturnType<typeof collectHandlers>
}

/** Fails with error.notFound where the device is none of these types that the caller sees. */
export const mustBeOf = (asking: Asking, id: number, types: readonly DeviceType[]) =>
  asking.inTenant(async (scope) => void (await findDevice(scope, asking, id, types)))

const recordOf = (asking: Asking, id: number, types: readonly DeviceType[]) =>
  asking.inTenant(async (scope) => (await toDeviceRecords(scope, asking, [await findDevice(scope, asking, id, types)]))[0]!)

const GATEWAYS = ['4GLora_node'] as const
export function loraGatewayHandlers(services: Common, { gateway, collect }: Asked): Handlers<CallGroups['loraGateway']> {
  const records = deviceRecords(services)
  const only = (asking: Asking, id: number) => mustBeOf(asking, id, GATEWAYS)
  return {
    add: ({ body }, asking) => records.create(asking, { ...body, deviceType: GATEWAYS[0] }),
    edit: ({ body }, asking) => records.update(asking, { ...body, deviceType: GATEWAYS[0] }, GATEWAYS),
    remove: ({ params, query }, asking) => records.remove(asking, params.id, query.objectVersionNumber, GATEWAYS),
    list: ({ query }, asking) =>
      asking.inTenant((scope) =>
        deviceList(scope, asking, query, { types: GATEWAYS, areaId: query.areaId, name: query.name, eui: query.eui }),
      ),
    details: ({ params }, asking) => recordOf(asking, params.id, GATEWAYS),
    async configure({ params, query, body }, asking) {
      await only(asking, params.id)
      return gateway.configure({ params, query, body }, asking)
    },
    async history({ params, query, body }, asking) {
      await only(asking, params.id)
      return collect.curve({ params, query, body }, asking)
    },
    async refresh({ params, query, body }, asking) {
      await only(asking, params.id)
      return gateway.refresh({ params, query, body }, asking)
    },
  }
}

const NODES = ['lorawan_node'] as const
export function loraNodeHandlers(services: Common, { gateway }: Asked): Handlers<CallGroups['loraNode']> {
  const records = deviceRecords(services)
  return {
    add: ({ body }, asking) => records.create(asking, { ...body, deviceType: NODES[0] }),
    edit: ({ body }, asking) => records.update(asking, { ...body, deviceType: NODES[0] }, NODES),
    remove: ({ params, query }, asking) => records.remove(asking, params.id, query.objectVersionNumber, NODES),
    list: ({ query }, asking) =>
      asking.inTenant((scope) =>
        deviceList(scope, asking, query, { types: NODES, areaId: query.areaId, name: query.name, eui: query.eui }),
      ),
    details: ({ params }, asking) => recordOf(asking, params.id, NODES),
    async synchronize({ params }, asking) {
      await mustBeOf(asking, params.id, NODES)
      return gateway.refresh({ params, query: undefined, body: undefined }, asking)
    },
  }
}
