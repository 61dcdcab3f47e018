import { describe, expect, test } from 'vitest'
import type { Land } from '#contract/farm/land'
import { findPlot, plotCentre } from '#src/map/findPlot.ts'

const aLand = (landId: number, landProfile: Land['landProfile']): Land => ({
  landId,
  areaId: 1,
  landName: `Plot ${landId}`,
  landType: 'field',
  nurtureKind: null,
  landMeasure: '1.00',
  landProfile,
  landCenter: null,
  safeFrom: null,
  batches: [],
  profileColor: null,
  outlineColor: null,
  outlineWidth: 2,
  opacity: 0.3,
  variety: null,
  varietyId: null,
  landState: 'free',
  enabledFlag: 1,
  objectVersionNumber: 1,
})
const square = (west: number, south: number, side: number): [number, number][] => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
]

describe('findPlot', () => {
  const lands = [aLand(1, square(113, 22, 0.1)), aLand(2, square(113.05, 22, 0.1)), aLand(3, null)]
  test('the plot under a place, the upper of two that overlap', () => {
    expect(findPlot(lands, 113.02, 22.02)?.landId).toBe(1)
    expect(findPlot(lands, 113.07, 22.02)?.landId).toBe(2)
    expect(findPlot(lands, 113.3, 22.02)).toBeNull()
  })
  test('the notch of an L belongs to nobody', () => {
    const bent = aLand(4, [
      [0, 0],
      [2, 0],
      [2, 1],
      [1, 1],
      [1, 2],
      [0, 2],
    ])
    expect(findPlot([bent], 1.5, 1.5)).toBeNull()
    expect(findPlot([bent], 0.5, 1.5)?.landId).toBe(4)
  })
  test('the middle of a square is its middle, whichever way its corners run', () => {
    const ring = square(113, 22, 0.1)
    for (const corners of [ring, [...ring].reverse()]) {
      const centre = plotCentre(aLand(1, corners))!
      expect(centre.longitude).toBeCloseTo(113.05, 9)
      expect(centre.latitude).toBeCloseTo(22.05, 9)
    }
    expect(plotCentre(aLand(1, null))).toBeNull()
  })
})

describe('a plot on both sides of 180 degrees', () => {
  const plot = aLand(9, [
    [179.99, -17],
    [-179.99, -17],
    [-179.99, -16.98],
    [179.99, -16.98],
  ])
  test('is met on either side and nowhere else, however the place is counted', () => {
    for (const longitude of [179.995, -179.995, 180, -180, 180.005, -180.005])
      expect([longitude, findPlot([plot], longitude, -16.99)?.landId]).toEqual([longitude, 9])
    for (const longitude of [0, 179.98, -179.98, 90]) expect(findPlot([plot], longitude, -16.99)).toBeNull()
  })
  test('has its middle there', () => {
    const { longitude, latitude } = plotCentre(plot)!
    expect(Math.abs(longitude)).toBeCloseTo(180)
    expect(latitude).toBeCloseTo(-16.99)
  })
})
