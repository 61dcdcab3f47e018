import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { flag, id, integer, requiredText, text } from '../core/values.ts'
import { VIDEOS, VIDEOS_CREATE, VIDEOS_DELETE, VIDEOS_EDIT } from './codes.ts'

export const VIDEO_TITLE_MOST = 100
/** Of one tenant. */
export const MOST_VIDEOS = 50

const video = z.object({
  videoId: z.int(),
  title: z.string(),
  fileUrl: z.string(),
  /** A picture of it, drawn by the server; null where none could be. */
  posterUrl: z.string().nullable(),
  contentType: z.string(),
  bytes: z.int(),
  /** How long it lasts, in whole seconds. */
  seconds: z.int(),
  enabledFlag: z.int(),
  /** ms UTC, and by whom. */
  madeAt: z.int().nullable(),
  madeBy: z.string().nullable(),
  objectVersionNumber: z.int(),
})
export type PromoVideo = z.infer<typeof video>

const path = '/wfpf/v1/{t}/promotional-video' as const
/** The promotional videos of a tenant. Those that are enabled stand on /home, in their order. */
export const promoVideoCalls = {
  upload: defineCall({
    method: 'POST',
    trail: 'promoVideo',
    path: `${path}/multipart`,
    permission: VIDEOS_CREATE,
    summary:
      'Keeps a film (MP4 or WebM by its content, under 30 MB and at most 60 s) with a picture of it; it is shown once it is enabled. Fails with error.video.most and as other uploads do',
    encoding: 'multipart',
    fields: z.object({ fileName: text(255).optional() }),
    answer: video,
  }),
  list: defineCall({
    method: 'GET',
    path,
    permission: VIDEOS,
    summary: 'The promotional videos of the tenant, in their order',
    answer: z.array(video),
    follows: ['promoVideo'],
  }),
  edit: defineCall({
    method: 'PUT',
    trail: 'promoVideo',
    path,
    permission: VIDEOS_EDIT,
    summary: 'Renames a video, shows or hides it; a stale version answers 409',
    body: z.object({
      videoId: id,
      objectVersionNumber: integer(1, 2_000_000_000),
      title: requiredText(VIDEO_TITLE_MOST),
      enabledFlag: flag,
    }),
    answer: video,
  }),
  order: defineCall({
    method: 'PUT',
    trail: 'promoVideo',
    path: `${path}/order`,
    permission: VIDEOS_EDIT,
    summary: 'Puts the videos into this order; all of them have to be named, or it answers 409. Answers how many they are',
    body: z.object({ videoIds: z.array(id).max(MOST_VIDEOS) }),
    answer: z.int(),
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: 'promoVideo',
    path: `${path}/{id}`,
    permission: VIDEOS_DELETE,
    summary: 'Deletes a video; answers 1',
    query: z.object({ objectVersionNumber: integer(1, 2_000_000_000).optional() }),
    answer: z.literal(1),
  }),
}
