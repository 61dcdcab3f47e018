import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { integer } from '../core/values.ts'
import { CUBE_FACES, type CubeLevel } from './cube.ts'
import { PANORAMA_EDIT, PANORAMA_READ, VR_READERS } from './permission.ts'

/** The sides of a tile in pixels. */
export const TILE = 512
/** The largest side of a face in pixels, and so the most tiles along it. */
export const LARGEST_FACE = 4096

/** Other pictures of a panorama, cut to exactly these sizes in pixels (VR-SCENE-07); `preview` is the whole of it. */
export const PANORAMA_VIEWS = {
  thumb: { width: 140, height: 80 },
  cover: { width: 620, height: 355 },
  preview: { width: 2048, height: 1024 },
} as const
export type PanoramaView = keyof typeof PANORAMA_VIEWS

/** One resolution of the cube: `nbTiles` x `nbTiles` tiles a face, a power of two. The first level has one tile a face. */
export const cubeLevel: z.ZodType<CubeLevel> = z.object({ faceSize: z.int(), nbTiles: z.int() })

/** `making`: its faces are being made; `failed`: they cannot be, see `why`. */
export const PICTURE_STATES = ['making', 'ready', 'failed'] as const

/** How a picture stands; of a panorama and of each scene that shows it. */
export const pictureStanding = z.object({
  state: z.enum(PICTURE_STATES),
  /** Of 100. */
  progress: z.int(),
  /** Why it failed, in the caller's words. */
  why: z.string().nullable(),
  /** The resolutions that there are, the smallest first; none before it is ready. */
  levels: z.array(cubeLevel),
})

/** The address of another picture of it. */
export const viewUrlOf = (panoramaImages: string, of: PanoramaView): string => `${panoramaImages}/view?of=${of}`

const PICTURE = '/wfpf/v1/{t}/panorama-picture/{uuid}' as const
/** What a panorama names as its `panoramaImages`. */
export const panoramaImagesOf = (tenantId: number, pictureId: string): string => `/wfpf/v1/${tenantId}/panorama-picture/${pictureId}`

const ADDRESS =
  /^\/wfpf\/v1\/(\d{1,15})\/panorama-picture\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/view\?of=(?:thumb|cover|preview))?$/

/** Which picture of which tenant an address of {@link panoramaImagesOf} or {@link viewUrlOf} names; null of any other. */
export function parsePanoramaImages(address: string): { readonly tenantId: number; readonly pictureId: string } | null {
  const found = ADDRESS.exec(address)
  return found ? { tenantId: Number(found[1]), pictureId: found[2]! } : null
}

/** Which tile. */
export const tileQuery = z.object({
  face: z.enum(CUBE_FACES),
  level: integer(0, 15),
  col: integer(0, LARGEST_FACE / TILE - 1),
  row: integer(0, LARGEST_FACE / TILE - 1),
})
export const viewQuery = z.object({ of: z.enum(['thumb', 'cover', 'preview']).default('cover') })

const readers = [PANORAMA_READ, PANORAMA_EDIT, ...VR_READERS] as const
export const panoramaPictureCalls = {
  tile: defineCall({
    method: 'GET',
    path: `${PICTURE}/tile`,
    permission: readers,
    summary: 'A tile of a face, which never changes. Fails with error.panorama.making, error.panorama.failed',
    query: tileQuery,
    produces: 'image/jpeg',
  }),
  view: defineCall({
    method: 'GET',
    path: `${PICTURE}/view`,
    permission: readers,
    summary: 'A picture of the whole panorama, or of its middle. Fails with error.panorama.making, error.panorama.failed',
    query: viewQuery,
    produces: 'image/jpeg',
  }),
}
