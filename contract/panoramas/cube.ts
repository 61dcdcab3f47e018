// What a visitor's first picture is read by, without the schemas of the calls: it is there before they are.

/** The sides of the cube, named and turned as photo-sphere-viewer has them: `top` has the front at its upper edge, `bottom` at its lower one. */
export const CUBE_FACES = ['left', 'front', 'right', 'back', 'top', 'bottom'] as const
export type CubeFace = (typeof CUBE_FACES)[number]

/** One resolution of the cube: `nbTiles` x `nbTiles` tiles a face of `faceSize` pixels. */
export interface CubeLevel {
  readonly faceSize: number
  readonly nbTiles: number
}

/** The address of a tile under `panoramaImages` of a panorama or a scene. */
export const tileUrlOf = (panoramaImages: string, face: CubeFace, level: number, col: number, row: number): string =>
  `${panoramaImages}/tile?face=${face}&level=${level}&col=${col}&row=${row}`

/** Where a published tour is read. */
export const PUBLIC_TOUR = '/wfpf/v1/public/tour/{key}'
