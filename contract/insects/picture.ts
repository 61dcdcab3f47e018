import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import type { ChangeName } from '../core/change.ts'
import { id, integer, moment, pageOf, pageQuery } from '../core/values.ts'
import { IDENTIFY, INSECT_READERS, PEST } from './insectType.ts'

/**
 * How far a picture has come. `counted`: what lies on it was counted, and not classified since no model is installed. `classified`: a model
 * said what each is. `failed` says why in `reason`; the boxes of the run before stay.
 */
export const PICTURE_STATES = ['waiting', 'counted', 'classified', 'failed'] as const
/**
 * Why a picture was not identified: it cannot be read, took too much, has more on it than any sheet (`tooMany`), is gone, or the model failed,
 * took too long, or ended its process.
 */
export const PICTURE_REASONS = ['noModel', 'unreadable', 'tooMuch', 'tooMany', 'gone', 'modelFailed', 'modelLate', 'modelDied'] as const
export type PictureReason = (typeof PICTURE_REASONS)[number]

/** The most boxes of a picture. */
export const MAX_BOXES = 2000
/** What a device may upload. */
export const UPLOAD_LIMITS = { maxBytes: 10 * 1024 * 1024, maxPixels: 200_000_000, seconds: 600 } as const

/** Pixels of the picture as it is looked at, from its upper left corner. `score` 0 to 1 is the model's; a person gives none. */
const box = z.object({
  id: z.int(),
  x: z.int(),
  y: z.int(),
  w: z.int(),
  h: z.int(),
  /** null: an insect of no known kind. */
  insectTypeId: z.int().nullable(),
  name: z.string().nullable(),
  score: z.number().nullable(),
  by: z.enum(['machine', 'person']),
})
export type InsectBox = z.infer<typeof box>

export const picture = z.object({
  id: z.int(),
  /** The lamp; null of a picture that a person brought. */
  concentratorId: z.int().nullable(),
  imei: z.string().nullable(),
  lampName: z.string().nullable(),
  fileUrl: z.string(),
  width: z.int(),
  height: z.int(),
  /** ms UTC */
  takenAt: z.int(),
  receivedAt: z.int(),
  commandId: z.string().nullable(),
  state: z.enum(PICTURE_STATES),
  /** `noModel` beside `counted`, else why it failed. */
  reason: z.enum(PICTURE_REASONS).nullable(),
  /** The model that classified. */
  model: z.string().nullable(),
  identifiedAt: z.int().nullable(),
  /** How many insects count: a person's boxes where there are any, else the machine's. */
  insectQuantity: z.int(),
  /** A person drew the boxes that count. */
  corrected: z.boolean(),
  correctedBy: z.string().nullable(),
  objectVersionNumber: z.int(),
})
export type Picture = z.infer<typeof picture>
/** `boxes` are those that count; `machineBoxes` what the machine found last, also where a person said otherwise. */
export const drawnPicture = picture.extend({ boxes: z.array(box), machineBoxes: z.array(box) })
export type DrawnPicture = z.infer<typeof drawnPicture>

export const PICTURE_FOLLOWS: readonly ChangeName[] = ['insectPicture', 'insectType', 'gateway']
const path = '/wfpe/v1/{t}/insect-picture'

export const insectPictureCalls = {
  page: defineCall({
    method: 'GET',
    path: `${path}/page`,
    permission: IDENTIFY,
    summary: 'The pictures that people brought to be identified, the newest first',
    query: z.object(pageQuery),
    answer: pageOf(picture),
    follows: PICTURE_FOLLOWS,
  }),
  get: defineCall({
    method: 'GET',
    path: `${path}/{id}`,
    permission: INSECT_READERS,
    summary: "A picture with its boxes: a lamp's, or one that a person brought",
    answer: drawnPicture,
    follows: PICTURE_FOLLOWS,
  }),
  identify: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: `${path}/identify`,
    permission: IDENTIFY,
    summary:
      'Identifies a picture that was uploaded as a file (of the tenant, JPEG or PNG); answers within ten seconds, with state `waiting` where it takes longer. Fails with error.file.noPicture',
    body: z.object({ fileId: z.uuid() }),
    answer: drawnPicture,
  }),
  standing: defineCall({
    method: 'GET',
    path: `${path}/waiting`,
    permission: [PEST, IDENTIFY],
    summary: 'Whether a model is installed, by which name, and how many pictures of the tenant wait',
    answer: z.object({ model: z.string().nullable(), waiting: z.int() }),
    follows: ['insectPicture'],
  }),
  upload: defineCall({
    method: 'PUT',
    trail: { untold: 'logged' },
    path: '/wfpe/v1/insect-upload/{tenantId}/{imei}/{key}',
    permission: 'public',
    encoding: 'bytes',
    summary:
      'Where a lamp sends its picture (JPEG or PNG), at the address that a command handed out: for one picture, until the address expires. Fails with error.upload.unknown, error.upload.used or error.upload.late',
    query: z.object({
      /** ms UTC by the lamp's clock; without it, and where it lies outside of the address' life, the time of its arrival. */
      takenAt: moment.optional(),
    }),
    answer: z.object({ pictureId: z.int() }),
  }),
}
export const pictureRef = { pictureId: id }
export const boxWritten = z.object({
  x: integer(0, 100_000),
  y: integer(0, 100_000),
  w: integer(1, 100_000),
  h: integer(1, 100_000),
  insectTypeId: id.nullable().default(null),
})
