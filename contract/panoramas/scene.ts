import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, requiredText, text } from '../core/values.ts'
import { hotSpotJson } from './hotspot.ts'
import { PANORAMA_NAME_MOST } from './panorama.ts'
import { VR_EDIT, VR_READERS } from './permission.ts'
import { pictureStanding } from './picture.ts'
import { visualJson } from './view.ts'

/** Of one tour (VR-SCENE-02). */
export const MOST_SCENES = 10

/** Nothing written is nothing said. */
const absent = (value: unknown) => (value === '' ? undefined : value)

export const scene = z.object({
  scenesId: z.int(),
  vrId: z.int(),
  scenesName: z.string(),
  /** What its panorama is called. */
  realName: z.string(),
  panoramaId: z.int(),
  /** An address of a picture; empty where the panorama's own is shown. */
  scenesCover: z.string(),
  /** The panorama's own picture, 620 x 355. */
  thumbUrl: z.string(),
  /** Under it are the tiles: see `tileUrlOf`. */
  panoramaImages: z.string(),
  ...pictureStanding.shape,
  /** Hotspots and view as JSON; empty where nothing was saved yet. */
  hotSpotJson: z.string(),
  visualJson: z.string(),
  objectVersionNumber: z.int(),
})
export type Scene = z.infer<typeof scene>

const name = requiredText(PANORAMA_NAME_MOST)
const path = '/wfpf/v1/{t}/panorama-scenes' as const
export const panoramaScenesCalls = {
  list: defineCall({
    method: 'GET',
    path,
    permission: VR_READERS,
    summary: 'The scenes of a tour in their order',
    query: z.object({ vrId: id }),
    answer: z.array(scene),
    follows: ['panoramaScene', 'panorama'],
  }),
  add: defineCall({
    method: 'POST',
    trail: 'panoramaScene',
    path,
    permission: VR_EDIT,
    summary: 'Adds a scene behind the others. Fails with error.scene.most, error.scene.panorama where the panorama is unknown or disabled',
    body: z.object({ scenesName: name, panoramaId: id, vrId: id }),
    answer: scene,
  }),
  edit: defineCall({
    method: 'PUT',
    trail: 'panoramaScene',
    path,
    permission: VR_EDIT,
    summary:
      'Changes a scene. Fails with error.version.stale, error.scene.panorama, and beside `hotSpotJson` with error.scene.link (a scene of no or another tour), error.scene.device (a device that the caller does not see)',
    body: z.object({
      scenesId: id,
      scenesName: name,
      vrId: id,
      panoramaId: id,
      scenesCover: text(500).default(''),
      visualJson: z.preprocess(absent, visualJson.default('')),
      hotSpotJson: z.preprocess(absent, hotSpotJson.default('')),
      objectVersionNumber: z.int(),
      /** Consoles send their access token here too; the one in the header alone counts. */
      token: text(4000).optional(),
    }),
    answer: scene,
  }),
  order: defineCall({
    method: 'PUT',
    trail: 'panoramaScene',
    path: `${path}/order`,
    permission: VR_EDIT,
    summary: 'Puts the scenes of a tour in another order. Fails with error.conflict where these are not all of them',
    body: z.object({ vrId: id, scenesIds: z.array(id).min(1).max(MOST_SCENES) }),
    answer: z.array(scene),
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: 'panoramaScene',
    path,
    permission: VR_EDIT,
    summary: 'Deletes a scene; answers 1. Fails with error.scene.last, error.scene.linked where others lead to it',
    body: z.object({ scenesId: id }),
    answer: z.literal(1),
  }),
}
