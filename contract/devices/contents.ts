import { defineContents } from '../core/contents.ts'
import { inverterCalls } from './adapters/inverter.ts'
import { loraGatewayCalls, loraNodeCalls } from './adapters/lora.ts'
import { soilCalls } from './adapters/soil.ts'
import { aeratorCalls, firstAeratorCalls, regulatorCalls } from './aerator.ts'
import { changes } from './changes.ts'
import { calculatedCalls } from './calculated.ts'
import { calibrationCalls } from './calibration.ts'
import { collectCalls } from './collect.ts'
import { deviceCalls } from './device.ts'
import { deviceSheetCalls } from './deviceSheet.ts'
import { dosingCalls } from './dosing.ts'
import { emergencyStopCalls } from './emergencyStop.ts'
import { exportCalls } from './export.ts'
import { firmwareCalls } from './firmware.ts'
import { foreignCalls } from './foreign.ts'
import { deviceLogCalls } from './deviceLog.ts'
import { gatewayCalls } from './gateway.ts'
import { interlockCalls } from './interlock.ts'
import { liveCalls, liveTopics } from './live.ts'
import { deviceTopics } from './protocol.ts'
import { manualHoldCalls } from './manualHold.ts'
import { meterCalls } from './meter.ts'
import { runHoursCalls } from './runHours.ts'
import { stateLanesCalls } from './stateLanes.ts'
import { settingsCalls } from './settings.ts'
import { settingsBatchCalls } from './settingsBatch.ts'
import { switchCalls } from './switch.ts'
import { windRoseCalls } from './windRose.ts'

export const devices = defineContents({
  calls: {
    device: deviceCalls,
    gateway: gatewayCalls,
    foreign: foreignCalls,
    collect: collectCalls,
    export: exportCalls,
    calibration: calibrationCalls,
    calculated: calculatedCalls,
    windRose: windRoseCalls,
    switch: switchCalls,
    aerator: aeratorCalls,
    regulator: regulatorCalls,
    firstAerator: firstAeratorCalls,
    deviceLog: deviceLogCalls,
    deviceSheet: deviceSheetCalls,
    settings: settingsCalls,
    settingsBatch: settingsBatchCalls,
    firmware: firmwareCalls,
    interlock: interlockCalls,
    emergencyStop: emergencyStopCalls,
    manualHold: manualHoldCalls,
    dosing: dosingCalls,
    meter: meterCalls,
    runHours: runHoursCalls,
    stateLanes: stateLanesCalls,
    soil: soilCalls,
    inverter: inverterCalls,
    loraGateway: loraGatewayCalls,
    loraNode: loraNodeCalls,
    live: liveCalls,
  },
  topics: [...deviceTopics, ...liveTopics],
  changes,
})
