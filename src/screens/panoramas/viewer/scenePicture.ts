import { type CubeLevel, type CubeFace, CUBE_FACES, tileUrlOf } from '#contract/panoramas/cube'
import type { Scene } from '#contract/panoramas/scene'

/** What the viewer shows of a scene: its tiles, or how far they are. */
export type ScenePicture = Pick<Scene, 'scenesId' | 'panoramaImages' | 'levels' | 'state' | 'progress' | 'why'>

export interface CubeTiles {
  readonly baseUrl: Record<CubeFace, string>
  readonly levels: CubeLevel[]
  readonly tileUrl: (face: CubeFace, col: number, row: number, level: number) => string
}

/** The cube as the viewer loads it: at first each face whole and small, then what is in view, as fine as it is looked at. */
export function cubeOf({ panoramaImages, levels }: Pick<ScenePicture, 'panoramaImages' | 'levels'>): CubeTiles {
  return {
    baseUrl: Object.fromEntries(CUBE_FACES.map((face) => [face, tileUrlOf(panoramaImages, face, 0, 0, 0)])) as Record<CubeFace, string>,
    levels,
    tileUrl: (face, col, row, level) => tileUrlOf(panoramaImages, face, level, col, row),
  }
}
