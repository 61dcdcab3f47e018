import type { ServerContents } from '../ground/contents.ts'
import { firstAeratorHandlers, regulatorHandlers } from './adapters/aerator.ts'
import { inverterHandlers } from './adapters/inverter.ts'
import { loraGatewayHandlers, loraNodeHandlers } from './adapters/lora.ts'
import { soilHandlers } from './adapters/soil.ts'
import { areaLiveHandlers } from './areaLive.ts'
import { applyCalibration } from './applyCalibration.ts'
import { calculatedHandlers } from './calculated.ts'
import { calibrationHandlers } from './calibration.ts'
import { collectHandlers } from './collect.ts'
import { deviceLogHandlers } from './deviceLogs.ts'
import { deviceSheetHandlers } from './deviceSheet.ts'
import { settingsHandlers } from './deviceSettings.ts'
import { settingsBatchHandlers, settingsBatchJob } from './settingsBatch.ts'
import { deviceCallHandlers } from './deviceLists.ts'
import { emergencyStopHandlers } from './emergency/handlers.ts'
import { emergencyJob } from './emergency/sweep.ts'
import { doseEnds } from './doseEnds.ts'
import { dosingHandlers } from './dosing.ts'
import { exportHandlers } from './export.ts'
import { firmwareHandlers } from './firmware/handlers.ts'
import { firmwareJob } from './firmware/job.ts'
import { foreignHandlers } from './foreign/handlers.ts'
import { gatewayHandlers } from './gateways.ts'
import { photographTimer } from './photographs/photographs.ts'
import { forgetHolds } from './holds/forget.ts'
import { manualHoldHandlers } from './holds/handlers.ts'
import { interlockHandlers } from './interlocks/handlers.ts'
import { interlockJob } from './interlocks/job.ts'
import { meterHandlers } from './meters/handlers.ts'
import { meterJob } from './meters/job.ts'
import { pumpHandlers } from './pumps.ts'
import { runHoursHandlers } from './runHours.ts'
import { stateLanesHandlers } from './stateLanes.ts'
import { switchHandlers } from './switches.ts'
import { windRoseHandlers } from './windRose.ts'

export const devices = {
  handlers(context) {
    // What the ledger gives addresses of their own asks the same of the same devices.
    const asked = {
      gateway: gatewayHandlers(context),
      collect: collectHandlers(context),
      switch: switchHandlers(context),
      settings: settingsHandlers(context),
      deviceLog: deviceLogHandlers(context),
      export: exportHandlers(context),
    }
    return {
      ...asked,
      device: deviceCallHandlers,
      foreign: foreignHandlers(context),
      calibration: calibrationHandlers(context),
      calculated: calculatedHandlers(context),
      windRose: windRoseHandlers(context),
      settingsBatch: settingsBatchHandlers(context),
      firmware: firmwareHandlers(context),
      deviceSheet: deviceSheetHandlers(context),
      aerator: pumpHandlers(context),
      regulator: regulatorHandlers(context),
      firstAerator: firstAeratorHandlers(context, asked),
      interlock: interlockHandlers(context),
      emergencyStop: emergencyStopHandlers(context),
      manualHold: manualHoldHandlers(context),
      dosing: dosingHandlers(context),
      meter: meterHandlers(context),
      runHours: runHoursHandlers(context),
      stateLanes: stateLanesHandlers(context),
      soil: soilHandlers(context),
      inverter: inverterHandlers(context, asked),
      loraGateway: loraGatewayHandlers(context, asked),
      loraNode: loraNodeHandlers(context, asked),
      live: areaLiveHandlers(context),
    }
  },
  jobs(context) {
    return [
      applyCalibration(context),
      settingsBatchJob(context),
      firmwareJob(context),
      interlockJob(context),
      emergencyJob(context),
      forgetHolds(context),
      meterJob(context),
      doseEnds(context),
      photographTimer(context),
    ]
  },
} satisfies ServerContents<'devices'>
