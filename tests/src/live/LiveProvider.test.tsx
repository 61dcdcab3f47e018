import { act, cleanup, render, waitFor } from '@testing-library/react'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { concat, NEVER, of, Subject } from 'rxjs'
import { afterEach, expect, test, vi } from 'vitest'
import { type Live } from '#src/live/live.ts'
import { LiveProvider as Provider, useLive } from '#src/live/LiveProvider.tsx'
import { useConnection } from '#src/live/useConnection.ts'
import { useReading } from '#src/live/useReading.ts'
import { session } from '#src/session/session.ts'
import { openBroker } from '#streams/broker'

vi.mock('#streams/broker', () => ({
  openBroker: vi.fn(() => ({
    status$: of('online'),
    listen: () => NEVER,
    counts: () => ({}),
    heardAt: () => null,
    close: () => undefined,
  })),
}))
const queries = new QueryClient()
const LiveProvider = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queries}>
    <Provider>{children}</Provider>
  </QueryClientProvider>
)
const opened = vi.mocked(openBroker)
afterEach(() => {
  cleanup()
  opened.mockClear()
})

const self = { id: 9, tenantId: 1, loginName: 'operator', realName: 'Operator', imageUrl: null, tenants: [] }
const become = (status: 'signedIn' | 'signedOut', tenantId = 1) =>
  session.set({
    status,
    self: status === 'signedIn' ? { ...self, tenantId } : null,
    tenantId: status === 'signedIn' ? tenantId : -1,
    accessToken: () => Promise.resolve('t'),
  })

function Watcher({ seen, watching = true }: { seen: (Live | null)[]; watching?: boolean }) {
  const live = useLive()
  seen.push(live)
  return watching ? <Connection /> : null
}
const Connection = () => <output>{useConnection()}</output>

test('nobody signed in has no live layer, and no connection is opened', () => {
  become('signedOut')
  const seen: (Live | null)[] = []
  render(
    <LiveProvider>
      <Watcher seen={seen} />
    </LiveProvider>,
  )
  expect(seen.at(-1)).toBeNull()
  expect(opened).not.toHaveBeenCalled()
})

test('a signed-in page opens one connection once something live is looked at, and keeps its layer as long as user and tenant stay', async () => {
  become('signedIn')
  const seen: (Live | null)[] = []
  const page = (watching: boolean) => (
    <LiveProvider>
      <Watcher seen={seen} watching={watching} />
    </LiveProvider>
  )
  const { rerender, container } = render(page(false))
  expect(seen.at(-1)?.tenantId).toBe(1)
  expect(opened).not.toHaveBeenCalled()
  rerender(page(true))
  await waitFor(() => expect(container.textContent).toBe('online'))
  expect(opened).toHaveBeenCalledOnce()
  const given = opened.mock.calls[0]![0]
  expect(given.url).toMatch(/^ws:\/\/.*\/mqtt$/)
  await expect(given.accessToken()).resolves.toBe('t')
  const before = seen.at(-1)
  become('signedIn')
  rerender(page(true))
  expect(seen.at(-1)).toBe(before)
  expect(opened).toHaveBeenCalledOnce()
})

test('another tenant is another live layer, and the connection of the one before ends at once', async () => {
  const closes: number[] = []
  let made = 0
  opened.mockImplementation(() => {
    const mine = ++made
    return {
      status$: of('online'),
      listen: () => NEVER,
      counts: () => ({ received: 0, malformed: 0 }),
      heardAt: () => null,
      close: () => void closes.push(mine),
    }
  })
  become('signedIn', 1)
  const seen: (Live | null)[] = []
  const page = (
    <LiveProvider>
      <Watcher seen={seen} />
    </LiveProvider>
  )
  const { container } = render(page)
  await waitFor(() => expect(container.textContent).toBe('online'))
  act(() => become('signedIn', 2))
  await waitFor(() => expect(seen.at(-1)?.tenantId).toBe(2))
  expect(closes).toEqual([1])
  await waitFor(() => expect(made).toBe(2))
  act(() => become('signedOut'))
  expect(closes).toEqual([1, 2])
})

test('what a page has read is read again when it is told that it has changed', async () => {
  const told = new Subject<{ kind: 'message'; payload: never }>()
  const listened: string[] = []
  opened.mockImplementation(() => ({
    status$: of('online'),
    listen: (topic, params) => {
      const name = topic.of(params)
      listened.push(name)
      return (name === 'changed/1/land' ? told : NEVER) as never
    },
    counts: () => ({ received: 0, malformed: 0 }),
    heardAt: () => null,
    close: () => undefined,
  }))
  become('signedIn')
  const read = vi.fn(() => Promise.resolve(1))
  const Plots = () => (
    <output>{useQuery({ queryKey: ['plots'], queryFn: read, staleTime: Infinity, meta: { follows: ['land'] } }).data}</output>
  )
  render(
    <LiveProvider>
      <Plots />
    </LiveProvider>,
  )
  await waitFor(() => expect(listened).toEqual(['changed/1/land']))
  await waitFor(() => expect(read).toHaveBeenCalledTimes(1))
  act(() => told.next({ kind: 'message', payload: { id: 1, areaId: null, seq: 1, start: 1 } as never }))
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2))
})

test('a page that is signed in from its first moment hears its readings in the strict mode of development too, which mounts all twice', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const frame = { at: 1, seq: 1, start: 1, v: [[7, 1, 21.5]] }
  opened.mockImplementation(() => ({
    status$: of('online'),
    listen: () => concat(of({ kind: 'message' as const, payload: frame as never }), NEVER),
    counts: () => ({ received: 0, malformed: 0 }),
    heardAt: () => null,
    close: () => undefined,
  }))
  become('signedIn')
  const Reading = () => <output>{useReading(1, 7)?.value}</output>
  const { container } = render(
    <StrictMode>
      <LiveProvider>
        <Reading />
      </LiveProvider>
    </StrictMode>,
  )
  await waitFor(() => expect(container.textContent).toBe('21.5'))
  vi.unstubAllGlobals()
})
