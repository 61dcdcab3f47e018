import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { worker } from '#contract/farm/worker'
import crud from '#locales/en-US/crud' with { type: 'json' }
import farm from '#locales/en-US/farm' with { type: 'json' }
import { chooseArea } from '#src/session/area.ts'
import GatewayPage from '#src/screens/devices/GatewayPage.tsx'
import LandPage from '#src/screens/farm/LandPage.tsx'
import WorkerPage from '#src/screens/farm/WorkerPage.tsx'
import { signedIn } from '../signedIn.ts'
import { show } from './showing.tsx'

// jsdom draws no map.
vi.mock('#src/map/DrawingMap.tsx', () => ({
  DrawingMap: ({ around = [] }: { around?: unknown[] }) => <p data-testid="drawing">{JSON.stringify(around)}</p>,
}))
i18next.addResourceBundle('en-US', 'farm', farm)

const base = (areaId: number) => ({ areaId, areaName: `Base ${areaId}`, defaultFlag: areaId === 1 ? 1 : 0, enabledFlag: 1 })
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
const contents: Record<string, readonly unknown[]> = {
  worker: [someone],
  area: [base(1), base(2)],
  land: [aPlot(7), aPlot(8)],
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
    ['gateways', GatewayPage, '/wfpe/v2/1/device/gateway/tenant-all', 'areaId'],
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
