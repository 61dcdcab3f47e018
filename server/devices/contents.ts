import type { ServerContents } from '../ground/contents.ts'
import { aeratorHandlers } from './aerators.ts'
import { areaLiveHandlers } from './areaLive.ts'
import { applyCalibration } from './applyCalibration.ts'
import { calculatedHandlers } from './calculated.ts'
import { calibrationHandlers } from './calibration.ts'
import { collectHandlers } from './collect.ts'
import { deviceCallHandlers } from './deviceLists.ts'
import { exportHandlers } from './export.ts'
import { foreignHandlers } from './foreign/handlers.ts'
import { gatewayHandlers } from './gateways.ts'
import { interlockHandlers } from './interlocks/handlers.ts'
import { interlockWatch } from './interlocks/watch.ts'
import { switchHandlers } from './switches.ts'

export const devices = {
  handlers: (context) => ({
    device: deviceCallHandlers,
    gateway: gatewayHandlers(context),
    foreign: foreignHandlers(context),
    collect: collectHandlers(context),
    export: exportHandlers(context),
    calibration: calibrationHandlers(context),
    calculated: calculatedHandlers(context),
    switch: switchHandlers(context),
    aerator: aeratorHandlers(context),
    interlock: interlockHandlers(context),
    live: areaLiveHandlers(context),
  }),
  jobs: (context) => [applyCalibration(context), interlockWatch(context)],
} satisfies ServerContents<'devices'>
