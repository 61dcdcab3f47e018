import { act, cleanup, render } from '@testing-library/react'
import { Activity, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { NO_LIVE_FACTS } from '#src/map/describeDevice.ts'
import { DeviceBoard } from '#src/map/deviceBoard.ts'
import type { Area } from '#contract/farm/area'
import type { Land } from '#contract/farm/land'
import { GroundLayer } from '#src/map/groundLayer.ts'
import type { MapColors } from '#src/map/mapColors.ts'
import type { AlarmSeverity } from '#contract/alarms/severity'
import { GROUND, listSources, type MapSource } from '#src/map/mapSources.ts'
import type { MapStage, Picked } from '#src/map/mapStage.ts'
import type { MapView } from '#src/map/mapView.ts'
import type { MapTour } from '#src/map/tourMarkers.ts'
import { type Framing, useMapStage } from '#src/map/useMapStage.ts'
import { aDevice, aReading } from './aDevice.ts'
import { fakeCanvas, type PenLog } from './fakeCanvas.ts'

const colors: MapColors = {
  marker: {
    dark: false,
    paper: '#fff',
    text: '#000',
    muted: '#555',
    normal: '#080',
    late: '#888',
    lost: '#808',
    alarm: '#c00',
    warn: '#a60',
    info: '#06c',
    severity: { critical: '#c01', major: '#c02', minor: '#c03', warning: '#c04', indeterminate: '#c05' },
    accent: '#080',
    onAccent: '#fff',
    font: 'sans-serif',
  },
  ground: { low: [200, 220, 200], high: [230, 220, 200], line: '#ccc' },
  graticule: { color: '#ccc', text: '#888', font: 'sans-serif' },
  plot: { fill: '#080', outline: '#060' },
}
const HOME = { longitude: 113.34, latitude: 22.96 }
const READ_AT = 1_000_000
const [baidu, satellite] = listSources([
  { name: 'B', url: '/b/{z}/{x}/{y}', crs: 'BD09', attribution: '<b>B</b>' },
  { name: 'S', url: '/s/{z}/{x}/{y}', crs: 'WGS84', attribution: 'S' },
])

let pens: PenLog
let stage: { current: MapStage | null } = { current: null }
let kept: MapView | null = null
let picked: Picked[] = []
let failed: MapSource[] = []
const boardOf = (count: number) =>
  new DeviceBoard(
    Array.from({ length: count }, (_, at) =>
      aDevice({
        id: at + 1,
        name: `D${at + 1}`,
        latlng: { longitude: 113.34 + at * 0.0003, latitude: 22.96 },
        main: aReading({ itemId: 100 + at, ts: READ_AT, value: at }),
      }),
    ),
    NO_LIVE_FACTS,
    READ_AT,
  )

interface Given {
  source: MapSource
  framing: Framing | null
  board: DeviceBoard
  wall?: boolean
  areas?: readonly Area[]
  lands?: readonly Land[]
  tints?: ReadonlyMap<number, AlarmSeverity>
  tours?: readonly MapTour[]
}
function Map({ source, framing, board, wall = false, areas = NONE, lands = NONE, tints = untinted, tours = NONE }: Given) {
  const host = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<MapView | null>(null)
  const isHidden = useCallback(() => false, [])
  const text = useCallback((state: { value: number | null }) => `v${state.value}`, [])
  const made = useMapStage(host, {
    wall,
    colors: coloured,
    source,
    view,
    framing,
    areas,
    selectedArea: areas[0]?.areaId ?? null,
    tours,
    lands,
    tints,
    board,
    isHidden,
    text,
    selected: -1,
    pinned: null,
    onView: setView,
    onPick: (one) => picked.push(one),
    onSourceFailed: (one) => failed.push(one),
  })
  useLayoutEffect(() => {
    kept = view
    stage = made
  })
  return <div ref={host} data-testid="host" />
}
const NONE: never[] = []
const untinted = new globalThis.Map<number, never>()
const coloured = () => colors
const framing: Framing = { key: 1, centre: HOME, places: [] }

beforeEach(() => {
  picked = []
  failed = []
  kept = null
  pens = fakeCanvas()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('useMapStage', () => {
  test('a plot with an alarm has its colour and a strong outline, and its own again when it is over', () => {
    const land = { landId: 8, landName: 'Pond 3', outlineColor: '#123456', outlineWidth: 1, profileColor: '#abcdef', opacity: 0.2 }
    const corners = [
      [113.34, 22.96],
      [113.341, 22.96],
      [113.341, 22.961],
    ]
    const lands = [{ ...land, landProfile: corners } as unknown as Land]
    const board = boardOf(1)
    const page = (tints?: ReadonlyMap<number, AlarmSeverity>) => (
      <Map source={GROUND} framing={framing} board={board} lands={lands} {...(tints && { tints })} />
    )
    const { rerender, container } = render(page())
    const look = () => {
      const plot = container.querySelector('.leaflet-overlay-pane path')!
      return ['stroke', 'stroke-width', 'fill', 'fill-opacity'].map((name) => plot.getAttribute(name))
    }
    const plain = ['#123456', '1', '#abcdef', '0.2']
    expect(look()).toEqual(plain)
    rerender(page(new globalThis.Map([[8, 'major' as const]])))
    expect(look()).toEqual(['#c02', '4', '#c02', '0.35'])
    rerender(page())
    expect(look()).toEqual(plain)
  })

  test('the label of the worst alarm is written where another would stand, also far out', async () => {
    const alarms: Record<number, AlarmSeverity> = { 2: 'minor', 3: 'critical' }
    const board = boardOf(3)
    board.readAll(READ_AT, { ...NO_LIVE_FACTS, alarm: (id) => alarms[id] ?? null })
    render(<Map source={GROUND} framing={framing} board={board} wall />)
    act(() => stage.current!.show({ ...HOME, zoom: 12 }, false))
    pens.texts.length = 0
    board.readAll(READ_AT + 1, { ...NO_LIVE_FACTS, alarm: (id) => alarms[id] ?? null })
    act(() => stage.current!.setHidden(() => false))
    await vi.waitFor(() => expect(pens.texts).toContain('D3'))
    expect(pens.texts).not.toContain('D1')
    const names = pens.texts.filter((text) => text.startsWith('D'))
    expect(names[0]).toBe('D3')
  })

  test('no map is made before it is known what to frame, then one is, at the base and the default zoom', async () => {
    const board = boardOf(3)
    const { rerender, getByTestId } = render(<Map source={GROUND} framing={null} board={board} />)
    expect(getByTestId('host').childElementCount).toBe(0)
    rerender(<Map source={GROUND} framing={framing} board={board} />)
    expect(getByTestId('host').querySelectorAll('.leaflet-map-pane')).toHaveLength(1)
    expect(kept).toEqual({ ...HOME, zoom: 18 })
    await vi.waitFor(() => expect(pens.texts).toContain('v1'))
  })

  test('the map of a hidden tab stands still as it was left; shown again the same map goes on, with what changed meanwhile', async () => {
    const board = boardOf(3)
    const page = (mode: 'visible' | 'hidden') => (
      <Activity mode={mode}>
        <Map source={GROUND} framing={framing} board={board} />
      </Activity>
    )
    const { rerender, getByTestId } = render(page('visible'))
    act(() => stage.current!.show({ longitude: 113.341, latitude: 22.961, zoom: 16 }, false))
    expect(kept?.zoom).toBe(16)
    rerender(page('hidden'))
    expect(stage.current).toBeNull()
    const left = getByTestId('host').querySelector('.leaflet-map-pane')
    expect(left).not.toBeNull()
    pens.texts.length = 0
    const readings = new globalThis.Map([[101, { value: 42, ts: READ_AT + 1 }]])
    board.readAll(READ_AT + 1, { ...NO_LIVE_FACTS, reading: (item) => readings.get(item) })
    await new Promise((painted) => requestAnimationFrame(painted))
    expect(pens.texts).toEqual([])
    rerender(page('visible'))
    expect(getByTestId('host').querySelectorAll('.leaflet-map-pane')).toHaveLength(1)
    expect(getByTestId('host').querySelector('.leaflet-map-pane')).toBe(left)
    expect(kept?.zoom).toBe(16)
    expect(kept?.longitude).toBeCloseTo(113.341, 5)
    await vi.waitFor(() => expect(pens.texts).toContain('v42'))
  })

  test('a page that goes takes its map with it', async () => {
    const { unmount } = render(<Map source={GROUND} framing={framing} board={boardOf(1)} />)
    const remove = vi.spyOn(stage.current!, 'remove')
    unmount()
    await vi.waitFor(() => expect(remove).toHaveBeenCalledOnce())
  })

  test("another base is framed once, and the view is the person's from then on", () => {
    const board = boardOf(1)
    const { rerender } = render(<Map source={GROUND} framing={framing} board={board} />)
    const other: Framing = { key: 2, centre: { longitude: 113.5, latitude: 23.1 }, places: [] }
    rerender(<Map source={GROUND} framing={other} board={board} />)
    expect(kept?.longitude).toBeCloseTo(113.5, 4)
    act(() => stage.current!.show({ ...HOME, zoom: 12 }, false))
    rerender(<Map source={GROUND} framing={{ ...other }} board={board} />)
    expect(kept?.zoom).toBe(12)
  })

  test("a change of source keeps the ground in view, in Baidu's grid too", () => {
    const board = boardOf(1)
    const { rerender, getByTestId } = render(<Map source={GROUND} framing={framing} board={board} />)
    rerender(<Map source={baidu!} framing={framing} board={board} />)
    expect(getByTestId('host').querySelectorAll('.leaflet-map-pane')).toHaveLength(1)
    act(() => stage.current!.show({ ...HOME, zoom: 17 }, false))
    expect(kept?.zoom).toBe(17)
    expect(kept?.longitude).toBeCloseTo(HOME.longitude, 5)
    expect(kept?.latitude).toBeCloseTo(HOME.latitude, 5)
    // An attribution is text, whatever it looks like.
    expect(getByTestId('host').querySelector('.leaflet-control-attribution')?.textContent).toContain('<b>B</b>')
  })

  test('a source of which no tile comes is given up, once', () => {
    const { getByTestId } = render(<Map source={baidu!} framing={framing} board={boardOf(1)} />)
    const tiles = [...getByTestId('host').querySelectorAll('img.leaflet-tile')]
    expect(tiles.length).toBeGreaterThan(4)
    act(() => tiles.forEach((tile) => tile.dispatchEvent(new Event('error'))))
    expect(failed).toEqual([baidu])
  })

  test('a source that is given up leaves the map as it stands, and the ground needs no new one', () => {
    const board = boardOf(1)
    const { rerender, getByTestId } = render(<Map source={satellite!} framing={framing} board={board} />)
    const made = stage.current
    const pane = getByTestId('host').querySelector('.leaflet-map-pane')
    act(() =>
      getByTestId('host')
        .querySelectorAll('img.leaflet-tile')
        .forEach((tile) => tile.dispatchEvent(new Event('error'))),
    )
    expect(failed).toEqual([satellite])
    rerender(<Map source={GROUND} framing={framing} board={board} />)
    expect(stage.current).toBe(made)
    expect(getByTestId('host').querySelector('.leaflet-map-pane')).toBe(pane)
    expect(getByTestId('host').querySelectorAll('img.leaflet-tile')).toHaveLength(0)
    // What was taken off follows the map no more.
    act(() => stage.current!.zoomBy(-1))
    expect(kept?.zoom).toBe(17)
    expect(getByTestId('host').querySelector('.leaflet-control-attribution')).toBeNull()
  })

  test("plots are drawn in their own colours, outline and opacity, or in the map's", () => {
    const { getByTestId } = render(<Map source={GROUND} framing={framing} board={boardOf(1)} />)
    const ring = [
      [113.339, 22.959],
      [113.341, 22.959],
      [113.341, 22.961],
    ]
    const own = {
      landId: 1,
      landName: 'A',
      landProfile: ring,
      outlineColor: '#123456',
      outlineWidth: 4,
      profileColor: '#654321',
      opacity: 0.7,
    }
    const plain = { ...own, landId: 2, outlineColor: null, profileColor: null }
    act(() => stage.current!.setPlots([own, plain, { ...own, landId: 3, landProfile: null }] as unknown as Land[]))
    const drawn = [...getByTestId('host').querySelectorAll('path')].map((path) =>
      ['stroke', 'stroke-width', 'fill', 'fill-opacity'].map((name) => path.getAttribute(name)),
    )
    expect(drawn).toEqual([
      ['#123456', '4', '#654321', '0.7'],
      [colors.plot.outline, '4', colors.plot.fill, '0.7'],
    ])
  })

  test('a map that opens draws its ground once, and one scale', () => {
    const drawn = vi.spyOn(GroundLayer.prototype, 'redraw')
    render(<Map source={GROUND} framing={framing} board={boardOf(1)} />)
    expect(drawn).not.toHaveBeenCalled()
    expect(document.querySelectorAll('.leaflet-control-scale')).toHaveLength(1)
  })

  test('a changed device repaints its own rectangle, not the canvas', async () => {
    const board = boardOf(3)
    render(<Map source={GROUND} framing={framing} board={board} />)
    await vi.waitFor(() => expect(pens.texts).toContain('v1'))
    pens.cleared.length = 0
    pens.texts.length = 0
    const readings = new globalThis.Map([[101, { value: 42, ts: READ_AT + 1 }]])
    board.readAll(READ_AT + 1, { ...NO_LIVE_FACTS, reading: (item) => readings.get(item) })
    await vi.waitFor(() => expect(pens.texts).toContain('v42'))
    expect(pens.cleared.length).toBeGreaterThan(0)
    for (const { width, height } of pens.cleared) expect(width * height).toBeLessThan(800 * 600 * 0.1)
  })

  test('alarms that come and go are painted one by one, and their labels are placed anew twice a second at most', async () => {
    const items = Array.from({ length: 3 }, (_, at) => aReading({ itemId: 100 + at, ts: READ_AT, value: 10, low: 5 }))
    const board = new DeviceBoard(
      items.map((main, at) => aDevice({ id: at + 1, latlng: { longitude: 113.34 + at * 0.0003, latitude: 22.96 }, main })),
      NO_LIVE_FACTS,
      READ_AT,
    )
    render(<Map source={GROUND} framing={framing} board={board} />)
    await vi.waitFor(() => expect(pens.texts).toContain('v10'))
    const isWhole = ({ width, height }: { width: number; height: number }) => width * height >= 800 * 600
    const painted = { whole: 0, parts: 0 }
    let at = READ_AT
    const say = async (value: number) => {
      pens.cleared.length = 0
      const readings = new globalThis.Map([[101, { value, ts: ++at }]])
      board.readAll(at, { ...NO_LIVE_FACTS, reading: (item) => readings.get(item) })
      await new Promise((frame) => requestAnimationFrame(frame))
      painted.whole += pens.cleared.filter(isWhole).length
      painted.parts += pens.cleared.filter((rectangle) => !isWhole(rectangle)).length
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    try {
      await say(3)
      expect(painted).toEqual({ whole: 1, parts: 0 })
      for (const value of [11, 2, 12, 1, 13]) await say(value)
      expect(painted).toEqual({ whole: 1, parts: 5 })
      pens.cleared.length = 0
      vi.advanceTimersByTime(500)
      await new Promise((frame) => requestAnimationFrame(frame))
      expect(pens.cleared.filter(isWhole)).toHaveLength(1)
    } finally {
      vi.useRealTimers()
    }
  })

  test.each([
    ['a wall', 1200, 28],
    ['a map in the hand', 390, 12],
  ])('the label of an alarm on %s', async (_, width, size) => {
    vi.restoreAllMocks()
    pens = fakeCanvas({ width, height: 600 })
    const low = aReading({ itemId: 100, ts: READ_AT, value: 3, low: 5 })
    render(<Map source={GROUND} framing={framing} board={new DeviceBoard([aDevice({ main: low })], NO_LIVE_FACTS, READ_AT)} wall />)
    await vi.waitFor(() => expect(pens.texts).toContain('v3'))
    expect(pens.written.find(({ text }) => text === 'v3')?.font).toContain(` ${size}px `)
  })

  test('an alarm is written where the name of a plot would stand, and the name makes room', async () => {
    const low = aReading({ itemId: 100, ts: READ_AT, value: 3, low: 5 })
    const board = new DeviceBoard([aDevice({ main: low })], NO_LIVE_FACTS, READ_AT)
    render(<Map source={GROUND} framing={framing} board={board} />)
    await vi.waitFor(() => expect(pens.texts).toContain('v3'))
    const placeOf = (wanted: string) => pens.written.findLast(({ text }) => text === wanted)
    const alone = placeOf('v3')!
    pens.written.length = 0
    const land = { landId: 1, landName: 'Plot of a long name', opacity: 0.5, outlineWidth: 1, outlineColor: null, profileColor: null }
    // Its middle is where the alarm's label is, so that one of the two has to give way.
    const ring = [
      [113.3395, 22.9595],
      [113.3405, 22.9595],
      [113.3405, 22.9604],
      [113.3395, 22.9604],
    ]
    act(() => stage.current!.setPlots([{ ...land, landProfile: ring }] as unknown as Land[]))
    await vi.waitFor(() => expect(placeOf('v3')).toBeDefined())
    expect(placeOf('v3')).toEqual(alone)
    const name = placeOf(land.landName)
    if (name) expect(Math.abs(name.y - alone.y)).toBeGreaterThan(12)
  })

  test('Tab stays in the base that is shown: the signs of the others are for the pointer', async () => {
    const areas = [1, 2, 3].map((areaId) => ({
      areaId,
      areaName: `Base ${areaId}`,
      latlng: { longitude: 113 + areaId, latitude: 22 },
    })) as Area[]
    const { getByTestId } = render(<Map source={GROUND} framing={framing} board={boardOf(1)} areas={areas} />)
    await vi.waitFor(() => expect(getByTestId('host').querySelectorAll('.furrow-base')).toHaveLength(3))
    const reached = [...getByTestId('host').querySelectorAll<HTMLElement>('.furrow-base')].filter(({ tabIndex }) => tabIndex >= 0)
    expect(reached.map(({ title }) => title)).toEqual(['Base 1'])
  })

  test('MAP-09: the tours of the selected base stand at it as links that open in a new window; the map takes no such click', async () => {
    const areas = [{ areaId: 1, areaName: 'Base 1', latlng: HOME }] as Area[]
    const tours = [
      { name: 'Walk <b>1</b>', href: '/preview-vr/3' },
      { name: 'Walk 2', href: '/preview-vr/4' },
    ]
    const { getByRole, rerender, queryByRole } = render(
      <Map source={GROUND} framing={framing} board={boardOf(1)} areas={areas} tours={tours} />,
    )
    const link = await vi.waitFor(() => getByRole('link', { name: 'Walk <b>1</b>' }))
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      '/preview-vr/3',
      '_blank',
      'noopener',
    ])
    expect(getByRole('link', { name: 'Walk 2' }).style.marginTop).not.toBe(link.style.marginTop)
    link.addEventListener('click', (event) => event.preventDefault())
    act(() => link.click())
    expect(picked).toEqual([])
    rerender(<Map source={GROUND} framing={framing} board={boardOf(1)} areas={areas} />)
    expect(queryByRole('link', { name: 'Walk 2' })).toBeNull()
  })

  test('a click finds the device under it, the bare map elsewhere', async () => {
    const { getByTestId } = render(<Map source={GROUND} framing={framing} board={boardOf(1)} />)
    const host = getByTestId('host')
    await vi.waitFor(() => expect(pens.texts).toContain('v0'))
    const click = (clientX: number, clientY: number) =>
      act(() => void host.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX, clientY })))
    click(400, 300)
    click(100, 100)
    expect(picked).toEqual([{ kind: 'device', at: 0 }, { kind: 'nothing' }])
  })

  describe('devices that cover each other', () => {
    const at = (longitude: number, more = {}) => ({ latlng: { longitude, latitude: 22.96 }, ...more })
    /** At zoom 18 a pixel is about 0.0000054 degrees: the second is some 7 pixels beside the first, the third some 55, the fourth lies on the first. */
    const places = [113.34, 113.34004, 113.3403, 113.34]
    const crowd = () =>
      new DeviceBoard(
        places.map((longitude, nth) => aDevice({ id: nth + 1, name: `D${nth + 1}`, ...at(longitude) })),
        NO_LIVE_FACTS,
        READ_AT,
      )
    const clickAt = (host: HTMLElement, clientX: number, clientY: number) =>
      act(() => void host.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX, clientY })))

    test('are chosen together, the nearest first; one that stands apart alone', async () => {
      const { getByTestId } = render(<Map source={GROUND} framing={framing} board={crowd()} />)
      const host = getByTestId('host')
      await vi.waitFor(() => expect(pens.texts).toContain('vnull'))
      clickAt(host, 400, 300)
      clickAt(host, 456, 300)
      expect(picked).toEqual([
        { kind: 'devices', at: [3, 0, 1] },
        { kind: 'device', at: 2 },
      ])
    })

    test('are as many as cover each other at the zoom that is shown, and none that is hidden', async () => {
      const { getByTestId } = render(<Map source={GROUND} framing={framing} board={crowd()} />)
      const host = getByTestId('host')
      act(() => stage.current!.show({ ...HOME, zoom: 10 }, false))
      clickAt(host, 400, 300)
      act(() => stage.current!.setHidden((one) => one === 3 || one === 1))
      await vi.waitFor(() => {
        picked.length = 1
        clickAt(host, 400, 300)
        expect(picked[1]).toEqual({ kind: 'devices', at: [2, 0] })
      })
      const [all] = picked
      expect(all?.kind === 'devices' && all.at.toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3])
    })

    test('are chosen by Enter where the map stands in their middle, as one alone is', async () => {
      const { getByTestId } = render(<Map source={GROUND} framing={framing} board={crowd()} />)
      const host = getByTestId('host')
      await vi.waitFor(() => expect(pens.texts).toContain('vnull'))
      const enter = () =>
        act(() => void host.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })))
      enter()
      act(() => stage.current!.show({ longitude: 113.3403, latitude: 22.96, zoom: 18 }, false))
      enter()
      act(() => stage.current!.show({ longitude: 113.3453, latitude: 22.96, zoom: 18 }, false))
      enter()
      expect(picked).toEqual([{ kind: 'devices', at: [3, 0, 1] }, { kind: 'device', at: 2 }, { kind: 'nothing' }])
    })
  })

  describe('a base on both sides of 180 degrees', () => {
    const middle = { longitude: 180, latitude: -17 }
    const corners = [
      [179.9995, -17.0005],
      [-179.9995, -17.0005],
      [-179.9995, -16.9995],
      [179.9995, -16.9995],
    ]
    const plot = {
      landId: 8,
      landName: 'Atoll',
      areaId: 1,
      outlineColor: null,
      outlineWidth: 1,
      profileColor: null,
      opacity: 0.2,
      landProfile: corners,
    }
    const lands = [plot] as unknown as Land[]
    const board = () =>
      new DeviceBoard(
        [179.9998, -179.9998].map((longitude, nth) =>
          aDevice({
            id: nth + 1,
            name: `D${nth + 1}`,
            latlng: { longitude, latitude: -17 },
            main: aReading({ itemId: 100 + nth, ts: READ_AT, value: nth }),
          }),
        ),
        NO_LIVE_FACTS,
        READ_AT,
      )
    const areas = [{ areaId: 1, areaName: 'Atoll', latlng: { longitude: -180, latitude: -17 } }] as Area[]
    const there: Framing = {
      key: 2,
      centre: middle,
      places: corners.map(([longitude, latitude]) => ({ longitude: longitude!, latitude: latitude! })),
    }
    /** From there the same meridian is counted the other way round. */
    const west: Framing = { key: 1, centre: { longitude: -120, latitude: 40 }, places: [] }
    const spanOf = (path: Element) => {
      const xs = [...path.getAttribute('d')!.matchAll(/[ML](-?\d+(?:\.\d+)?) /g)].map(([, x]) => Number(x))
      return Math.max(...xs) - Math.min(...xs)
    }

    test.each([
      ['opens on it', GROUND, false],
      ['opens on it in Baidu’s grid', baidu!, false],
      ['comes to it from another base', GROUND, true],
    ])('%s: its plot is in one piece, and devices and plot are met where they are drawn', async (_, source, comes) => {
      const devices = board()
      const { getByTestId, rerender } = render(
        <Map source={source} framing={comes ? west : there} board={devices} lands={lands} areas={areas} />,
      )
      if (comes) rerender(<Map source={source} framing={there} board={devices} lands={lands} areas={areas} />)
      const host = getByTestId('host')
      expect(Math.abs(kept!.longitude)).toBeCloseTo(180, 3)
      expect(kept!.zoom).toBeGreaterThan(15)
      await vi.waitFor(() => expect(pens.texts).toEqual(expect.arrayContaining(['v0', 'v1'])))
      // A meridian is named as every map names it.
      expect(pens.texts.filter((text) => Number(/^([\d.]+)°/.exec(text)?.[1]) > 180)).toEqual([])
      if (source === GROUND) expect(pens.texts.some((text) => text.includes('°W'))).toBe(true)
      const plots = [...host.querySelectorAll('.leaflet-overlay-pane path')]
      expect(plots).toHaveLength(1)
      expect(spanOf(plots[0]!)).toBeGreaterThan(20)
      expect(spanOf(plots[0]!)).toBeLessThan(800)
      const sign = host.querySelector<HTMLElement>('.furrow-base')!
      expect(Math.abs((sign as unknown as { _leaflet_pos: { x: number } })._leaflet_pos.x - 400)).toBeLessThan(20)
      const perPixel = 0.001 / spanOf(plots[0]!)
      const click = (degreesEast: number, below = 0) =>
        act(
          () =>
            void host.dispatchEvent(
              new MouseEvent('click', { bubbles: true, clientX: Math.round(400 + degreesEast / perPixel), clientY: 300 + below }),
            ),
        )
      click(-0.0002)
      click(0.0002)
      click(-0.0002, 60)
      click(0.0002, 60)
      click(0.0002, -290)
      expect(picked.map((one) => (one.kind === 'device' ? one.at : one.kind))).toEqual([0, 1, 'plot', 'plot', 'nothing'])
      for (const one of picked) if (one.kind === 'plot') expect(Math.abs(one.place.longitude)).toBeLessThanOrEqual(180)
    })
  })
})
