import type { CallGroups } from '#contract/calls'
import type { CubeFace } from '#contract/panoramas/cube'
import type { PanoramaView } from '#contract/panoramas/picture'
import { PANORAMA_EDIT, PANORAMA_READ } from '#contract/panoramas/permission'
import type { Context } from '../../ground/contents.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { notFound } from '../../ground/failure.ts'
import { answerBytes } from '../../ground/files/answerBytes.ts'
import { type FileStorage, keyOf } from '../../ground/files/storage.ts'
import type { Asking, Grant, Handlers, Streamed } from '../../ground/http/handler.ts'
import { tileAt } from '../cube/pack.ts'
import { madeOf, type PictureRow } from '../pictures.ts'

/** A picture under an id is for ever the same one. */
const FOR_EVER = 'private, max-age=31536000, immutable'

/** Which part of what was made of a picture. */
export type Wanted =
  | { readonly face: CubeFace; readonly level: number; readonly col: number; readonly row: number }
  | { readonly of: PanoramaView }

/** Tiles and other pictures of panoramas: of all for who sees the list of panoramas, else of those in tours of the caller's bases. */
export function panoramaPictureHandlers({ files }: Pick<Context, 'files'>): Handlers<CallGroups['panoramaPicture']> {
  const answer = async (uuid: string, wanted: Wanted, asking: Asking) => {
    const picture = await asking.inTenant((scope) => pictureFor(scope, asking.grant, uuid))
    return answerPart(files.storage, picture, wanted, asking, FOR_EVER)
  }
  return {
    tile: ({ params, query }, asking) => answer(params.uuid, query, asking),
    view: ({ params, query }, asking) => answer(params.uuid, query, asking),
  }
}

async function pictureFor(scope: Scope, grant: Grant, pictureId: string): Promise<PictureRow> {
  const seesAll = grant.holds(PANORAMA_READ) || grant.holds(PANORAMA_EDIT) || (await isShown(scope, pictureId))
  const picture = seesAll
    ? await scope.select('panorama_picture').selectAll('panorama_picture').where('panorama_picture.id', '=', pictureId).executeTakeFirst()
    : undefined
  if (!picture) throw notFound()
  return picture
}

/** Whether a tour that the caller sees shows it. */
async function isShown(scope: Scope, pictureId: string): Promise<boolean> {
  const shown = await scope
    .select('panorama_vr')
    .innerJoin('panorama_scene', 'panorama_scene.vr_id', 'panorama_vr.id')
    .innerJoin('panorama', 'panorama.id', 'panorama_scene.panorama_id')
    .select('panorama_vr.id')
    .where('panorama.picture_id', '=', pictureId)
    .limit(1)
    .executeTakeFirst()
  return shown !== undefined
}

/** Answers a part of what was made of a picture. Fails as `madeOf` does, and with error.notFound. */
export async function answerPart(
  storage: FileStorage,
  picture: Pick<PictureRow, 'tenant_id' | 'state' | 'pack_id' | 'index'>,
  wanted: Wanted,
  asking: Pick<Asking, 'header' | 'headOnly'>,
  cache: string,
): Promise<Streamed> {
  const { packId, index } = madeOf(picture)
  const place = 'of' in wanted ? index.views[wanted.of] : tileAt(index, wanted)
  if (!place) throw notFound()
  return answerBytes(
    {
      contentType: 'image/jpeg',
      name: 'panorama.jpg',
      bytes: place.bytes,
      etag: `"${packId}-${place.at}"`,
      cache,
      open: ({ start, end }) => storage.open(keyOf(picture.tenant_id, packId), { start: place.at + start, end: place.at + end }),
    },
    asking,
  )
}
