import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutSquare } from '#server/insects/cutSquare'
import { type Box, findSpecks } from '#server/insects/findSpecks'

const [WIDTH, HEIGHT, CELL] = [320, 240, 40]

/** A sheet with squares in cells of their own, so that none touches another. */
function sheetWith(squares: readonly (Box & { level: number })[], sheet: (x: number, y: number) => number = () => 230): Uint8Array {
  const grey = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => sheet(at % WIDTH, Math.floor(at / WIDTH)))
  for (const { x, y, w, h, level } of squares) for (let row = y; row < y + h; row++) grey.fill(level, row * WIDTH + x, row * WIDTH + x + w)
  return grey
}

const squares = fc
  .uniqueArray(
    fc.record({
      cell: fc.integer({ min: 0, max: (WIDTH / CELL) * (HEIGHT / CELL) - 1 }),
      w: fc.integer({ min: 4, max: 16 }),
      h: fc.integer({ min: 4, max: 16 }),
      dx: fc.integer({ min: 4, max: 18 }),
      dy: fc.integer({ min: 4, max: 18 }),
      level: fc.integer({ min: 0, max: 120 }),
    }),
    { selector: ({ cell }) => cell, maxLength: 40 },
  )
  .map((list) =>
    list
      .map(({ cell, dx, dy, ...rest }) => ({
        ...rest,
        x: (cell % (WIDTH / CELL)) * CELL + dx,
        y: Math.floor(cell / (WIDTH / CELL)) * CELL + dy,
      }))
      .toSorted((one, other) => one.y - other.y || one.x - other.x),
  )
const boxes = (list: readonly Box[]) => list.map(({ x, y, w, h }) => ({ x, y, w, h }))

describe('what lies on a sheet', () => {
  test('is found whole and once, wherever it lies, also on a sheet that is darker at one side', () => {
    fc.assert(
      fc.property(squares, fc.integer({ min: 0, max: 40 }), (list, slope) => {
        const found = findSpecks(
          sheetWith(list, (x) => 230 - (slope * x) / WIDTH),
          WIDTH,
          HEIGHT,
        )
        expect(found).toEqual(boxes(list))
      }),
    )
  })

  test('lies within the picture and is never nothing, whatever the picture', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 60 }),
        fc.infiniteStream(fc.integer({ min: 0, max: 255 })),
        (w, h, levels) => {
          const grey = Uint8Array.from({ length: w * h }, () => levels.next().value as number)
          for (const box of findSpecks(grey, w, h) ?? []) {
            expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0)
            expect(Math.min(box.w, box.h)).toBeGreaterThanOrEqual(1)
            expect(box.x + box.w).toBeLessThanOrEqual(w)
            expect(box.y + box.h).toBeLessThanOrEqual(h)
          }
        },
      ),
    )
  })

  test('is nothing on an empty sheet, however dark, and where there is only dust or one great shadow', () => {
    for (const level of [0, 90, 255])
      expect(
        findSpecks(
          sheetWith([], () => level),
          WIDTH,
          HEIGHT,
        ),
      ).toEqual([])
    expect(findSpecks(sheetWith([{ x: 20, y: 20, w: 2, h: 2, level: 0 }]), WIDTH, HEIGHT)).toEqual([])
    expect(findSpecks(sheetWith([{ x: 40, y: 40, w: 100, h: 100, level: 0 }]), WIDTH, HEIGHT)).toEqual([])
  })

  test('is refused where there is more than any sheet has', () => {
    const [w, h] = [800, 800]
    const grey = Uint8Array.from({ length: w * h }, (_, at) => ((at % w) % 10 < 4 && Math.floor(at / w) % 10 < 4 ? 20 : 230))
    expect(findSpecks(grey, w, h)).toBeNull()
  })
})

test('a square that is cut out at the edge of a picture is whole, and shows what is there', () => {
  const data = new Uint8Array(30 * 20 * 3).fill(200)
  const into = new Uint8Array(8 * 8 * 3)
  cutSquare({ data, width: 30, height: 20, channels: 3 }, { x: 26, y: 16, w: 4, h: 4 }, 8, into)
  expect([...into]).toEqual(Array.from({ length: 8 * 8 * 3 }, () => 200))
})
