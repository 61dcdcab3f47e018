import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { binCurve, gridEnd, gridOf } from '#src/charts/bins.ts'
import { buildHeatOption } from '#src/charts/buildHeatOption.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 2, 10, 4, 20)
const curveOf = (points: readonly (readonly [number, number | null])[], bucket = 0) => ({
  itemId: 1,
  name: 'Layer 1',
  unit: '%',
  bucket,
  collectionTime: points.map(([ts]) => ts),
  collectionData: points.map(([, value]) => value),
  min: points.map(([, value]) => value),
  max: points.map(([, value]) => value),
  strength: null,
})

describe('the columns of a heat map', () => {
  test('hold the mean of the vectors of what goes round, and none of old means', () => {
    const grid = { start: 0, width: 4 * HOUR, count: 3 }
    const wind = {
      ...curveOf([350, 10, 90, 200, 20].map((value, at) => [at * HOUR, value] as const)),
      strength: [1, 1, null, null, 1],
    }
    const { collectionData, strength, min } = binCurve(wind, grid)
    expect([collectionData[0]! % 360, collectionData[1], collectionData[2]].map((one) => one && Math.round(one))).toEqual([0, 20, null])
    expect(strength!.map((one) => one && Math.round(one * 1000) / 1000)).toEqual([0.985, 1, null])
    expect(min).toEqual([null, null, null])
  })

  test('hold this moment in the last of them, reach back as far as was asked, and are few and no narrower than two reports', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1, 7, 30),
        fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) }),
        fc.integer({ min: 1000, max: DAY / 2 }),
        (days, now, period) => {
          const grid = gridOf(days, now, period)
          expect(gridEnd(grid)).toBeGreaterThan(now)
          expect(gridEnd(grid) - grid.width).toBeLessThanOrEqual(now)
          expect(grid.count * grid.width).toBeGreaterThanOrEqual(days * DAY)
          expect(grid.count).toBeLessThanOrEqual(60)
          expect(grid.width).toBeGreaterThanOrEqual(2 * period)
        },
      ),
    )
  })

  test('are an hour wide for a day, three for a week, twelve for a month', () => {
    expect([1, 7, 30].map((days) => gridOf(days, NOW, 60_000).width / HOUR)).toEqual([1, 3, 12])
  })

  test('hold the mean of each point in exactly one of them, within the least and the greatest, and nothing where there is none', () => {
    const grid = gridOf(1, NOW, 60_000)
    const point = fc.tuple(
      fc.integer({ min: grid.start, max: gridEnd(grid) - 1 }),
      fc.option(fc.double({ min: -50, max: 100, noNaN: true }), { nil: null }),
    )
    fc.assert(
      fc.property(fc.array(point), (points) => {
        const { collectionTime, collectionData, min, max } = binCurve(curveOf(points), grid)
        expect(collectionTime).toHaveLength(grid.count)
        collectionTime.forEach((start, at) => {
          const within = points.flatMap(([ts, value]) => (value !== null && ts >= start && ts < start + grid.width ? [value] : []))
          if (within.length === 0) {
            expect([collectionData[at], min[at], max[at]]).toEqual([null, null, null])
            return
          }
          expect(collectionData[at]).toBeCloseTo(within.reduce((sum, value) => sum + value, 0) / within.length, 6)
          expect([min[at], max[at]]).toEqual([Math.min(...within), Math.max(...within)])
        })
      }),
    )
  })

  test('take a point that stands for a time by its middle, and what lies outside not at all', () => {
    const grid = { start: 0, width: HOUR, count: 3 }
    const points = [
      [-2 * HOUR, 1],
      [-HOUR / 2, 2],
      [HOUR, 4],
      [3 * HOUR, 9],
    ] as const
    expect(binCurve(curveOf(points, HOUR), grid).collectionData).toEqual([2, 4, null])
  })
})

test('a heat map has a cell for each value, the first row on top, and none where a gap is', () => {
  const curve = (values: readonly (number | null)[], itemId: number) => ({
    ...curveOf(values.map((value, at) => [NOW + at * HOUR, value])),
    itemId,
    name: `Layer ${itemId}`,
    color: '',
    low: null,
    high: null,
  })
  const ink = { text: '', quiet: '', line: '', ground: '', band: '', bar: '', alarm: '', font: '' }
  const option = buildHeatOption([curve([20.5, null, 30], 1), curve([null, null, 41.2], 2)], { ink, language: 'en-US', colors: ['a', 'b'] })
  const { series, yAxis, visualMap, tooltip } = option as unknown as {
    series: { data: number[][] }[]
    yAxis: { data: string[]; inverse: boolean }
    visualMap: { min: number; max: number; text: string[] }
    tooltip: { formatter: (shown: object) => string }
  }
  expect(series[0]!.data).toEqual([
    [0, 0, 20.5],
    [2, 0, 30],
    [2, 1, 41.2],
  ])
  expect(yAxis).toMatchObject({ data: ['Layer 1', 'Layer 2'], inverse: true })
  expect(visualMap).toMatchObject({ min: 20, max: 42, text: ['42 %', '20 %'] })
  expect(tooltip.formatter({ value: [2, 1, 41.2] })).toMatch(/^2026-03-10 \d\d:20\nLayer 2 {2}41\.20 %$/)
})
