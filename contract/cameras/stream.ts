import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, integer } from '../core/values.ts'
import { CAMERAS_READ, SURVEILLANCE } from './permission.ts'

/** CAMERA-06. */
export const CLARITY = { sd: 1, hd: 2 } as const
/** A picture, live or kept, as MPEG-TS (MPEG-1 video, MP2 sound where there is any) over a WebSocket; pixels. */
export const SD = { width: 640, height: 360, fps: 15 } as const
export const HD = { width: 1280, height: 720, fps: 25 } as const
/** A ticket opens one stream within this time, ms. */
export const TICKET_MS = 30_000
/** Where streams are opened: `/camera/stream?ticket=…`. */
export const STREAM_PATH = '/camera/stream'

/** What a stream says in text frames beside the picture: as it begins, and whenever it changes. */
export const streamWord = z.object({
  /**
   * `starting`: the source is being opened; `live`: pictures come, of a recording too; `lost`: the source ended, and is tried again; `ended`:
   * nothing later is kept; `closed`: the camera was closed or deleted, or the caller may not look any more.
   */
  state: z.enum(['starting', 'live', 'lost', 'ended', 'closed']),
  /** A code of `CAMERA_FAULTS` or a failure's; null where nothing is wrong. */
  why: z.string().nullable(),
  /** When the last picture came, ms; null before the first. */
  lastAt: z.number().nullable(),
  /** Frames that this viewer lost because it is too slow. */
  dropped: z.number(),
  /** Of a recording alone: the moment that is shown, ms; said once a second, and where it jumps over a gap. */
  at: z.number().optional(),
})
export type StreamWord = z.infer<typeof streamWord>

export const cameraStreamCalls = {
  live: defineCall({
    method: 'POST',
    trail: { untold: 'asks' },
    path: '/wfpe/v1/{t}/camera/live',
    permission: [CAMERAS_READ, SURVEILLANCE],
    summary:
      'Opens the live picture of a camera (CAMERA-06, -07): `url` the small, `hdUrl` the large one, each with a ticket that opens it once. Fails with wfpe.warn.camera.disable where it is closed, and with error.camera.noProgram where this server has nothing to read pictures with',
    body: z.object({ cameraId: id, protocol: integer(1, 1), clarity: integer(1, 2).default(1) }),
    answer: z.object({
      url: z.string(),
      hdUrl: z.string(),
      clarity: z.int(),
      /** The ticket of the asked quality. */
      accessToken: z.string(),
      deviceSerial: z.string(),
      cameraName: z.string(),
    }),
    secret: true,
  }),
  capture: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: '/wfpe/v1/{t}/camera/img/{id}/capture',
    permission: [CAMERAS_READ, SURVEILLANCE],
    summary: 'Takes a picture now, and keeps it as a file of the tenant. Fails with error.camera.noPicture, and wfpe.warn.camera.disable',
    answer: z.object({ fileUrl: z.string(), takenAt: z.int() }),
  }),
  data: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/camera/{id}/data',
    permission: [CAMERAS_READ, SURVEILLANCE],
    summary: 'The newest values of the gateway that a camera stands at, which are written over its picture; none where it stands at none',
    answer: z.object({
      contentratorId: z.int().nullable(),
      items: z.array(
        z.object({ itemId: z.int(), name: z.string(), unit: z.string().nullable(), value: z.number().nullable(), ts: z.int().nullable() }),
      ),
    }),
    follows: ['camera', 'gateway', 'item'],
  }),
}
