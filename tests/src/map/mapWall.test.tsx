import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EmergencyStop } from '#contract/devices/emergencyStop'
import type { Marker } from '#contract/devices/device'
import map from '#locales/en-US/map' with { type: 'json' }
import { CONTROL } from '#contract/devices/switch'
import words from '#locales/en-US/devices' with { type: 'json' }
import MapWall from '#src/screens/map/MapWall.tsx'
import { fakeLive } from '../devices/fakeLive.ts'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

vi.mock('#src/screens/map/FarmMap.tsx', () => ({
  FarmMap: ({ aside }: { aside: (goTo: () => void) => ReactNode }) => aside(() => undefined),
  MapSkeleton: () => null,
}))

const marker: Marker = [1, 'gateway', 'Pond', 'p-1', null, null, null, null, 'online', 1, 60_000, null, [], [], null]
const area = { areaId: 1, areaName: 'Home base', areaMeasure: null, defaultFlag: 1, enabledFlag: 1, latlng: null }
let stops: EmergencyStop[]
let held: readonly string[]
beforeEach(async () => {
  stops = []
  held = []
  await signedIn(({ pathname }, body) => {
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: held.includes(code) }))
    if (pathname.endsWith('/emergency-stop')) return stops
    if (pathname.endsWith('/area/default')) return area
    const content = pathname.endsWith('/area') ? [area] : pathname.endsWith('/markers') ? [marker] : []
    return { content, number: 1, size: 10, totalElements: content.length }
  })
  i18next.addResourceBundle('en-US', 'map', map)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a wall that hears nothing says so over its whole width, counts no devices, and what it shows is grey', async () => {
  const { live, staleSince$ } = fakeLive()
  show(<MapWall />, { live })
  const online = () => screen.getByText(words.presence.online, { selector: 'dt' }).parentElement!.textContent
  const main = () => screen.getByRole('main')
  await waitFor(() => expect(online()).toBe(`${words.presence.online}1/1`))
  // Two walls are told apart by their bases.
  expect(document.title).toMatch(/^Home base · ./)
  expect(screen.queryByText(words.stale.text)).toBeNull()
  expect(getComputedStyle(main()).filter).toBe('none')
  act(() => staleSince$.next(Date.now() - 60_000))
  const alert = screen.getByText(words.stale.text).closest('[role=alert]')!
  // Beside the map and its strip, not inside one of them.
  expect(alert.parentElement).toBe(main().parentElement)
  expect(online()).toBe(`${words.presence.online}--`)
  expect(getComputedStyle(main()).filter).toBe('grayscale(1)')
  act(() => staleSince$.next(null))
  await waitFor(() => expect(online()).toBe(`${words.presence.online}1/1`))
})

test('an emergency stop that stands is said over the whole width of the wall, and stays red where nothing else is known', async () => {
  const stop = {
    areaId: 1,
    areaName: 'Home base',
    pressedAt: Date.now(),
    pressedBy: 'Li Na',
    aeratorsAt: null,
    aeratorsBy: null,
    running: 2,
  }
  stops = [stop, { ...stop, areaId: 2, areaName: 'South', running: 0 }]
  held = [CONTROL]
  const { live, staleSince$ } = fakeLive()
  show(<MapWall />, { live })
  const strip = await screen.findByRole('region', { name: 'Emergency stop: Home base' })
  expect(strip.textContent).toMatch(/Li Na, \d\d:\d\d · 2 still run · aerators go on/)
  expect(strip.closest('[aria-live=assertive]')).not.toBeNull()
  // A wall shows one base and tells of a stop in any.
  expect(screen.getByRole('region', { name: 'Emergency stop: South' }).textContent).toContain('Everything that was to stop has stopped')
  expect(await within(strip).findByRole('button', { name: 'Lift' })).toBeTruthy()
  // Neither below the map nor greyed with it.
  const main = screen.getByRole('main')
  expect(main.contains(strip)).toBe(false)
  expect(strip.compareDocumentPosition(main) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  act(() => staleSince$.next(Date.now() - 60_000))
  expect(getComputedStyle(main).filter).toBe('grayscale(1)')
  expect(screen.getByRole('region', { name: 'Emergency stop: Home base' })).toBe(strip)
})
