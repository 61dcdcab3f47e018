import { describe, expect, test } from 'vitest'
import { type Checks, type FlowDefinition, type Step, STEP_KINDS, type Trigger, TRIGGER_KINDS } from '#contract/flows/definition'
import type { Leaf } from '#contract/watch/condition'
import { describeChecks } from '#src/flows/describeChecks.ts'
import { describeFlow } from '#src/flows/describeFlow.ts'
import { describeStep } from '#src/flows/describeStep.ts'
import { describeTrigger } from '#src/flows/describeTrigger.ts'
import { namedIn } from '#src/flows/namedIn.ts'
import { wordsIn } from './wordsIn.ts'

const en = await wordsIn('en-US')
const zh = await wordsIn('zh-CN')

const dry: Leaf = { kind: 'compare', code: 'soilMoisture', is: 'below', limit: 30, margin: 0, than: null }
const moist: Leaf = { ...dry, is: 'above', limit: 45 }
const day: Leaf = { kind: 'hours', from: 360, to: 1080, days: [1, 2, 3, 4, 5, 6, 7] }
const week = [1, 2, 3, 4, 5, 6, 7]
const isDry: Checks = { join: 'all', of: [{ deviceId: 3, ordinal: null, when: dry }] }
/** A literal with a `then` looks like a promise. */
const ifDry = (steps: readonly Step[], unknown: 'else' | 'stop') =>
  Object.fromEntries(
    Object.entries({ kind: 'if', checks: isDry, yes: steps, else: [], unknown }).map(([key, value]) => [
      key === 'yes' ? 'then' : key,
      value,
    ]),
  ) as unknown as Step
const logic = {
  scope: { types: null, deviceIds: [3], landIds: null },
  when: dry,
  holdSeconds: 300,
  clear: null,
  clearSeconds: 0,
  noData: 'keep' as const,
  during: null,
}

const triggers: readonly (readonly [Trigger, string, string])[] = [
  [{ kind: 'time', minute: 330, days: week, missed: 'skip' }, 'At 05:30 every day', '每天 05:30'],
  [
    { kind: 'time', minute: 330, days: [6, 1], missed: 'run' },
    'At 05:30 on Mon, Sat (made up for where it was missed)',
    '每周一、周六 05:30（错过后补执行）',
  ],
  [{ kind: 'cron', cron: '0 5 * * 1-5', missed: 'skip' }, 'By the schedule 0 5 * * 1-5', '按时间计划 0 5 * * 1-5'],
  [{ kind: 'sun', at: 'rise', shift: 0, days: week, missed: 'skip' }, 'At sunrise every day', '每天日出时'],
  [{ kind: 'sun', at: 'set', shift: -30, days: [1], missed: 'skip' }, '30 min before sunset on Mon', '每周一日落前 30 分钟'],
  [{ kind: 'sun', at: 'set', shift: 1, days: week, missed: 'skip' }, '1 min after sunset every day', '每天日落后 1 分钟'],
  [
    { kind: 'watch', logic },
    'When “Soil moisture below 30 % for 5 min” begins at Soil 3',
    'Soil 3开始出现“土壤湿度低于 30 %，持续 5 分钟”时',
  ],
  [
    {
      kind: 'watch',
      logic: {
        ...logic,
        scope: { types: ['soil'], deviceIds: null, landIds: [7] },
        holdSeconds: 0,
        clear: moist,
        noData: 'raise',
        during: { from: 360, to: 1080, days: week },
      },
    },
    'When “Soil moisture below 30 %” begins at any Soil moisture, plot Plot 7, which is over with “Soil moisture above 45 %”, only between 06:00 and 18:00, or when it is not known',
    '',
  ],
  [
    { kind: 'watch', logic: { ...logic, scope: { ...logic.scope, deviceIds: [1, 2, 3, 4, 5] }, holdSeconds: 0 } },
    'When “Soil moisture below 30 %” begins at Soil 1, Soil 2, Soil 3 and 2 more',
    'Soil 1、Soil 2、Soil 3及另外 2 项开始出现“土壤湿度低于 30 %”时',
  ],
  [{ kind: 'alarm', ruleId: null, severity: 'major' }, 'When an alarm is raised that is Major or worse', '出现“重要”或更严重的告警时'],
  [{ kind: 'alarm', ruleId: 5, severity: 'major' }, 'When the rule “Rule 5” raises an alarm', '规则“Rule 5”发出告警时'],
  [{ kind: 'flow', flowId: 2, on: 'failed' }, 'After a run of “Flow 2” failed', '流程“Flow 2”执行失败后'],
  [{ kind: 'flow', flowId: null, on: 'ended' }, 'After a run of “(not chosen)” ended', '流程“（未选择）”执行结束后'],
]

const steps: readonly (readonly [Step, string, string])[] = [
  [
    { kind: 'command', target: { kind: 'switch', switchId: 1 }, status: 1, runSeconds: 600, onFail: 'stop' },
    'Set “Pump 1” of Gateway A to “On” for 10 min; where it fails, the run fails',
    '将Gateway A的“Pump 1”设为“开”，运行 10 分钟；未成功则流程失败',
  ],
  [
    { kind: 'command', target: { kind: 'group', groupId: 4 }, status: 1, runSeconds: 60, onFail: 'goOn' },
    'Set the device group “Group 4” to “On” for 1 min each; go on even where it fails',
    '将设备组“Group 4”设为“开”，每个运行 1 分钟；未成功也继续',
  ],
  [
    { kind: 'command', target: { kind: 'switch', switchId: null }, status: 0, runSeconds: null, onFail: 'stop' },
    'Set (not chosen) to “state 0”; where it fails, the run fails',
    '将（未选择）设为“状态 0”；未成功则流程失败',
  ],
  [{ kind: 'wait', seconds: 90 }, 'Wait 90 s', '等待 90 秒'],
  [
    { kind: 'waitUntil', checks: isDry, seconds: 1800, onTimeout: 'goOn' },
    'Wait until Soil 3: Soil moisture below 30 %, 30 min at most; then go on in any case',
    '等待，直到Soil 3：土壤湿度低于 30 %，最多 30 分钟；到时无论如何继续',
  ],
  [
    { kind: 'waitUntil', checks: isDry, seconds: 1800, onTimeout: 'stop' },
    'Wait until Soil 3: Soil moisture below 30 %; after 30 min the run fails',
    '等待，直到Soil 3：土壤湿度低于 30 %；超过 30 分钟则流程失败',
  ],
  [
    ifDry([{ kind: 'wait', seconds: 1 }], 'else'),
    'If Soil 3: Soil moisture below 30 %; where it is not known, as if it were not true',
    '如果Soil 3：土壤湿度低于 30 %；无法判断时按不满足处理',
  ],
  [
    ifDry([{ kind: 'wait', seconds: 1 }], 'stop'),
    'If Soil 3: Soil moisture below 30 %; if that is not known, the run fails',
    '如果Soil 3：土壤湿度低于 30 %；无法判断时流程失败',
  ],
  [{ kind: 'parallel', of: [] }, 'At the same time', '同时执行'],
  [{ kind: 'repeat', times: 3, until: null, steps: [] }, 'Repeat 3 times', '重复 3 次'],
  [
    { kind: 'repeat', times: 3, until: isDry, steps: [] },
    'Repeat up to 3 times, until Soil 3: Soil moisture below 30 %',
    '最多重复 3 次，直到Soil 3：土壤湿度低于 30 %',
  ],
  [{ kind: 'notify', userIds: [1, 2], text: 'Look' }, 'Tell Person 1, Person 2: Look', '通知Person 1、Person 2：Look'],
  [{ kind: 'makeSafe', target: null }, 'Make safe everything that this run has switched', '将本次动作过的回路全部恢复到安全状态'],
  [{ kind: 'makeSafe', target: { kind: 'switch', switchId: 9 } }, 'Make #9 safe', '将#9恢复到安全状态'],
]

describe('what starts a flow', () => {
  test.each(triggers)('%o', (trigger, english, chinese) => {
    expect(describeTrigger(trigger, en)).toBe(english)
    if (chinese !== '') expect(describeTrigger(trigger, zh)).toBe(chinese)
    expect(describeTrigger(trigger, zh)).not.toMatch(/\w+:\w+\.|\{\{/)
  })
  test('every kind of trigger and step is among the cases', () => {
    expect(new Set(triggers.map(([{ kind }]) => kind))).toEqual(new Set(TRIGGER_KINDS))
    expect(new Set(steps.map(([{ kind }]) => kind))).toEqual(new Set(STEP_KINDS))
  })
})

describe('a step as a sentence', () => {
  test.each(steps)('%o', (step, english, chinese) => {
    expect([describeStep(step, en), describeStep(step, zh)]).toEqual([english, chinese])
  })
})

test('checks name their devices and layers; one with several parts stands in brackets beside others', () => {
  const several: Checks = {
    join: 'any',
    of: [
      { deviceId: 3, ordinal: 2, when: { kind: 'all', of: [dry, day] } },
      { deviceId: null, ordinal: null, when: day },
      { deviceId: null, ordinal: null, when: dry },
    ],
  }
  expect(describeChecks(several, en)).toBe(
    '(Soil 3 (no. 2): Soil moisture below 30 % and between 06:00 and 18:00) or between 06:00 and 18:00 or (not chosen): Soil moisture below 30 %',
  )
})

const whole: FlowDefinition = {
  triggers: [],
  only: isDry,
  steps: [
    { kind: 'wait', seconds: 5 },
    ifDry([{ kind: 'parallel', of: [[{ kind: 'wait', seconds: 1 }], [{ kind: 'wait', seconds: 2 }]] }], 'else'),
    { kind: 'repeat', times: 2, until: null, steps: [{ kind: 'notify', userIds: [1], text: 'x' }] },
  ],
  whileRunning: 'queue',
  maxSeconds: 7200,
}

test('a whole flow is said with what stands in its steps, each by its path', () => {
  const said = describeFlow(whole, en)
  expect(said.triggers).toEqual(['By hand, or by another flow'])
  expect(said.only).toBe('Soil 3: Soil moisture below 30 %')
  expect(said.rules).toEqual(['A start while it runs waits for the end', 'A run of more than 2 h fails and is made safe'])
  const [, branch, rounds] = said.steps
  expect(branch!.blocks.map(({ title }) => title)).toEqual(['Then'])
  expect(branch!.blocks[0]!.steps[0]!.blocks.map(({ title, steps: [first] }) => [title, first!.text, first!.path])).toEqual([
    ['Branch 1', 'Wait 1 s', [1, 0, 0, 0, 0]],
    ['Branch 2', 'Wait 2 s', [1, 0, 0, 1, 0]],
  ])
  expect(rounds!.blocks[0]).toMatchObject({ title: 'Each round', steps: [{ path: [2, 0, 0], text: 'Tell Person 1: x' }] })
  expect(describeFlow(whole, zh).rules).toEqual(['运行期间再次启动的，排队等待', '运行超过 2 小时即失败，并恢复到安全状态'])
})

test('only names that flows mention are asked for', () => {
  expect(namedIn([])).toEqual({ devices: false, groups: false, flows: false, rules: false, people: false, plots: false })
  expect(namedIn([whole])).toMatchObject({ devices: true, people: true, groups: false, plots: false })
  const steered = { only: null, steps: steps.map(([step]) => step), triggers: triggers.map(([trigger]) => trigger) }
  expect(Object.values(namedIn([steered]))).not.toContain(false)
})
