import type { FlowDefinition } from '#contract/flows/definition'
import type { Flow } from '#contract/flows/flow'
import { AREA_ID } from '../../alarms/alarmServer.ts'

const moist = { kind: 'compare', code: 'soilMoisture', is: 'below', limit: 30, margin: 0, than: null } as const
const valve = (switchId: number | null, status = 1) =>
  ({ kind: 'command', target: { kind: 'switch', switchId }, status, runSeconds: status === 0 ? null : 600, onFail: 'stop' }) as const

/** Waters two fields at six: a branch, two at the same time, and a round of three. */
export const definition: FlowDefinition = {
  triggers: [
    { kind: 'time', minute: 360, days: [1, 2, 3, 4, 5, 6, 7], missed: 'skip' },
    {
      kind: 'watch',
      logic: {
        scope: { types: null, deviceIds: [9], landIds: null },
        when: moist,
        holdSeconds: 300,
        clear: null,
        clearSeconds: 60,
        noData: 'keep',
        during: null,
      },
    },
  ],
  only: { join: 'all', of: [{ deviceId: 9, ordinal: null, when: moist }] },
  steps: [
    {
      kind: 'if',
      checks: { join: 'any', of: [{ deviceId: 9, ordinal: 2, when: { kind: 'all', of: [moist, { kind: 'offline' }] } }] },
      then: [valve(21), { kind: 'wait', seconds: 60 }],
      else: [],
      unknown: 'else',
    },
    { kind: 'parallel', of: [[valve(21)], [{ kind: 'repeat', times: 3, until: null, steps: [{ kind: 'wait', seconds: 5 }] }]] },
    { kind: 'notify', userIds: [1], text: 'Watered' },
    { kind: 'makeSafe', target: null },
  ],
  whileRunning: 'skip',
  maxSeconds: 3600,
}

export const flow: Flow = {
  id: 5,
  areaId: AREA_ID,
  name: 'Water',
  note: '',
  groupId: null,
  definition,
  groupName: null,
  priority: 5,
  enabledFlag: 0,
  state: 'disabled',
  version: 2,
  open: [],
  lastRun: null,
  notRun: null,
  nextAt: null,
  watched: 1,
  unknown: 0,
  savedAt: 0,
  objectVersionNumber: 1,
}
