import fc from 'fast-check'
import { expect, test } from 'vitest'
import { area, parseCenter } from '#contract/farm/area'

const guangzhou = { longitude: 113.34, latitude: 22.96 }

test.each([
  ['113.34,22.96', guangzhou],
  ['22.96,113.34', guangzhou],
  ['113.34， 22.96', guangzhou],
  // In doubt the longitude is first.
  ['22.96,23.5', { longitude: 22.96, latitude: 23.5 }],
  ['', null],
  [null, null],
  ['113.34', null],
  ['113.34,', null],
  ['113.34,22.96,0', null],
  ['east,north', null],
  ['113.34,122.96', null],
  ['200,22', null],
])('a centre written as %j is %j (AREA-03)', (text, place) => {
  expect(parseCenter(text)).toEqual(place)
})

test('a place beyond 90 degrees of longitude is read in either order', () => {
  fc.assert(
    fc.property(fc.double({ min: 90.1, max: 180, noNaN: true }), fc.double({ min: -90, max: 90, noNaN: true }), (longitude, latitude) => {
      expect(parseCenter(`${longitude},${latitude}`)).toEqual(parseCenter(`${latitude},${longitude}`))
    }),
  )
})

test('a base has what the documents name (AREA-05)', () => {
  const named =
    'areaId areaName areaCenter latlng landCenter areaNum organizationType parentId areaUsage defaultFlag areaAddress areaCover areaMeasure landNum variety'
  expect(Object.keys(area.record.shape)).toEqual(expect.arrayContaining(named.split(' ')))
})
