import { fileUrlOf } from '#contract/media/files'
import type { Job } from '../../ground/clock/job.ts'
import type { Context } from '../../ground/contents.ts'
import { programFinder } from '../../ground/files/ffmpeg.ts'
import { sayUses } from '../../ground/files/uses.ts'
import { keepDrawing, keepMade, TENANT, type Within, withinDemo } from '../keepDrawing.ts'
import { aFilmOf, FILM_SECONDS } from './film.ts'
import { DEMO_FILM, demoPictures } from './texts.ts'

export const DEMO_CONTENT = 'demo.content'

type Parts = Pick<Context, 'requestDb' | 'files' | 'log' | 'live'>

/** Draws the pictures of the demo's library some time after the first start, and a film of them where there is ffmpeg; what is there is left. */
export function demoContentJob(context: Parts): Job {
  const within = withinDemo(context)
  return {
    name: DEMO_CONTENT,
    missed: 'catchUp',
    async steps(_, signal) {
      for (const one of demoPictures) {
        if (signal.aborted) return
        await keepPicture(context, within, one)
      }
      if (!signal.aborted) await keepFilm(context, within)
      for (const name of ['picture', 'promoVideo'] as const) context.live.changed(TENANT, name, null, null)
    },
  }
}

async function keepPicture(context: Parts, within: Within, { name, folder, tags, draw }: (typeof demoPictures)[number]): Promise<void> {
  const isThere = await within((scope) =>
    scope.select('picture').select('picture.id').where('picture.picture_name', '=', name).executeTakeFirst(),
  )
  if (isThere) return
  await keepDrawing(context, within, {
    svg: draw(),
    name: `${name}.jpg`,
    kind: 'seedImage',
    async also(scope, file) {
      const place = await scope
        .select('picture_folder')
        .select('picture_folder.id')
        .where('picture_folder.folder_name', '=', folder)
        .executeTakeFirst()
      const url = fileUrlOf(TENANT, file.id)
      const row = { picture_name: name, folder_id: place?.id ?? null, tags: JSON.stringify(tags), file_url: url, file_id: file.id }
      const { id } = await scope.insert('picture', [row]).returning('picture.id').executeTakeFirstOrThrow()
      await sayUses(scope.raw, { tenantId: TENANT, table: 'picture', id }, { texts: [url] })
    },
  })
}

async function keepFilm(context: Parts, within: Within): Promise<void> {
  const program = programFinder(context.log)()
  const isThere = await within((scope) => scope.select('promo_video').select('promo_video.id').limit(1).executeTakeFirst())
  if (program === null || isThere) return
  const { film, poster } = await aFilmOf(
    program,
    demoPictures.map(({ draw }) => draw()),
  ).catch((cause: unknown) => {
    // An ffmpeg without this codec: the demo has no film then.
    context.log.warn({ err: cause }, 'the film of the demo was not made')
    return { film: null, poster: null }
  })
  if (film === null) return
  const still = { kind: 'image', contentType: 'image/jpeg', bucket: 'video', width: 640, height: 480 } as const
  const picture = await keepMade(context, within, { data: poster, name: `${DEMO_FILM}.jpg`, ...still })
  await keepMade(context, within, {
    data: film,
    name: `${DEMO_FILM}.webm`,
    kind: 'video',
    contentType: 'video/webm',
    bucket: 'video',
    width: null,
    height: null,
    async also(scope, file) {
      const [url, posterUrl] = [fileUrlOf(TENANT, file.id), fileUrlOf(TENANT, picture.id)]
      const row = { title: DEMO_FILM, file_url: url, file_id: file.id, poster_url: posterUrl, seconds: FILM_SECONDS, enabled_flag: 1 }
      const { id } = await scope.insert('promo_video', [row]).returning('promo_video.id').executeTakeFirstOrThrow()
      await sayUses(scope.raw, { tenantId: TENANT, table: 'promo_video', id }, { texts: [url, posterUrl] })
    },
  })
}
