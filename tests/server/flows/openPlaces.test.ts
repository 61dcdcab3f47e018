import { describe, expect, test } from 'vitest'
import type { Checks, FlowDefinition, Step, Trigger } from '#contract/flows/definition'
import { type Known, openPlaces } from '#server/flows/definition/openPlaces'
import { NO_RULE } from '#server/flows/definition/remap'
import { oxygenLow } from '../alarms/anAlarm.ts'
import { turns, turnsGroup, waits } from './aFlow.ts'

const [DEVICE, LAND, VALVE, PUMP, MOTOR, LAMP, UNNAMED, VALVES, MIXED, EMPTY, FLOW, RULE, USER] = Array.from(
  { length: 13 },
  (_, at) => at + 1,
) as [number, number, number, number, number, number, number, number, number, number, number, number, number]
const GONE = 99
const known: Known = {
  devices: new Set([DEVICE]),
  lands: new Set([LAND]),
  switches: new Map([
    [VALVE, { kind: 'ordinary', deviceType: 'tzgk_electric_valve' }],
    [PUMP, { kind: 'aerator', deviceType: 'aerator_ii' }],
    [MOTOR, { kind: 'related', deviceType: 'gateway' }],
    [LAMP, { kind: 'ordinary', deviceType: 'insectSituationLamp' }],
    [UNNAMED, { kind: 'ordinary', deviceType: 'no longer known' }],
  ]),
  groups: new Map([
    [VALVES, [VALVE]],
    [MIXED, [VALVE, PUMP]],
    [EMPTY, []],
  ]),
  flows: new Set([FLOW]),
  rules: new Set([RULE]),
  users: new Set([USER]),
}
const open = (more: Partial<FlowDefinition>, self: number | null = null) => openPlaces({ ...waits, ...more }, known, self)
const ofSteps = (...steps: Step[]) => open({ steps }).map(({ what, path }) => `${what} ${path}`)
const ofTrigger = (trigger: Trigger, self: number | null = null) =>
  open({ triggers: [trigger] }, self).map(({ what, path }) => `${what} ${path}`)
const watch = (scope: { types?: 'soil'[]; deviceIds?: number[]; landIds?: number[] }): Trigger => ({
  kind: 'watch',
  logic: { ...oxygenLow, scope: { types: null, deviceIds: null, landIds: null, ...scope } },
})
const asks = (...deviceIds: (number | null)[]): Checks => ({
  join: 'all',
  of: deviceIds.map((deviceId) => ({ deviceId, ordinal: null, when: oxygenLow.when })),
})

describe('a trigger is open', () => {
  test('where it watches a whole base, or what is gone', () => {
    expect(ofTrigger(watch({}))).toEqual(['scope triggers.0'])
    expect(ofTrigger(watch({ types: ['soil'] }))).toEqual([])
    expect(ofTrigger(watch({ deviceIds: [DEVICE], landIds: [LAND] }))).toEqual([])
    expect(ofTrigger(watch({ deviceIds: [DEVICE, GONE] }))).toEqual(['gone triggers.0'])
    expect(ofTrigger(watch({ landIds: [GONE] }))).toEqual(['gone triggers.0'])
  })

  test('where its alarm rule is to be chosen, or gone; any rule is a choice', () => {
    const alarm = (ruleId: number | null): Trigger => ({ kind: 'alarm', ruleId, severity: 'major' })
    expect([null, RULE, NO_RULE, GONE].map((id) => ofTrigger(alarm(id)))).toEqual([[], [], ['rule triggers.0'], ['gone triggers.0']])
  })

  test('where its flow is to be chosen, gone, or itself', () => {
    const flow = (flowId: number | null): Trigger => ({ kind: 'flow', flowId, on: 'success' })
    expect([null, FLOW, GONE].map((id) => ofTrigger(flow(id)))).toEqual([['flow triggers.0'], [], ['gone triggers.0']])
    expect(ofTrigger(flow(FLOW), FLOW)).toEqual(['flow triggers.0'])
  })

  test('never where a clock or the sun starts it', () => {
    expect(
      open({
        triggers: [
          { kind: 'time', minute: 0, days: [1], missed: 'run' },
          { kind: 'cron', cron: '0 * * * *', missed: 'run' },
          { kind: 'sun', at: 'rise', shift: 0, days: [1], missed: 'run' },
        ],
      }),
    ).toEqual([])
  })
})

test('a check is open where it asks a device and names none, or one that is gone; the clock and the sun are asked of nobody', () => {
  const day: Checks = { join: 'all', of: [{ deviceId: null, ordinal: null, when: { kind: 'sun', is: 'up', shift: 0 } }] }
  expect(open({ only: day })).toEqual([])
  expect(open({ only: asks(DEVICE, null, GONE) })).toEqual([
    { what: 'device', path: 'only.of.1' },
    { what: 'gone', path: 'only.of.2' },
  ])
  expect(
    ofSteps(
      { kind: 'waitUntil', checks: asks(null), seconds: 5, onTimeout: 'stop' },
      { kind: 'repeat', times: 2, until: asks(GONE), steps: [{ kind: 'wait', seconds: 1 }] },
    ),
  ).toEqual(['device steps.0.checks.of.0', 'gone steps.1.until.of.0'])
})

describe('a command is open', () => {
  test('where what it turns is to be chosen, or gone', () => {
    expect(
      ofSteps(turns(null), turns(GONE), turnsGroup(null), turnsGroup(GONE), turnsGroup(EMPTY), turns(VALVE), turnsGroup(VALVES)),
    ).toEqual(['target steps.0.target', 'gone steps.1.target', 'target steps.2.target', 'gone steps.3.target', 'gone steps.4.target'])
  })

  test('where a circuit has no such status', () => {
    expect(ofSteps(turns(VALVE, { status: 2 }), turns(MOTOR, { status: 2 }))).toEqual(['status steps.0.status'])
  })

  test('where what it starts has no end, or one outside of what the type allows; an aerator may run on, with others of it in a group', () => {
    const timed = (switchId: number, runSeconds: number | null, status = 1) => ofSteps(turns(switchId, { runSeconds, status }))
    const isOpen = ['run steps.0.runSeconds']
    expect(timed(VALVE, null)).toEqual(isOpen)
    expect(timed(VALVE, 86_400)).toEqual([])
    expect(timed(PUMP, null)).toEqual([])
    expect(timed(PUMP, 60)).toEqual([])
    expect([timed(MOTOR, 3600, 2), timed(MOTOR, 3601, 2)]).toEqual([[], isOpen])
    expect([timed(LAMP, 3600), timed(LAMP, 3599), timed(LAMP, 28_801)]).toEqual([[], isOpen, isOpen])
    expect(timed(UNNAMED, 60)).toEqual(isOpen)
    expect(ofSteps(turns(null, { target: { kind: 'group', groupId: MIXED }, runSeconds: null }))).toEqual(isOpen)
  })

  test('where what it stops is given a time', () => {
    expect(ofSteps(turns(VALVE, { status: 0 }), turns(VALVE, { status: 0, runSeconds: null }))).toEqual(['run steps.0.runSeconds'])
  })
})

test('making safe is open where one circuit is meant and none is named; all that was turned is a choice', () => {
  expect(
    ofSteps(
      { kind: 'makeSafe', target: null },
      { kind: 'makeSafe', target: { kind: 'switch', switchId: null } },
      { kind: 'makeSafe', target: { kind: 'switch', switchId: GONE } },
      { kind: 'makeSafe', target: { kind: 'switch', switchId: VALVE } },
    ),
  ).toEqual(['target steps.1.target', 'gone steps.2.target'])
})

test('who is told is open where somebody has left', () => {
  expect(ofSteps({ kind: 'notify', userIds: [USER], text: 'x' }, { kind: 'notify', userIds: [USER, GONE], text: 'x' })).toEqual([
    'user steps.1.userIds',
  ])
})

test('what stands in other steps is named by the way to it', () => {
  expect(
    ofSteps({
      kind: 'if',
      checks: asks(DEVICE),
      then: [{ kind: 'repeat', times: 2, until: null, steps: [{ kind: 'wait', seconds: 1 }, turns(null)] }],
      else: [{ kind: 'parallel', of: [[turns(VALVE)], [turns(VALVE), turns(GONE)]] }],
      unknown: 'stop',
    }),
  ).toEqual(['target steps.0.then.0.steps.1.target', 'gone steps.0.else.0.of.1.1.target'])
})
