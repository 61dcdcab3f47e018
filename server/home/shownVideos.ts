import type { ShownVideo } from '#contract/home/home'
import type { Scope } from '../ground/database/scope.ts'

/** The promotional videos that /home shows, in their order. */
export const shownVideos = (scope: Scope): Promise<ShownVideo[]> =>
  scope
    .select('promo_video')
    .select(['promo_video.id as videoId', 'promo_video.title', 'promo_video.file_url as fileUrl', 'promo_video.poster_url as posterUrl'])
    .select('promo_video.seconds')
    .where('promo_video.enabled_flag', '=', 1)
    .orderBy('promo_video.position')
    .orderBy('promo_video.id')
    .execute()
