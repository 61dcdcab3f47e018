import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import devices from '#locales/en-US/devices' with { type: 'json' }
import { REPORT_PATIENCE_MS, useReportNow } from '#src/screens/devices/useReportNow.ts'
import { session } from '#src/session/session.ts'
import { show } from '../crud/showing.tsx'
import { fakeLive } from './fakeLive.ts'

// Toasts outlive a test; what was said does not.
const said = vi.hoisted(() => [] as string[])
vi.mock('#src/ui/toast.ts', async (original) => ({
  ...(await original<typeof import('#src/ui/toast.ts')>()),
  toast: (_kind: string, words: string) => said.push(words),
}))
const told = (words: string) => vi.waitFor(() => expect(said).toContain(words))

let asked: boolean
let items: () => Promise<Response>
const own = { content: [{ id: 11 }], number: 1, size: 1, totalElements: 1 }
beforeEach(() => {
  said.length = 0
  vi.useFakeTimers({ shouldAdvanceTime: true })
  session.set({
    status: 'signedIn',
    self: { id: 9, tenantId: 1, loginName: 'o', realName: 'O', imageUrl: null, tenants: [] },
    tenantId: 1,
    accessToken: () => Promise.resolve('t'),
  })
  asked = true
  items = () => Promise.resolve(Response.json(own))
  vi.stubGlobal('fetch', (address: string) => (String(address).includes('/refresh') ? Promise.resolve(Response.json({ asked })) : items()))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Asking() {
  const { waiting, ask } = useReportNow(3, 1)
  return (
    <button type="button" aria-busy={waiting} onClick={ask}>
      report
    </button>
  )
}
function ask() {
  const live = fakeLive()
  show(<Asking />, { live: live.live })
  fireEvent.click(screen.getByRole('button', { name: 'report' }))
  return { heard: (id: number) => act(() => live.readings.changes$.next(new Set([id]))) }
}
const waits = () => screen.getByRole('button', { name: 'report' }).getAttribute('aria-busy')
const seconds = String(REPORT_PATIENCE_MS / 1000)
const silence = devices.collect.notReported.replace('{{seconds}}', seconds)

test('a device that reports is said to have done so, once one of its own items spoke', async () => {
  const { heard } = ask()
  await told(devices.collect.refreshAsked)
  expect(waits()).toBe('true')
  heard(99)
  await act(() => vi.advanceTimersByTimeAsync(REPORT_PATIENCE_MS / 2))
  expect(said).not.toContain(devices.collect.reported)
  heard(11)
  await told(devices.collect.reported)
  expect(waits()).toBe('false')
  await act(() => vi.advanceTimersByTimeAsync(REPORT_PATIENCE_MS * 2))
  expect(said).not.toContain(silence)
})

test('a report that comes before it is known which items are its own is not missed', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  items = () => promise
  const { heard } = ask()
  await told(devices.collect.refreshAsked)
  heard(11)
  expect(said).not.toContain(devices.collect.reported)
  resolve(Response.json(own))
  await told(devices.collect.reported)
})

test('a device that says nothing is said to be silent, and may be asked again', async () => {
  ask()
  await told(devices.collect.refreshAsked)
  await act(() => vi.advanceTimersByTimeAsync(REPORT_PATIENCE_MS))
  await told(silence)
  expect(waits()).toBe('false')
})

test('a device that is not there was not asked, and nothing is waited for', async () => {
  asked = false
  ask()
  await told(devices.collect.refreshAbsent)
  expect(waits()).toBe('false')
  await act(() => vi.advanceTimersByTimeAsync(REPORT_PATIENCE_MS * 2))
  expect(said).not.toContain(silence)
})

test('a call that is refused ends the waiting', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ failed: true, code: 'error.forbidden', message: 'No' }, { status: 403 })))
  ask()
  await vi.waitFor(() => expect(waits()).toBe('false'))
  expect(said).not.toContain(devices.collect.refreshAsked)
})
