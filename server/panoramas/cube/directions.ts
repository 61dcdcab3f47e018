import type { CubeFace } from '#contract/panoramas/cube'
import { LARGEST_FACE, TILE } from '#contract/panoramas/picture'

/** Forward, right and down. */
export type Direction = readonly [x: number, y: number, z: number]

/** Where a place of a face lies as seen from the middle of the cube; `u` to the right and `v` down, both from -1 to 1. Not of length 1. */
export function directionOf(face: CubeFace, u: number, v: number): Direction {
  switch (face) {
    case 'front':
      return [1, u, v]
    case 'right':
      return [-u, 1, v]
    case 'back':
      return [-1, -u, v]
    case 'left':
      return [u, -1, v]
    case 'top':
      return [-v, -u, -1]
    case 'bottom':
      return [v, -u, 1]
  }
}

/** How far its faces may be drawn finer than the panorama is. */
const FINER = 1.25

/** The side of the faces that show all of a panorama of this width: a power of two of tiles. */
export function faceSizeOf(width: number): number {
  let size = TILE
  while (size * 2 <= LARGEST_FACE && size * 2 <= (width / Math.PI) * FINER) size *= 2
  return size
}
