import type { CallGroups } from '#contract/calls'
import type { Handlers } from '../http/handler.ts'
import type { Services } from '../services.ts'
import { aeratorHandlers } from './aerators.ts'
import { collectHandlers } from './collect.ts'
import { deviceCallHandlers } from './deviceLists.ts'
import { areaLiveHandlers } from './areaLive.ts'
import { gatewayHandlers } from './gateways.ts'
import { switchHandlers } from './switches.ts'

type DeviceGroups = 'device' | 'gateway' | 'collect' | 'switch' | 'aerator' | 'live'

/** The handlers of every call of contract/devices. */
export const deviceHandlers = (services: Services): { [Group in DeviceGroups]: Handlers<CallGroups[Group]> } => ({
  device: deviceCallHandlers,
  gateway: gatewayHandlers(services),
  collect: collectHandlers(services),
  switch: switchHandlers(services),
  aerator: aeratorHandlers(services),
  live: areaLiveHandlers(services),
})
