import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { flag, id, pageOf, pageQuery, requiredText, text } from '../core/values.ts'
import { VR_DELETE, VR_EDIT, VR_PUBLISH, VR_READERS } from './permission.ts'

/** Of one tenant. */
export const MOST_TOURS = 5000
export const VR_NAME_MOST = 20
export const VR_DESCRIPTION_MOST = 200
export const MOST_VR_AREAS = 10

/** Trimmed first, as its limit counts what is left (VR-EDITOR-03). */
const facts = {
  vrName: requiredText(VR_NAME_MOST),
  /** An address of a picture: a `fileUrl`, or a view of a panorama. */
  vrCover: requiredText(500),
  description: text(VR_DESCRIPTION_MOST).default(''),
  /** The bases that it shows. */
  areaId: z.array(id).min(1, 'required').max(MOST_VR_AREAS),
}

export const vr = z.object({
  vrId: z.int(),
  vrName: z.string(),
  vrCover: z.string(),
  description: z.string(),
  areaId: z.array(z.int()),
  /** Of these the caller sees. */
  area: z.array(z.object({ areaId: z.int(), areaName: z.string() })),
  enabledFlag: z.int(),
  scenes: z.int(),
  /** Everybody who knows it sees the tour: `/tour/<key>`. Null where it is not published. */
  publishKey: z.string().nullable(),
  /** ms UTC. */
  publishedAt: z.int().nullable(),
  creationDate: z.int(),
  updatedAt: z.int(),
  objectVersionNumber: z.int(),
})
export type Vr = z.infer<typeof vr>

const path = '/wfpf/v1/{t}/panorama-vr' as const
const one = `${path}/{vrId}` as const
export const panoramaVrCalls = {
  page: defineCall({
    method: 'GET',
    path,
    permission: VR_READERS,
    summary: 'The tours of the bases that the caller sees, newest first',
    query: z.object({ ...pageQuery, vrName: text(VR_NAME_MOST).optional(), enabledFlag: flag.optional(), areaId: id.optional() }),
    answer: pageOf(vr),
    follows: ['panoramaVr', 'panoramaScene', 'area'],
  }),
  get: defineCall({
    method: 'GET',
    path: one,
    permission: VR_READERS,
    summary: 'One tour',
    answer: vr,
    follows: ['panoramaVr', 'panoramaScene', 'area'],
  }),
  add: defineCall({
    method: 'POST',
    trail: 'panoramaVr',
    path,
    permission: VR_EDIT,
    summary: 'Makes a tour. Fails with error.vr.areaUnknown, error.vr.most',
    body: z.object(facts),
    answer: vr,
  }),
  edit: defineCall({
    method: 'PUT',
    trail: 'panoramaVr',
    path,
    permission: VR_EDIT,
    summary: 'Changes a tour; bases that the caller does not see stay with it. Fails with error.vr.areaUnknown, error.version.stale',
    body: z.object({ vrId: id, ...facts, enabledFlag: flag.default(1), objectVersionNumber: z.int() }),
    answer: vr,
  }),
  enable: defineCall({
    method: 'PUT',
    trail: 'panoramaVr',
    path: `${one}/enable`,
    permission: VR_EDIT,
    summary: 'Enables a tour or disables it: a disabled one is not shown on the map, nor to the public',
    body: z.object({ enabledFlag: flag }),
    answer: vr,
  }),
  publish: defineCall({
    method: 'PUT',
    trail: 'panoramaVr',
    path: `${one}/publish`,
    permission: VR_PUBLISH,
    summary: 'Publishes a tour under a key of its own, or withdraws it: its key is then good for nothing. Fails with error.vr.noScene',
    body: z.object({ publishFlag: flag }),
    answer: vr,
  }),
  package: defineCall({
    method: 'GET',
    path: `${one}/package`,
    permission: VR_READERS,
    summary: 'The tour as a zip that opens without the server. Fails with error.vr.noScene, error.panorama.making, error.panorama.failed',
    produces: 'application/zip',
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: 'panoramaVr',
    path: one,
    permission: VR_DELETE,
    summary: 'Deletes a tour with its scenes; answers 1',
    answer: z.literal(1),
  }),
}
