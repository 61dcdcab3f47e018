import { act, cleanup, screen, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CollectItem } from '#contract/devices/collect'
import type { Device, Newest, Presence } from '#contract/devices/device'
import { DEVICE_TYPES } from '#contract/devices/deviceType'
import { countStanding } from '#contract/devices/standing'
import type { Area } from '#contract/farm/area'
import home from '#locales/en-US/home' with { type: 'json' }
import map from '#locales/en-US/map' with { type: 'json' }
import words from '#locales/en-US/devices' with { type: 'json' }
import { Reading } from '#src/devices/Reading.tsx'
import { ReadingCard } from '#src/devices/ReadingCard.tsx'
import { usePresences } from '#src/devices/usePresences.ts'
import { markerText } from '#src/map/markerText.ts'
import { useDeviceBoard } from '#src/map/useDeviceBoard.ts'
import { Counts } from '#src/screens/home/Counts.tsx'
import { DevicePanel } from '#src/screens/home/DevicePanel.tsx'
import { BaseSummary } from '#src/screens/map/BaseSummary.tsx'
import { DevicePopup } from '#src/screens/map/DevicePopup.tsx'
import { Tallies } from '#src/screens/map/Tallies.tsx'
import { WallStrip } from '#src/screens/map/WallStrip.tsx'
import { session } from '#src/session/session.ts'
import { show } from '../crud/showing.tsx'
import { aDevice, aReading } from '../map/aDevice.ts'
import { fakeLive } from './fakeLive.ts'

for (const [name, one] of Object.entries({ home, map })) i18next.addResourceBundle('en-US', name, one)
const AREA = 1
const area = { areaId: AREA, areaName: 'Home base', areaMeasure: null } as unknown as Area
const counts = { cameraCount: 0, gatewayCount: 0, weatherCount: 0, onlineCount: 0, totalCount: 0 }

beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(String(address), 'http://furrow.test')
    // What is not known here never answers.
    if (!pathname.endsWith('/concentrator/count')) return new Promise<Response>(() => undefined)
    return new Response(JSON.stringify(counts), { headers: { 'content-type': 'application/json' } })
  })
  session.set({
    status: 'signedIn',
    self: { id: 9, tenantId: 1, loginName: 'operator', realName: 'Operator', imageUrl: null, tenants: [] },
    tenantId: 1,
    accessToken: () => Promise.resolve('t'),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  session.set({ status: 'signedOut', self: null, tenantId: -1, accessToken: () => Promise.reject(new Error('over')) })
})

const cardOf = (reading: Newest, device: Device): CollectItem => ({
  id: reading.itemId,
  concentratorId: device.id,
  deviceName: device.name,
  code: reading.code,
  name: reading.name,
  icon: null,
  newestData: reading.value,
  newestTime: reading.ts,
  unit: reading.unit,
  online: 1,
  description: null,
  low: reading.low,
  high: reading.high,
  hidden: 0,
  reportingPeriod: device.reportingPeriod,
  calibrated: false,
  calculation: null,
  objectVersionNumber: 1,
})

function Screens({ devices }: { devices: readonly Device[] }) {
  const board = useDeviceBoard(devices, AREA)
  const present = usePresences(AREA, devices)
  return (
    <>
      <div data-testid="home">
        <Counts area={area} present={present} />
      </div>
      <div data-testid="summary">
        <BaseSummary areaId={AREA} board={board} />
      </div>
      <div data-testid="wall">
        <Tallies board={board} known />
      </div>
      <div data-testid="strip">
        <WallStrip areaId={AREA} board={board} data={{ known: true, devicesError: null }} goTo={() => undefined} />
      </div>
      <div data-testid="panel">
        <DevicePanel areaId={AREA} present={present} board={board} onOpen={() => undefined} />
      </div>
    </>
  )
}
const text = (id: string) => screen.getByTestId(id).textContent ?? ''

describe('how many devices are online', () => {
  test('is one number of one set of devices on home, map and wall, whatever their readings’ age and which word of them is newer', async () => {
    const presence = fc.constantFrom<Presence>('online', 'offline', 'unknown')
    const device = fc.record({
      deviceType: fc.constantFrom(...DEVICE_TYPES),
      presence,
      age: fc.constantFrom(0, 100_000, 10_000_000, null),
      // What the live table heard, before or after the record was read.
      live: fc.option(fc.record({ presence, later: fc.constantFrom(-1, 0, 1) })),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(device, { minLength: 1, maxLength: 12 }), async (drawn) => {
        const heardAt = Date.now() - 1000
        const devices = drawn.map(({ age, deviceType, presence: said }, at) =>
          aDevice({
            id: at + 1,
            deviceType,
            presence: said,
            heardAt,
            main: age === null ? null : aReading({ itemId: 100 + at, ts: Date.now() - age }),
          }),
        )
        cleanup()
        const heard = fakeLive()
        drawn.forEach(({ live }, at) => live && heard.presence.put(at + 1, { presence: live.presence, heardAt: heardAt + live.later }))
        const newest = drawn.map(({ deviceType, presence: said, live }) => ({
          deviceType,
          presence: live && live.later >= 0 ? live.presence : said,
        }))
        const { online, total } = countStanding(newest)
        show(<Screens devices={devices} />, { live: heard.live })
        await screen.findByText(map.summary.cameras)
        // The counts of the map follow its board twice a second.
        await waitFor(() => {
          expect(text('home')).toContain(`${words.presence.online}${online}of ${total}`)
          expect(text('summary')).toContain(`${words.presence.online}${online}/${total}`)
          expect(text('wall')).toContain(`${words.presence.online}${online}/${total}`)
        })
        const byType = [...screen.getByTestId('panel').querySelectorAll('[aria-label]')].flatMap((one) => {
          const [, mine, all] = /(\d+) \/ (\d+)$/.exec(one.getAttribute('aria-label') ?? '') ?? []
          return all === undefined ? [] : [[Number(mine), Number(all)] as const]
        })
        expect(byType.reduce(([mine, all], [one, of]) => [mine + one, all + of], [0, 0])).toEqual([online, total])
      }),
      { numRuns: 8 },
    )
  })
})

describe('what needs attention', () => {
  const named = (id: string, rows: string) =>
    [...screen.getByTestId(id).querySelectorAll(rows)].map((row) => /Device \d+/.exec(row.textContent ?? '')?.[0])

  test('is the same on home and on the wall: devices that are away or silent, and any value out of its band', async () => {
    const device = fc.record({
      presence: fc.constantFrom<Presence>('online', 'offline', 'unknown'),
      age: fc.constantFrom(0, 100_000, 10_000_000),
      main: fc.constantFrom(20, 38.6),
      fault: fc.constantFrom(null, 0, 1),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(device, { minLength: 1, maxLength: 5 }), async (drawn) => {
        const devices = drawn.map(({ age, main, fault, presence }, at) => ({
          ...aDevice({
            id: at + 1,
            name: `Device ${at + 1}`,
            presence,
            main: aReading({ itemId: 100 + at, high: 30, value: main, ts: Date.now() - age }),
          }),
          banded:
            fault === null
              ? []
              : [
                  aReading({
                    itemId: 200 + at,
                    code: 'fault',
                    name: 'Pump fault',
                    unit: null,
                    high: 0,
                    value: fault,
                    ts: Date.now() - age,
                  }),
                ],
        }))
        cleanup()
        show(<Screens devices={devices} />, { live: fakeLive().live })
        await screen.findByText(map.summary.cameras)
        const wrong = devices.flatMap(({ name, presence, main, banded }, at) =>
          presence === 'offline' || (presence === 'online' && drawn[at]!.age > 1_000_000) || main!.value! > 30 || banded[0]?.value === 1
            ? [name]
            : [],
        )
        expect(named('strip', '[data-loud]')).toEqual(wrong)
        expect(named('panel', '[data-attention]')).toEqual(wrong)
        expect(text('strip').includes(map.wall.allWell)).toBe(wrong.length === 0)
        expect(text('panel').includes(map.wall.allWell)).toBe(wrong.length === 0)
      }),
      { numRuns: 12 },
    )
  })
})

describe('how many digits a reading shows', () => {
  const item = aReading({ value: 23.04, low: 15.25, ts: Date.now(), name: 'Air temperature', unit: '°C', code: 'temperature3' })
  const device = aDevice({ main: item })
  function Everywhere() {
    const board = useDeviceBoard([device], AREA)
    return (
      <>
        <ReadingCard item={cardOf(item, device)} areaId={AREA} trend={null} />
        <Reading areaId={AREA} item={item} reportingPeriod={device.reportingPeriod} />
        <DevicePopup board={board} at={0} pin={null} onClose={() => undefined} />
        <WallStrip areaId={AREA} board={board} data={{ known: true, devicesError: null }} goTo={() => undefined} />
        <p data-verdict="label">{markerText(board.state(0), { on: 'on', off: 'off', says: String }, 'en-US')}</p>
      </>
    )
  }
  test('is one on card, list, popup, wall, and the label and find list of the map; a limit stands as it was typed', () => {
    const { container } = show(<Everywhere />, { live: fakeLive().live })
    const values = [...container.querySelectorAll('[data-verdict]')].map(({ textContent }) => textContent?.replaceAll(' ', ''))
    expect(values.length).toBeGreaterThanOrEqual(5)
    expect(new Set(values)).toEqual(new Set(['23°C']))
    // The trend's own words, for who hears the page.
    expect(container.querySelector('[aria-label*="23.04"]')).toBeNull()
    expect(container.textContent).toContain('15.25')
  })
})

describe('a value out of its band', () => {
  const late = aReading({ value: 38.6, high: 30, ts: Date.now() - 10_000_000, name: 'Air temperature', unit: '°C', code: 'temperature' })
  const device = aDevice({ main: late })
  const item = cardOf(late, device)
  function Wall() {
    const board = useDeviceBoard([device], AREA)
    return <WallStrip areaId={AREA} board={board} data={{ known: true, devicesError: null }} goTo={() => undefined} />
  }
  function Popup() {
    const board = useDeviceBoard([device], AREA)
    return <DevicePopup board={board} at={0} pin={null} onClose={() => undefined} />
  }
  function Home() {
    const board = useDeviceBoard([device], AREA)
    return <DevicePanel areaId={AREA} present={usePresences(AREA, [device])} board={board} onOpen={() => undefined} />
  }
  const places = {
    'a card': <ReadingCard item={item} areaId={AREA} trend={null} />,
    'a list': <Reading areaId={AREA} item={late} reportingPeriod={device.reportingPeriod} />,
    'the popup of the map': <Popup />,
    'the wall': <Wall />,
    home: <Home />,
  }
  test.each(Object.entries(places))('looks it on %s, also when its sensor fell silent, with its age beside it', (_, place) => {
    const { container } = show(place, { live: fakeLive().live })
    expect(container.querySelector('[data-verdict="above"]')?.textContent).toContain('38.6')
    expect(container.textContent).toMatch(new RegExp(`${words.verdict.above}|${map.state.outside}`))
    expect(container.textContent).toContain(words.age.lost)
    // Its own age, not that of another row or of the device.
    const row = container.querySelector('[data-verdict="above"]')?.closest('[data-loud], [data-attention], article, dd') ?? container
    expect([...row.querySelectorAll('time')].map(({ textContent }) => textContent)).toContain('2 h ago')
  })
})

describe('a page that hears nothing', () => {
  function Wall({ devices }: { devices: readonly Device[] }) {
    const board = useDeviceBoard(devices, AREA)
    return (
      <>
        <Tallies board={board} known={false} />
        <WallStrip areaId={AREA} board={board} data={{ known: true, devicesError: null }} goTo={() => undefined} />
      </>
    )
  }
  test('says neither that all is well nor that the devices are at fault', async () => {
    const { live, staleSince$ } = fakeLive()
    const heard = Date.now() - 3_600_000
    const devices = [aDevice({ main: aReading({ ts: heard - 1000 }) })]
    show(<Wall devices={devices} />, { live })
    // An hour without a reading: the device is at fault, if the page heard all the while.
    expect(document.body.textContent).toContain(words.age.lost)
    act(() => staleSince$.next(heard))
    expect(await screen.findByText(map.wall.notKnown, undefined, { timeout: 5000 })).toBeTruthy()
    expect(screen.queryByText(map.wall.allWell)).toBeNull()
    expect(document.querySelector('[data-loud]')).toBeNull()
    expect(document.querySelector('[data-age="stale"]')).not.toBeNull()
    act(() => staleSince$.next(null))
    await waitFor(() => expect(document.querySelector('[data-loud]')).not.toBeNull(), { timeout: 5000 })
  })
})
