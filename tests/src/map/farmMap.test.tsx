import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type DeviceType, deviceTypes, LAYERS } from '#contract/devices/deviceType'
import type { Area } from '#contract/farm/area'
import { VR_MAP } from '#contract/panoramas/permission'
import farm from '#locales/en-US/farm' with { type: 'json' }
import map from '#locales/en-US/map' with { type: 'json' }
import { DeviceOpeners } from '#src/frame/openers.tsx'
import { NO_LIVE_FACTS } from '#src/map/describeDevice.ts'
import { DeviceBoard } from '#src/map/deviceBoard.ts'
import type { useMapStage } from '#src/map/useMapStage.ts'
import { FarmMap } from '#src/screens/map/FarmMap.tsx'
import { startAnew } from '#src/session/belongings.ts'
import { session } from '#src/session/session.ts'
import { show } from '../crud/showing.tsx'
import { fakeLive } from '../devices/fakeLive.ts'
import { aDevice, aReading } from './aDevice.ts'

/** What the page gave the map last: jsdom draws none. */
let given: Parameters<typeof useMapStage>[1]
const stage = { show: vi.fn(), view: () => null }
vi.mock('#src/map/useMapStage.ts', () => ({
  useMapStage: (_: unknown, now: typeof given) => {
    given = now
    return { current: stage }
  },
}))

for (const [name, words] of Object.entries({ farm, map })) i18next.addResourceBundle('en-US', name, words)

const types: DeviceType[] = ['camera', 'aerator_ii', 'insectSituationLamp', 'gateway', 'soil', 'inverter', 'lorawan_gateway']
const tours = { content: [{ vrId: 7, vrName: 'Round the ponds', scenes: 2 }], number: 1, size: 5, totalElements: 1 }
const area = { areaId: 1, areaName: 'Home base', latlng: { longitude: 113.34, latitude: 22.96 } } as Area
const windowOf =
  (kind: string) =>
  ({ deviceId, open }: { deviceId: number; open: boolean }) =>
    open && <p>{`${kind} ${deviceId}`}</p>
const windows = { camera: windowOf('camera'), aerator: windowOf('aerator'), lamp: windowOf('lamp'), collect: windowOf('collect') }

beforeEach(() => {
  stage.show.mockClear()
  startAnew('')
  vi.stubGlobal('fetch', async (address: string) => {
    const path = String(address)
    if (path.includes('/panorama-vr')) return new Response(JSON.stringify(tours), { headers: { 'content-type': 'application/json' } })
    if (!path.includes('check-resources')) return new Promise<Response>(() => undefined)
    const held = [VR_MAP, ...Object.values(deviceTypes).map(({ code }) => code)].map((code) => ({ code, approve: true }))
    return new Response(JSON.stringify(held), { headers: { 'content-type': 'application/json' } })
  })
  session.set({
    status: 'signedIn',
    self: { id: 9, tenantId: 1, loginName: 'operator', realName: 'Operator', imageUrl: null, tenants: [] },
    tenantId: 1,
    accessToken: () => Promise.resolve('t'),
  })
  showMap('/')
})
function showMap(at: string) {
  const board = new DeviceBoard(
    types.map((deviceType, at) => aDevice({ id: at + 1, name: `D${at + 1}`, deviceType })),
    NO_LIVE_FACTS,
    1_000_000,
  )
  const land = { landId: 1, landName: 'Pond 3', landProfile: [] }
  const data = { settled: true, lands: [land], devices: board.devices, areaId: 1, counts: null, retry: () => undefined }
  return show(
    <DeviceOpeners windows={windows}>
      <FarmMap area={area} areas={[area]} onArea={() => undefined} data={data as never} board={board} dark={false} />
    </DeviceOpeners>,
    { live: fakeLive().live, at },
  )
}
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
  startAnew('')
  session.set({ status: 'signedOut', self: null, tenantId: -1, accessToken: () => Promise.reject(new Error('over')) })
})

test('a click on a camera, an aerator, a lamp or a gateway opens its window, on others a popup, on a plot the plot (MAP-08)', async () => {
  for (const [at, shown] of ['camera 1', 'aerator 2', 'lamp 3', 'collect 4', 'collect 5'].entries()) {
    act(() => given.onPick({ kind: 'device', at }))
    await screen.findByText(shown)
    expect(screen.queryByRole('region', { name: `D${at + 1}` })).toBeNull()
  }
  act(() => given.onPick({ kind: 'device', at: 5 }))
  await screen.findByRole('region', { name: 'D6' })
  act(() => given.onPick({ kind: 'plot', land: { landName: 'Pond 3', landType: 'nurture', areaId: 1 } as never, place: area.latlng! }))
  await screen.findByRole('region', { name: 'Pond 3' })
  act(() => given.onPick({ kind: 'nothing' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Pond 3' })).toBeNull())
})

test('a device that the address names is selected, in view and told of, once; the address forgets it', async () => {
  cleanup()
  const { router } = showMap('/?device=6&base=1')
  expect(given.selected).toBe(-1)
  // Nothing is shown before the map stands.
  expect(stage.show).not.toHaveBeenCalled()
  act(() => given.onView({ longitude: 113, latitude: 22, zoom: 12 }))
  await screen.findByRole('region', { name: 'D6' })
  expect(given.selected).toBe(5)
  expect(stage.show).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ longitude: 113.34, latitude: 22.96 }))
  expect(router.state.location.search).toBe('?base=1')
})

test('each marker set is shown or hidden by its box, and so are the plots (MAP-04, MAP-13)', async () => {
  const hidden = () => types.filter((_, at) => given.isHidden(at))
  expect(hidden()).toEqual(types.filter((type) => !LAYERS[deviceTypes[type].layer]))
  fireEvent.click(screen.getByRole('button', { name: map.control.layers }))
  fireEvent.click(await screen.findByLabelText(map.layer.gateway))
  expect(hidden()).toContain('gateway')
  expect(hidden()).not.toContain('soil')
  fireEvent.click(screen.getByLabelText(map.layer.lorawan_gateway))
  expect(hidden()).not.toContain('lorawan_gateway')
  expect(given.lands).toHaveLength(1)
  fireEvent.click(screen.getByLabelText(map.layers.plots))
  expect(given.lands).toHaveLength(0)
})

test('MAP-09: the tours of the base are markers of their own, shown or hidden by their box', async () => {
  const shown = { name: 'Round the ponds', href: '/preview-vr/7' }
  await waitFor(() => expect(given.tours).toEqual([shown]))
  fireEvent.click(screen.getByRole('button', { name: map.control.layers }))
  fireEvent.click(await screen.findByLabelText(map.base.tours))
  expect(given.tours).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: map.layers.defaults }))
  expect(given.tours).toEqual([shown])
})

test('no marker is chosen at first (-1); one that is picked is, in the set it belongs to, until the map itself is clicked (MAP-04)', async () => {
  expect(given.selected).toBe(-1)
  act(() => given.onPick({ kind: 'device', at: 5 }))
  await waitFor(() => expect(given.selected).toBe(5))
  act(() => given.onPick({ kind: 'nothing' }))
  await waitFor(() => expect(given.selected).toBe(-1))
})

test('devices at one place are a list by name and state, from which each is chosen by pointer or by keys; it follows what is said and what is shown', async () => {
  act(() => given.onPick({ kind: 'devices', at: [5, 0, 4] }))
  const list = await screen.findByRole('region', { name: map.here.title_other.replace('{{count}}', '3') })
  const rows = () =>
    within(list)
      .getAllByRole('button')
      .filter((one) => one.dataset['row'] !== undefined)
  expect(rows().map((row) => /D\d/.exec(row.textContent)?.[0])).toEqual(['D1', 'D5', 'D6'])
  expect(given.pinned?.place).toEqual({ longitude: 113.34, latitude: 22.96 })
  expect(given.selected).toBe(-1)
  // The popup has the focus, and arrow keys go into its list.
  expect(list.contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(rows()[0])
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{ArrowDown}')
  expect(document.activeElement).toBe(rows()[2])
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('region', { name: 'D6' })
  expect(given.selected).toBe(5)
  expect(screen.queryByRole('region', { name: map.here.title_other.replace('{{count}}', '3') })).toBeNull()

  act(() => given.onPick({ kind: 'devices', at: [5, 0] }))
  await userEvent.click(within(await screen.findByRole('region', { name: /2/ })).getByText('D1'))
  await screen.findByText('camera 1')
})

test('what is put away meanwhile leaves the list, and the list goes with the last', async () => {
  act(() => given.onPick({ kind: 'devices', at: [4, 3] }))
  const name = (count: number) => (count === 1 ? map.here.title_one : map.here.title_other).replace('{{count}}', String(count))
  await screen.findByRole('region', { name: name(2) })
  fireEvent.click(screen.getByRole('button', { name: map.control.layers }))
  fireEvent.click(await screen.findByLabelText(map.layer.gateway))
  await screen.findByRole('region', { name: name(1) })
  fireEvent.click(screen.getByLabelText(map.layer.soil))
  await waitFor(() => expect(screen.queryByRole('region', { name: name(1) })).toBeNull())
})

test('Escape closes the list', async () => {
  act(() => given.onPick({ kind: 'devices', at: [5, 0] }))
  const list = await screen.findByRole('region', { name: /2/ })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(list.isConnected).toBe(false))
})

test('the list says what a device says now, also on a wall', async () => {
  cleanup()
  const item = aReading({ itemId: 77, ts: 1_000_000, value: 4 })
  const board = new DeviceBoard(
    [1, 2].map((id) => aDevice({ id, name: `D${id}`, deviceType: 'soil', main: { ...item, itemId: 70 + id } })),
    NO_LIVE_FACTS,
    1_000_000,
  )
  const data = { settled: true, lands: [], devices: board.devices, areaId: 1, counts: null, retry: () => undefined }
  show(<FarmMap area={area} areas={[area]} onArea={() => undefined} data={data as never} board={board} dark wall />, {
    live: fakeLive().live,
    at: '/',
  })
  act(() => given.onPick({ kind: 'devices', at: [0, 1] }))
  const list = await screen.findByRole('region', { name: /2/ })
  expect(within(list).getAllByText(/4/)).toHaveLength(2)
  act(() => board.readAll(1_000_001, { ...NO_LIVE_FACTS, reading: (id) => (id === 72 ? { value: 31, ts: 1_000_001 } : undefined) }))
  expect(await within(list).findByText(/31/)).toBeTruthy()
})
