import { createInstance, type TFunction } from 'i18next'
import { describe, expect, test } from 'vitest'
import type { AlarmFace } from '#contract/alarms/alarm'
import { READY_NAMES, readyRules } from '#contract/alarms/ready'
import type { Condition, Leaf } from '#contract/watch/condition'
import { type AlarmWords, describeCondition, describeHeld } from '#src/alarms/describeCondition.ts'
import { describeAlarm } from '#src/alarms/describeAlarm.ts'
import { alarmOf } from './alarmServer.ts'
import { words as english } from '#src/i18n/words.en-US.ts'
import { words as chinese } from '#src/i18n/words.zh-CN.ts'

async function wordsIn(language: string): Promise<AlarmWords> {
  const one = createInstance()
  await one.init({
    lng: language,
    resources: { [language]: language === 'zh-CN' ? chinese : english },
    fallbackLng: false,
    interpolation: { escapeValue: false },
  })
  return { t: one.t as TFunction, item: (code) => String(one.t(`devices:item.${code}` as never)), language }
}
const en = await wordsIn('en-US')
const zh = await wordsIn('zh-CN')

const below: Leaf = { kind: 'compare', code: 'temperature', is: 'below', limit: 2, margin: 0, than: null }
const wet: Leaf = { kind: 'compare', code: 'humidity', is: 'above', limit: 90, margin: 0, than: null }
const night: Leaf = { kind: 'hours', from: 22 * 60, to: 360, days: [1, 2, 3, 4, 5, 6, 7] }

describe('a condition as a sentence', () => {
  test('says the item, the limit with its unit, and how long it must have been so', () => {
    expect(describeHeld(below, 300, en)).toBe('Air temperature below 2 °C for 5 min')
    expect(describeHeld(below, 300, zh)).toBe('空气温度低于 2 °C，持续 5 分钟')
    expect(describeHeld(below, 0, en)).toBe('Air temperature below 2 °C')
    expect(describeHeld(below, 90, en)).toBe('Air temperature below 2 °C for 90 s')
  })
  test('joins parts, and puts groups in brackets where they stand in others', () => {
    const both: Condition = { kind: 'all', of: [below, { kind: 'any', of: [wet, night] }] }
    expect(describeHeld(both, 3600, en)).toBe(
      '(Air temperature below 2 °C and (Air humidity above 90 % or between 22:00 and 06:00)) for 1 h',
    )
    expect(describeCondition(both, zh)).toBe('空气温度低于 2 °C，且（空气湿度高于 90 %，或每天 22:00 至 06:00）')
    expect(describeCondition({ kind: 'not', of: wet }, en)).toBe('not (Air humidity above 90 %)')
    expect(describeCondition({ kind: 'any', of: [{ kind: 'all', of: [below] }, wet] }, en)).toBe(
      'Air temperature below 2 °C or Air humidity above 90 %',
    )
  })
  const cases: readonly (readonly [Leaf, string, string])[] = [
    [{ ...below, margin: 0.5 }, 'Air temperature below 2 °C (until back by 0.5 °C)', '空气温度低于 2 °C（回差 0.5 °C）'],
    [
      { ...below, code: 'waterTemperature', than: 'temperature', limit: -3 },
      'Water temperature below Air temperature minus 3 °C',
      '水温低于空气温度减 3 °C',
    ],
    [
      { kind: 'rate', code: 'dissolvedOxygen', is: 'falling', by: 2, seconds: 1800 },
      'Dissolved oxygen falling by 2 mg/L within 30 min',
      '溶解氧在 30 分钟内下降 2 mg/L',
    ],
    [{ kind: 'circuit', circuit: null, is: 'off' }, 'all circuits off', '所有回路关闭'],
    [{ kind: 'circuit', circuit: 2, is: 'on' }, 'circuit 2 on', '2 号回路开启'],
    [{ kind: 'offline' }, 'device lost', '设备离线'],
    [{ kind: 'silent', code: 'ph', seconds: 3600 }, 'no reading of pH for 1 h', '酸碱度 1 小时没有读数'],
    [{ ...night, days: [7, 6] }, 'between 22:00 and 06:00 on Sat, Sun', '周六、周日 22:00 至 06:00'],
    [{ kind: 'sun', is: 'down', shift: 0 }, 'between sunset and sunrise', '日落至日出之间'],
    [{ kind: 'sun', is: 'up', shift: -30 }, 'between 30 min before sunrise and 30 min before sunset', '日出前 30 分钟至日落前 30 分钟之间'],
  ]
  test.each(cases)('%o', (leaf, english, chinese) => {
    expect([describeCondition(leaf, en), describeCondition(leaf, zh)]).toEqual([english, chinese])
  })
  test.each(READY_NAMES)('the ready rule %s is said in words alone', (name) => {
    const { when, holdSeconds } = readyRules[name].logic
    for (const words of [en, zh]) expect(describeHeld(when, holdSeconds, words)).not.toMatch(/alarms:|devices:|say\.|item\.|\{\{/)
  })
})

test('that nothing is known is not said in the words of the condition', () => {
  const face = alarmOf(1, {
    cause: 'noData',
    ruleName: 'Oxygen too low',
    code: 'dissolvedOxygen',
    value: null,
    limit: null,
    direction: 'none',
  })
  const seenAt = new Date(2026, 10, 22, 8, 5, 3).getTime()
  expect(describeAlarm({ ...face, seenAt }, en)).toMatchObject({
    what: 'No data: Dissolved oxygen',
    measured: 'Last reading at 2026-11-22 08:05:03',
  })
  expect(describeAlarm({ ...face, seenAt }, zh)).toMatchObject({ what: '无数据：溶解氧', measured: '最近读数 2026-11-22 08:05:03' })
  expect(describeAlarm({ ...face, seenAt: null }, en).measured).toBe('No reading has ever arrived')
  expect(describeAlarm({ ...face, code: null, seenAt: null }, zh).what).toBe('“Oxygen too low”无数据')
})

test('an alarm says what it is, where, and the value against its limit', () => {
  const face = {
    ruleName: 'Frost',
    deviceName: 'Weather station',
    landName: 'North field',
    ordinal: null,
    code: 'temperature',
    unit: '°C',
    value: 1.44,
    limit: 2,
    direction: 'below',
    cause: 'condition',
  } as unknown as AlarmFace
  expect(describeAlarm(face, en)).toEqual({
    what: 'Frost',
    where: 'Weather station · North field',
    measured: '1.4 °C, below 2 °C',
    line: 'Frost · Weather station · North field · 1.4 °C, below 2 °C',
  })
  const lost: AlarmFace = { ...face, code: null, value: null, limit: null, direction: 'none', landName: null, ordinal: 3 }
  expect(describeAlarm(lost, zh)).toMatchObject({ where: 'Weather station（3 号）', measured: '', line: 'Frost · Weather station（3 号）' })
})
