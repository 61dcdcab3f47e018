import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState, useSyncExternalStore } from 'react'
import { BehaviorSubject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CollectItem } from '#contract/devices/collect'
import { deviceTypes } from '#contract/devices/deviceType'
import { switchCalls } from '#contract/devices/switch'
import devices from '#locales/en-US/devices' with { type: 'json' }
import { CollectDialog } from '#src/screens/devices/CollectDialog.tsx'
import { HistoryPanel } from '#src/screens/devices/collect/HistoryPanel.tsx'
import { LampDialog } from '#src/screens/devices/LampDialog.tsx'
import { startAnew } from '#src/session/belongings.ts'
import { session } from '#src/session/session.ts'
import { DEVICE_MODAL_WIDTH } from '#src/theme/theme.ts'
import { queryClient, show } from '../crud/showing.tsx'
import { aDevice, aReading } from '../map/aDevice.ts'
import { fakeLive } from './fakeLive.ts'

vi.mock('#src/charts/HistoryChart.tsx', () => ({
  HistoryChart: ({ curves, range }: { curves: { name: string; max: number[] }[]; range: [number, number] }) => (
    <output
      aria-label="chart"
      data-start={range[0]}
      data-hours={(range[1] - range[0]) / 3_600_000}
      data-newest={curves.map(({ max }) => max.at(-1)).join()}
    >
      {curves.map(({ name }) => name).join()}
    </output>
  ),
}))

const clock = new BehaviorSubject(Date.now())
vi.mock('#src/ui/useNow.ts', () => ({
  useNow: () =>
    useSyncExternalStore(
      (changed) => {
        const subscription = clock.subscribe(changed)
        return () => subscription.unsubscribe()
      },
      () => clock.value,
    ),
}))

const item = (id: number, name: string) => ({ id, name, code: name, unit: '°C', low: null, high: null }) as CollectItem
const items = [item(1, 'Air'), item(2, 'Soil'), item(3, 'Leaf')]

let asked: string[]
let answer: { status: number; body: unknown }
beforeEach(() => {
  asked = []
  answer = {
    status: 200,
    body: [{ itemId: 1, name: 'Air', unit: '°C', bucket: 0, collectionTime: [1], collectionData: [2], min: [2], max: [2], strength: null }],
  }
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(String(address), 'http://furrow.test')
    if (url.pathname.endsWith('/state-lanes')) return new Response(JSON.stringify({ since: 0, until: 1, lanes: [], commands: [] }))
    if (!url.pathname.endsWith('/curve')) return new Promise<Response>(() => undefined)
    asked.push(url.searchParams.get('itemIds') ?? '')
    return new Response(JSON.stringify(answer.body), { status: answer.status, headers: { 'content-type': 'application/json' } })
  })
})
const become = (tenantId: number) =>
  session.set({
    status: tenantId < 0 ? 'signedOut' : 'signedIn',
    self: tenantId < 0 ? null : { id: 9, tenantId, loginName: 'o', realName: 'O', imageUrl: null, tenants: [] },
    tenantId,
    accessToken: () => Promise.resolve('t'),
  })
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  become(-1)
})

/** The panel with a button for each choice of items. */
function Panel({ deviceId = 3 }: { deviceId?: number }) {
  const [picked, pick] = useState([1])
  return (
    <>
      {[[1, 2], [1, 2, 3], [3]].map((ids) => (
        <button key={ids.join()} onClick={() => pick(ids)}>{`pick ${ids.join()}`}</button>
      ))}
      <HistoryPanel device={{ id: deviceId, areaId: 1, name: 'Pond', deviceType: 'gateway' }} items={items} picked={picked} onPick={pick} />
    </>
  )
}

describe('a history curve', () => {
  test('is asked for once what was chosen has stood still for half a second', async () => {
    become(1)
    show(<Panel />)
    await waitFor(() => expect(asked).toEqual(['1']))
    for (const choice of ['pick 1,2', 'pick 1,2,3', 'pick 3']) fireEvent.click(screen.getByText(choice))
    const clicked = Date.now()
    await waitFor(() => expect(asked).toEqual(['1', '3']), { timeout: 5000 })
    expect(Date.now() - clicked).toBeGreaterThanOrEqual(490)
  })

  test('waits until tenant and device are known (TENANT-06)', async () => {
    become(-1)
    show(<Panel />)
    cleanup()
    become(1)
    show(<Panel deviceId={-1} />)
    await screen.findByText(devices.history.today)
    expect(asked).toEqual([])
    cleanup()
    show(<Panel />)
    await waitFor(() => expect(asked).toEqual(['1']))
  })

  test('draws what it was answered, and nothing where the call failed', async () => {
    become(1)
    show(<Panel />)
    expect((await screen.findByRole('status', { name: 'chart' })).textContent).toBe('Air')
    answer = { status: 400, body: { failed: true, code: 'error.range.empty', message: 'The range is empty' } }
    fireEvent.click(screen.getByText('pick 3'))
    expect(await screen.findByText(/The range is empty/, undefined, { timeout: 5000 })).toBeTruthy()
    expect(screen.queryByRole('status', { name: 'chart' })).toBeNull()
  })

  test('that was drawn is taken away where it is read again and the call fails (COLLECT-05)', async () => {
    become(1)
    show(<Panel />)
    await screen.findByRole('status', { name: 'chart' })
    answer = { status: 400, body: { failed: true, code: 'error.range.empty', message: 'The range is empty' } }
    await act(() => queryClient.invalidateQueries())
    expect(await screen.findByText(/The range is empty/)).toBeTruthy()
    expect(screen.queryByRole('status', { name: 'chart' })).toBeNull()
  })
})

test('a reading that comes while its curve stands open is on it, in a range of hours too', async () => {
  become(1)
  const { live, readings } = fakeLive()
  show(<Panel />, { live })
  const chart = await screen.findByRole('status', { name: 'chart' })
  expect(chart.dataset.newest).toBe('2')
  act(() => {
    readings.put(1, { ts: Date.now(), value: 38.6 })
    readings.changes$.next(new Set([1]))
  })
  await waitFor(() => expect(screen.getByRole('status', { name: 'chart' }).dataset.newest).toBe('38.6'), { timeout: 5000 })
  // Nor does it take away what is being typed into the choice of items.
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: devices.history.items })
  act(() => box.focus())
  fireEvent.change(box, { target: { value: 'Le' } })
  act(() => clock.next(Date.now()))
  expect(box.value).toBe('Le')
  fireEvent.click(screen.getByRole('button', { name: devices.history.sixHours }))
  await waitFor(() => expect(screen.getByRole('status', { name: 'chart' }).dataset.hours).toBe('6'), { timeout: 5000 })
  expect(screen.getByRole('status', { name: 'chart' }).dataset.newest).toBe('38.6')
})

describe('at midnight', () => {
  const midnight = new Date(2026, 2, 4).getTime()
  const start = () => Number(screen.getByRole('status', { name: 'chart' }).dataset.start)
  const dayBefore = () => act(() => clock.next(midnight - 30_000))
  afterEach(() => clock.next(Date.now()))

  test('the curve of today begins anew in a window that stands open', async () => {
    dayBefore()
    become(1)
    show(<Panel />)
    await screen.findByRole('status', { name: 'chart' })
    expect(start()).toBe(new Date(2026, 2, 3).getTime())
    act(() => clock.next(midnight + 30_000))
    await waitFor(() => expect(start()).toBe(midnight))
  })

  test('the last seven days of an insect lamp move on too', async () => {
    dayBefore()
    startAnew('')
    become(1)
    const insects = { ...aReading({ itemId: 1, code: 'insects', name: 'Insects' }) }
    const lamp = { ...aDevice({ id: 5, deviceType: 'insectSituationLamp' }), items: [insects] }
    const others = fetch
    vi.stubGlobal('fetch', async (address: string) => {
      const json = (body: unknown) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
      if (String(address).includes('check-resources')) return json([{ code: deviceTypes.insectSituationLamp.code, approve: true }])
      if (String(address).includes('/trend')) return json([])
      return String(address).includes('/curve') ? others(address) : json(lamp)
    })
    show(<LampDialog deviceId={5} areaId={1} open onClose={() => undefined} />, { live: fakeLive().live })
    await screen.findByRole('status', { name: 'chart' })
    expect(start()).toBe(new Date(2026, 1, 25).getTime())
    act(() => clock.next(midnight + 30_000))
    await waitFor(() => expect(start()).toBe(new Date(2026, 1, 26).getTime()))
  })
})

test('the window of a device is 1200 wide and holds collected data, control, and what was rejected', async () => {
  become(1)
  const details = {
    id: 3,
    areaId: 1,
    name: 'Pond',
    eui: 'p-1',
    deviceType: 'gateway',
    presence: 'online',
    rejectedCount: 2,
    heardAt: null,
    clock: null,
  }
  vi.stubGlobal('fetch', async (address: string) => {
    if (!String(address).includes('/details')) return new Promise<Response>(() => undefined)
    return new Response(JSON.stringify(details), { headers: { 'content-type': 'application/json' } })
  })
  show(<CollectDialog deviceId={3} areaId={1} open onClose={() => undefined} />, { live: fakeLive().live })
  expect(DEVICE_MODAL_WIDTH).toBe(1200)
  const tabs = await screen.findAllByRole('tab')
  expect(tabs.map(({ textContent }) => textContent)).toEqual([devices.collect.data, devices.collect.control, expect.stringContaining('2')])
})

test('switches come twenty a page unless somebody asks for more', () => {
  expect(switchCalls.list.query.parse({}).size).toBe(20)
})
