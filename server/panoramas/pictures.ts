import type { Kysely, Selectable } from 'kysely'
import type { FailureCode } from '#contract/core/failure'
import { fileUrlOf } from '#contract/media/files'
import type { CubeLevel } from '#contract/panoramas/cube'
import { panoramaImagesOf, type PICTURE_STATES, viewUrlOf } from '#contract/panoramas/picture'
import type { Database } from '../ground/database/schema.ts'
import { CallFailure } from '../ground/failure.ts'
import { sayUses } from '../ground/files/uses.ts'
import { type Language, say } from '../ground/words.ts'
import type { PackIndex } from './cube/pack.ts'

/** Why a picture cannot be made. */
export interface Why {
  readonly code: FailureCode
  readonly params: Readonly<Record<string, string | number>>
}
export type PictureRow = Selectable<Database['panorama_picture']>
/** What is answered of a picture with whatever shows it. */
export const pictureColumns = [
  'panorama_picture.state',
  'panorama_picture.progress',
  'panorama_picture.why',
  'panorama_picture.index',
] as const

/** What was made of a picture; else fails with error.panorama.making, error.panorama.failed. */
export function madeOf({ state, pack_id: packId, index }: Pick<PictureRow, 'state' | 'pack_id' | 'index'>): {
  packId: string
  index: PackIndex
} {
  if (state === 'failed') throw new CallFailure('error.panorama.failed')
  if (packId === null || index === null) throw new CallFailure('error.panorama.making')
  return { packId, index }
}

/** How a picture stands, in the caller's words. */
export const standingOf = (
  { state, progress, why, index }: Pick<PictureRow, 'state' | 'progress' | 'why' | 'index'>,
  language: Language,
): { state: (typeof PICTURE_STATES)[number]; progress: number; why: string | null; levels: CubeLevel[] } => ({
  state: state as (typeof PICTURE_STATES)[number],
  progress,
  why: why === null ? null : say(language, `errors:${why.code}`, why.params),
  levels: state === 'ready' ? [...(index?.levels ?? [])] : [],
})

/** The addresses of a picture. */
export const addressesOf = (tenantId: number, pictureId: string) => {
  const panoramaImages = panoramaImagesOf(tenantId, pictureId)
  return {
    panoramaImages,
    panoramaPreview: viewUrlOf(panoramaImages, 'preview'),
    panoramaThumb: viewUrlOf(panoramaImages, 'thumb'),
  }
}

/** Says that a panorama uses its picture's files: the original, and what was made of it. */
export const holdPicture = (work: Kysely<Database>, panoramaId: number, { tenant_id: tenantId, id, pack_id: pack }: PictureRow) =>
  sayUses(
    work,
    { tenantId, table: 'panorama', id: panoramaId },
    { texts: [id, pack].map((file) => (file === null ? null : fileUrlOf(tenantId, file))) },
  )
