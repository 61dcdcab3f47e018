import type { ServerContents } from '../ground/contents.ts'
import { aeratorHandlers } from './aerators.ts'
import { areaLiveHandlers } from './areaLive.ts'
import { collectHandlers } from './collect.ts'
import { deviceCallHandlers } from './deviceLists.ts'
import { gatewayHandlers } from './gateways.ts'
import { switchHandlers } from './switches.ts'

export const devices = {
  handlers: (context) => ({
    device: deviceCallHandlers,
    gateway: gatewayHandlers(context),
    collect: collectHandlers(context),
    switch: switchHandlers(context),
    aerator: aeratorHandlers(context),
    live: areaLiveHandlers(context),
  }),
} satisfies ServerContents<'devices'>
