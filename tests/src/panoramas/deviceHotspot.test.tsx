import Box from '@mui/material/Box'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Hotspot } from '#contract/panoramas/hotspot'
import { DeviceHotspot } from '#src/screens/panoramas/preview/DeviceHotspot.tsx'
import { alarmServer } from '../alarms/alarmServer.ts'
import { queryClient, show } from '../crud/showing.tsx'
import { fakeLive } from '../devices/fakeLive.ts'
import { deviceOf, words } from './panoramaServer.ts'

const hotspot = {
  name: 'hs-1',
  atv: 0,
  ath: 0,
  width: 50,
  height: 50,
  style: 'gateway_water',
  url: '/hotspots/gateway_water.svg',
  ondown: '',
  text: 'Pond 1',
  HType: 2,
  content: { id: 9, deviceType: 'gateway_water', name: 'Water station', eui: 'W-1', deviceSerial: null, online: 1 },
  linkedscene: null,
} as Extract<Hotspot, { HType: 2 }>

let answer: unknown
let live: ReturnType<typeof fakeLive>
const opened = vi.fn()
beforeEach(() => {
  opened.mockClear()
  answer = deviceOf()
  live = fakeLive()
  alarmServer([], ({ path }) => (path.includes('device') ? answer : undefined))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = () =>
  show(
    <>
      <DeviceHotspot hotspot={hotspot} title="Pond 1" onOpen={opened} />
      <Box data-testid="red" sx={{ bgcolor: 'error.main' }} />
    </>,
    { live: live.live },
  )
const button = () => screen.findByRole('button', { name: /^Pond 1/ })
/** The colour behind the icon: one for each tone. */
const colour = async () => getComputedStyle(await button()).backgroundColor
const describedBy = async () => document.getElementById((await button()).getAttribute('aria-describedby') ?? '')?.textContent ?? ''
const GLASS = 'rgba(0, 0, 0, 0.6)'
const looksWell = async () => (await colour()).replaceAll(' ', '') === GLASS.replaceAll(' ', '')

test('a live value within its band looks well, is told to who cannot see it, and a press opens the device', async () => {
  open()
  await waitFor(async () => expect(await describedBy()).toContain('6.2'))
  expect(await looksWell()).toBe(true)
  fireEvent.click(await button())
  expect(opened).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 9 }))
})

test('a value that leaves its band is red at once', async () => {
  open()
  await waitFor(async () => expect(await describedBy()).toContain('6.2'))
  act(() => live.readings.put(4, { value: 1.2, ts: Date.now() + 1 } as never))
  await waitFor(async () => expect(await describedBy()).toContain('1.2'))
  expect(await looksWell()).toBe(false)
  expect(await colour()).toBe(getComputedStyle(screen.getByTestId('red')).backgroundColor)
})

test.each([
  ['is lost', { presence: 'offline' as const }],
  ['was never heard', { presence: 'unknown' as const }],
  ['has no reading', { main: { ...deviceOf().main!, value: null, ts: null } }],
  ['spoke long ago', { main: { ...deviceOf().main!, ts: 1000 } }],
])('a device that %s never looks well', async (_, given) => {
  answer = deviceOf(given)
  open()
  await button()
  await waitFor(async () => expect(await describedBy()).not.toBe('Pond 1'))
  expect(await looksWell()).toBe(false)
})

test('while nothing comes to this page nothing looks well; once it comes again, what is right', async () => {
  answer = deviceOf({ main: null })
  open()
  await waitFor(async () => expect(await looksWell()).toBe(true))
  act(() => live.staleSince$.next(Date.now() - 5000))
  await waitFor(async () => expect(await describedBy()).toContain(words.preview.stale))
  expect(await looksWell()).toBe(false)
  act(() => live.staleSince$.next(null))
  await waitFor(async () => expect(await looksWell()).toBe(true))
})

test.each([
  ['is gone', 404, words.preview.gone],
  ['may no longer be seen', 403, words.preview.gone],
])('a device that %s is said to be so, also after it was shown; a press asks again', async (_, status, said) => {
  open()
  await waitFor(async () => expect(await describedBy()).toContain('6.2'))
  answer = Response.json({ failed: true, code: status === 404 ? 'error.notFound' : 'error.forbidden', message: 'No' }, { status })
  await act(() => queryClient.invalidateQueries())
  await waitFor(async () => expect(await describedBy()).toContain(said))
  expect(await describedBy()).not.toContain('6.2')
  expect(await looksWell()).toBe(false)
  answer = deviceOf()
  fireEvent.click(await button())
  await waitFor(async () => expect(await describedBy()).toContain('6.2'))
  expect(opened).not.toHaveBeenCalled()
})
