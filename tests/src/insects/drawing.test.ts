import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rangeText } from '#src/insects/DayRange.tsx'
import { added, between, countKinds, type Drawn, fitted, moved, sized } from '#src/insects/drawing.ts'

const size = { width: 640, height: 480 }
const box: Drawn = { key: 1, x: 100, y: 50, w: 40, h: 30, insectTypeId: null }
const inside = ({ x, y, w, h }: Pick<Drawn, 'x' | 'y' | 'w' | 'h'>) =>
  [x, y, w, h].every(Number.isInteger) && x >= 0 && y >= 0 && w >= 4 && h >= 4 && x + w <= size.width && y + h <= size.height

describe('a box', () => {
  test('moves as it is, and is sized from its upper left corner', () => {
    expect(moved(box, -8, 3, size)).toEqual({ ...box, x: 92, y: 53 })
    expect(sized(box, 10, -6, size)).toEqual({ ...box, w: 50, h: 24 })
    expect(sized({ ...box, x: 600 }, 500, 0, size)).toMatchObject({ x: 600, w: 40 })
  })
  test('is the same whichever way it was drawn', () => {
    const drawn = { x: 10, y: 20, w: 30, h: 40 }
    expect(between({ x: 10, y: 20 }, { x: 40, y: 60 }, size)).toEqual(drawn)
    expect(between({ x: 40, y: 20 }, { x: 10, y: 60 }, size)).toEqual(drawn)
  })
  test('lies inside of its picture in whole pixels, whatever is done to it', () => {
    const far = fc.double({ min: -2000, max: 2000, noNaN: true })
    fc.assert(
      fc.property(far, far, far, far, (a, b, c, d) => {
        expect(inside(fitted({ x: a, y: b, w: c, h: d }, size))).toBe(true)
        expect(inside(moved(box, a, b, size))).toBe(true)
        expect(inside(sized(box, a, b, size))).toBe(true)
        expect(inside(between({ x: a, y: b }, { x: c, y: d }, size))).toBe(true)
        expect(inside(added([box], { x: a, y: b }, null, size))).toBe(true)
      }),
    )
  })
  test('that is new has a name of its own', () => {
    expect(added([box, { ...box, key: 7 }], { x: 300, y: 200 }, 3, size)).toMatchObject({ key: 8, insectTypeId: 3 })
  })
})

test('insects are counted by kind, the most first and those of no known kind last', () => {
  const of = (insectTypeId: number | null) => ({ insectTypeId })
  expect(countKinds([of(null), of(null), of(null), of(4), of(9), of(9)])).toEqual([
    { insectTypeId: 9, count: 2 },
    { insectTypeId: 4, count: 1 },
    { insectTypeId: null, count: 3 },
  ])
})

test('days are asked for from 00:00:00 to 23:59:59, and backwards not at all (PEST-01)', () => {
  expect(rangeText({ start: '2026-10-23', end: '2026-11-23' })).toEqual({
    startTime: '2026-10-23 00:00:00',
    endTime: '2026-11-23 23:59:59',
  })
  expect(rangeText({ start: '2026-11-24', end: '2026-11-23' })).toBeNull()
})
