import { QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ConnectionStatus } from '#streams/connection'
import { newQueryClient } from '#src/api/useCall.ts'
import { ConnectionNotice } from '#src/frame/ConnectionNotice.tsx'
import { startWords } from '#src/i18n/i18n.ts'

const queryClient = newQueryClient()
afterEach(() => queryClient.clear())

const Notice = () => (
  <QueryClientProvider client={queryClient}>
    <ConnectionNotice />
  </QueryClientProvider>
)

let connection: ConnectionStatus
let server: boolean
vi.mock('#src/live/useConnection.ts', () => ({ useConnection: () => connection }))

beforeEach(async () => {
  localStorage.setItem('furrow.language', 'en-US')
  await startWords()
  connection = 'online'
  server = true
  vi.stubGlobal('fetch', () => (server ? Promise.resolve(new Response()) : Promise.reject(new TypeError('Failed to fetch'))))
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const hear = (event: 'online' | 'offline') => act(async () => void dispatchEvent(new Event(event)))
const said = () => screen.queryByRole('alert')?.textContent ?? ''

test('a network that is gone is said at once, while the live connection does not know it yet', async () => {
  render(<Notice />)
  server = false
  await hear('offline')
  expect(said()).toMatch(/You are offline/)
  await hear('online')
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(said()).toBe('')
})

test('a browser without internet whose server still answers is told nothing', async () => {
  render(<Notice />)
  await hear('offline')
  expect(said()).toBe('')
})

test('what could not be read while the live connection was lost is read again when it is back', async () => {
  const read = vi.fn(() => Promise.reject(new Error('no server')))
  await queryClient.fetchQuery({ queryKey: ['list'], queryFn: read, retry: false }).catch(() => undefined)
  const stop = new QueryObserver(queryClient, { queryKey: ['list'], queryFn: read, retry: false, refetchOnMount: false }).subscribe(
    () => undefined,
  )
  await act(() => vi.advanceTimersByTimeAsync(0))
  read.mockClear()
  connection = 'offline'
  const { rerender } = render(<Notice />)
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(read).not.toHaveBeenCalled()
  connection = 'online'
  rerender(<Notice />)
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(read).toHaveBeenCalledOnce()
  stop()
})

test('a lost live connection is said once it took longer than anybody would notice', async () => {
  connection = 'offline'
  render(<Notice />)
  expect(said()).toBe('')
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(said()).toMatch(/live connection/i)
})

test('a first connection is given the time of a slow network before it is said that it is not there', async () => {
  connection = 'connecting'
  render(<Notice />)
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(said()).toBe('')
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(said()).toMatch(/live connection/i)
})
