import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { soilLayerOf } from '#contract/devices/soilLayer'
import { SoilProfile } from '#src/screens/devices/page/soil/SoilProfile.tsx'
import { showsConductivity, soilLayers } from '#src/screens/devices/page/soil/soilLayers.ts'
import { show } from '../crud/showing.tsx'
import { aDevice } from '../map/aDevice.ts'
import { signedIn } from '../signedIn.ts'
import { fakeLive } from './fakeLive.ts'

const saved = vi.hoisted(() => vi.fn())
vi.mock('#src/ui/saveBlob.ts', () => ({ saveBlob: saved }))
// jsdom has no canvas to draw on.
vi.mock('#src/charts/HeatCanvas.tsx', () => ({ default: () => null }))

describe('the layers of a soil device', () => {
  test('stand from the surface down whatever order their items come in, each item in its own', () => {
    const code = fc
      .tuple(fc.constantFrom('soilMoisture', 'soilTemperature', 'conductivity', 'battery'), fc.integer({ min: 0, max: 12 }))
      .map(([quantity, layer]) => (layer === 0 ? quantity : `${quantity}${layer}`))
    fc.assert(
      fc.property(fc.uniqueArray(code), (codes) => {
        const layers = soilLayers(codes.map((one) => ({ code: one })))
        const numbers = layers.map(({ layer }) => layer)
        expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
        expect(layers.length).toBeLessThanOrEqual(11)
        const shown = layers.flatMap(({ layer, items }) => Object.entries(items).map(([fact, item]) => ({ layer, fact, code: item.code })))
        for (const { layer, fact, code: own } of shown) expect(soilLayerOf(own)).toEqual({ layer, fact })
        expect(shown.map((one) => one.code).toSorted()).toEqual(codes.filter((one) => soilLayerOf(one) !== null).toSorted())
      }),
    )
  })

  test('begin with a surface that has a temperature alone (SOIL-03)', () => {
    const codes = ['soilMoisture', 'conductivity', 'soilTemperature', 'soilMoisture1']
    expect(soilLayers(codes.map((code) => ({ code })))).toEqual([
      { layer: 0, items: { temperature: { code: 'soilTemperature' } } },
      { layer: 1, items: { humidity: { code: 'soilMoisture1' } } },
    ])
  })

  test('begin with layer 1 where there is no surface (SOIL-02)', () => {
    const layers = soilLayers(['soilTemperature2', 'soilMoisture1'].map((code) => ({ code })))
    expect(layers.map(({ layer }) => layer)).toEqual([1, 2])
  })

  test('show a conductivity where it is a number and not nothing (SOIL-04)', () => {
    expect([0.12, -0.1, 0, null, undefined].map(showsConductivity)).toEqual([true, true, false, false, false])
  })
})

const SINCE = Date.now() - 30_000
const anItem = (id: number, code: string, newestData: number | null, unit: string) => ({
  id,
  concentratorId: 7,
  deviceName: 'Probe',
  code,
  name: code,
  icon: null,
  newestData,
  newestTime: SINCE,
  unit,
  online: 1,
  description: null,
  low: null,
  high: null,
  hidden: 0,
  reportingPeriod: 600_000,
  calibrated: false,
  calculation: null,
  objectVersionNumber: 1,
})
const probe = aDevice({ id: 7, name: 'Probe', deviceType: 'soil', reportingPeriod: 600_000 })
let items: object[]
let asked: URL[]
let file: () => Response
beforeEach(async () => {
  items = [
    anItem(12, 'soilMoisture2', 28, '%'),
    anItem(11, 'soilMoisture1', 31.2, '%'),
    anItem(21, 'conductivity1', 0.12, 'S/m'),
    anItem(22, 'conductivity2', 0, 'S/m'),
    anItem(30, 'soilTemperature', 19.5, '°C'),
    anItem(31, 'soilTemperature1', 18.5, '°C'),
  ]
  asked = []
  file = () => new Response('a,b')
  saved.mockClear()
  await signedIn((url) => {
    asked.push(url)
    if (url.pathname.endsWith('/device/gateway/7/collection')) return { content: items, number: 1, size: 0, totalElements: items.length }
    if (url.pathname.endsWith('/history-expert/file')) return file()
    if (!url.pathname.endsWith('/device/gateway/7/curve')) return
    return url.searchParams
      .get('itemIds')!
      .split(',')
      .map((id) => ({
        itemId: Number(id),
        name: '',
        unit: null,
        bucket: 0,
        collectionTime: [SINCE],
        collectionData: [Number(id) + 0.25],
        min: [Number(id) + 0.25],
        max: [Number(id) + 0.25],
        strength: null,
      }))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const rowOf = (name: RegExp) => screen.getByRole('row', { name })

test('the panel lists every layer with its newest values from the surface down, and follows what comes', async () => {
  const fake = fakeLive()
  show(<SoilProfile device={probe} />, { live: fake.live })
  await screen.findByText('Surface')
  const table = screen.getAllByRole('table')[0]!
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map((cell) => cell.firstChild!.textContent),
  ).toEqual(['Surface', 'Layer 1', 'Layer 2'])
  expect(rowOf(/^Surface/).textContent).toContain('19.5°C')
  expect(rowOf(/^Layer 1/).textContent).toMatch(/31\.2%.*18\.5°C.*0\.12S\/m/)
  expect(within(rowOf(/^Layer 2/)).getByText('--')).toBeDefined()
  const part = () =>
    rowOf(/^Layer 2/)
      .querySelector('[data-part]')!
      .getAttribute('data-part')
  expect(part()).toBe('28')
  act(() => {
    fake.readings.put(12, { value: 44.5, ts: Date.now() })
    fake.readings.put(22, { value: 0.3, ts: Date.now() })
  })
  await waitFor(() => expect(rowOf(/^Layer 2/).textContent).toMatch(/44\.5%.*0\.3S\/m/))
  expect(part()).toBe('44.5')
})

test('over time it asks for the items of what is looked at, and shows their values as a table', async () => {
  show(<SoilProfile device={probe} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Table' }))
  expect(await screen.findByText('11.25')).toBeDefined()
  expect(screen.getByRole('columnheader', { name: 'Layer 1 (%)' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Temperature' }))
  fireEvent.click(screen.getByRole('button', { name: '30 days' }))
  expect(await screen.findByText('31.25')).toBeDefined()
  expect(screen.getByRole('columnheader', { name: 'Surface (°C)' })).toBeDefined()
  const curves = asked.filter(({ pathname }) => pathname.endsWith('/curve')).map(({ searchParams }) => searchParams)
  expect(curves[0]!.get('itemIds')).toBe('11,12')
  const last = curves.at(-1)!
  expect([last.get('itemIds'), Number(last.get('endTime')) - Number(last.get('startTime')) + 1]).toEqual(['30,31', 30 * 86_400_000])
})

test('the history of a soil device is taken along as a file; why it could not is said', async () => {
  show(<SoilProfile device={probe} />)
  const button = await screen.findByRole('button', { name: 'Download layer history' })
  fireEvent.click(button)
  await waitFor(() => expect(saved).toHaveBeenCalledWith(expect.stringMatching(/^Probe .*\.csv$/), expect.any(Blob)))
  file = () => Response.json({ failed: true, code: 'error.busy', message: 'Too much at once' }, { status: 429 })
  fireEvent.click(button)
  expect(await screen.findByText(/Too much at once/)).toBeDefined()
})

test('a tube has no such file, and a device that never reported a layer says so', async () => {
  items = []
  show(<SoilProfile device={{ ...probe, deviceType: 'gateway_soil' }} />)
  expect(await screen.findByText('No layer has reported yet')).toBeDefined()
  cleanup()
  items = [anItem(11, 'soilMoisture1', 31.2, '%')]
  show(<SoilProfile device={{ ...probe, deviceType: 'gateway_soil' }} />)
  await screen.findByRole('button', { name: 'Table' })
  expect(screen.queryByRole('button', { name: 'Download layer history' })).toBeNull()
})
