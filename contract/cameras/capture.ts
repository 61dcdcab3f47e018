import { z } from 'zod'
import { ALARMS_READ } from '../alarms/permission.ts'
import { defineCall } from '../core/call.ts'
import { flag, id, integer, pageOf, pageQuery, requiredText, text } from '../core/values.ts'
import { CAMERA_FAULTS } from './camera.ts'
import { CAMERA_MANAGER, CAMERAS_EDIT, CAMERAS_READ, SEEDING, SURVEILLANCE } from './permission.ts'

/** Of one plan in a day. */
export const MOST_CAPTURES = 24
/** Of one camera. */
export const MOST_PLANS = 20
/** Days that pictures are kept. */
export const KEEP_DAYS = { least: 7, most: 3650 } as const
/** A picture that could not be taken is tried again for so long, ms. */
export const TRIED_FOR_MS = 15 * 60_000
/** Of one series at once: the newest ones of the asked days. */
export const MOST_SHOWN = 3000

/** `YYYY-MM-DD`, a day that there is. */
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine((given) => !Number.isNaN(Date.parse(given)) && new Date(given).toISOString().startsWith(given))
const minute = integer(0, 1439)

const facts = {
  name: requiredText(60),
  cameraId: id,
  /** Minutes of the day, by the clock of the tenant's zone; empty where it is every so often. */
  times: z.array(minute).max(MOST_CAPTURES),
  /** Every so many minutes from `fromMinute` to `toMinute`, both included; null: at `times`. */
  everyMinutes: integer(1, 1440).nullable(),
  fromMinute: minute,
  toMinute: minute,
  /** 1 Monday to 7 Sunday. */
  days: z
    .array(integer(1, 7))
    .min(1, 'choice')
    .max(7)
    .refine((days) => new Set(days).size === days.length, 'twice'),
  /** The first and the last day on which it takes pictures; null: no end on this side. */
  fromDate: day.nullable(),
  toDate: day.nullable(),
  /** What grows there. */
  crop: text(60),
  /** 1: its pictures are a series of seedlings. */
  seedling: flag,
  enabledFlag: flag,
  keepDays: integer(KEEP_DAYS.least, KEEP_DAYS.most),
}
type Times = Readonly<Record<'fromMinute' | 'toMinute', number> & { times: readonly number[]; everyMinutes: number | null }>
/** The minutes of the day at which a plan takes pictures, in their order. */
export const minutesOf = ({ times, everyMinutes, fromMinute, toMinute }: Times): number[] =>
  everyMinutes === null
    ? [...times].toSorted((one, other) => one - other)
    : Array.from(
        { length: Math.max(0, Math.floor((toMinute - fromMinute) / everyMinutes) + 1) },
        (_, nth) => fromMinute + nth * everyMinutes,
      )

const inSense = <Shape extends z.ZodType<Times & { fromDate: string | null; toDate: string | null }>>(shape: Shape) =>
  shape
    .refine(({ times, everyMinutes }) => everyMinutes !== null || times.length > 0, { path: ['times'], message: 'required' })
    .refine(({ times }) => new Set(times).size === times.length, { path: ['times'], message: 'sameTime' })
    .refine(({ everyMinutes, fromMinute, toMinute }) => everyMinutes === null || fromMinute <= toMinute, {
      path: ['toMinute'],
      message: 'rising',
    })
    .refine((given) => minutesOf(given).length <= MOST_CAPTURES, { path: ['everyMinutes'], message: 'tooOften' })
    .refine(({ fromDate, toDate }) => fromDate === null || toDate === null || fromDate <= toDate, { path: ['toDate'], message: 'rising' })

export const capturePlanBody = inSense(z.object(facts))
export const capturePlanChange = inSense(z.object({ ...facts, id, objectVersionNumber: integer(1, 1_000_000_000) }))
export type CapturePlanBody = z.output<typeof capturePlanBody>

/**
 * Why a picture is missing: what a camera's picture fails with, or `closed`: the camera is closed; `off`: it is switched off as a device; `quota`: the
 * files of the tenant are full; `busy`: too many pictures were to be taken; `storage`: it could not be kept; `server`: no server ran at its time.
 */
export const CAPTURE_REASONS = [...CAMERA_FAULTS, 'closed', 'off', 'quota', 'busy', 'storage', 'server'] as const
export type CaptureReason = (typeof CAPTURE_REASONS)[number]

const plan = z.object({
  id: z.int(),
  ...facts,
  /** When its next picture is due, ms; null where none is. */
  nextAt: z.int().nullable(),
  /** Pictures that are kept, and the moment that the newest of them was taken, ms. */
  pictures: z.int(),
  newestAt: z.int().nullable(),
  objectVersionNumber: z.int(),
})
export type CapturePlan = z.infer<typeof plan>

const capture = z.object({
  id: z.int(),
  planId: z.int(),
  planName: z.string(),
  dueAt: z.int(),
  /** `due`: it is being taken, or tried again. */
  state: z.enum(['due', 'taken', 'missed']),
  takenAt: z.int().nullable(),
  fileUrl: z.string().nullable(),
  why: z.enum(CAPTURE_REASONS).nullable(),
})
export type Capture = z.infer<typeof capture>

const series = z.object({
  planId: z.int(),
  name: z.string(),
  crop: z.string(),
  cameraId: z.int(),
  cameraName: z.string(),
  landName: z.string().nullable(),
  enabledFlag: z.int(),
  /** Of its pictures, ms; null where there is none yet. */
  firstAt: z.int().nullable(),
  newestAt: z.int().nullable(),
  nextAt: z.int().nullable(),
  pictures: z.int(),
  missed: z.int(),
  newestUrl: z.string().nullable(),
})
export type Series = z.infer<typeof series>

/** How a camera was chosen for an alarm: it stands at the device's gateway, on its plot, or nearest to it. */
export const CHOSEN = ['gateway', 'plot', 'near'] as const
/** `storm`: there were too many alarms at once; `late`: the alarm was too old when it was heard of. */
export const ALARM_PICTURE_REASONS = [...CAPTURE_REASONS, 'storm', 'late'] as const
export type AlarmPictureReason = (typeof ALARM_PICTURE_REASONS)[number]
const alarmPicture = z.object({
  /** null where the camera is gone, or the caller may not look through it any more. */
  cameraId: z.int().nullable(),
  cameraName: z.string(),
  chosen: z.enum(CHOSEN),
  /** Metres, where that is why it was chosen. */
  distance: z.number().nullable(),
  state: z.enum(['due', 'taken', 'missed']),
  /** ms UTC. */
  takenAt: z.int().nullable(),
  /** ms from the alarm on to the picture. */
  after: z.int().nullable(),
  fileUrl: z.string().nullable(),
  why: z.enum(ALARM_PICTURE_REASONS).nullable(),
})
export type AlarmPicture = z.infer<typeof alarmPicture>

const timing = '/wfpe/v2/{t}/device/camera/timing' as const
const v1 = '/wfpe/v1/{t}/camera' as const
const MANAGERS = [CAMERAS_EDIT, CAMERA_MANAGER] as const
const follows = ['camera', 'cameraCapture'] as const

export const cameraCaptureCalls = {
  list: defineCall({
    method: 'GET',
    path: `${timing}/list`,
    permission: [CAMERAS_READ, CAMERA_MANAGER],
    summary: 'The plans by which a camera takes pictures, by name',
    query: z.object({ cameraId: id }),
    answer: z.array(plan),
    follows,
  }),
  add: defineCall({
    method: 'POST',
    trail: 'capturePlan',
    path: timing,
    permission: MANAGERS,
    summary:
      'Has a camera of the caller’s bases take pictures at times of the day, at most 24 a day. Fails beside `name` with error.camera.planTaken, and with error.camera.mostPlans',
    body: capturePlanBody,
    answer: plan,
  }),
  edit: defineCall({
    method: 'PUT',
    trail: 'capturePlan',
    path: timing,
    permission: MANAGERS,
    summary: 'Changes a plan; it stays with its camera, and its pictures stay',
    body: capturePlanChange,
    answer: plan,
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: 'capturePlan',
    path: `${timing}/{id}`,
    permission: MANAGERS,
    summary: 'Deletes a plan with its pictures; 1 means success',
    answer: z.int(),
  }),
  captures: defineCall({
    method: 'GET',
    path: `${v1}/{id}/captures`,
    permission: [CAMERAS_READ, SURVEILLANCE],
    summary: 'The pictures that a camera took by its plans and those that are missing, newest first',
    query: z.object({ ...pageQuery, state: z.enum(['taken', 'missed']).optional() }),
    answer: pageOf(capture),
    follows,
  }),
  situation: defineCall({
    method: 'GET',
    path: `${v1}/seedling-situation`,
    permission: SEEDING,
    summary: 'The series of seedling pictures of a base, the one with the newest picture first',
    query: z.object({ areaId: id }),
    answer: z.array(series),
    follows,
  }),
  seedling: defineCall({
    method: 'GET',
    path: `${v1}/img/seedling`,
    permission: SEEDING,
    summary:
      'The pictures of a series in their order, with those that are missing; of the asked days of the tenant’s zone, both included, the newest 3000',
    query: z.object({ planId: id, startDate: day.optional(), endDate: day.optional() }),
    answer: z.object({ series, zone: z.string(), total: z.int(), pictures: z.array(capture.omit({ planId: true, planName: true })) }),
    follows,
  }),
  alarm: defineCall({
    method: 'GET',
    path: `${v1}/alarm/{id}/picture`,
    permission: ALARMS_READ,
    summary:
      'What the nearest camera saw when an alarm was raised, or why there is no picture; null where no camera is near. id is the alarm’s',
    answer: z.object({ picture: alarmPicture.nullable() }),
    follows: ['cameraCapture', 'alarm'],
  }),
}
