// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { buildTileUrl } from '#src/map/buildTileUrl.ts'

describe('buildTileUrl', () => {
  const tile = { x: 106_800, y: 56_900, z: 17 }

  test('it fills column, row and zoom', () => {
    expect(buildTileUrl('/tiles/{z}/{x}/{y}.png', tile, 'WGS84')).toBe('/tiles/17/106800/56900.png')
  })

  test('{-y} counts rows from the south', () => {
    expect(buildTileUrl('/{-y}', { x: 0, y: 0, z: 3 }, 'GCJ02')).toBe('/7')
  })

  test('Baidu counts rows northwards from the equator', () => {
    expect(buildTileUrl('/{x}/{y}', { x: 12, y: -5, z: 18 }, 'BD09')).toBe('/12/4')
    expect(buildTileUrl('/{x}/{y}', { x: 12, y: 0, z: 18 }, 'BD09')).toBe('/12/-1')
    expect(buildTileUrl('/{xm}/{ym}', { x: -3, y: 0, z: 18 }, 'BD09')).toBe('/M3/M1')
  })

  test('a tile always asks the same of several servers, and all servers are used', () => {
    const one = () => buildTileUrl('//{s}/{0-3}', tile, 'WGS84')
    expect(one()).toBe(one())
    const seen = new Set([0, 1, 2, 3].map((x) => buildTileUrl('{1-4}', { x, y: 0, z: 3 }, 'WGS84')))
    expect([...seen].sort()).toEqual(['1', '2', '3', '4'])
  })

  test('a name it does not know is left alone', () => {
    expect(buildTileUrl('/{z}?key={key}', tile, 'WGS84')).toBe('/17?key={key}')
  })
})
