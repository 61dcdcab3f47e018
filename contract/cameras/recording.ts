import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, integer, moment } from '../core/values.ts'
import { CAMERA_MANAGER, CAMERAS_EDIT, CAMERAS_READ, SURVEILLANCE } from './permission.ts'

/** When a camera is recorded: never, always, or while something moves before it. */
export const RECORD_MODES = { off: 0, always: 1, motion: 2 } as const
/** CAMERA-12. */
export const PLAYBACK_SPEEDS = [1, 2, 4] as const
export type PlaybackSpeed = (typeof PLAYBACK_SPEEDS)[number]
/** Of a motion the seconds before it are kept too, and those after it, ms. */
export const MOTION_BEFORE_MS = 5000
export const MOTION_AFTER_MS = 10_000
/** A timeline is asked for so long at most, ms: a day of a zone that sets its clocks back, and its neighbours' edges. */
export const LONGEST_TIMELINE_MS = 26 * 3_600_000
export const MOST_DAYS = 90
export const MOST_GIGABYTES = 1000

/** What is kept of a camera. Whichever is reached first, days or size, the oldest goes. */
const policy = {
  recordMode: integer(0, 2),
  /** 1 small, 2 large (CAMERA-06). */
  clarity: integer(1, 2).default(1),
  days: integer(1, MOST_DAYS).default(7),
  gigabytes: integer(1, MOST_GIGABYTES).default(20),
  /** How little counts as motion: 1 much, 2, 3 little. */
  sensitivity: integer(1, 3).default(2),
}
/**
 * Why nothing is recorded although it should be: `source`: the camera shows nothing; `disk`: the disk has no room left; `most`: as many as this
 * server can record are recorded already; `closed`: the camera is closed.
 */
export const RECORD_TROUBLES = ['source', 'disk', 'most', 'closed'] as const

const recording = z.object({
  recordMode: z.int(),
  clarity: z.int(),
  days: z.int(),
  gigabytes: z.int(),
  sensitivity: z.int(),
  /** It is being written now. In mode motion: something moves now. */
  recordingNow: z.boolean(),
  trouble: z.enum(RECORD_TROUBLES).nullable(),
  /** What is kept: bytes, and the moment of the oldest picture, ms; null where nothing is. */
  bytes: z.number(),
  oldestAt: z.int().nullable(),
  /** That of the farm, in which its moments are said, as those of the timeline are. */
  zone: z.string(),
  objectVersionNumber: z.int(),
})
export type Recording = z.infer<typeof recording>

/** A stretch without gaps, ms. */
const span = z.object({ from: z.int(), to: z.int() })
export type Span = z.infer<typeof span>

const LOOKERS = [CAMERAS_READ, SURVEILLANCE] as const
const v1 = '/wfpe/v1/{t}/camera' as const

export const cameraRecordingCalls = {
  get: defineCall({
    method: 'GET',
    path: `${v1}/{id}/recording`,
    permission: LOOKERS,
    summary: 'What is kept of the pictures of a camera, and whether it is being recorded',
    answer: recording,
    follows: ['camera', 'cameraRecording'],
  }),
  save: defineCall({
    method: 'PUT',
    trail: 'cameraRecording',
    path: `${v1}/{id}/recording`,
    permission: [CAMERAS_EDIT, CAMERA_MANAGER],
    summary:
      'Says what is kept of the pictures of a camera. Fails with error.camera.noProgram where this server has nothing to read pictures with, and with error.camera.mostRecordings where as many are recorded as it can',
    body: z.object({ ...policy, objectVersionNumber: integer(0, 1_000_000_000) }),
    answer: recording,
  }),
  timeline: defineCall({
    method: 'GET',
    path: `${v1}/{id}/recording/timeline`,
    permission: LOOKERS,
    summary:
      'What is kept of a camera within a time: stretches without gaps, those in which something moved, and the days of the 31 before its end on which something is kept',
    query: z.object({ from: moment, to: moment }),
    answer: z.object({
      spans: z.array(span),
      motions: z.array(span),
      /** Days of the zone of the camera's base, as YYYY-MM-DD, newest first. */
      days: z.array(z.string()),
      zone: z.string(),
    }),
    follows: ['cameraRecording'],
  }),
  playback: defineCall({
    method: 'POST',
    trail: { untold: 'asks' },
    path: `${v1}/playback`,
    permission: LOOKERS,
    summary:
      'Opens what is kept of a camera from a moment on (CAMERA-12), at a speed; what lies in a gap begins at the next picture. `url` has a ticket that opens it once. Fails with error.camera.nothingKept where nothing is kept from there on, error.camera.mostPlaybacks where as many watch recordings as this server can show, and wfpe.warn.camera.disable',
    body: z.object({ cameraId: id, at: moment, speed: z.union([z.literal(1), z.literal(2), z.literal(4)]).default(1) }),
    answer: z.object({ url: z.string(), at: z.int() }),
    secret: true,
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: { untold: 'logged' },
    path: `${v1}/{id}/recording`,
    permission: [CAMERAS_EDIT, CAMERA_MANAGER],
    summary: 'Deletes all that is kept of a camera; 1 means success',
    answer: z.int(),
  }),
}
