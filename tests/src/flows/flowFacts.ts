import type { DeviceGroup } from '#contract/flows/deviceGroup'
import type { FlowDefinition } from '#contract/flows/definition'
import type { Flow, RunOutcome } from '#contract/flows/flow'
import type { FlowRun, Trace } from '#contract/flows/run'
import { AREA_ID } from '../alarms/alarmServer.ts'

export const AT = Date.UTC(2026, 10, 23, 5)

/** At 05:30: where plot 3 is dry, the pump runs for 10 minutes, then a rest. */
export const definition: FlowDefinition = {
  triggers: [{ kind: 'time', minute: 330, days: [1, 2, 3, 4, 5, 6, 7], missed: 'skip' }],
  only: {
    join: 'all',
    of: [{ deviceId: 3, ordinal: null, when: { kind: 'compare', code: 'soilMoisture', is: 'below', limit: 30, margin: 0, than: null } }],
  },
  steps: [
    { kind: 'command', target: { kind: 'switch', switchId: 11 }, status: 1, runSeconds: 600, onFail: 'stop' },
    { kind: 'wait', seconds: 600 },
  ],
  whileRunning: 'skip',
  maxSeconds: 3600,
}

export const flowOf = (id: number, more: Partial<Flow> = {}): Flow => ({
  id,
  areaId: AREA_ID,
  name: `Irrigate ${id}`,
  note: '',
  groupId: 4,
  definition,
  groupName: 'Water',
  priority: 2,
  enabledFlag: 1,
  state: 'enabled',
  version: 7,
  open: [],
  lastRun: null,
  notRun: null,
  nextAt: AT,
  watched: 0,
  unknown: 0,
  savedAt: 0,
  objectVersionNumber: 1,
  ...more,
})

export const runOf = (id: number, more: Partial<FlowRun> = {}): FlowRun => ({
  id,
  flowId: 1,
  flowName: 'Irrigate 1',
  areaId: AREA_ID,
  version: 7,
  cause: { kind: 'time', trigger: 0, dueAt: AT },
  state: 'success',
  reason: null,
  checks: [],
  at: AT,
  startedAt: AT,
  endedAt: AT + 65_000,
  times: 1,
  lastAt: AT,
  path: null,
  ...more,
})

/** How that run is told of in the list of flows. */
export function outcomeOf(id: number, more: Partial<RunOutcome> = {}): RunOutcome {
  const { version, state, reason, checks, at, endedAt, times, lastAt } = runOf(id)
  return { id, version, state, reason, checks, at, endedAt, times, lastAt, ...more }
}

export const traceOf = (nth: number, what: Trace['what'], more: Partial<Trace> = {}): Trace => ({
  nth,
  at: AT + nth * 1000,
  path: null,
  what,
  verdict: null,
  checks: [],
  command: null,
  by: null,
  until: null,
  count: null,
  reason: null,
  ...more,
})

const CIRCUITS = [
  [11, 1, 'Pump 1', 'ordinary', 0, AT],
  [12, 2, 'Pump 2', 'ordinary', 0, AT],
  [13, 3, 'Roller', 'blind', 0, AT],
] as const
/** Rows of the call of markers: a gateway with two pumps and a roller, and a soil probe. */
export const markers = [
  [2, 'gateway', 'Gateway A', 'a', null, null, null, null, 'online', AT, 60, null, CIRCUITS, [], null],
  [3, 'soil', 'Plot 3', 'b', null, null, null, null, 'online', AT, 60, null, [], [], null],
] as unknown as readonly object[]

export const groupOf = (more: Partial<DeviceGroup> = {}): DeviceGroup => ({
  id: 6,
  areaId: AREA_ID,
  name: 'Pumps',
  note: 'North side',
  rollout: 'staggered',
  seconds: 15,
  members: [11, 12].map((switchId, at) => ({
    switchId,
    switchName: `Pump ${at + 1}`,
    deviceId: 2,
    deviceName: 'Gateway A',
    deviceType: 'gateway',
    kind: 'ordinary',
    longestRun: null,
  })),
  flows: 0,
  updatedAt: 0,
  objectVersionNumber: 5,
  ...more,
})
