import { type FlowDefinition, MAX_BRANCHES, type Step, type Trigger } from '#contract/flows/definition'
import type { FlowTemplate } from '#contract/flows/template'
import type { Condition } from '#contract/watch/condition'
import type { WatchLogic } from '#contract/watch/logic'
import { type FittingCircuit, type FittingDevice, firstLayer, lampsOf, measures, pumpsOf, valvesOf, ventsOf } from './fitting.ts'

/** What a template is filled in with. */
export interface Filling {
  /** Of the base. */
  readonly devices: readonly FittingDevice[]
  /** Who is told. */
  readonly userId: number
  /** What they are told, in the language of whoever adopts it. */
  readonly told: () => string
}

const MINUTE = 60
const HOUR = 3600
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const clock = (hour: number, minute = 0) => hour * 60 + minute

const compare = (code: string, is: 'above' | 'below', limit: number, margin: number): Condition => ({
  kind: 'compare',
  code,
  is,
  limit,
  margin,
  than: null,
})
const watch = (when: Condition, device: FittingDevice | undefined, holdSeconds: number, more: Partial<WatchLogic> = {}): Trigger => ({
  kind: 'watch',
  logic: {
    scope: { types: null, deviceIds: device ? [device.id] : null, landIds: null },
    when,
    holdSeconds,
    clear: null,
    clearSeconds: MINUTE,
    noData: 'keep',
    during: null,
    ...more,
  },
})
const one = (device: FittingDevice | undefined, ordinal: number | null, when: Condition) => ({
  join: 'all' as const,
  of: [{ deviceId: device?.id ?? null, ordinal, when }],
})

/** Turns circuits, several at the same time; with none of them what is turned is left open. */
function command(circuits: readonly FittingCircuit[], status: number, runSeconds: number | null): Step {
  const [first, ...rest] = circuits.slice(0, MAX_BRANCHES)
  const turn = (circuit?: FittingCircuit): Step => ({
    kind: 'command',
    target: { kind: 'switch', switchId: circuit?.id ?? null },
    status,
    runSeconds,
    onFail: rest.length === 0 ? 'stop' : 'goOn',
  })
  return rest.length === 0 ? turn(first) : { kind: 'parallel', of: [first, ...rest].map((circuit) => [turn(circuit)]) }
}

/** In the cool of the morning, once the soil has been dry for ten minutes, until it is moist or the time is over. */
function irrigateByMoisture({ devices }: Filling): FlowDefinition {
  const soils = devices.filter((device) => measures(device, 'soilMoisture'))
  const valveBeside = (soil: FittingDevice) =>
    devices.filter(({ landId }) => landId !== null && landId === soil.landId).flatMap(valvesOf)[0]
  const soil = soils.find(valveBeside) ?? soils[0]
  const valve = soil && valveBeside(soil)
  const weather = devices.find((device) => measures(device, 'rain'))
  const layer = soil ? firstLayer(soil, 'soilMoisture') : null
  return {
    triggers: [
      watch(compare('soilMoisture', 'below', 22, 3), soil, 10 * MINUTE, { during: { from: clock(5), to: clock(10), days: EVERY_DAY } }),
    ],
    only: {
      join: 'all',
      of: [
        { deviceId: soil?.id ?? null, ordinal: layer, when: compare('soilMoisture', 'below', 25, 0) },
        ...(weather ? [{ deviceId: weather.id, ordinal: null, when: compare('rain', 'below', 2, 0) }] : []),
      ],
    },
    steps: [
      command(valve ? [valve] : [], 1, 30 * MINUTE),
      {
        kind: 'waitUntil',
        checks: one(soil, layer, compare('soilMoisture', 'above', 32, 0)),
        seconds: 30 * MINUTE,
        onTimeout: 'goOn',
      },
      { kind: 'makeSafe', target: null },
    ],
    whileRunning: 'skip',
    maxSeconds: HOUR,
  }
}

/** When there is too little oxygen, and before dawn, when there is least of it; whoever adopted it is told where that does not help. */
function aerateByOxygen({ devices, userId, told }: Filling): FlowDefinition {
  const aerator = devices.find((device) => pumpsOf(device).length > 0)
  const probes = devices.filter((device) => measures(device, 'dissolvedOxygen'))
  const beside = probes.filter(({ landId }) => aerator !== undefined && landId !== null && landId === aerator.landId)
  const probe = beside.find(({ type }) => type === 'gateway_water') ?? beside[0] ?? (aerator ? undefined : probes[0])
  const pumps = aerator ? pumpsOf(aerator) : []
  return {
    triggers: [
      watch(compare('dissolvedOxygen', 'below', 4, 0.5), probe, 2 * MINUTE),
      { kind: 'time', minute: clock(3), days: EVERY_DAY, missed: 'run' },
    ],
    only: null,
    steps: [
      command(pumps, 1, null),
      { kind: 'waitUntil', checks: one(probe, null, compare('dissolvedOxygen', 'above', 6.5, 0)), seconds: 4 * HOUR, onTimeout: 'goOn' },
      {
        kind: 'if',
        checks: one(probe, null, compare('dissolvedOxygen', 'above', 6, 0)),
        then: [command(pumps, 0, null)],
        else: [{ kind: 'notify', userIds: [userId], text: told() }],
        unknown: 'else',
      },
    ],
    whileRunning: 'skip',
    maxSeconds: 5 * HOUR,
  }
}

/** When rain begins or the wind rises. */
function closeVentsAtRain({ devices, userId, told }: Filling): FlowDefinition {
  const weather = devices.find((device) => measures(device, 'rain'))
  return {
    triggers: [watch({ kind: 'any', of: [compare('rain', 'above', 0.5, 0.3), compare('windSpeed', 'above', 10.8, 2)] }, weather, 30)],
    only: null,
    steps: [command(devices.flatMap(ventsOf), 2, 5 * MINUTE), { kind: 'notify', userIds: [userId], text: told() }],
    whileRunning: 'skip',
    maxSeconds: 15 * MINUTE,
  }
}

/** From before sunset on until nine in the evening, so that the shorter the day is, the longer there is light. */
function lightByDayLength({ devices }: Filling): FlowDefinition {
  const shining = devices.filter((device) => lampsOf(device).length > 0)
  const lamps = (
    shining.some(({ type }) => type === 'plant_light') ? shining.filter(({ type }) => type === 'plant_light') : shining
  ).flatMap(lampsOf)
  const isEvening: Condition = { kind: 'hours', from: clock(21), to: clock(24), days: EVERY_DAY }
  return {
    triggers: [{ kind: 'sun', at: 'set', shift: -30, days: EVERY_DAY, missed: 'run' }],
    only: {
      join: 'all',
      of: [{ deviceId: null, ordinal: null, when: { kind: 'hours', from: clock(12), to: clock(21), days: EVERY_DAY } }],
    },
    steps: [
      command(lamps, 1, 6 * HOUR),
      { kind: 'waitUntil', checks: one(undefined, null, isEvening), seconds: 6 * HOUR, onTimeout: 'goOn' },
      { kind: 'makeSafe', target: null },
    ],
    whileRunning: 'skip',
    maxSeconds: 7 * HOUR,
  }
}

/** Flows to begin with: what of the base fits is filled in, what does not stays open. */
export const templates: Readonly<Record<FlowTemplate, (filling: Filling) => FlowDefinition>> = {
  irrigateByMoisture,
  aerateByOxygen,
  closeVentsAtRain,
  lightByDayLength,
}
