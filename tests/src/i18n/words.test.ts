import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes'
import { failureStatus } from '#contract/core/failure'
import { words as english } from '#src/i18n/words.en-US.ts'
import { words as chinese } from '#src/i18n/words.zh-CN.ts'

type Tree = { readonly [key: string]: Tree | string }

function flat(tree: Tree, above = ''): Map<string, string> {
  const all = new Map<string, string>()
  for (const [key, value] of Object.entries(tree)) {
    const path = above === '' ? key : `${above}.${key}`
    if (typeof value === 'string') all.set(path, value)
    else for (const [below, words] of flat(value, path)) all.set(below, words)
  }
  return all
}
const zh = flat(chinese as unknown as Tree)
const en = flat(english as unknown as Tree)
const places = (words: string) =>
  [...words.matchAll(/\{\{(\w+)\}\}/g)]
    .map(([, name = '']) => name)
    .sort((one, other) => one.localeCompare(other))
    .join(' ')
const CHINESE = /[\u3400-\u9fff\uf900-\ufaff\u3000-\u303f\uff00-\uffef]/

/** Names and signs that are written alike in both languages. */
const ALIKE = /^(LoRaWAN|Furrow|EUI|ICCID|MQTT|JSON|GPS|GCJ02|BD09|WGS84|pH|CO2|ID|IP|QoS|[\d\s\W]|\{\{\w+\}\})*$/

describe('words', () => {
  test('stand under the same keys in both languages', () => {
    expect([...en.keys()].sort()).toEqual([...zh.keys()].sort())
  })
  test('are never empty', () => {
    expect([...zh, ...en].filter(([, words]) => words.trim() === '')).toEqual([])
  })
  test('of en-US hold no Chinese character', () => {
    expect([...en].filter(([, words]) => CHINESE.test(words))).toEqual([])
  })
  test('of zh-CN are not left in English', () => {
    expect([...zh].filter(([, words]) => !CHINESE.test(words) && !ALIKE.test(words))).toEqual([])
  })
  test('name the same values in both languages', () => {
    expect([...zh].filter(([key, words]) => places(en.get(key) ?? '') !== places(words))).toEqual([])
  })
  test.each(routes.map(({ title }) => title))('the title of a route is among them: %s', (title) => {
    expect(zh.has(title.replace(':', '.'))).toBe(true)
  })
  test.each(routes.flatMap((route) => ('group' in route && route.group != null ? [route.group] : [])))(
    'a menu group has a name: %s',
    (group) => {
      expect(zh.has(`frame.menu.group.${group}`)).toBe(true)
    },
  )
  test.each(Object.keys(failureStatus))('a failure has a message: %s', (code) => {
    expect(zh.has(`errors.${code}`)).toBe(true)
  })
})
