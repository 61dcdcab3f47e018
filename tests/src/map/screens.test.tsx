import { cleanup, renderHook, screen, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { userEvent } from '@testing-library/user-event'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DEVICE_TYPES, deviceTypes, LAYERS } from '#contract/devices/deviceType'
import type { Marker } from '#contract/devices/device'
import type { Land } from '#contract/farm/land'
import devices from '#locales/en-US/devices' with { type: 'json' }
import farm from '#locales/en-US/farm' with { type: 'json' }
import map from '#locales/en-US/map' with { type: 'json' }
import { CallError } from '#src/api/call.ts'
import { newQueryClient } from '#src/api/useCall.ts'
import { NO_LIVE_FACTS } from '#src/map/describeDevice.ts'
import { DeviceBoard } from '#src/map/deviceBoard.ts'
import { DEFAULT_CHOICE } from '#src/map/keepLayers.ts'
import { readMarker } from '#src/map/mapDevice.ts'
import { GROUND } from '#src/map/mapSources.ts'
import { DevicePopup } from '#src/screens/map/DevicePopup.tsx'
import { LayerPanel } from '#src/screens/map/LayerPanel.tsx'
import { PlotPopup } from '#src/screens/map/PlotPopup.tsx'
import { Tallies } from '#src/screens/map/Tallies.tsx'
import { WallStrip } from '#src/screens/map/WallStrip.tsx'
import { useFarmData } from '#src/screens/map/useFarmData.ts'
import { WeatherCard } from '#src/screens/map/WeatherCard.tsx'
import { startAnew } from '#src/session/belongings.ts'
import { session } from '#src/session/session.ts'
import { show } from '../crud/showing.tsx'
import { fakeLive } from '../devices/fakeLive.ts'
import { aDevice, aReading } from './aDevice.ts'

const queryClient = newQueryClient()

for (const [name, words] of Object.entries({ farm, map })) i18next.addResourceBundle('en-US', name, words)

const page = (content: unknown[]) => ({ content, number: 1, size: 0, totalElements: content.length })
const aMarker = (id: number): Marker => [id, 'gateway', `G${id}`, `g-${id}`, null, null, 113, 23, 'online', 5, 60_000, null, [], [], null]
const weather = {
  temperature: 21.4,
  text: 'Clear',
  icon: '100',
  precipitation: 0.5,
  humidity: 67,
  windDir: 'N',
  windScale: '2',
  wind360: 350,
  at: null,
}

let asked: string[]
let replies: Record<string, (query: URLSearchParams) => unknown>
beforeEach(() => {
  asked = []
  replies = {
    '/iam/stong/v1/menus/check-resources': () => Object.values(deviceTypes).map(({ code }) => ({ code, approve: true })),
    '/wfpe/v2/1/device/gateway/markers': () => page([aMarker(1), aMarker(2)]),
    '/wfpf/v1/1/land': () => page([]),
  }
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(String(address), 'http://furrow.test')
    asked.push(decodeURIComponent(url.pathname + url.search))
    const reply = replies[url.pathname]
    // What is not known here never answers.
    if (!reply) return new Promise<Response>(() => undefined)
    return new Response(JSON.stringify(reply(url.searchParams)), { headers: { 'content-type': 'application/json' } })
  })
  session.set({
    status: 'signedIn',
    self: { id: 9, tenantId: 1, loginName: 'operator', realName: 'Operator', imageUrl: null, tenants: [] },
    tenantId: 1,
    accessToken: () => Promise.resolve('t'),
  })
  queryClient.clear()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  session.set({ status: 'signedOut', self: null, tenantId: -1, accessToken: () => Promise.reject(new Error('over')) })
})

describe('the devices and plots of a base', () => {
  test('are read whole, enabled plots alone, and the map does not wait for the cameras', async () => {
    const { result } = renderHook(() => useFarmData(5), {
      wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
    })
    await waitFor(() => expect(result.current.settled).toBe(true))
    expect(result.current.devices.map(({ id, name, areaId }) => [id, name, areaId])).toEqual([
      [1, 'G1', 5],
      [2, 'G2', 5],
    ])
    expect(asked).toContain('/wfpe/v2/1/device/gateway/markers?page=0&size=0&areaId=5')
    expect(asked).toContain('/wfpf/v1/1/land?page=0&size=0&areaId=5&enabledFlag=1')
    await waitFor(() => expect(asked).toContain('/wfpe/v1/1/camera/5/area?page=1&size=1000'))
  })
})

describe('types of devices', () => {
  test('are those of the documents, the base’s own marker beside them (MAP-17), each with a layer and its first state (MAP-13)', () => {
    const keys = [
      'camera',
      'inverter',
      'waterFertilizer',
      'injection',
      'gateway',
      'gateway_weather',
      'soil',
      'gateway_soil',
      'gateway_water',
      'insectSituationLamp',
      'insectSituationLamp_II',
      'insectSituationLamp_IV',
      'sex_inducement',
      'lorawan_node',
      'lorawan_gateway',
      'aerator_ii',
      'tzgk_electric_valve',
      '4GLora_node',
    ]
    // Those that the documents have a page for, and no key.
    const keyless = ['acquisition_control', 'plant_light', 'led_screen', 'composi_tachometer', 'network_power', 'spore']
    expect([...DEVICE_TYPES].toSorted()).toEqual([...keys, ...keyless].toSorted())
    const layers = [...keys, ...keyless].filter((key) => !key.startsWith('insectSituationLamp'))
    expect(Object.keys(LAYERS).toSorted()).toEqual([...layers, 'lamps'].toSorted())
    expect(Object.keys(map.layer)).toEqual(expect.arrayContaining(Object.keys(LAYERS)))
  })

  test('have a marker set each, lamps one together, that is shown at first or not', () => {
    for (const type of DEVICE_TYPES) expect(LAYERS).toHaveProperty(deviceTypes[type].layer)
    const layerOf = (type: (typeof DEVICE_TYPES)[number]) => deviceTypes[type].layer
    expect(new Set(DEVICE_TYPES.map(layerOf))).toEqual(new Set(Object.keys(LAYERS)))
    expect(new Set([layerOf('insectSituationLamp'), layerOf('insectSituationLamp_II'), layerOf('insectSituationLamp_IV')])).toEqual(
      new Set(['lamps']),
    )
  })

  test('open a window where they are cameras, aerators, lamps or of the gateway kind, and a popup else', () => {
    const opening = (how: string) => DEVICE_TYPES.filter((type) => deviceTypes[type].opens === how)
    expect(opening('camera')).toEqual(['camera'])
    expect(opening('aerator')).toEqual(['aerator_ii'])
    expect(opening('lamp')).toEqual(['insectSituationLamp', 'insectSituationLamp_II', 'insectSituationLamp_IV'])
    expect(opening('collect')).toEqual(['gateway', 'gateway_weather', 'gateway_water', 'gateway_soil', 'soil', '4GLora_node'])
  })

  test('show whether they are there, except cameras and LoRa gateways', () => {
    expect(DEVICE_TYPES.filter((type) => !deviceTypes[type].showsPresence)).toEqual(['camera', 'lorawan_gateway'])
  })
})

describe('the layers of the map', () => {
  test('are offered where the code of their page is held, each as it is shown at first (PERMISSIONS-22)', async () => {
    replies['/iam/stong/v1/menus/check-resources'] = () =>
      Object.values(deviceTypes).map(({ code }) => ({ code, approve: code !== deviceTypes.camera.code }))
    startAnew('')
    const given = { counts: {}, plotCount: 3, tourCount: 0, sources: [GROUND], source: GROUND, failed: new Set<string>() }
    const acts = { onChoose: () => undefined, onSource: () => undefined, onClose: () => undefined }
    show(<LayerPanel choice={DEFAULT_CHOICE} {...given} {...acts} />)
    await screen.findByLabelText(map.layer.gateway)
    const offered = [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')].map((box) => [
      box.closest('label')!.textContent,
      box.checked,
    ])
    const layers = Object.entries(LAYERS).filter(([layer]) => layer !== 'camera')
    expect(offered).toEqual([...layers.map(([layer, at]) => [map.layer[layer as keyof typeof map.layer], at]), [map.layers.plots, true]])
    startAnew('')
  })
})

describe('the popup of a device', () => {
  const open = (given: Parameters<typeof aDevice>[0], now = 1_000_000) => {
    show(<DevicePopup board={new DeviceBoard([aDevice(given)], NO_LIVE_FACTS, now)} at={0} pin={null} onClose={() => undefined} />, {
      live: fakeLive().live,
    })
    return screen.getByRole('region', { name: given?.name ?? 'Pond gateway' }).textContent
  }

  test('tells name, serial or EUI, plot and whether it is there', () => {
    const text = open({ name: 'Pump house', deviceType: 'inverter', eui: 'inv-1', landName: 'Pond 3', main: aReading({ ts: 990_000 }) })
    expect(text).toContain('inv-1')
    expect(text).toContain('Pond 3')
    expect(text).toContain(devices.presence.online)
    cleanup()
    expect(open({ name: 'Pump house', deviceSerial: 'SN-7', eui: 'inv-1' })).toContain('SN-7')
  })

  test('leads to the page of the device', () => {
    open({})
    expect(screen.getByRole('link', { name: map.popup.page }).getAttribute('href')).toBe('/web/equipment/gateway/info/1')
  })

  test('says that there is no data where a value is empty', () => {
    expect(open({ landName: null })).toContain(`${map.popup.land}${map.popup.noData}`)
  })

  test('says that a device is offline also where a command to it has just failed', () => {
    const command = { id: 'c', state: 'silent', at: 999_000, status: 1, message: null } as const
    const facts = { ...NO_LIVE_FACTS, switchState: () => ({ status: 0, ts: 1, command }) }
    const device = aDevice({ presence: 'offline', switches: [{ switchId: 4, circuit: 1, name: 'S', kind: 'ordinary', status: 0, ts: 1 }] })
    show(<DevicePopup board={new DeviceBoard([device], facts, 1_000_000)} at={0} pin={null} onClose={() => undefined} />, {
      live: fakeLive().live,
    })
    expect(screen.getByText(devices.presence.offline)).toBeTruthy()
    expect(screen.getByText(map.state.failed)).toBeTruthy()
  })

  test('shows no state of presence for a LoRa gateway', () => {
    const text = open({ deviceType: 'lorawan_gateway', presence: 'offline' })
    for (const word of Object.values(devices.presence)) expect(text).not.toContain(word)
  })
})

test('the popup of a plot tells its name, crop, area in mu and type, and leads to the page of plots', () => {
  const land = {
    landId: 1,
    landName: 'Pond 3',
    variety: { name: 'Grass carp', varietyImage: null },
    landMeasure: '12.50',
    landType: 'nurture',
    nurtureKind: 'pond',
  }
  show(<PlotPopup land={land as Land} pin={null} onClose={() => undefined} />)
  const text = screen.getByRole('region', { name: 'Pond 3' }).textContent
  for (const word of ['Grass carp', '12.5 mu', farm.land.choices.landType.nurture, farm.land.choices.nurtureKind.pond])
    expect(text).toContain(word)
  expect(screen.getByRole('link', { name: map.plot.open }).getAttribute('href')).toBe('/web/farm/land')
})

test("the wall's counts agree with its list: a device that was not heard yet is not said to be offline", () => {
  const counts = (...presences: ('online' | 'offline' | 'unknown')[]) => {
    show(
      <Tallies
        known
        board={
          new DeviceBoard(
            presences.map((presence, at) => aDevice({ id: at + 1, presence })),
            NO_LIVE_FACTS,
            1_000_000,
          )
        }
      />,
    )
    const told = Object.fromEntries(
      screen.getAllByRole('term').map((term) => [term.textContent, term.parentElement!.querySelector('dd')!.textContent]),
    )
    cleanup()
    return told
  }
  expect(counts('online', 'offline', 'unknown', 'unknown')).toMatchObject({
    [devices.presence.online]: '1/4',
    [devices.presence.offline]: '1',
    [devices.presence.unknown]: '2',
  })
  expect(counts('online')).not.toHaveProperty(devices.presence.unknown)
})

test.each([
  [null, 0],
  [new CallError({ failed: true, status: 0, code: 'error.network', message: '' }), 2],
])('a wall that knows nothing of its devices yet does not say that all is well (%s)', (devicesError, said) => {
  const board = new DeviceBoard([], NO_LIVE_FACTS, 1_000_000)
  show(
    <>
      <Tallies board={board} known={false} />
      <WallStrip areaId={1} board={board} data={{ known: false, devicesError }} goTo={() => undefined} />
    </>,
  )
  expect(screen.queryByText(map.wall.allWell)).toBeNull()
  expect(screen.queryByText(map.wall.noReadings)).toBeNull()
  expect(screen.queryAllByText(map.notice.devicesFailed)).toHaveLength(said)
  expect(new Set(screen.getAllByRole('definition').map((figure) => figure.textContent))).toEqual(new Set(['--']))
})

describe('the weather card', () => {
  const open = async (code: string) => {
    replies['/wfpf/v1/1/weather'] = () => ({ code, source: 'service', ...weather })
    replies['/wfpf/v1/1/weather/location'] = () => ({ code, city: 'Panyu' })
    show(<WeatherCard place={{ longitude: 113.34, latitude: 22.96 }} />)
    return screen.findByRole('button')
  }

  test('is one line, or all of it', async () => {
    const button = await open('200')
    expect(button.textContent).toContain('21.4')
    expect(await screen.findByText(/Clear · Panyu/)).toBeTruthy()
    expect(screen.queryByText(map.weather.humidity)).toBeNull()
    await userEvent.click(button)
    const card = screen.getByRole('region', { name: map.weather.title }).textContent
    for (const word of ['0.5 mm', '67 %', `${map.weather.sector.N} force 2`]) expect(card).toContain(word)
  })

  test('counts only an answer of code 200', async () => {
    const button = await open('402')
    expect(button.textContent).not.toContain('21.4')
    expect(button.textContent).not.toContain('Panyu')
  })
})

test('a marker without a place is a device without one', () => {
  expect(readMarker(5, [1, 'soil', 'S', 's-1', 'SN', 'Plot', null, 23, 'unknown', null, 60_000, null, [], [], null]).latlng).toBeNull()
})
