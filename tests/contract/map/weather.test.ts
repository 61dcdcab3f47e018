import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WIND_SECTORS, windSector } from '#contract/map/weather'

test('wind has eight sectors of 45 degrees, the first centred on north (WEATHER-03)', () => {
  expect(WIND_SECTORS).toEqual(['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'])
  expect([0, 22.4, 22.6, 45, 90, 157, 180, 270, 337.4, 337.6, 359.9, 360].map(windSector)).toEqual([
    'N',
    'N',
    'NE',
    'NE',
    'E',
    'SE',
    'S',
    'W',
    'NW',
    'N',
    'N',
    'N',
  ])
  fc.assert(
    fc.property(fc.double({ min: -720, max: 720, noNaN: true }), (degrees) => {
      const away = Math.abs(((((degrees - 45 * WIND_SECTORS.indexOf(windSector(degrees))) % 360) + 540) % 360) - 180)
      expect(away).toBeLessThanOrEqual(22.5 + 1e-9)
    }),
  )
})
