// @vitest-environment jsdom
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { graticuleLines, graticuleStep, graticuleText } from '#src/map/graticule.ts'
import { chooseSource, GROUND, listSources } from '#src/map/mapSources.ts'
import {
  DEFAULT_CENTRE,
  DEFAULT_ZOOM,
  crsOf,
  frameBase,
  frameWhole,
  fromLatLng,
  MAX_ZOOM,
  MIN_ZOOM,
  NATIVE_ZOOM,
  placeUnder,
  toLatLng,
  zoomInto,
  zoomOutOf,
} from '#src/map/mapView.ts'

const SCREEN = { x: 1440, y: 900 }

test('a map opens at zoom 18 of 5 to 20, its pictures at most of 18, and without a base at the documents’ place (MAP-01, -02)', () => {
  expect([DEFAULT_ZOOM, MIN_ZOOM, MAX_ZOOM, NATIVE_ZOOM]).toEqual([18, 5, 20, 18])
  expect(DEFAULT_CENTRE).toEqual({ longitude: 113.34, latitude: 22.96 })
})

describe('frameBase', () => {
  test('a base opens at its centre and the default zoom', () => {
    expect(frameBase({ longitude: 113.5, latitude: 23 }, [], SCREEN)).toEqual({ longitude: 113.5, latitude: 23, zoom: DEFAULT_ZOOM })
  })
  test("without any base the documents' own place is shown", () => {
    expect(frameBase(null, [], SCREEN)).toEqual({ ...DEFAULT_CENTRE, zoom: 18 })
  })
  test('it zooms out until every plot and device fits, and never beyond the limits', () => {
    const centre = { longitude: 113.34, latitude: 22.96 }
    const far = frameBase(centre, [{ longitude: 113.36, latitude: 22.96 }], SCREEN)
    expect(far.zoom).toBeLessThan(DEFAULT_ZOOM)
    expect(far.zoom).toBeGreaterThan(13)
    expect(frameBase(centre, [{ longitude: -70, latitude: -40 }], SCREEN).zoom).toBe(MIN_ZOOM)
  })
  test('a base without a centre is framed by what stands in it', () => {
    const view = frameBase(
      null,
      [
        { longitude: 113, latitude: 22 },
        { longitude: 115, latitude: 24 },
      ],
      SCREEN,
    )
    expect([view.longitude, view.latitude]).toEqual([114, 23])
  })
})

describe('a base on both sides of 180 degrees', () => {
  const places = [
    { longitude: 179.995, latitude: -17 },
    { longitude: -179.995, latitude: -17.002 },
  ]
  const wide = { longitude: 113.5, latitude: -17 }
  const same = [
    { longitude: 113.495, latitude: -17 },
    { longitude: 113.505, latitude: -17.002 },
  ]
  test('is framed as one that stands elsewhere', () => {
    const [there, here] = [frameBase(null, places, SCREEN), frameBase(null, same, SCREEN)]
    expect(Math.abs(there.longitude)).toBeCloseTo(180)
    expect([there.latitude, there.zoom]).toEqual([here.latitude, here.zoom])
    for (const longitude of [180, -180, 179.999, -179.999])
      expect(frameBase({ longitude, latitude: -17 }, places, SCREEN).zoom).toBe(frameBase(wide, same, SCREEN).zoom)
  })
  test('fills a wall as one that stands elsewhere', () => {
    const [there, here] = [frameWhole(null, places, SCREEN), frameWhole(null, same, SCREEN)]
    expect(Math.abs(there.longitude)).toBeCloseTo(180)
    expect(there.zoom).toBeCloseTo(here.zoom, 6)
  })
  test('is drawn beyond 180 degrees in every datum, and comes back from there', () => {
    for (const datum of ['WGS84', 'GCJ02', 'BD09'] as const) {
      const beside = toLatLng({ longitude: 180.005, latitude: -17 }, datum)
      const before = toLatLng({ longitude: 179.995, latitude: -17 }, datum)
      expect(beside.lng - before.lng).toBeCloseTo(0.01, 3)
      const crs = crsOf(datum)
      const xAt = (longitude: number) => crs.latLngToPoint(toLatLng({ longitude, latitude: -17 }, datum), 18).x
      const apart = crs.latLngToPoint(beside, 18).x - crs.latLngToPoint(before, 18).x
      expect(Math.abs(apart - (xAt(100.01) - xAt(100)))).toBeLessThan(20)
      const back = crs.pointToLatLng(crs.latLngToPoint(beside, 18), 18)
      expect(fromLatLng(back, datum).longitude).toBeCloseTo(180.005, 5)
      expect(placeUnder(back, datum).longitude).toBeCloseTo(-179.995, 5)
    }
  })
})

describe("a view in a source's grid", () => {
  test('centre and zoom come back as they went in, in every datum', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 80, max: 130, noNaN: true }),
        fc.double({ min: 5, max: 50, noNaN: true }),
        fc.integer({ min: MIN_ZOOM, max: MAX_ZOOM - 1 }),
        fc.constantFrom('WGS84' as const, 'GCJ02' as const, 'BD09' as const),
        (longitude, latitude, zoom, datum) => {
          const back = fromLatLng(toLatLng({ longitude, latitude }, datum), datum)
          expect(back.longitude).toBeCloseTo(longitude, 7)
          expect(back.latitude).toBeCloseTo(latitude, 7)
          expect(zoomOutOf(zoomInto(zoom, datum), datum)).toBe(zoom)
        },
      ),
    )
  })
})

describe('map sources', () => {
  const tiles = [
    { name: 'A', url: '/a/{z}/{x}/{y}', crs: 'GCJ02' as const, attribution: 'A' },
    { name: 'B', url: '/b/{z}/{x}/{y}', crs: 'BD09' as const, attribution: 'B' },
  ]
  const sources = listSources(tiles)
  test('the ground is always there, and opens where nothing is configured', () => {
    expect(listSources([])).toEqual([GROUND])
    expect(chooseSource(listSources([]), 'GCJ02 A', new Set())).toBe(GROUND)
  })
  test('the remembered source opens, else the first, and one that failed does not', () => {
    expect(chooseSource(sources, 'BD09 B', new Set()).id).toBe('BD09 B')
    expect(chooseSource(sources, null, new Set()).id).toBe('GCJ02 A')
    expect(chooseSource(sources, 'ground', new Set())).toBe(GROUND)
    expect(chooseSource(sources, 'GCJ02 A', new Set(['GCJ02 A'])).id).toBe('BD09 B')
    expect(chooseSource(sources, null, new Set(['GCJ02 A', 'BD09 B']))).toBe(GROUND)
  })
})

describe('graticule', () => {
  test('lines stand at round degrees, at least so many pixels apart', () => {
    expect(graticuleStep(0.0000053, 180)).toBe(0.001)
    expect(graticuleLines(113.3395, 113.3431, 0.001)).toEqual([113.34, 113.341, 113.342, 113.343])
    expect(graticuleLines(-0.2, 0.2, 0.1)).toEqual([-0.2, -0.1, 0, 0.1, 0.2])
  })
  test('degrees are written with as many digits as their step needs', () => {
    expect(graticuleText(113.34, 0.001, ['E', 'W'])).toBe('113.340°E')
    expect(graticuleText(-33.5, 0.5, ['N', 'S'])).toBe('33.5°S')
    expect(graticuleText(20, 10, ['N', 'S'])).toBe('20°N')
  })
})
