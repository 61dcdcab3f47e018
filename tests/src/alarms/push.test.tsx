import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AlarmBrowser } from '#contract/alarms/browser'
import words from '#locales/en-US/frame' with { type: 'json' }
import { keepPush } from '#src/alarms/push/keepPush.ts'
import { noteOn, readNote } from '#src/alarms/push/pushNote.ts'
import { PushSection } from '#src/alarms/push/PushSection.tsx'
import { show } from '../crud/showing.tsx'
import { alarmServer, type Asked } from './alarmServer.ts'
import { fakePush, noPush } from './fakePush.ts'

const { push } = words.alarm
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const PHONE = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'
let browsers: AlarmBrowser[]
let refusal: Response | null
let sessionKey: string
let asked: Asked[]
beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('furrow.language', 'en-US')
  ;[browsers, refusal, sessionKey] = [[], null, 's1']
  asked = alarmServer([], ({ method, path, body }) => {
    if (!path.startsWith('alarm/browser')) return undefined
    if (method === 'POST') {
      if (refusal) return refusal
      browsers = [...browsers.filter(({ current }) => !current), { id: 1, device: FIREFOX, since: 0, current: true }]
      return { ...browsers.at(-1), body }
    }
    if (method === 'DELETE') {
      browsers = browsers.filter(({ id }) => id !== Number(path.split('/').at(-1)))
      return Response.json(1)
    }
    return { publicKey: 'AQID', sessionKey, browsers }
  })
})
afterEach(() => {
  cleanup()
  noPush()
  vi.unstubAllGlobals()
})

const button = (name: string) => screen.findByRole('button', { name })
const added = () => asked.filter(({ method }) => method === 'POST').map(({ body }) => body)

describe('in this browser', () => {
  test('it is turned on and off', async () => {
    const log = fakePush()
    show(<PushSection />)
    expect(await screen.findByText(push.state.off)).toBeTruthy()
    fireEvent.click(await button(push.turnOn))
    expect(await screen.findByText(push.state.on)).toBeTruthy()
    expect(added()).toEqual([{ endpoint: 'https://push.example.com/1', keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'b'.repeat(22) } }])
    expect(screen.getByText('Firefox on Linux')).toBeTruthy()
    expect(readNote()).toEqual({ userId: 1, sessions: { 7: 's1' } })
    fireEvent.click(await button(push.turnOff))
    expect(await screen.findByText(push.state.off)).toBeTruthy()
    expect(log).toMatchObject({ listening: null, unsubscribed: 1 })
    expect(readNote()).toBeNull()
  })

  test.each([
    ['plain http', { secure: false }, push.state.insecure],
    ['one that was told to be silent', { permission: 'denied' as const }, push.state.denied],
  ])('%s says so, and offers no button', async (_what, given, text) => {
    fakePush(given)
    show(<PushSection />)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('one that knows no notifications says so', async () => {
    vi.stubGlobal('isSecureContext', true)
    show(<PushSection />)
    expect(await screen.findByText(push.state.unsupported)).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('a person who says no is told how to change it, and nothing is sent', async () => {
    fakePush({ answers: 'denied' })
    show(<PushSection />)
    fireEvent.click(await button(push.turnOn))
    expect(await screen.findByText(push.state.denied)).toBeTruthy()
    expect(added()).toEqual([])
  })

  test('a push service that is out of reach is said, and it can be tried again', async () => {
    const log = fakePush({ reachable: false })
    show(<PushSection />)
    fireEvent.click(await button(push.turnOn))
    expect((await screen.findByRole('alert')).textContent).toBe(push.state.unreachable)
    log.reachable = true
    fireEvent.click(await button(push.turnOn))
    expect(await screen.findByText(push.state.on)).toBeTruthy()
  })

  test('what the server refuses is said as it says it', async () => {
    fakePush()
    const message = 'Alarms reach at most 10 browsers of a person'
    refusal = Response.json({ failed: true, code: 'error.alarm.mostBrowsers', message }, { status: 422 })
    show(<PushSection />)
    fireEvent.click(await button(push.turnOn))
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(readNote()).toBeNull()
  })

  test('one that listens no more is off, whatever the server knows', async () => {
    fakePush({ permission: 'granted' })
    browsers = [{ id: 1, device: FIREFOX, since: 0, current: true }]
    show(<PushSection />)
    expect(await screen.findByText(push.state.off)).toBeTruthy()
  })

  test('another browser of the person is removed', async () => {
    fakePush()
    browsers = [{ id: 5, device: PHONE, since: 0, current: false }]
    show(<PushSection />)
    fireEvent.click(await button('Remove: Chrome on Android'))
    await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull())
    expect(asked.some(({ method, path }) => method === 'DELETE' && path === 'alarm/browser/5')).toBe(true)
  })
})

describe('who signs in', () => {
  const me = { userId: 1, tenantId: 7 }

  test('and turned it on before, is told again', async () => {
    const log = fakePush({ permission: 'granted' })
    log.listening = 'https://push.example.com/old'
    noteOn({ ...me, sessionKey: 'before' })
    await keepPush(me)
    expect(added()).toHaveLength(1)
    expect(readNote()).toEqual({ userId: 1, sessions: { 7: 's1' } })
    expect(log.listening).toBe('https://push.example.com/old')
  })

  test('and removed it elsewhere, is left alone', async () => {
    fakePush({ permission: 'granted' }).listening = 'https://push.example.com/old'
    noteOn({ ...me, sessionKey: 's1' })
    await keepPush(me)
    expect(added()).toEqual([])
  })

  test('after somebody else, has the browser forget what that one was told', async () => {
    const log = fakePush({ permission: 'granted' })
    log.listening = 'https://push.example.com/theirs'
    noteOn({ userId: 2, tenantId: 7, sessionKey: 's0' })
    await keepPush(me)
    expect(log).toMatchObject({ unsubscribed: 1, listening: null })
    expect(readNote()).toBeNull()
    expect(added()).toEqual([])
  })

  test('in another tenant, is not told of that one', async () => {
    fakePush({ permission: 'granted' }).listening = 'https://push.example.com/x'
    noteOn({ userId: 1, tenantId: 8, sessionKey: 'before' })
    await keepPush(me)
    expect(asked.filter(({ path }) => path.startsWith('alarm/browser'))).toEqual([])
  })

  test('and never turned it on, is asked nothing', async () => {
    const log = fakePush()
    await keepPush(me)
    expect(log).toMatchObject({ asked: 0, subscribed: 0, unsubscribed: 0 })
  })
})
