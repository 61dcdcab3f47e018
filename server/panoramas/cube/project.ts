import type { CubeFace } from '#contract/panoramas/cube'
import { directionOf } from './directions.ts'

/** Some whole rows of a panorama (equirectangular, RGB): those from `first` on. */
export interface Rows {
  /** Of the whole panorama, in pixels. */
  readonly width: number
  readonly height: number
  readonly first: number
  readonly data: Uint8Array
}

/** A square of a face, in pixels of the face. */
export interface Square {
  readonly face: CubeFace
  readonly faceSize: number
  readonly left: number
  readonly top: number
  readonly side: number
}

// Where the middle of a pixel lies on its face.
const placeOf = (pixel: number, faceSize: number) => (2 * (pixel + 0.5)) / faceSize - 1
const latitudeOf = (face: CubeFace, u: number, v: number) => {
  const [x, y, z] = directionOf(face, u, v)
  return Math.atan2(-z, Math.hypot(x, y))
}
// Pixels lie between -0.5 and height - 0.5; beyond the first and last row is the pole itself.
const rowOf = (latitude: number, height: number) => (0.5 - latitude / Math.PI) * height - 0.5

/** The rows that a square is drawn from, both included. */
export function rowsOf({ face, faceSize, left, top, side }: Square, height: number): { readonly first: number; readonly last: number } {
  let [north, south] = [-Infinity, Infinity]
  const see = (column: number, row: number) => {
    const latitude = latitudeOf(face, placeOf(column, faceSize), placeOf(row, faceSize))
    north = Math.max(north, latitude)
    south = Math.min(south, latitude)
  }
  // On a side latitude grows along each column; on the top and the bottom it falls away from the middle.
  for (let at = 0; at < side; at++) {
    see(left + at, top)
    see(left + at, top + side - 1)
    see(left, top + at)
    see(left + side - 1, top + at)
  }
  const middle = faceSize / 2
  const holdsMiddle = left < middle && middle < left + side && top < middle && middle < top + side
  if (holdsMiddle && face === 'top') north = Math.PI / 2
  if (holdsMiddle && face === 'bottom') south = -Math.PI / 2
  return {
    first: Math.max(0, Math.floor(rowOf(north, height))),
    last: Math.min(height - 1, Math.floor(rowOf(south, height)) + 1),
  }
}

/**
 * Draws a square of a face from the rows of {@link rowsOf}, RGB, row by row. Between pixels it is linear, and the right edge of the panorama
 * goes on at its left one, so that no seam shows, neither there nor where two faces meet.
 */
export function project(rows: Rows, square: Square): Uint8Array {
  const { faceSize, left, top, side } = square
  const drawn = new Uint8Array(side * side * 3)
  const draw = square.face === 'top' || square.face === 'bottom' ? capOf(rows, square) : sideOf(rows, square)
  for (let row = 0; row < side; row++) {
    const v = placeOf(top + row, faceSize)
    for (let column = 0; column < side; column++) draw(left, column, v, drawn, (row * side + column) * 3)
  }
  return drawn
}

type Draw = (left: number, column: number, v: number, to: Uint8Array, at: number) => void

/** Of a side: how far round a pixel lies is the same for its whole column. */
function sideOf(rows: Rows, { face, faceSize, left, side }: Square): Draw {
  const around = new Float64Array(side)
  const inverse = new Float64Array(side)
  for (let column = 0; column < side; column++) {
    const u = placeOf(left + column, faceSize)
    const [x, y] = directionOf(face, u, 0)
    around[column] = Math.atan2(y, x)
    inverse[column] = 1 / Math.hypot(x, y)
  }
  return (_, column, v, to, at) => sample(rows, around[column]!, -Math.atan(v * inverse[column]!), to, at)
}

function capOf(rows: Rows, { face, faceSize }: Square): Draw {
  const sign = face === 'top' ? -1 : 1
  return (left, column, v, to, at) => {
    const u = placeOf(left + column, faceSize)
    // As `directionOf` has it.
    const [x, y] = [sign * v, -u]
    sample(rows, Math.atan2(y, x), sign * -Math.atan2(1, Math.sqrt(x * x + y * y)), to, at)
  }
}

function sample({ width, height, first, data }: Rows, longitude: number, latitude: number, to: Uint8Array, at: number): void {
  const x = (longitude / (2 * Math.PI) + 0.5) * width - 0.5
  const y = Math.min(height - 1, Math.max(0, rowOf(latitude, height)))
  const column = Math.floor(x)
  const row = Math.floor(y)
  const [east, south] = [x - column, y - row]
  const one = ((column + width) % width) * 3
  const next = ((column + 1 + width) % width) * 3
  const upper = (row - first) * width * 3
  const lower = (Math.min(height - 1, row + 1) - first) * width * 3
  for (let colour = 0; colour < 3; colour++) {
    const above = data[upper + one + colour]! * (1 - east) + data[upper + next + colour]! * east
    const below = data[lower + one + colour]! * (1 - east) + data[lower + next + colour]! * east
    to[at + colour] = above * (1 - south) + below * south + 0.5
  }
}
