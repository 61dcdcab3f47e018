import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { beforeEach, describe, expect, test } from 'vitest'

const source = readFileSync('public/push.js', 'utf8')
const HERE = 'https://farm.example'

interface Shown {
  readonly title: string
  readonly options: { body: string; tag?: string; renotify?: boolean; requireInteraction: boolean; data: { link: string } }
}
let shown: Shown[]
let opened: string[]
let focused: string[]
let windows: string[]
let heard: object[]
let hear: Record<string, (event: object) => void>

/** The worker as a browser runs it, with windows of the console at these addresses. */
beforeEach(() => {
  ;[shown, opened, focused, windows, heard, hear] = [[], [], [], [], [], {}]
  const self = {
    location: { origin: HERE },
    addEventListener: (name: string, listener: (event: object) => void) => (hear[name] = listener),
    registration: { showNotification: async (title: string, options: Shown['options']) => void shown.push({ title, options }) },
    clients: {
      matchAll: async () =>
        windows.map((url) => ({ url, focus: async () => void focused.push(url), postMessage: (said: object) => void heard.push(said) })),
      openWindow: async (url: string) => void opened.push(url),
    },
  }
  runInNewContext(source, { self, URL })
})

/** Has the worker hear of an event; ends when it says it is through with it. */
async function tell(name: string, event: object): Promise<void> {
  const waited: Promise<unknown>[] = []
  hear[name]!({ ...event, waitUntil: (promise: Promise<unknown>) => waited.push(promise) })
  await Promise.all(waited)
}
const push = (said: unknown) => tell('push', { data: { json: () => said } })
const click = (link: unknown) => tell('notificationclick', { notification: { close: () => undefined, data: { link } } })

describe('what is pushed', () => {
  test('is shown, and what comes again takes its place', async () => {
    await push({ title: 'Oxygen low', text: '2.4 mg/L', link: '/web/a', severity: 'critical', tag: 'k' })
    expect(shown).toMatchObject([
      {
        title: 'Oxygen low',
        options: { body: '2.4 mg/L', tag: 'k', renotify: true, requireInteraction: true, data: { link: '/web/a' } },
      },
    ])
    await push({ title: 'Dry', text: '', link: '/', severity: 'warning', tag: 'l' })
    expect(shown[1]!.options.requireInteraction).toBe(false)
  })

  test.each([
    ['nothing', null],
    ['no object', 'hello'],
    ['other kinds of values', { title: 5, text: {}, tag: [] }],
  ])('is shown though it is %s', async (_what, said) => {
    await push(said)
    expect(shown).toMatchObject([{ title: 'Furrow', options: { body: '' } }])
    // A browser refuses to be heard again by a tag that is none.
    expect(shown[0]!.options).not.toHaveProperty('renotify')
  })

  test('is shown though it cannot be read', async () => {
    await tell('push', { data: null })
    await tell('push', {
      data: {
        json: () => {
          throw new SyntaxError('no JSON')
        },
      },
    })
    expect(shown.map(({ title }) => title)).toEqual(['Furrow', 'Furrow'])
  })
})

describe('a click', () => {
  test('opens the page of the alarm', async () => {
    windows = [`${HERE}/web/home`]
    await click('/web/equipment/warning-manage/info/7')
    expect(opened).toEqual([`${HERE}/web/equipment/warning-manage/info/7`])
    expect(focused).toEqual([])
  })

  test('comes back to a window that shows it', async () => {
    windows = [`${HERE}/web/home`, `${HERE}/web/equipment/warning-manage/info/7`]
    await click('/web/equipment/warning-manage/info/7')
    expect(focused).toEqual([windows[1]])
    expect(opened).toEqual([])
  })

  test('leads to the tenant of the alarm: by the address of a new window, by a word to one that is there', async () => {
    await click('/web/equipment/warning-manage/info/7?tenant=5')
    expect(opened).toEqual([`${HERE}/web/equipment/warning-manage/info/7?tenant=5`])
    windows = [`${HERE}/web/equipment/warning-manage/info/7`]
    await click('/web/equipment/warning-manage/info/7?tenant=5')
    expect(focused).toEqual(windows)
    expect(heard).toEqual([{ tenantId: 5 }])
  })

  test.each([
    'https://evil.example/',
    '//evil.example/x',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://farm.example/',
    '\\\\evil.example',
    5,
    undefined,
  ])('leads to nowhere but this console: %s', async (link) => {
    await click(link)
    expect(opened).toHaveLength(1)
    expect(new URL(opened[0]!).origin).toBe(HERE)
  })
})
