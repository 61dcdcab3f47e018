import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { fileUrlOf, tooLongFault } from '#contract/media/files'
import { MOST_VIDEOS, type PromoVideo, VIDEO_TITLE_MOST } from '#contract/media/promoVideo'
import type { Context } from '../ground/contents.ts'
import { namesOf } from '../ground/crud/byline.ts'
import { inOrder } from '../ground/crud/inOrder.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { programFinder } from '../ground/files/ffmpeg.ts'
import type { Taken } from '../ground/files/intake.ts'
import { type FileRow, FIELDS_BYTES } from '../ground/files/keep.ts'
import { sayUses } from '../ground/files/uses.ts'
import type { Asking, Handlers } from '../ground/http/handler.ts'
import { filmJobs } from './foreignJobs.ts'

const BUCKET = 'video'

/** One change of a tenant's videos at a time: places are counted. */
const lockVideos = ({ raw, tenantId }: Scope) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`furrow.videos.${tenantId}`}, 0))`.execute(raw)

const titleOf = (fileName: string) => (fileName.replace(/\.[^.]*$/, '').trim() || fileName).slice(0, VIDEO_TITLE_MOST)

const shown = (scope: Scope) =>
  scope
    .select('promo_video')
    .innerJoin('file', (join) => join.onRef('file.id', '=', 'promo_video.file_id').on('file.tenant_id', '=', scope.tenantId))
    .selectAll('promo_video')
    .select(['file.content_type', 'file.bytes'])
    .orderBy('promo_video.position')
    .orderBy('promo_video.id')

async function toVideos(scope: Scope, rows: Awaited<ReturnType<ReturnType<typeof shown>['execute']>>): Promise<PromoVideo[]> {
  const names = await namesOf(scope, [...new Set(rows.flatMap((row) => row.created_by ?? []))])
  return rows.map((row) => ({
    videoId: row.id,
    title: row.title,
    fileUrl: row.file_url,
    posterUrl: row.poster_url,
    contentType: row.content_type,
    bytes: row.bytes,
    seconds: row.seconds,
    enabledFlag: row.enabled_flag,
    madeAt: row.created_at,
    madeBy: row.created_by === null ? null : (names.get(row.created_by) ?? null),
    objectVersionNumber: row.object_version_number,
  }))
}

async function videoOf(scope: Scope, id: number): Promise<PromoVideo> {
  const [video] = await toVideos(scope, await shown(scope).where('promo_video.id', '=', id).execute())
  if (!video) throw notFound()
  return video
}

async function mustHaveRoom(scope: Scope): Promise<number> {
  const { n, last } = await scope
    .select('promo_video')
    .select(({ fn }) => [fn.countAll<number>().as('n'), fn.max<number | null>('promo_video.position').as('last')])
    .executeTakeFirstOrThrow()
  if (n >= MOST_VIDEOS) throw new CallFailure('error.video.most', { most: MOST_VIDEOS })
  return (last ?? -1) + 1
}

/** Promotional videos: taken in by their content, with a picture that is drawn of them. */
export function promoVideoHandlers(context: Pick<Context, 'live' | 'files' | 'foreign' | 'log'>): Handlers<CallGroups['promoVideo']> {
  const { live, files, foreign, log } = context
  const tell = (tenantId: number, id: number | null) => live.changed(tenantId, 'promoVideo', id, null)
  const program = programFinder(log)

  /** Looks at a film and keeps a picture of it; the picture is swept where the film is not kept after all. */
  async function look(taken: Taken, asking: Asking): Promise<{ seconds: number; poster: FileRow | null }> {
    const { tenantId } = asking.grant
    const path = join(files.incomingFolder, `${randomUUID()}.jpg`)
    try {
      const { contentType } = taken
      const input = { path: taken.path, contentType, program: program(), poster: path }
      const { seconds, hasPoster } = await foreign.run(tenantId, filmJobs.lookAtFilm, () => input)
      const tooLong = tooLongFault(seconds)
      if (tooLong) throw new CallFailure(tooLong.code, { ...tooLong.params })
      if (!hasPoster) return { seconds, poster: null }
      const given = {
        tenantId,
        language: asking.language,
        bytes: createReadStream(path),
        name: `${titleOf(taken.fileName)}.jpg`,
        bucket: BUCKET,
      }
      const to = { tenantId, ownerId: asking.caller.userId, inTenant: asking.inTenant }
      return { seconds, poster: await files.takePicture(given, (picture) => files.keeper.keep(picture, to)) }
    } finally {
      await rm(path, { force: true })
    }
  }

  return {
    async upload(_, asking) {
      // Said before a long body is waited for.
      const coming = Number(asking.header('content-length') ?? 0) - FIELDS_BYTES
      await asking.inTenant(async (scope) => {
        await mustHaveRoom(scope)
        await files.quota.refuse(scope, coming)
      })
      const { tenantId } = asking.grant
      let id = 0
      await files.takeFilm({ tenantId, language: asking.language, parts: asking.parts() }, async (taken) => {
        const { seconds, poster } = await look(taken, asking)
        await files.keeper.keep(taken, {
          tenantId,
          ownerId: asking.caller.userId,
          inTenant: asking.inTenant,
          async also(scope, film) {
            await lockVideos(scope)
            const [fileUrl, posterUrl] = [fileUrlOf(tenantId, film.id), poster && fileUrlOf(tenantId, poster.id)]
            const row = await scope
              .insert('promo_video', [
                {
                  title: titleOf(taken.fileName),
                  file_url: fileUrl,
                  file_id: film.id,
                  poster_url: posterUrl,
                  seconds: Math.round(seconds),
                  position: await mustHaveRoom(scope),
                },
              ])
              .returning('promo_video.id')
              .executeTakeFirstOrThrow()
            id = row.id
            await sayUses(scope.raw, { tenantId, table: 'promo_video', id }, { texts: [fileUrl, posterUrl] })
          },
        })
      })
      tell(tenantId, id)
      return asking.inTenant((scope) => videoOf(scope, id))
    },

    list: (_, { inTenant }) => inTenant(async (scope) => toVideos(scope, await shown(scope).execute())),

    async edit({ body }, asking) {
      const changed = await asking.inTenant(async (scope) => {
        const before = await videoOf(scope, body.videoId)
        const row = await scope
          .update('promo_video')
          .set({
            title: body.title.trim(),
            enabled_flag: body.enabledFlag,
            object_version_number: sql<number>`object_version_number + 1`,
          })
          .where('promo_video.id', '=', before.videoId)
          .where('promo_video.object_version_number', '=', body.objectVersionNumber)
          .returning('promo_video.id')
          .executeTakeFirst()
        if (!row) throw new CallFailure('error.version.stale')
        return videoOf(scope, row.id)
      })
      tell(asking.grant.tenantId, changed.videoId)
      return changed
    },

    async order({ body }, { inTenant, grant }) {
      await inTenant(async (scope) => {
        await lockVideos(scope)
        await inOrder(scope, 'promo_video', body.videoIds)
      })
      tell(grant.tenantId, null)
      return body.videoIds.length
    },

    async remove({ params: { id }, query }, asking) {
      await asking.inTenant(async (scope) => {
        await lockVideos(scope)
        const video = await videoOf(scope, id)
        if (query.objectVersionNumber !== undefined && query.objectVersionNumber !== video.objectVersionNumber)
          throw new CallFailure('error.version.stale')
        const texts = [video.fileUrl, video.posterUrl]
        await sayUses(scope.raw, { tenantId: scope.tenantId, table: 'promo_video', id }, { texts: [] }, { texts })
        await scope.remove('promo_video').where('promo_video.id', '=', id).execute()
      })
      tell(asking.grant.tenantId, id)
      return 1
    },
  }
}
