import i18next from 'i18next'
import { beforeEach, expect, test, vi } from 'vitest'

type Words = Record<string, object>
const { fetched, gates } = vi.hoisted(() => ({ fetched: [] as string[], gates: new Map<string, Promise<unknown>>() }))
// As the build makes them: three parts, of which an area may be in several.
vi.mock('#src/i18n/parts.ts', () => {
  const said = (language: string, part: string, words: Words) => async () => {
    fetched.push(`${language} ${part}`)
    await gates.get(`${language} ${part}`)
    return { words: structuredClone(words) }
  }
  const of = (language: string) => ({
    start: said(language, 'start', { frame: { hello: `hello ${language}` }, farm: { title: `farm ${language}` } }),
    farm: said(language, 'farm', { farm: { plot: `plot ${language}` } }),
    rest: said(language, 'rest', { devices: { far: `far ${language}` } }),
  })
  return { START: 'start', parts: { 'zh-CN': of('zh-CN'), 'en-US': of('en-US') } }
})

const t = (key: string) => i18next.t(key as 'frame:act.cancel') as string
let words: typeof import('#src/i18n/i18n.ts')
beforeEach(async () => {
  vi.resetModules()
  localStorage.clear()
  gates.clear()
  words = await import('#src/i18n/i18n.ts')
  await words.startWords()
  fetched.length = 0
})

test('what is fetched is there once the words that it says are, which are fetched beside it and once', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  gates.set('zh-CN farm', gate)
  let page: string | null = null
  const asked = words.withWords(Promise.resolve('page'), 'farm').then((one) => (page = one))
  await new Promise((later) => setTimeout(later, 20))
  expect(fetched).toEqual(['zh-CN farm'])
  expect(page).toBeNull()
  open()
  await asked
  expect([page, t('farm:plot'), t('farm:title')]).toEqual(['page', 'plot zh-CN', 'farm zh-CN'])
  await words.withWords(Promise.resolve('page'), 'farm')
  expect(fetched).toEqual(['zh-CN farm'])
})

test('words that cannot be fetched fail as the page would, and are asked for anew at the next try', async () => {
  const failing = Promise.reject(new TypeError('no network'))
  failing.catch(() => undefined)
  gates.set('zh-CN farm', failing)
  await expect(words.withWords(Promise.resolve('page'), 'farm')).rejects.toThrow('no network')
  gates.clear()
  expect(await words.withWords(Promise.resolve('page'), 'farm')).toBe('page')
  expect(t('farm:plot')).toBe('plot zh-CN')
})

test('another language is spoken once all parts of what was shown are there in it', async () => {
  await words.withWords(Promise.resolve('page'), 'farm')
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  gates.set('en-US farm', gate)
  const changing = words.changeLanguage('en-US')
  await new Promise((later) => setTimeout(later, 20))
  expect([i18next.language, t('frame:hello'), t('farm:plot')]).toEqual(['zh-CN', 'hello zh-CN', 'plot zh-CN'])
  open()
  await changing
  expect([t('frame:hello'), t('farm:title'), t('farm:plot')]).toEqual(['hello en-US', 'farm en-US', 'plot en-US'])
  // What nobody has opened is not fetched for it.
  expect(fetched.filter((one) => one.endsWith('rest'))).toEqual([])
})

test('a page that was on its way while the language changed is drawn in the new one', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  gates.set('zh-CN farm', gate)
  const asked = words.withWords(Promise.resolve('page'), 'farm')
  // Its part is fetched in the language that is spoken when the change has been begun before.
  const changing = words.changeLanguage('en-US')
  await changing
  open()
  await asked
  expect(t('farm:plot')).toBe('plot en-US')
})

test('a word that was not foreseen is told of once, and comes with all that there are', async () => {
  const told = vi.fn()
  vi.stubGlobal('reportError', told)
  const added = vi.fn()
  i18next.store.on('added', added)
  expect(t('devices:far')).toBe('far')
  expect(i18next.t('devices:none' as 'frame:act.cancel', { defaultValue: '' })).toBe('')
  await vi.waitFor(() => expect(added).toHaveBeenCalled())
  expect(t('devices:far')).toBe('far zh-CN')
  expect(told).toHaveBeenCalledTimes(1)
  expect(String(told.mock.calls[0]![0])).toContain('devices:far')
  vi.unstubAllGlobals()
})
