import type { CallGroups } from '#contract/calls'
import type { Context } from '../../ground/contents.ts'
import { inTenant, type Scope } from '../../ground/database/scope.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import { answerBytes } from '../../ground/files/answerBytes.ts'
import { isPicture } from '../../ground/files/pictures.ts'
import { keyOf } from '../../ground/files/storage.ts'
import type { Asking, Handlers } from '../../ground/http/handler.ts'
import { pictureColumns } from '../pictures.ts'
import { publicPace } from '../../ground/http/publicPace.ts'
import { answerPart, type Wanted } from './pictures.ts'
import { picturesIn, shownTour } from './shownTour.ts'

/** A look round a tour asks for some hundred tiles. */
const ASKS_A_MINUTE = 3000
/** What was withdrawn is gone soon. */
const A_WHILE = 'private, max-age=300'

/** Tours that their owners have published, for everybody who has their addresses. */
export function publicTourHandlers({
  serviceDb,
  requestDb,
  files,
  clock,
}: Pick<Context, 'serviceDb' | 'requestDb' | 'files' | 'clock'>): Handlers<CallGroups['publicTour']> {
  const pace = publicPace(ASKS_A_MINUTE, clock)

  /** Runs `work` in the tenant of the tour that has this key. Fails with error.busy, error.notFound. */
  async function within<T>(key: string, { address }: Asking, work: (scope: Scope, vrId: number) => Promise<T>): Promise<T> {
    if (!pace.take(address)) throw new CallFailure('error.busy')
    const tour = await serviceDb
      .selectFrom('panorama_vr')
      .select(['id', 'tenant_id'])
      .where('publish_key', '=', key)
      .where('enabled_flag', '=', 1)
      .executeTakeFirst()
    if (!tour) throw notFound()
    return inTenant(requestDb, { tenantId: tour.tenant_id, userId: 0, areas: null }, (scope) => work(scope, tour.id))
  }

  async function part({ key, uuid }: { key: string; uuid: string }, wanted: Wanted, asking: Asking) {
    const picture = await within(key, asking, async (scope, vrId) => {
      const isShown = (await showsPanorama(scope, vrId, uuid)) || (await picturesIn(scope, asking.language, vrId)).panoramas.has(uuid)
      if (!isShown) throw notFound()
      return scope
        .select('panorama_picture')
        .select([...pictureColumns, 'panorama_picture.tenant_id', 'panorama_picture.pack_id'])
        .where('panorama_picture.id', '=', uuid)
        .executeTakeFirst()
    })
    if (!picture) throw notFound()
    return answerPart(files.storage, picture, wanted, asking, A_WHILE)
  }

  return {
    get: ({ params: { key } }, asking) =>
      within(key, asking, (scope, vrId) => {
        const place = `/wfpf/v1/public/tour/${key}`
        const images = (pictureId: string) => `${place}/picture/${pictureId}`
        return shownTour(scope, asking.language, vrId, {
          images,
          view: (pictureId, rest) => `${images(pictureId)}${rest}`,
          file: (fileId) => `${place}/file/${fileId}`,
        }).then((tour) => ({ ...tour, scenes: [...tour.scenes] }))
      }),

    tile: ({ params, query }, asking) => part(params, query, asking),
    view: ({ params, query }, asking) => part(params, query, asking),

    async file({ params: { key, uuid } }, asking) {
      const file = await within(key, asking, async (scope, vrId) => {
        const named = await picturesIn(scope, asking.language, vrId)
        if (!named.files.has(uuid)) throw notFound()
        return scope.select('file').selectAll('file').where('file.id', '=', uuid).executeTakeFirst()
      })
      if (!file || !isPicture(file.content_type)) throw notFound()
      const { tenant_id: tenantId, id, bytes, name, content_type: contentType, sha256 } = file
      const open = (range: { start: number; end: number }) => files.storage.open(keyOf(tenantId, id), range)
      return answerBytes({ contentType, name, bytes, etag: `"${sha256}"`, cache: A_WHILE, open }, asking)
    },
  }
}

/** Whether a scene is of this picture: what is asked for most. */
async function showsPanorama(scope: Scope, vrId: number, pictureId: string): Promise<boolean> {
  const found = await scope
    .select('panorama_scene')
    .innerJoin('panorama', 'panorama.id', 'panorama_scene.panorama_id')
    .select('panorama_scene.id')
    .where('panorama_scene.vr_id', '=', vrId)
    .where('panorama.picture_id', '=', pictureId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
