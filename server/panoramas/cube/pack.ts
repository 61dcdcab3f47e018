import { CUBE_FACES, type CubeFace, type CubeLevel } from '#contract/panoramas/cube'
import { type PanoramaView, TILE } from '#contract/panoramas/picture'

/** Where the pictures of a panorama lie in the one file that holds them all. */
export interface PackIndex {
  readonly levels: readonly CubeLevel[]
  readonly views: Readonly<Record<PanoramaView, Place>>
  /** By face in the order of CUBE_FACES: where its tiles begin, and how many bytes each has, by level, row and column. */
  readonly faces: readonly { readonly at: number; readonly lengths: readonly number[] }[]
}
export interface Place {
  readonly at: number
  readonly bytes: number
}

/** The levels of faces of this side: from one tile a face on, each twice as fine as the one before. */
export function levelsOf(faceSize: number): CubeLevel[] {
  const levels: CubeLevel[] = []
  for (let size = TILE; size <= faceSize; size *= 2) levels.push({ faceSize: size, nbTiles: size / TILE })
  return levels
}

/** Where a tile lies; null of one that there is not. */
export function tileAt(
  { levels, faces }: PackIndex,
  { face, level, col, row }: { face: CubeFace; level: number; col: number; row: number },
): Place | null {
  const wanted = levels[level]
  const held = faces[CUBE_FACES.indexOf(face)]
  if (!wanted || !held || col >= wanted.nbTiles || row >= wanted.nbTiles) return null
  const before = levels.slice(0, level).reduce((sum, { nbTiles }) => sum + nbTiles * nbTiles, 0)
  const nth = before + row * wanted.nbTiles + col
  const bytes = held.lengths[nth]
  if (bytes === undefined) return null
  return { at: held.at + held.lengths.slice(0, nth).reduce((sum, length) => sum + length, 0), bytes }
}
