import { cleanup, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Device, presence as presences } from '#contract/devices/device'
import words from '#locales/en-US/devices' with { type: 'json' }
import map from '#locales/en-US/map' with { type: 'json' }
import { PresenceMark } from '#src/devices/PresenceMark.tsx'
import { useDeviceBoard } from '#src/map/useDeviceBoard.ts'
import { DeviceFacts } from '#src/screens/devices/DeviceFacts.tsx'
import { DeviceTitle } from '#src/screens/devices/DeviceTitle.tsx'
import { DeviceListPage } from '#src/screens/devices/DeviceListPage.tsx'
import { DevicePopup } from '#src/screens/map/DevicePopup.tsx'
import { LegendBar, LegendList } from '#src/screens/map/LegendPanel.tsx'
import { WallStrip } from '#src/screens/map/WallStrip.tsx'
import { startAnew } from '#src/session/belongings.ts'
import { session } from '#src/session/session.ts'
import { show } from '../crud/showing.tsx'
import { aDevice, aReading } from '../map/aDevice.ts'
import { fakeLive } from './fakeLive.ts'

const AREA = 1
const LANGUAGES = ['zh-CN', 'en-US'] as const
const device = (presence: Device['presence']) =>
  // Its value is out of band, so that the wall shows it whether it is there or not.
  aDevice({ id: 7, name: 'Pond station', presence, heardAt: Date.now(), main: aReading({ ts: Date.now() - 400_000, high: 5 }) })

let listed: readonly Device[] = []
beforeEach(() => {
  i18next.addResourceBundle('en-US', 'map', map)
  startAnew('')
  session.set({
    status: 'signedIn',
    self: { id: 9, tenantId: 1, loginName: 'operator', realName: 'Operator', imageUrl: null, tenants: [] },
    tenantId: 1,
    accessToken: () => Promise.resolve('t'),
  })
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(String(address), 'http://furrow.test')
    const area = { areaId: AREA, areaName: 'Home base', defaultFlag: 1 }
    const page = (content: readonly unknown[]) => ({ content, number: 1, size: 10, totalElements: content.length })
    if (pathname.endsWith('/tenant-all')) return Response.json(page(listed))
    if (pathname.endsWith('/area/default')) return Response.json(area)
    if (pathname.endsWith('/area')) return Response.json(page([area]))
    return Response.json([])
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  session.set({ status: 'signedOut', self: null, tenantId: -1, accessToken: () => Promise.reject(new Error('over')) })
})

function OnMap({ of, popup }: { of: Device; popup: boolean }) {
  const board = useDeviceBoard([of], AREA)
  return popup ? (
    <DevicePopup board={board} at={0} pin={null} onClose={() => undefined} />
  ) : (
    <WallStrip areaId={AREA} board={board} data={{ known: true, devicesError: null }} goTo={() => undefined} />
  )
}
const places: Record<string, (of: Device) => React.ReactNode> = {
  'the head of its window': (of) => <DeviceTitle device={of} fallback="" />,
  'its facts': (of) => <DeviceFacts device={of} />,
  'the popup of the map': (of) => <OnMap of={of} popup />,
  'the wall': (of) => <OnMap of={of} popup={false} />,
  'a mark': ({ presence }) => <PresenceMark presence={presence} />,
}

describe('whether a device is there', () => {
  const drawn = Object.entries(places).flatMap(([place, draw]) => presences.options.map((presence) => [presence, place, draw] as const))
  test.each(drawn)('is said in one word: %s, in %s', (presence, _, draw) => {
    const { container } = show(draw(device(presence)), { live: fakeLive().live })
    expect(container.textContent).toContain(words.presence[presence])
    for (const other of presences.options) {
      const said = container.textContent?.includes(words.presence[other])
      expect([other, said]).toEqual([other, other === presence])
    }
  })

  test.each(presences.options)('is said in one word: %s, in the list, on a desk and below its name in the hand', async (presence) => {
    listed = [device(presence)]
    show(<DeviceListPage page="gateway" />, { live: fakeLive().live })
    const row = within(await screen.findByRole('grid'))
    await waitFor(() => expect(row.getAllByText(words.presence[presence]).length).toBeGreaterThanOrEqual(2))
    for (const other of presences.options) if (other !== presence) expect(row.queryAllByText(words.presence[other])).toEqual([])
  })

  test('is said in the same words by the legend of the map and of the wall', () => {
    show(
      <>
        <LegendBar dark />
        <LegendList dark />
      </>,
    )
    const said = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
    const starting = (word: string) => said.filter((one) => one === word || one.startsWith(`${word},`)).length
    // The wall's bar has the word alone; the list of the map says what it means for the readings.
    expect([starting(words.presence.online), starting(words.presence.offline)]).toEqual([4, 2])
    expect(starting(words.presence.unknown)).toBeGreaterThanOrEqual(1)
  })

  test.each(LANGUAGES)('has no other word anywhere (%s)', (language) => {
    const others = /未连接|未连线|断线|掉线|失去连接|联机|失联|lost contact|not connected|disconnected|unreachable|out of reach/i
    // The reader's own line is another thing, and a pump has the documents' own word (AERATOR-02).
    const own = new Set(['devices:age.stale', 'devices:aerator.lost'])
    const found = readdirSync(`locales/${language}`).flatMap((file) => {
      const text = readFileSync(`locales/${language}/${file}`, 'utf8')
      return textsOf(JSON.parse(text), `${file.replace('.json', '')}:`).filter(([key, said]) => others.test(said) && !own.has(key))
    })
    expect(found).toEqual([])
  })
})

function textsOf(node: unknown, path: string): [string, string][] {
  if (typeof node === 'string') return [[path, node]]
  if (node === null || typeof node !== 'object') return []
  return Object.entries(node).flatMap(([key, one]) => textsOf(one, path.endsWith(':') ? path + key : `${path}.${key}`))
}
