// @vitest-environment jsdom
import fc from 'fast-check'
import L from 'leaflet'
import { describe, expect, test } from 'vitest'
import { baiduCrs, tileRowOfBaidu } from '#src/map/baiduCrs.ts'
import { toDatum } from '#src/map/convertDatum.ts'

describe('baiduCrs', () => {
  test('at zoom 18 a pixel is a metre of mercator, and half of that at 19', () => {
    const place = L.latLng(22.96, 113.34)
    const metres = baiduCrs.project(place)
    expect(baiduCrs.latLngToPoint(place, 18).x).toBeCloseTo(metres.x, 6)
    expect(baiduCrs.latLngToPoint(place, 18).y).toBeCloseTo(-metres.y, 6)
    expect(baiduCrs.latLngToPoint(place, 19).x).toBeCloseTo(metres.x * 2, 6)
  })

  test('a place of Beijing lies in the tile that Baidu numbers for it', () => {
    // Tiananmen, WGS84. Baidu counts tiles of 256 px from the origin, north and east: at zoom 18 one every 256 m.
    const [longitude, latitude] = toDatum([116.39128, 39.90597], 'BD09')
    const metres = baiduCrs.project(L.latLng(latitude, longitude))
    const pixel = baiduCrs.latLngToPoint(L.latLng(latitude, longitude), 18)
    expect(Math.floor(pixel.x / 256)).toBe(Math.floor(metres.x / 256))
    expect(tileRowOfBaidu(Math.floor(pixel.y / 256))).toBe(Math.floor(metres.y / 256))
    // 12,958,175 m east and 4,825,923 m north are Baidu's own figures for the place, to some hundred metres.
    expect(Math.abs(metres.x - 12_958_175)).toBeLessThan(500)
    expect(Math.abs(metres.y - 4_825_923)).toBeLessThan(500)
  })

  test('degrees to pixels and back is within a metre in China, near its place elsewhere, and never fails beyond the table of bands', () => {
    const there = (latitude: number, longitude: number) =>
      baiduCrs.pointToLatLng(baiduCrs.latLngToPoint(L.latLng(latitude, longitude), 18), 18)
    fc.assert(
      fc.property(fc.double({ min: -70, max: 70, noNaN: true }), fc.double({ min: -179, max: 179, noNaN: true }), (latitude, longitude) => {
        const back = there(latitude, longitude)
        // Baidu's bands do not meet exactly: far north and south they leave a step of some metres.
        expect(Math.abs(back.lat - latitude)).toBeLessThan(Math.abs(latitude) < 54 ? 1e-5 : 1e-4)
        expect(Math.abs(back.lng - longitude)).toBeLessThan(1e-5)
      }),
    )
    expect(there(0, 113).lat).toBeCloseTo(0, 5)
    for (const latitude of [-90, -80, 80, 90]) expect(Number.isFinite(there(latitude, 0).lat)).toBe(true)
  })

  test('zoom and scale undo each other', () => {
    for (const zoom of [5, 12.5, 20]) expect(baiduCrs.zoom(baiduCrs.scale(zoom))).toBeCloseTo(zoom, 9)
  })
})
