import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { EmergencyStop } from '#contract/devices/emergencyStop'
import { CONTROL } from '#contract/devices/switch'
import { EmergencyBanner } from '#src/devices/emergency/EmergencyBanner.tsx'
import { EmergencyButton } from '#src/devices/emergency/EmergencyButton.tsx'
import { useSaysBase } from '#src/session/pageBase.ts'
import { startAnew } from '#src/session/belongings.ts'
import { session } from '#src/session/session.ts'
import { show } from '../crud/showing.tsx'

const base = { areaId: 4, areaName: 'North', areaAddress: null, defaultFlag: 1 }
const aStop = (given: Partial<EmergencyStop> = {}): EmergencyStop => ({
  areaId: 4,
  areaName: 'North',
  pressedAt: Date.now(),
  pressedBy: 'Li Na',
  aeratorsAt: null,
  aeratorsBy: null,
  running: 2,
  ...given,
})

let stops: EmergencyStop[]
let may: boolean
let refuse: (() => Response) | null
let readable: boolean
let asked: { method: string; path: string; body: unknown }[]

beforeEach(() => {
  stops = []
  may = true
  refuse = null
  readable = true
  asked = []
  startAnew('')
  session.set({
    status: 'signedIn',
    self: { id: 9, tenantId: 1, loginName: 'operator', realName: 'Operator', imageUrl: null, tenants: [] },
    tenantId: 1,
    accessToken: () => Promise.resolve('t'),
  })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const path = new URL(String(address), 'http://farm.example').pathname
    const method = init.method ?? 'GET'
    if (path.endsWith('check-resources')) return Response.json([{ code: CONTROL, approve: may }])
    if (path.endsWith('/area/default')) return Response.json(base)
    if (path.endsWith('/area')) return Response.json({ content: [base], number: 1, size: 10, totalElements: 1 })
    if (!path.includes('emergency-stop')) return Response.json({})
    if (method === 'GET') return readable ? Response.json(stops) : Promise.reject(new TypeError('Failed to fetch'))
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as { aerators: boolean }) : undefined
    asked.push({ method, path, body })
    if (refuse) return refuse()
    if (path.endsWith('/lift')) {
      stops = []
      return Response.json(1)
    }
    stops = [aStop(body?.aerators ? { aeratorsAt: Date.now(), aeratorsBy: 'Operator', running: 3 } : {})]
    return Response.json(stops[0])
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  startAnew('')
  session.set({ status: 'signedOut', self: null, tenantId: -1, accessToken: () => Promise.reject(new Error('over')) })
})

const Both = () => (
  <>
    <EmergencyButton />
    <EmergencyBanner />
  </>
)
const strip = () => screen.findByRole('region', { name: 'Emergency stop: North' })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const dialog = () => within(screen.getByRole('dialog'))

describe('the emergency stop', () => {
  test('is one press and Enter: the question names the base and has the focus, and while it stands a banner says by whom and what still runs', async () => {
    show(<Both />)
    await userEvent.click(await screen.findByRole('button', { name: 'Emergency stop of North' }))
    expect(screen.getByRole('dialog').textContent).toContain('Stop North now?')
    expect(screen.getByRole('dialog').textContent).toContain('Aerators go on')
    await waitFor(() => expect(document.activeElement).toBe(button('Stop now')))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(asked).toEqual([{ method: 'POST', path: expect.any(String), body: { areaId: 4, aerators: false } }]))
    expect((await strip()).textContent).toMatch(/Li Na, \d\d:\d\d · 2 still run · aerators go on/)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('stops aerators only after a question of its own, where Enter stops nothing; and is lifted after another', async () => {
    stops = [aStop({ running: 0 })]
    show(<Both />)
    expect((await strip()).textContent).toContain('Everything that was to stop has stopped')
    await userEvent.click(await screen.findByRole('button', { name: 'Stop aerators too' }))
    expect(screen.getByRole('dialog').textContent).toMatch(/Fish die/)
    await waitFor(() => expect(document.activeElement).toBe(dialog().getByRole('button', { name: 'Cancel' })))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked).toEqual([])
    await userEvent.click(button('Stop aerators too'))
    await userEvent.click(dialog().getByRole('button', { name: 'Stop aerators' }))
    await waitFor(async () => expect((await strip()).textContent).toMatch(/3 still run · aerators stopped too by Operator/))
    expect(screen.queryByRole('button', { name: 'Stop aerators too' })).toBeNull()
    await userEvent.click(button('Lift'))
    await userEvent.click(dialog().getByRole('button', { name: 'Lift' }))
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
    expect(asked.map(({ path }) => path.split('/').slice(-2).join('/'))).toEqual(['device/emergency-stop', '4/lift'])
  })

  test('that the server did not answer pretends nothing: the question stays and says that it is not known, and is asked again', async () => {
    refuse = () => Promise.reject(new TypeError('Failed to fetch')) as never
    show(<Both />)
    await userEvent.click(await screen.findByRole('button', { name: 'Emergency stop of North' }))
    await userEvent.click(button('Stop now'))
    expect((await screen.findByRole('alert')).textContent).toMatch(/not known whether North is being stopped/)
    expect(screen.queryByRole('region')).toBeNull()
    refuse = () => Response.json({ failed: true, code: 'error.permission.denied', message: 'No permissions!' }, { status: 403 })
    await userEvent.click(button('Try again'))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('It was not done: No permissions!'))
    refuse = null
    await userEvent.click(button('Try again'))
    await strip()
  })

  test('is seen by everybody and offered to who may turn devices', async () => {
    may = false
    stops = [aStop(), aStop({ areaId: 5, areaName: 'South' })]
    show(<Both />)
    await strip()
    await screen.findByRole('region', { name: 'Emergency stop: South' })
    await act(() => Promise.resolve())
    expect(screen.queryAllByRole('button')).toEqual([])
  })

  test("on the page of another base's device means that base, and offers the selected one beside it", async () => {
    const PageOfSouth = () => {
      useSaysBase({ areaId: 5, areaName: 'South' })
      return <Both />
    }
    const { unmount } = show(<PageOfSouth />)
    await userEvent.click(await screen.findByRole('button', { name: 'Emergency stop of South' }))
    expect(screen.getByRole('dialog').textContent).toContain('Stop South now?')
    expect(dialog().getAllByRole('radio')).toHaveLength(2)
    await waitFor(() => expect(document.activeElement).toBe(button('Stop now')))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(asked.at(-1)?.body).toEqual({ areaId: 5, aerators: false }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(button('Emergency stop of South'))
    await userEvent.click(dialog().getByRole('radio', { name: /^North/ }))
    expect(screen.getByRole('dialog').textContent).toContain('Stop North now?')
    await userEvent.click(button('Stop now'))
    await waitFor(() => expect(asked.at(-1)?.body).toEqual({ areaId: 4, aerators: false }))
    // The next page goes by the selected base again.
    unmount()
    show(<Both />)
    await userEvent.click(await screen.findByRole('button', { name: 'Emergency stop of North' }))
    expect(screen.queryAllByRole('radio')).toEqual([])
  })

  test('of which nothing could be read is said to be unknown', async () => {
    readable = false
    show(<Both />)
    expect(await screen.findByText(/not known whether an emergency stop is active/, undefined, { timeout: 15_000 })).toBeDefined()
  }, 20_000)
})
