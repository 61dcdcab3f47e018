import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexGrid } from '#src/map/indexGrid.ts'

const pixel = fc.double({ min: -50, max: 550, noNaN: true })

test('the grid answers what a look at every point answers, for any points and any rectangle', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(pixel, pixel), { maxLength: 200 }),
      pixel,
      pixel,
      pixel,
      pixel,
      fc.integer({ min: 1, max: 700 }),
      (points, x1, y1, x2, y2, cell) => {
        const [width, height] = [500, 400]
        const [left, right] = [Math.min(x1, x2), Math.max(x1, x2)]
        const [top, bottom] = [Math.min(y1, y2), Math.max(y1, y2)]
        const index = indexGrid(
          points.map(([x]) => x),
          points.map(([, y]) => y),
          points.length,
          width,
          height,
          cell,
        )
        const found: number[] = []
        index.within(left, top, right, bottom, (point) => found.push(point))
        const expected = points.flatMap(([x, y], at) =>
          x >= 0 && y >= 0 && x <= width && y <= height && x >= left && x <= right && y >= top && y <= bottom ? [at] : [],
        )
        expect(found.sort((a, b) => a - b)).toEqual(expected)
      },
    ),
  )
})

test('points that are not shown (not a number) are not found', () => {
  const found: number[] = []
  indexGrid([Number.NaN, 10], [5, 5], 2, 100, 100).within(0, 0, 100, 100, (point) => found.push(point))
  expect(found).toEqual([1])
})
