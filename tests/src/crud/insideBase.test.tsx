import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { worker } from '#contract/farm/worker'
import crud from '#locales/en-US/crud' with { type: 'json' }
import devices from '#locales/en-US/devices' with { type: 'json' }
import farm from '#locales/en-US/farm' with { type: 'json' }
import { chooseArea } from '#src/session/area.ts'
import { DeviceListPage } from '#src/screens/devices/DeviceListPage.tsx'
import BasePage from '#src/screens/farm/BasePage.tsx'
import LandPage from '#src/screens/farm/LandPage.tsx'
import WorkerPage from '#src/screens/farm/WorkerPage.tsx'
import { signedIn } from '../signedIn.ts'
import { show } from './showing.tsx'

// jsdom draws no map.
vi.mock('#src/map/DrawingMap.tsx', () => ({
  DrawingMap: ({ around = [], beside = [] }: { around?: unknown[]; beside?: unknown[] }) => (
    <>
      <p data-testid="drawing">{JSON.stringify(around)}</p>
      <p data-testid="beside">{JSON.stringify(beside)}</p>
    </>
  ),
}))
i18next.addResourceBundle('en-US', 'farm', farm)

const PLACE = { longitude: 113.3, latitude: 22.9 }
const base = (areaId: number) => ({
  areaId,
  areaName: `Base ${areaId}`,
  defaultFlag: areaId === 1 ? 1 : 0,
  enabledFlag: 1,
  latlng: PLACE,
  objectVersionNumber: 1,
})
const someone = {
  workerId: 4,
  name: 'Lin',
  organizationId: 1,
  objectVersionNumber: 1,
  enabledFlag: 1,
  labels: { organizationId: 'Base 1' },
}
const RING = [
  [113, 22],
  [113.1, 22],
  [113, 22.1],
]
const aPlot = (landId: number) => ({ landId, landName: `Plot ${landId}`, areaId: 1, landProfile: RING, objectVersionNumber: 1 })
/** A row of the markers call, and one that stands nowhere. */
const marker = (id: number, name: string, longitude: number | null, latitude: number | null) => [
  id,
  'gateway',
  name,
  `e${id}`,
  null,
  null,
  longitude,
  latitude,
  'online',
  null,
  60_000,
  null,
  [],
  [],
]
const contents: Record<string, readonly unknown[]> = {
  worker: [someone],
  area: [base(1), base(2)],
  land: [aPlot(7), aPlot(8)],
  markers: [marker(5, 'Pond station', 113.05, 22.05), marker(6, 'In store', null, null)],
  options: [{ id: 2, title: 'Base 2', enabledFlag: 1 }],
}
let held: readonly string[] | 'all'
const asked: URL[] = []
const lists = (path: string) => asked.filter(({ pathname }) => pathname === path)

beforeEach(async () => {
  held = 'all'
  asked.length = 0
  chooseArea(null)
  await signedIn((url, body) => {
    const { pathname, searchParams } = url
    asked.push(url)
    if (pathname.endsWith('/check-resources'))
      return (JSON.parse(body) as string[]).map((code) => ({ code, approve: held === 'all' || held.includes(code) }))
    if (pathname.endsWith('/area/default')) return base(Number(searchParams.get('areaId') ?? 1))
    if (pathname.endsWith('/worker/4')) return someone
    if (pathname.endsWith('/land/7')) return aPlot(7)
    if (pathname.endsWith('/area/1')) return base(1)
    if (pathname.endsWith('/users/self')) return
    const content = contents[pathname.split('/').at(-1)!] ?? []
    return { content, number: 1, size: 10, totalElements: content.length }
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a screen inside a base', () => {
  test.each<[string, ComponentType, string, string]>([
    ['plots', LandPage, '/wfpf/v1/1/land', 'areaId'],
    ['workers', WorkerPage, '/wfpf/v1/1/worker', 'organizationId'],
    ['gateways', () => <DeviceListPage page="gateway" />, '/wfpe/v2/1/device/gateway/tenant-all', 'areaId'],
  ])('lists the %s of the selected base, and of another one when that is selected (AREA-06)', async (_, Screen, path, param) => {
    show(<Screen />)
    const bases = () => lists(path).map(({ searchParams }) => searchParams.get(param))
    await waitFor(() => expect(bases().at(-1)).toBe('1'))
    act(() => chooseArea(2))
    await waitFor(() => expect(bases().at(-1)).toBe('2'))
    expect(new Set(bases())).toEqual(new Set(['1', '2']))
  })

  test('makes a new record in the selected base, whose name stands above (AREA-06)', async () => {
    chooseArea(2)
    show(<WorkerPage />, { at: '/?edit=new' })
    await screen.findByDisplayValue('Base 2')
    expect(screen.getByText(/^Base 2 /)).toBeTruthy()
  })
})

test('a plot is drawn among the others of its base', async () => {
  show(<LandPage />, { at: '/?edit=7' })
  await waitFor(() => expect(screen.getByTestId('drawing').textContent).toBe(JSON.stringify([RING])))
})

test('the place of a device is chosen among the plots of its base and the devices that stand there', async () => {
  show(<DeviceListPage page="gateway" />)
  fireEvent.click((await screen.findAllByRole('button', { name: devices.gateway.add }))[0]!)
  await waitFor(() => expect(screen.getByTestId('drawing').textContent).toBe(JSON.stringify([RING, RING])))
  const beside = [{ name: 'Pond station', longitude: 113.05, latitude: 22.05 }]
  await waitFor(() => expect(screen.getByTestId('beside').textContent).toBe(JSON.stringify(beside)))
  // Of the base that is chosen in the form.
  expect(lists('/wfpe/v2/1/device/gateway/markers').map(({ searchParams }) => searchParams.get('areaId'))).toEqual(['1'])
})

test('the place of a base is chosen among its plots and the other bases', async () => {
  show(<BasePage />, { at: '/?edit=1' })
  await waitFor(() => expect(screen.getByTestId('drawing').textContent).toBe(JSON.stringify([RING, RING])))
  await waitFor(() => expect(screen.getByTestId('beside').textContent).toBe(JSON.stringify([{ name: 'Base 2', ...PLACE }])))
})

describe('who may only read', () => {
  test('is offered nothing that changes a record, and no form by its address', async () => {
    held = [worker.codes.read]
    show(<WorkerPage />, { at: '/?edit=4&open=4' })
    await waitFor(() => expect(screen.getAllByText('Lin').length).toBeGreaterThan(1))
    await waitFor(() => expect(lists('/iam/stong/v1/menus/check-resources')).not.toEqual([]))
    for (const word of [crud.add, crud.import, crud.export, crud.edit, crud.delete]) {
      expect(screen.queryByText(word)).toBeNull()
      expect(screen.queryByLabelText(word)).toBeNull()
    }
    expect(screen.queryByText(crud.save)).toBeNull()
  })

  test('and edit is offered that alone', async () => {
    held = [worker.codes.read, worker.codes.edit]
    show(<WorkerPage />, { at: '/?open=4' })
    await screen.findByText(crud.edit)
    for (const word of [crud.add, crud.import, crud.export, crud.delete]) expect(screen.queryByText(word)).toBeNull()
  })
})

test('a list says how many there are and how many a page shows, ten at first (PAGINATION-01, -02)', async () => {
  show(<WorkerPage />)
  await screen.findByText('1 in total')
  expect(screen.getByText(/Rows per page/)).toBeTruthy()
  expect(lists('/wfpf/v1/1/worker').at(-1)!.search).toMatch(/page=1&size=10/)
  fireEvent.mouseDown(screen.getByText('10'))
  fireEvent.click(await screen.findByText('50'))
  await waitFor(() => expect(lists('/wfpf/v1/1/worker').at(-1)!.search).toMatch(/page=1&size=50/))
})
