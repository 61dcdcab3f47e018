import { globSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { routes } from '#contract/routes'
import { failureStatus } from '#contract/core/failure'
import { forgetLanguage, LANGUAGES, speakByDefault, storedLanguage } from '#src/i18n/language.ts'
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
const ALIKE = /^(LoRaWAN|RTSP|ONVIF|Furrow|EUI|ICCID|MQTT|JSON|GPS|GCJ02|BD09|WGS84|pH|CO2|ID|IP|QoS|[\d\s\W]|\{\{\w+\}\})*$/

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
  test('of zh-CN join nothing with the colon of another script', () => {
    expect([...zh].filter(([, words]) => /[^\d]:|:[^\d]/.test(words.replace(/(?:https?|rtsps?):/g, '')))).toEqual([])
  })
  test('of zh-CN have a space between Chinese and letters or digits, and before what begins with a number', () => {
    const close = /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9%]\p{Script=Han}/u
    const amount = /\p{Script=Han}\{\{(?:count|number|least|most|span|age|limit|value|minutes|hours|seconds|times)\}\}/u
    // On some days, within some hours: those are words.
    const named = new Set(['flows.say.watchDuring'])
    expect([...zh].filter(([key, words]) => close.test(words) || (amount.test(words) && !named.has(key)))).toEqual([])
  })
  test('are joined by words of the language, not by a colon in the code', () => {
    const code = globSync('src/**/*.{ts,tsx}').map((path) => [path, readFileSync(path, 'utf8')] as const)
    expect(code.length).toBeGreaterThan(100)
    expect(code.filter(([, text]) => /\}: \$\{|(?:[{(]|\+ )\s*(['"`]): \1/.test(text)).map(([path]) => path)).toEqual([])
  })
  test('of en-US that count something have words for one of it, where there may be one', () => {
    // They are said of more than a limit, or of many.
    const neverOne =
      /^devices\.rejected\.notes\.(entries|devices|readings|longWord)$|^errors\.error\.page\.tooMany$|^notices\.(markedRead|alarm\.(subject\.many|content\.many(NoData)?)|lost\.(subject\.many|content\.more))$/
    const counting = [...en].filter(([, words]) => /\{\{count\}\} (?:[a-z]+ )*?[a-z]+s\b/.test(words))
    expect(counting.length).toBeGreaterThan(100)
    expect(
      counting
        .map(([key]) => key)
        .filter((key) => !neverOne.test(key) && !key.endsWith('_one') && !en.has(`${key.replace(/_other$/, '')}_one`)),
    ).toEqual([])
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

describe('the languages', () => {
  afterEach(() => localStorage.clear())
  test('are Chinese and English, and Chinese where none of them was chosen (I18N-01)', () => {
    expect(LANGUAGES).toEqual(['zh-CN', 'en-US'])
    expect(storedLanguage()).toBe('zh-CN')
    localStorage.setItem('furrow.language', 'fr-FR')
    expect(storedLanguage()).toBe('zh-CN')
    localStorage.setItem('furrow.language', 'en-US')
    expect(storedLanguage()).toBe('en-US')
  })
  test('are begun by that of the enterprise whose domain was opened, until somebody chooses', () => {
    speakByDefault('en-US')
    expect(storedLanguage()).toBe('en-US')
    localStorage.setItem('furrow.language', 'zh-CN')
    expect(storedLanguage()).toBe('zh-CN')
    forgetLanguage()
    expect(storedLanguage()).toBe('en-US')
    localStorage.clear()
    speakByDefault(null)
    expect(storedLanguage()).toBe('zh-CN')
  })
})

test('the names of the documents’ catalogue stand in the words, each once (I18N-05)', () => {
  const last = [...zh.keys()].filter((key) => !key.includes('.hint.')).map((key) => key.split('.').at(-1)!)
  for (const name of [
    'logAgain',
    'noPer',
    'pageNoPower',
    'pageNoNetwork',
    'pageNoSearch',
    'pageNoPage',
    'pageNoContain',
    'pageNoSystem',
    'uploadNoBig',
    'delError',
    'addError',
    'windowNum',
  ])
    expect([name, last.filter((one) => one === name).length]).toEqual([name, 1])
})

// I18N-05, ERRORS-09, ERRORS-15, EMPTY-03, EMPTY-04, REGISTER-09: the catalogue of the documents, by its names here.
test.each([
  ['frame.tip.logAgain', '登录已过期，请重新登录', 'Authentication expired. Please log in again.'],
  ['frame.tip.noPer', '暂无权限！', 'No permissions!'],
  ['frame.tip.building', '服务正在建设中，请稍后重试', 'Service building, retry later'],
  ['frame.tip.unavailable', '服务不可用，请联系管理员', 'Service invalid, contact administrator'],
  ['frame.tip.failed', '请求失败，请联系管理员', 'Request failed, please contact the administrator'],
  ['frame.tip.saved', '保存成功', 'Saved successfully'],
  ['crud.saved', '保存成功', 'Saved successfully'],
  ['crud.created', '新增成功', 'Added successfully'],
  ['crud.deleted', '删除成功', 'Deleted successfully'],
  ['session.login.registered', '注册成功，请登录', 'Registered successfully. You can sign in now.'],
  ['frame.tabs.windowNum', /^窗口数量已达上限/, /^Window limit/],
  ['errors.error.file.uploadNoBig', '上传的图片不能大于 {{max}}MB！', 'The uploaded image cannot be larger than {{max}}MB!'],
  ['media.failed', '上传失败', 'Upload failed'],
  ['notices.failed', '获取数据失败', 'Failed to get data'],
  ['approvals.list.failed', '获取数据失败', 'Failed to get data'],
  ['errors.error.register.loginNameExists', '该手机号已被注册', 'This phone number is already registered'],
  ['errors.error.register.phoneRegistered', '该手机号已被注册', 'This phone number is already registered'],
  ['errors.error.device.serialUnknown', '设备不存在，请检查序列号', 'The device does not exist, check its serial number'],
  ['crud.delError', '删除失败', 'Delete failed'],
  ['crud.addError', '新增失败', 'Adding failed'],
  ['frame.empty.pageNoSystem', '暂无系统消息', 'No system messages'],
  ['frame.empty.pageNoNetwork', '网络错误', 'Network error'],
  ['frame.empty.pageNoSearch', '没有找到相关内容', 'Nothing found for this search'],
  ['frame.empty.pageNoPower', '抱歉，您没有权限查看该页面', 'You have no access to the page'],
  ['frame.empty.pageNoContain', '暂无相关内容', 'No related content'],
  ['frame.empty.noData', '抱歉，您暂无数据了！', 'Sorry, you have no data'],
  ['frame.empty.pageNoPage', '页面飞到了别的星球', 'The page has flown to another planet'],
])('the catalogue says at %s what the documents say', (key, inChinese, inEnglish) => {
  for (const [words, said] of [
    [zh.get(key), inChinese],
    [en.get(key), inEnglish],
  ] as const)
    if (typeof said === 'string') expect(words).toBe(said)
    else expect(words).toMatch(said)
})

test.each([
  ['zh-CN', zh],
  ['en-US', en],
])('the titles of two pages differ: %s', (_, words) => {
  const pages = new Map<string, string[]>()
  for (const { path, title } of routes) {
    const word = words.get(title.replace(':', '.')) ?? title
    pages.set(word, [...(pages.get(word) ?? []), path])
  }
  // One page that stands at several addresses.
  expect(new Set([...pages.values()].filter((paths) => paths.length > 1).map((paths) => paths.toSorted().join(' ')))).toEqual(
    new Set(['/ /login', '/web /web/farm/home', '/system/basemanage /web/farm/base', '/inventory/base/store /system/storeManager']),
  )
})
