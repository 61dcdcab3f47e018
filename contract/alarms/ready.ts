import { bandOf, deviceTypes, type DeviceType } from '../devices/deviceType.ts'
import type { Condition } from '../watch/condition.ts'
import type { WatchLogic } from '../watch/logic.ts'
import type { AlarmSeverity } from './severity.ts'

/** A rule of the library: named by `alarms:ready.<name>.name`, with what is to be done as `alarms:ready.<name>.advice`. */
interface Ready {
  readonly severity: AlarmSeverity
  readonly logic: WatchLogic
}

const above = (code: string, limit: number, margin: number): Condition => ({
  kind: 'compare',
  code,
  is: 'above',
  limit,
  margin,
  than: null,
})
const below = (code: string, limit: number, margin: number): Condition => ({
  kind: 'compare',
  code,
  is: 'below',
  limit,
  margin,
  than: null,
})
const on: Condition = { kind: 'circuit', circuit: null, is: 'on' }

const ready = (
  severity: AlarmSeverity,
  types: readonly DeviceType[] | null,
  when: Condition,
  holdSeconds: number,
  more: Partial<WatchLogic> = {},
): Ready => ({
  severity,
  logic: {
    scope: { types: types && [...types], deviceIds: null, landIds: null },
    when,
    holdSeconds,
    clear: null,
    clearSeconds: 60,
    noData: 'keep',
    during: null,
    ...more,
  },
})

const measuring = (quantity: string) =>
  (Object.keys(deviceTypes) as DeviceType[]).filter((type) => Object.hasOwn(deviceTypes[type].measures, quantity))
/** Those whose battery is one of lead at 12 V, or a cell of lithium: the type says from where on it is low. */
const LEAD_VOLTS = 6
const onLead = measuring('battery').filter((type) => (bandOf(type, 'battery').low ?? LEAD_VOLTS) >= LEAD_VOLTS)
const onCell = measuring('battery').filter((type) => !onLead.includes(type))

/** The library of ready rules, by name: what a farm wants to be told of, for every type of device. One click adopts one. */
export const readyRules = {
  deviceLost: ready('major', null, { kind: 'offline' }, 300),
  frost: ready('critical', ['gateway_weather', 'gateway'], below('temperature', 2, 0.5), 300, { noData: 'raise' }),
  heat: ready('major', ['gateway_weather', 'gateway'], above('temperature', 38, 1), 600),
  gale: ready('major', ['gateway_weather'], above('windSpeed', 17.2, 2), 60),
  cloudburst: ready('minor', ['gateway_weather'], above('rain', 30, 5), 0),
  oxygenLow: ready('critical', measuring('dissolvedOxygen'), below('dissolvedOxygen', 3, 0.5), 120, { noData: 'raise' }),
  oxygenFalling: ready(
    'major',
    measuring('dissolvedOxygen'),
    { kind: 'rate', code: 'dissolvedOxygen', is: 'falling', by: 2, seconds: 1800 },
    0,
  ),
  waterCold: ready('minor', measuring('waterTemperature'), below('waterTemperature', 10, 1), 600),
  waterHot: ready('major', measuring('waterTemperature'), above('waterTemperature', 33, 1), 600),
  ammoniaHigh: ready('major', measuring('ammonia'), above('ammonia', 1, 0.2), 300),
  acidity: ready('minor', measuring('ph'), { kind: 'any', of: [below('ph', 5.5, 0.2), above('ph', 9, 0.2)] }, 600),
  soilDry: ready('minor', measuring('soilMoisture'), below('soilMoisture', 15, 2), 1800),
  soilSaline: ready('warning', measuring('conductivity'), above('conductivity', 0.4, 0.05), 3600),
  pumpFault: ready('critical', measuring('fault'), above('fault', 0.5, 0), 0),
  pumpWithoutFlow: ready('critical', measuring('flow'), { kind: 'all', of: [on, below('flow', 0.2, 0.1)] }, 120),
  pressureHigh: ready('major', measuring('pipePressure'), above('pipePressure', 10, 0.5), 30),
  tankEmpty: ready('major', measuring('tankLevel'), below('tankLevel', 20, 10), 60),
  levelLow: ready('major', measuring('waterLevel'), below('waterLevel', 0.5, 0.1), 300),
  batteryLow: ready('warning', onLead, below('battery', 11.4, 0.3), 3600),
  cellLow: ready('warning', onCell, below('battery', 3.3, 0.1), 3600),
  batteryEmpty: ready('warning', measuring('batteryLevel'), below('batteryLevel', 15, 5), 3600),
  vibrationHigh: ready('major', measuring('vibration'), above('vibration', 7.1, 1), 120),
  pestMany: ready('minor', measuring('insects'), above('insects', 200, 50), 0),
  sporesMany: ready('minor', measuring('spores'), above('spores', 100, 20), 0),
  sensorSilent: ready('warning', ['gateway_weather'], { kind: 'silent', code: 'temperature', seconds: 3600 }, 0),
  mainsVoltage: ready('major', ['network_power'], { kind: 'any', of: [below('voltage', 198, 2), above('voltage', 242, 2)] }, 60),
  mainsCurrent: ready('major', ['network_power'], above('current', 16, 1), 10),
  signalWeak: ready('warning', measuring('signal'), below('signal', -115, 5), 1800),
  screenHot: ready('minor', ['led_screen'], above('temperature', 70, 5), 300),
  lampByDay: ready('warning', ['plant_light'], { kind: 'all', of: [on, { kind: 'sun', is: 'up', shift: 60 }] }, 1800),
} as const satisfies Record<string, Ready>
export type ReadyName = keyof typeof readyRules
export const READY_NAMES = Object.keys(readyRules) as ReadyName[]
