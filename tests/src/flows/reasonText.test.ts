import { expect, test } from 'vitest'
import type { Checks } from '#contract/flows/definition'
import { type Judged, RUN_REASONS, RUN_STATES, type RunCause } from '#contract/flows/run'
import type { Leaf, Seen } from '#contract/watch/condition'
import { causeText } from '#src/flows/causeText.ts'
import { clockSpan } from '#src/flows/clockSpan.ts'
import { reasonText, type RunEnd } from '#src/flows/reasonText.ts'
import { momentText } from '#src/time/moment.ts'
import { wordsIn } from './wordsIn.ts'

const en = await wordsIn('en-US')
const zh = await wordsIn('zh-CN')
const AT = Date.UTC(2026, 10, 23, 5)
const MINUTE = 60_000

const dry: Leaf = { kind: 'compare', code: 'soilMoisture', is: 'below', limit: 30, margin: 0, than: null }
const day: Leaf = { kind: 'hours', from: 360, to: 1080, days: [1, 2, 3, 4, 5, 6, 7] }
const askedOf = (when: Leaf, join: Checks['join'] = 'all'): Checks => ({ join, of: [{ deviceId: 3, ordinal: null, when }] })
const seenOf = (more: Partial<Seen>): Seen => ({ verdict: 'unknown', itemId: 1, value: 12, at: AT - 40 * MINUTE, than: null, ...more })
const judgedOf = (verdict: Judged['verdict'], ...seen: Seen[]): Judged => ({
  deviceId: 3,
  deviceName: 'Plot 3',
  verdict,
  ordinal: null,
  seen,
})
const endOf = (more: Partial<RunEnd>): RunEnd => ({
  state: 'skipped',
  reason: 'conditionUnknown',
  checks: [],
  at: AT,
  asked: null,
  ...more,
})

test.each(RUN_REASONS)('the reason %s is a sentence in both languages, whatever became of the run', (reason) => {
  for (const words of [en, zh])
    for (const state of RUN_STATES) {
      const said = reasonText(endOf({ reason, state }), words)
      expect(said.length).toBeGreaterThan(6)
      expect(said).not.toMatch(/flows:|reason\.|\{\{/)
    }
  expect(reasonText(endOf({ reason, state: 'skipped' }), zh)).toMatch(/^未执行：/)
})

test('without a reason nothing is said', () => {
  expect(reasonText(endOf({ reason: null, state: 'success' }), en)).toBe('')
})

test.each<readonly [string, Partial<RunEnd>, string, string]>([
  [
    'a value that is too old',
    { checks: [judgedOf('unknown', seenOf({}))], asked: askedOf(dry) },
    'Not run. Soil moisture of Plot 3 was 40 min old',
    '未执行：Plot 3的土壤湿度是 40 分钟前的数据',
  ],
  [
    'a value that is not there',
    { checks: [judgedOf('unknown', seenOf({ value: null, at: null }))], asked: askedOf(dry) },
    'Not run. Plot 3 had no reading of Soil moisture',
    '未执行：Plot 3没有土壤湿度读数',
  ],
  [
    'a value of which nobody knows any more what it was asked for',
    { checks: [judgedOf('unknown', seenOf({ at: AT - 150 * MINUTE }))] },
    'Not run. A reading of Plot 3 was 2 h old',
    '未执行：Plot 3的读数是 2 小时前的数据',
  ],
  [
    'the older one of two',
    {
      checks: [judgedOf('unknown', seenOf({ at: AT - MINUTE, than: { itemId: 2, value: 1, at: AT - 50 * MINUTE } }))],
      asked: askedOf({ ...dry, code: 'temperature', than: 'soilTemperature' }),
    },
    'Not run. Soil temperature of Plot 3 was 50 min old',
    '未执行：Plot 3的土壤温度是 50 分钟前的数据',
  ],
  [
    'a circuit that nobody knows',
    { checks: [judgedOf('unknown', seenOf({ value: null, at: null }))], asked: askedOf({ kind: 'circuit', circuit: 1, is: 'on' }) },
    'Not run. What the circuits of Plot 3 were doing was not known',
    '未执行：Plot 3的回路状态不明',
  ],
  [
    'a device that said nothing',
    { checks: [judgedOf('unknown')] },
    'Not run. Plot 3 had not said what it takes to judge',
    '未执行：Plot 3没有可供判断的数据',
  ],
  [
    'a value on the wrong side',
    { reason: 'conditionNo', checks: [judgedOf('no', seenOf({ verdict: 'no', value: 45 }))], asked: askedOf(dry) },
    'Not run. Plot 3: Soil moisture 45 % (asked for: Soil moisture below 30 %)',
    '未执行：Plot 3：土壤湿度 45 %（要求：土壤湿度低于 30 %）',
  ],
  [
    'a device that is not lost',
    {
      reason: 'conditionNo',
      checks: [judgedOf('no', seenOf({ verdict: 'no', value: null, at: null }))],
      asked: askedOf({ kind: 'offline' }),
    },
    'Not run. Plot 3: not true: device lost',
    '未执行：Plot 3不满足：设备离线',
  ],
  [
    'the wrong time',
    { reason: 'conditionNo', checks: [judgedOf('no', seenOf({ verdict: 'no', value: null, at: null }))], asked: askedOf(day) },
    'Not run. The time did not fit: between 06:00 and 18:00',
    '未执行：时间不符：每天 06:00 至 18:00',
  ],
  [
    'a wait that failed',
    {
      state: 'failed',
      reason: 'waitedTooLong',
      checks: [judgedOf('no', seenOf({ verdict: 'no', value: 45 }))],
      asked: askedOf(dry, 'any'),
    },
    'Failed. Plot 3: Soil moisture 45 % (asked for: Soil moisture below 30 %)',
    '失败：Plot 3：土壤湿度 45 %（要求：土壤湿度低于 30 %）',
  ],
])('%s is said with what was seen', (_, more, english, chinese) => {
  expect([reasonText(endOf(more), en), reasonText(endOf(more), zh)]).toEqual([english, chinese])
})

test('a no decides before what nobody knows, unless one yes would do', () => {
  const checks = [judgedOf('no', seenOf({ verdict: 'no', value: 45 })), judgedOf('unknown', seenOf({}))]
  const of = [askedOf(dry).of[0]!, askedOf(dry).of[0]!]
  expect(reasonText(endOf({ reason: 'conditionNo', checks, asked: { join: 'all', of } }), en)).not.toContain('old')
  expect(reasonText(endOf({ reason: 'conditionUnknown', checks, asked: { join: 'any', of } }), en)).toContain('; Soil moisture of Plot 3')
})

test('a command that failed is named with how it ended and why', () => {
  const command = {
    id: 'c',
    switchId: 1,
    switchName: 'Pump 1',
    deviceId: 2,
    deviceName: 'Gateway A',
    status: 1,
    runSeconds: 60,
    heldSeconds: null,
    state: 'refused',
    message: 'Too hot',
  }
  const end = endOf({ state: 'failed', reason: 'commandFailed', command })
  expect(reasonText({ ...end, said: (message) => message }, en)).toBe('Failed. Pump 1 of Gateway A: Refused (Too hot)')
  expect(reasonText(end, zh)).toBe('失败：Gateway A的Pump 1：已拒绝')
})

const watch: RunCause = {
  kind: 'watch',
  because: 'condition',
  trigger: 0,
  deviceId: 3,
  deviceName: 'Plot 3',
  ordinal: 2,
  raisedAt: AT,
  since: AT,
  seen: [seenOf({ verdict: 'yes' })],
}
const logic = {
  scope: { types: null, deviceIds: null, landIds: null },
  when: dry,
  holdSeconds: 0,
  clear: null,
  clearSeconds: 0,
  noData: 'keep' as const,
  during: null,
}
test.each<readonly [RunCause, string]>([
  [{ kind: 'time', trigger: 0, dueAt: AT }, `By the clock, due at ${momentText(AT)}`],
  [{ kind: 'cron', trigger: 0, dueAt: AT }, `By its schedule, due at ${momentText(AT)}`],
  [{ kind: 'sun', trigger: 0, dueAt: AT }, `By the sun, due at ${momentText(AT)}`],
  [watch, 'Plot 3 (no. 2): Soil moisture 12 %'],
  [{ kind: 'alarm', trigger: 0, alarmId: 1, name: 'Frost', deviceName: 'Plot 3' }, 'Alarm “Frost” of Plot 3'],
  [{ kind: 'flow', trigger: 0, runId: 1, name: 'Fill' }, 'A run of “Fill” ended'],
  [{ kind: 'hand', by: 'Lin' }, 'By hand: Lin'],
])('what started a run: %o', (cause, english) => {
  const trigger = cause.kind === 'watch' ? { kind: 'watch' as const, logic } : undefined
  expect(causeText(cause, trigger, en)).toBe(english)
  expect(causeText(cause, trigger, zh)).not.toMatch(/flows:|\{\{/)
})

test('of a watch that nobody knows any more it is said that it began', () => {
  expect(causeText(watch, undefined, en)).toBe('Plot 3 (no. 2): what it watches for began')
})

test.each([
  [-5, '0:00'],
  [65_400, '1:05'],
  [7_390_000, '2:03:10'],
])('a span of %i ms reads %s', (ms, said) => expect(clockSpan(ms)).toBe(said))
