import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { flag, id, pageOf, pageQuery, requiredText, text } from '../core/values.ts'
import { PANORAMA_DELETE, PANORAMA_EDIT, PANORAMA_READ, VR_EDIT } from './permission.ts'
import { pictureStanding } from './picture.ts'

/** Of one tenant. */
export const MOST_PANORAMAS = 10_000
export const PANORAMA_NAME_MOST = 100
/** A panorama is twice as wide as it is high; so much of a difference passes. */
export const TWO_TO_ONE_WITHIN = 0.01

/** What an upload answers, and what a registration says again. */
const pictures = {
  /** Under it are the tiles: see `tileUrlOf`. */
  panoramaImages: z.string(),
  panoramaPreview: z.string(),
  panoramaThumb: z.string(),
}
export const uploadedPanorama = z.object(pictures)

export const panorama = z.object({
  panoramaId: z.int(),
  panoramaName: z.string(),
  ...pictures,
  ...pictureStanding.shape,
  /** Of the original, in pixels. */
  width: z.int(),
  height: z.int(),
  /** The original, as it was sent. */
  fileUrl: z.string(),
  enabledFlag: z.int(),
  /** Scenes that show it. */
  scenes: z.int(),
  /** ms UTC. */
  creationDate: z.int(),
  objectVersionNumber: z.int(),
})
export type Panorama = z.infer<typeof panorama>

const name = requiredText(PANORAMA_NAME_MOST)
const path = '/wfpf/v1/{t}/panorama' as const
export const panoramaCalls = {
  upload: defineCall({
    method: 'POST',
    trail: 'panorama',
    path: `${path}/multipart`,
    permission: PANORAMA_EDIT,
    summary:
      'Keeps a panorama (JPG or PNG, over 7 MB, twice as wide as high) and begins to make its cube; it is removed a day later unless it is registered. Fails with error.panorama.notTwoToOne and as other uploads do',
    encoding: 'multipart',
    fields: z.object({ fileName: text(255).optional() }),
    answer: uploadedPanorama,
  }),
  page: defineCall({
    method: 'GET',
    path,
    permission: [PANORAMA_READ, PANORAMA_EDIT, VR_EDIT],
    summary: 'The panoramas of the tenant, newest first',
    query: z.object({ ...pageQuery, enabledFlag: flag.optional(), panoramaName: text(PANORAMA_NAME_MOST).optional() }),
    answer: pageOf(panorama),
    follows: ['panorama', 'panoramaScene'],
  }),
  get: defineCall({
    method: 'GET',
    path: `${path}/{id}`,
    permission: [PANORAMA_READ, PANORAMA_EDIT, VR_EDIT],
    summary: 'One panorama',
    answer: panorama,
    follows: ['panorama', 'panoramaScene'],
  }),
  add: defineCall({
    method: 'POST',
    trail: 'panorama',
    path,
    permission: PANORAMA_EDIT,
    summary: 'Registers an uploaded panorama. Fails with error.record.unknown where nothing was uploaded there, error.panorama.most',
    body: z.object({ panoramaName: name, panoramaImages: text(500), panoramaPreview: text(500), panoramaThumb: text(500) }),
    answer: panorama,
  }),
  edit: defineCall({
    method: 'PUT',
    trail: 'panorama',
    path,
    permission: PANORAMA_EDIT,
    summary: 'Renames a panorama, enables or disables it: a disabled one is not offered for new scenes. Fails with error.version.stale',
    body: z.object({ panoramaId: id, panoramaName: name, enabledFlag: flag.default(1), objectVersionNumber: z.int() }),
    answer: panorama,
  }),
  again: defineCall({
    method: 'PUT',
    trail: 'panorama',
    path: `${path}/{id}/again`,
    permission: PANORAMA_EDIT,
    summary: 'Makes the cube of a panorama again that failed; of any other it does nothing',
    answer: panorama,
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: 'panorama',
    path: `${path}/{id}`,
    permission: PANORAMA_DELETE,
    summary: 'Deletes a panorama that no scene shows; answers 1. Fails with error.panorama.used',
    answer: z.literal(1),
  }),
}
