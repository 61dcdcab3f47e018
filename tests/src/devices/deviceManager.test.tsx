import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type DeviceType, deviceTypes } from '#contract/devices/deviceType'
import { LABELS, MANAGER_CODE } from '#contract/devices/pages'
import crud from '#locales/en-US/crud' with { type: 'json' }
import words from '#locales/en-US/devices' with { type: 'json' }
import DeviceManagerPage from '#src/screens/devices/DeviceManagerPage.tsx'
import LabelsPage from '#src/screens/devices/LabelsPage.tsx'
import { show } from '../crud/showing.tsx'
import { aDevice } from '../map/aDevice.ts'
import { signedIn } from '../signedIn.ts'

const listed = (id: number, deviceType: DeviceType, areaName: string, given = {}) => ({
  ...aDevice({ id, deviceType, name: `Device ${id}`, eui: `eui-${id}`, areaId: id, areaName, ...given }),
  items: [],
  baseConcentratorDTO: null,
})
const three = [
  listed(1, 'gateway', 'North'),
  listed(2, 'aerator_ii', 'South', { enabledFlag: 0, landName: 'Pond 7' }),
  listed(3, 'soil', 'South'),
]
const base = (areaId: number, areaName: string) => ({ areaId, areaName, defaultFlag: 0, enabledFlag: 1 })

let held: readonly string[] | 'all'
let rows: readonly object[]
/** What the server answers to an act on a device; undefined for a plain yes. */
let refusals: Record<string, { status: number; code: string; message: string }>
let told: boolean
const asked: URL[] = []
const acts: { path: string; body: unknown }[] = []
const lists = () => asked.filter(({ pathname }) => pathname.endsWith('/tenant-all')).map(({ searchParams }) => searchParams)

beforeEach(async () => {
  held = 'all'
  rows = three
  refusals = {}
  told = true
  asked.length = 0
  acts.length = 0
  await signedIn((url, body) => {
    const { pathname } = url
    asked.push(url)
    const page = (content: readonly object[]) => ({ content, number: 1, size: 10, totalElements: content.length })
    if (pathname.endsWith('/check-resources'))
      return (JSON.parse(body) as string[]).map((code) => ({ code, approve: held === 'all' || held.includes(code) }))
    if (pathname.endsWith('/users/self')) return
    if (pathname.endsWith('/tenant-all')) return page(rows)
    if (pathname.endsWith('/area')) return page([base(8, 'North'), base(9, 'South')])
    if (pathname.endsWith('/area/options')) return page([{ id: 9, title: 'South', enabledFlag: 1 }])
    if (pathname.endsWith('/land/options')) return page([{ id: 70, title: 'Pond 7', enabledFlag: 1 }])
    if (/\/(place|enabled|configure)$/.test(pathname)) {
      acts.push({ path: pathname.replace('/wfpe/v1/1/device/gateway/', ''), body: JSON.parse(body) as unknown })
      const refusal = refusals[pathname.split('/').at(-2)!]
      return refusal ? Response.json(refusal, { status: refusal.status }) : { asked: told }
    }
    return page([])
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const choose = async (...names: readonly string[]) => {
  for (const name of names) {
    await screen.findByText(name)
    // It is there once it is known what may be done.
    const box = await waitFor(() => within(screen.getByText(name).closest<HTMLElement>('[role=row]')!).getByRole('checkbox'))
    await userEvent.click(box)
  }
}
const act = async (name: string) =>
  userEvent.click(within(await screen.findByRole('toolbar', { name: crud.bulk.title })).getByRole('button', { name }))
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const inDialog = () => within(screen.getByRole('dialog'))

describe('the list of every device', () => {
  test('asks for all types of all bases, and says of each its type and base', async () => {
    show(<DeviceManagerPage />)
    const row = (await screen.findByText('Device 2')).closest<HTMLElement>('[role=row]')!
    expect(within(row).getByText('South')).toBeTruthy()
    expect(within(row).getByText(words.type.aerator_ii)).toBeTruthy()
    expect(lists()[0]!.get('areaId')).toBeNull()
    const types = lists()[0]!.get('deviceTypes')!.split(',')
    expect(types.toSorted()).toEqual(
      Object.keys(deviceTypes)
        .filter((type) => type !== 'camera')
        .toSorted(),
    )
  })

  test('is narrowed by name, number, type, base, presence and whether it is let in, as its address says', async () => {
    show(<DeviceManagerPage />, { at: '/?name=pond&eui=e1&type=soil&base=9&presence=offline&enabled=off&sort=-areaName' })
    await waitFor(() => expect(lists()).not.toEqual([]))
    expect(Object.fromEntries(lists()[0]!)).toMatchObject({
      name: 'pond',
      eui: 'e1',
      deviceTypes: 'soil',
      areaId: '9',
      presence: 'offline',
      enabledFlag: '0',
      sort: '-areaName',
    })
    fireEvent.mouseDown(await screen.findByLabelText(words.gateway.fields.areaId))
    await userEvent.click(await screen.findByRole('option', { name: 'North' }))
    await waitFor(() => expect(lists().at(-1)!.get('areaId')).toBe('8'))
  })

  test('leads to the page of the device’s own type', async () => {
    const { router } = show(<DeviceManagerPage />)
    await userEvent.click(await screen.findByText('Device 3'))
    await waitFor(() => expect(router.state.location.pathname).toBe('/web/equipment/soilmoisture/info/3'))
  })

  test('offers what changes a device only beside those of a type whose code is held', async () => {
    held = [deviceTypes.soil.codes.edit]
    show(<DeviceManagerPage />)
    await waitFor(() => expect(screen.getAllByLabelText(words.gateway.edit)).toHaveLength(1))
    const row = screen.getByText('Device 3').closest<HTMLElement>('[role=row]')!
    expect(within(row).getByLabelText(words.gateway.edit)).toBeTruthy()
    expect(screen.queryByLabelText(words.gateway.delete)).toBeNull()
    expect(screen.queryByRole('button', { name: words.gateway.add })).toBeNull()
  })
})

describe('many devices at once', () => {
  test('are moved to a base and plot, each by itself; one that is refused stays chosen and says why', async () => {
    refusals['2'] = { status: 403, code: 'error.permission.denied', message: 'Not yours' }
    show(<DeviceManagerPage />)
    await choose('Device 1', 'Device 2')
    await act(words.bulk.move)
    await userEvent.click(inDialog().getByRole('button', { name: words.bulk.move }))
    expect(acts).toEqual([])
    for (const [field, option] of [
      [words.gateway.fields.areaId, 'South'],
      [words.gateway.fields.landId, 'Pond 7'],
    ] as const) {
      await userEvent.click(inDialog().getByLabelText(new RegExp(`^${field}`)))
      await userEvent.click(await screen.findByRole('option', { name: option }))
    }
    await userEvent.click(inDialog().getByRole('button', { name: words.bulk.move }))
    await waitFor(() =>
      expect(acts).toEqual([
        { path: '1/place', body: { areaId: 9, landId: 70 } },
        { path: '2/place', body: { areaId: 9, landId: 70 } },
      ]),
    )
    expect(await screen.findByText('Device 2 (eui-2): Not yours')).toBeTruthy()
    expect(screen.getByText('1 device moved', { exact: false })).toBeTruthy()
    expect(screen.getByText(crud.bulk.chosen.replace('{{count}}', '1'))).toBeTruthy()
  })

  test.each([
    [words.bulk.enable, 1],
    [words.bulk.disable, 0],
  ])('are let in and kept out: %s', async (word, enabledFlag) => {
    show(<DeviceManagerPage />)
    await choose('Device 1', 'Device 3')
    await act(word)
    expect(inDialog().getByText('Device 3 (eui-3)')).toBeTruthy()
    await userEvent.click(inDialog().getByRole('button', { name: word }))
    await waitFor(() => expect(acts.map(({ path }) => path)).toEqual(['1/enabled', '3/enabled']))
    expect(acts[0]!.body).toEqual({ enabledFlag })
  })

  test('are told how often to report; where a device is away that is said of it, though it is kept', async () => {
    told = false
    show(<DeviceManagerPage />)
    await choose('Device 1', 'Device 3')
    await act(words.gateway.configure)
    const minutes = inDialog().getByLabelText(words.period.minutes)
    await userEvent.type(minutes, '4')
    await press(words.period.save)
    expect(acts).toEqual([])
    await userEvent.type(minutes, '5')
    await press(words.period.save)
    await waitFor(() => expect(acts.map(({ body }) => body)).toEqual([{ reportingMinutes: 45 }, { reportingMinutes: 45 }]))
    expect(await screen.findByText(`Device 3 (eui-3): ${words.period.later}`)).toBeTruthy()
    expect(screen.getByText('Reporting period of 2 devices set', { exact: false })).toBeTruthy()
  })

  test('are changed by nobody who may change no type of them; their labels are printed by who may open the sheet', async () => {
    held = [MANAGER_CODE]
    const opening = vi.fn()
    vi.stubGlobal('open', opening)
    show(<DeviceManagerPage />)
    await choose('Device 1', 'Device 3')
    for (const word of [words.bulk.move, words.bulk.enable, words.bulk.disable, words.gateway.configure, words.gateway.delete])
      expect(within(screen.getByRole('toolbar', { name: crud.bulk.title })).queryByRole('button', { name: word })).toBeNull()
    await act(words.labels.print)
    expect(opening).toHaveBeenCalledWith(`${LABELS}?ids=1,3`, '_blank', 'noopener')
  })
})

describe('the sheet of labels', () => {
  test('has name, number, place and code of each chosen device, 24 a page, and says how many are not there', async () => {
    rows = [three[1]!, ...Array.from({ length: 25 }, (_, at) => listed(10 + at, 'gateway', 'North'))]
    show(<LabelsPage />, { at: `${LABELS}?ids=${[2, ...Array.from({ length: 26 }, (_, at) => 10 + at)].join()}` })
    const label = within((await screen.findByText('Device 2')).closest('li')!)
    expect(label.getByText('eui-2')).toBeTruthy()
    expect(label.getByText('South · Pond 7')).toBeTruthy()
    expect(label.getByRole('img').getAttribute('src')).toContain('data:image/svg')
    expect(screen.getAllByRole('list').map((sheet) => within(sheet).getAllByRole('listitem').length)).toEqual([24, 2])
    expect(lists()[0]!.get('ids')).toMatch(/^2,10,11/)
    expect(screen.getByText(words.labels.missing_one.replace('{{count}}', '1'))).toBeTruthy()
    const printing = vi.fn()
    vi.stubGlobal('print', printing)
    await press(words.labels.print)
    expect(printing).toHaveBeenCalledOnce()
  })

  test('says what to do where no device is chosen, and asks the server for none', async () => {
    show(<LabelsPage />, { at: LABELS })
    expect(await screen.findByText(words.labels.none)).toBeTruthy()
    expect(lists()).toEqual([])
  })
})
