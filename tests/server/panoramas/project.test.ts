import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CUBE_FACES, type CubeFace } from '#contract/panoramas/cube'
import { type Direction, directionOf, faceSizeOf } from '#server/panoramas/cube/directions'
import { project, type Rows, rowsOf } from '#server/panoramas/cube/project'

const WIDTH = 512
const HEIGHT = 256
const SIDE = 64

const unit = ([x, y, z]: Direction): [number, number, number] => {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}
const colourOf = (direction: Direction) => unit(direction).map((part) => (part + 1) * 127.5)

/** A panorama in which every direction has a colour of its own: forward, right and down as red, green and blue. */
function coloured(): Rows {
  const data = new Uint8Array(WIDTH * HEIGHT * 3)
  for (let row = 0; row < HEIGHT; row++) {
    const latitude = (0.5 - (row + 0.5) / HEIGHT) * Math.PI
    for (let column = 0; column < WIDTH; column++) {
      const longitude = ((column + 0.5) / WIDTH - 0.5) * 2 * Math.PI
      const around = Math.cos(latitude)
      const direction = [around * Math.cos(longitude), around * Math.sin(longitude), -Math.sin(latitude)] as const
      data.set(colourOf(direction).map(Math.round), (row * WIDTH + column) * 3)
    }
  }
  return { width: WIDTH, height: HEIGHT, first: 0, data }
}
const panorama = coloured()
const square = (face: CubeFace, more: { left?: number; top?: number; side?: number } = {}) => ({
  face,
  faceSize: SIDE,
  left: 0,
  top: 0,
  side: SIDE,
  ...more,
})
const strip = (first: number, last: number): Rows => ({
  ...panorama,
  first,
  data: panorama.data.slice(first * WIDTH * 3, (last + 1) * WIDTH * 3),
})
const faces = Object.fromEntries(CUBE_FACES.map((face) => [face, project(panorama, square(face))])) as Record<CubeFace, Uint8Array>
const pixel = (face: CubeFace, column: number, row: number) => [
  ...faces[face].subarray((row * SIDE + column) * 3, (row * SIDE + column) * 3 + 3),
]
const place = (at: number) => (2 * (at + 0.5)) / SIDE - 1
const farthest = (one: readonly number[], other: readonly number[]) => Math.max(...one.map((part, at) => Math.abs(part - other[at]!)))

const dot = (one: Direction, other: Direction) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
const without = (one: Direction, other: Direction): Direction => [one[0] - other[0], one[1] - other[1], one[2] - other[2]]

/** The face that a direction goes through, and its pixel there. */
function through(direction: Direction): { face: CubeFace; column: number; row: number } {
  const [nearest] = CUBE_FACES.toSorted((one, other) => dot(directionOf(other, 0, 0), direction) - dot(directionOf(one, 0, 0), direction))
  const face = nearest!
  const middle = directionOf(face, 0, 0)
  const along = (axis: Direction) => dot(without(axis, middle), direction) / dot(middle, direction)
  const pixelOf = (at: number) => Math.min(SIDE - 1, Math.max(0, Math.floor(((at + 1) / 2) * SIDE)))
  return { face, column: pixelOf(along(directionOf(face, 1, 0))), row: pixelOf(along(directionOf(face, 0, 1))) }
}

describe('the faces of a panorama', () => {
  test('have in their middles what lies forward, right, behind, left, above and below', () => {
    const middle = (face: CubeFace) => pixel(face, SIDE / 2, SIDE / 2).map((part) => Math.round(part / 127.5) - 1)
    expect(Object.fromEntries(CUBE_FACES.map((face) => [face, middle(face)]))).toEqual({
      front: [1, 0, 0],
      right: [0, 1, 0],
      back: [-1, 0, 0],
      left: [0, -1, 0],
      top: [0, 0, -1],
      bottom: [0, 0, 1],
    })
  })

  test('show every direction in its own colour, up to the corners', () => {
    for (const face of CUBE_FACES)
      for (let row = 0; row < SIDE; row++)
        for (let column = 0; column < SIDE; column++) {
          const wanted = colourOf(directionOf(face, place(column), place(row)))
          expect(farthest(pixel(face, column, row), wanted), `${face} ${column} ${row}`).toBeLessThan(2)
        }
  })

  test('go on at each edge on the face beside it', () => {
    const step = 2 / SIDE
    for (const face of CUBE_FACES)
      for (let at = 0; at < SIDE; at++)
        for (const [column, row, beyondU, beyondV] of [
          [0, at, -1 - step / 2, place(at)],
          [SIDE - 1, at, 1 + step / 2, place(at)],
          [at, 0, place(at), -1 - step / 2],
          [at, SIDE - 1, place(at), 1 + step / 2],
        ] as const) {
          const beyond = through(directionOf(face, beyondU, beyondV))
          expect(beyond.face).not.toBe(face)
          expect(
            farthest(pixel(beyond.face, beyond.column, beyond.row), pixel(face, column, row)),
            `${face} ${column} ${row}`,
          ).toBeLessThan(8)
        }
  })

  test('show any direction where it is looked for', () => {
    const part = fc.double({ min: -1, max: 1, noNaN: true })
    const direction = fc.tuple(part, part, part).filter((given) => Math.hypot(...given) > 0.1)
    fc.assert(
      fc.property(direction, (given) => {
        const { face, column, row } = through(given)
        return farthest(pixel(face, column, row), colourOf(given)) < 8
      }),
      { numRuns: 200 },
    )
  })

  test('go over from the right edge of the panorama to its left one as from any column to the next', () => {
    // Eight columns, of which the last is bright: behind, it fades to the first.
    const [width, height] = [8, 4]
    const data = new Uint8Array(width * height * 3).map((_, at) => (Math.floor(at / 3) % width === width - 1 ? 200 : 0))
    const back = project({ width, height, first: 0, data }, square('back'))
    const middle = (column: number) => back[((SIDE / 2) * SIDE + column) * 3]!
    const [before, after] = [middle(SIDE / 2 - 1), middle(SIDE / 2)]
    expect(before).toBeGreaterThan(after)
    expect(before - after).toBeLessThan(20)
    expect(Math.abs(before + after - 200)).toBeLessThan(4)
  })
})

describe('a tile', () => {
  test('of any face is drawn from its rows alone as it is of the whole face', () => {
    for (const face of CUBE_FACES)
      for (const side of [SIDE, SIDE / 2, SIDE / 4])
        for (let top = 0; top < SIDE; top += side)
          for (let left = 0; left < SIDE; left += side) {
            const tile = square(face, { left, top, side })
            const { first, last } = rowsOf(tile, HEIGHT)
            const drawn = project(strip(first, last), tile)
            for (let row = 0; row < side; row++) {
              const from = ((top + row) * SIDE + left) * 3
              expect([...drawn.subarray(row * side * 3, (row + 1) * side * 3)]).toEqual([...faces[face].subarray(from, from + side * 3)])
            }
          }
  })

  test('needs a part of the rows', () => {
    expect(rowsOf(square('front', { side: SIDE / 4 }), HEIGHT)).toEqual({ first: expect.any(Number), last: expect.any(Number) })
    for (const face of ['front', 'top'] as const) {
      const { first, last } = rowsOf(square(face, { left: SIDE / 4, top: SIDE / 4, side: SIDE / 4 }), HEIGHT)
      expect(last - first).toBeLessThan(HEIGHT / 4)
    }
  })
})

test('faces are about as fine as their panorama, and no larger than 4096', () => {
  expect([1000, 4000, 6000, 8192, 12_000, 20_000].map(faceSizeOf)).toEqual([512, 1024, 2048, 2048, 4096, 4096])
})
