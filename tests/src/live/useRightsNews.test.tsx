import { act, cleanup, renderHook } from '@testing-library/react'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userCalls } from '#contract/session/user'
import { keepTokens } from '#src/api/tokens.ts'
import { useRightsNews } from '#src/live/useRightsNews.ts'
import { belongings, startAnew } from '#src/session/belongings.ts'
import { loadSession, session } from '#src/session/session.ts'
import { aLiveFarm } from './aLiveFarm.tsx'

const RIGHTS = 'user/9/rights'
const RIGHT_MS = 5000
/** What the server says of who asks; null: it fails. */
let self: Record<string, unknown> | null
let checked: string[][]

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  self = { id: 9, tenantId: 1, loginName: 'x', realName: 'X', imageUrl: null, tenants: [], rights: 'some' }
  checked = []
  vi.stubGlobal('fetch', (address: string, { body }: { body?: string }) => {
    const { pathname } = new URL(address, 'http://farm.example')
    if (pathname === userCalls.checkResources.path) {
      const codes = JSON.parse(body!) as string[]
      checked.push(codes)
      return Promise.resolve(Response.json(codes.map((code) => ({ code, approve: true }))))
    }
    return Promise.resolve(self === null ? Response.json({ failed: true, code: 'error.busy' }, { status: 503 }) : Response.json(self))
  })
  startAnew('')
  keepTokens({ access_token: 'a', refresh_token: 'r', expires_in: 90_000 }, 'signedIn')
  await loadSession()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A page that has read a list and asked for a right, and whose connection is on its way. */
async function aPage() {
  const farm = aLiveFarm()
  const { queries, permissions } = belongings.get()
  const read = vi.fn(() => Promise.resolve(1))
  new QueryObserver(queries, { queryKey: ['plots'], queryFn: read, staleTime: Infinity }).subscribe(() => undefined)
  permissions.want(['a'])
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect([read.mock.calls.length, checked.length]).toEqual([1, 1])
  renderHook(() => useRightsNews(), { wrapper: farm.Around })
  await act(() => vi.advanceTimersByTimeAsync(10))
  const hear = (kind: 'subscribed' | 'lost' | 'paused') => act(async () => farm.hear(RIGHTS, { kind }))
  const say = () => act(async () => farm.say(RIGHTS, { at: 1 }))
  const pass = (ms = RIGHT_MS) => act(() => vi.advanceTimersByTimeAsync(ms))
  return { hear, say, pass, asked: () => [read.mock.calls.length, checked.length] }
}

test('a tenant that was changed elsewhere while the page was still connecting is its own within 5 s', async () => {
  const page = await aPage()
  self = { ...self, tenantId: 2 }
  await page.pass(20_000)
  expect(session.get().tenantId).toBe(1)
  await page.hear('subscribed')
  await page.pass()
  expect(session.get().tenantId).toBe(2)
  // Everything of the tenant before is gone: nothing of it is asked again.
  expect(page.asked()).toEqual([1, 1])
})

test('rights that changed while the page was still connecting are asked for again, with all that was read by the old ones', async () => {
  const page = await aPage()
  self = { ...self, rights: 'others' }
  await page.hear('subscribed')
  await page.pass()
  expect(page.asked()).toEqual([2, 2])
})

test('where nothing changed nobody asks for more than that, after a lost connection and a hidden page too', async () => {
  const page = await aPage()
  for (const kind of ['subscribed', 'lost', 'subscribed', 'paused', 'subscribed'] as const) {
    await page.hear(kind)
    await page.pass()
  }
  expect(page.asked()).toEqual([1, 1])
  self = { ...self, rights: 'others' }
  await page.hear('lost')
  await page.hear('subscribed')
  await page.pass()
  expect(page.asked()).toEqual([2, 2])
})

test('where it is said that they changed all is asked again, whatever the mark says', async () => {
  const page = await aPage()
  await page.hear('subscribed')
  await page.pass()
  await page.say()
  await page.pass()
  expect(page.asked()).toEqual([2, 2])
  await page.hear('lost')
  await page.hear('subscribed')
  await page.pass()
  expect(page.asked()).toEqual([2, 2])
})

test('a server that fails at that moment is asked until it says, and what was said meanwhile is not forgotten', async () => {
  const page = await aPage()
  const before = self
  self = null
  await page.hear('subscribed')
  await page.say()
  await page.hear('lost')
  await page.hear('subscribed')
  await page.pass(3000)
  expect(page.asked()).toEqual([1, 1])
  self = before
  await page.pass()
  expect(page.asked()).toEqual([2, 2])
})

test('a first answer that was on its way when the rights changed is asked for again', async () => {
  const page = await aPage()
  const first = Promise.withResolvers<number>()
  const read = vi.fn(() => first.promise)
  new QueryObserver(belongings.get().queries, { queryKey: ['late'], queryFn: read, staleTime: Infinity }).subscribe(() => undefined)
  await page.say()
  await page.pass()
  first.resolve(1)
  await page.pass()
  expect(read).toHaveBeenCalledTimes(2)
})
