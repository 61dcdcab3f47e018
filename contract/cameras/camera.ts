import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { keptSecret } from '../core/encrypted.ts'
import { flag, id, integer, pageOf, pageQuery, requiredText, text, tidyText } from '../core/values.ts'
import { presence } from '../devices/device.ts'
import {
  CAMERA_MANAGER,
  CAMERAS_CREATE,
  CAMERAS_DELETE,
  CAMERAS_EDIT,
  CAMERAS_READ,
  SURVEILLANCE,
  CAMERA_MANAGER_DELETE,
  CAMERA_MANAGER_DELETE_MANY,
  CAMERA_MANAGER_TRANSFER,
  CAMERA_MANAGER_TRANSFER_MANY,
} from './permission.ts'

/** CAMERA-ADMIN-02: a gun looks one way, a dome turns. In a filter 2 means all. */
export const CAMERA_TYPES = { gun: 0, dome: 1 } as const
/**
 * CAMERA-ADMIN-02: how a camera is reached. 1 Ezviz cloud, 2 Ezviz cloud by the national standard, 3 national-standard server; 4 RTSP with
 * ONVIF, 5 simulated. In a filter 0 means all.
 */
export const CAMERA_ENTERS = { ezviz: 1, ezvizNational: 2, national: 3, rtsp: 4, simulated: 5 } as const
export type CameraEnter = (typeof CAMERA_ENTERS)[keyof typeof CAMERA_ENTERS]
/** Those that this installation has a driver for: only such a camera is added. */
export const DRIVEN_ENTERS = [
  CAMERA_ENTERS.rtsp,
  CAMERA_ENTERS.ezviz,
  CAMERA_ENTERS.ezvizNational,
  CAMERA_ENTERS.national,
  CAMERA_ENTERS.simulated,
] as const
/** Of one tenant. */
export const MOST_CAMERAS = 1000

/**
 * Why a camera shows nothing. `address`: one that Furrow does not call; `unknownHost`, `noRoute`, `unreachable`, `tooSlow`: nobody answered;
 * `tls`: it does not speak TLS, or not so that it is understood; `notOnvif`: what answers is no device of ONVIF; `signIn`: it refused its user and
 * password; `noUser`: it wants one, and none is set; `signInWay`: it wants a sign-in that Furrow does not know; `locked`: it lets nobody in for a
 * while; `clock`: it says that the time is wrong; `signInOrClock`: it refused, and does not tell its time, so that the clock may be why; `notAllowed`:
 * the user may not do this; `noStream`: it answered, and no picture came; `noProgram`: this server has nothing to read pictures with.
 * Of one in a cloud: `noKeys`: the tenant has none for it; `wrongKeys`: it refuses them; `unknownSerial`, `noChannel`: it knows no such camera;
 * `offline`: the camera is away from it; `encrypted`: it gives out no picture that can be read. `noServer`: the tenant has named no media server.
 */
export const CAMERA_FAULTS = [
  'address',
  'unknownHost',
  'noRoute',
  'unreachable',
  'tooSlow',
  'tls',
  'notOnvif',
  'signIn',
  'noUser',
  'signInWay',
  'locked',
  'clock',
  'signInOrClock',
  'notAllowed',
  'noStream',
  'noProgram',
  'noKeys',
  'wrongKeys',
  'unknownSerial',
  'noChannel',
  'offline',
  'encrypted',
  'noServer',
] as const
export type CameraFault = (typeof CAMERA_FAULTS)[number]

/** How a camera is reached: addresses and user of one of RTSP and ONVIF; all empty of a simulated one. */
const reach = {
  /** rtsp:// or rtsps://, without user and password. The large picture. */
  hdUrl: text(300),
  /** The small picture; empty: the large one is made smaller. */
  sdUrl: text(300),
  /** http:// or https://, the device service of ONVIF, by which it is turned; empty: it cannot be turned. */
  onvifUrl: text(300),
  userName: text(60),
  /** The channel's number by the national standard (access modes 2 and 3); empty: the channel of the device counts. */
  nationalChannel: z
    .string()
    .regex(/^(\d{20})?$/, 'nationalChannel')
    .default(''),
}
/** It goes to the address it was set for, and to no other: where an address changes it is given anew. */
const password = keptSecret
/** Signs of a password. */
export const CAMERA_PASSWORD_MAX = 100

/** What a camera is asked with. */
export const reachFields = { ...reach, password }

const facts = {
  name: requiredText(60),
  /** Letters and digits; no two cameras of a tenant have the same. */
  deviceSerial: tidyText().regex(/^[A-Za-z0-9_.-]{1,40}$/, 'serial'),
  cameraType: integer(0, 1),
  cameraEnter: integer(1, 5),
  channelNo: integer(1, 256).default(1),
  areaId: id,
  landId: id.nullable(),
  latlng: z.object({ longitude: z.number().min(-180).max(180), latitude: z.number().min(-90).max(90) }).nullable(),
}
export const cameraBody = z.object({ ...facts, ...reachFields })
export type CameraBody = z.infer<typeof cameraBody>

export const camera = z.object({
  id: z.int(),
  ...facts,
  channelNo: z.int(),
  areaName: z.string(),
  landName: z.string().nullable(),
  online: z.int(),
  presence,
  heardAt: z.int().nullable(),
  /** 1: nobody looks through it (wfpe.warn.camera.disable). */
  disabled: z.int(),
  /** 1: those of other bases of this tenant that it is shared with look through it too. */
  shared: z.int(),
  /** It answers to being turned. */
  ptz: z.int(),
  /** Why it shows nothing, as it was last tried; null where it showed something. */
  fault: z.enum(CAMERA_FAULTS).nullable(),
  /** The gateway that it stands at; null: none. */
  contentratorId: z.int().nullable(),
  contentratorName: z.string().nullable(),
  /** Its newest picture, and when that was taken. */
  fileUrl: z.string().nullable(),
  pictureAt: z.int().nullable(),
  objectVersionNumber: z.int(),
})
export type Camera = z.infer<typeof camera>

/** With how it is reached: for who may change it. The password is never answered. */
const reached = camera.extend({
  hdUrl: z.string(),
  sdUrl: z.string(),
  onvifUrl: z.string(),
  userName: z.string(),
  nationalChannel: z.string(),
  passwordSet: z.boolean(),
})

/** A camera where many are chosen from. */
const brief = camera.pick({
  id: true,
  name: true,
  deviceSerial: true,
  cameraType: true,
  areaId: true,
  areaName: true,
  landId: true,
  landName: true,
  online: true,
  presence: true,
  disabled: true,
  ptz: true,
})
export type BriefCamera = z.infer<typeof brief>

const LOOKERS = [CAMERAS_READ, SURVEILLANCE] as const
const MANAGERS_EDIT = [CAMERAS_EDIT, CAMERA_MANAGER] as const
/** In a filter: one that is closed is neither online nor offline. */
/** CAMERA-14: cameras of a page. */
export const CAMERA_PAGE_SIZE = 20
export const CAMERA_STATES = ['online', 'offline', 'closed'] as const
/** Of the bases of the caller (`owner`), or of other bases, shared with these (`share`). */
const relation = z.enum(['owner', 'share'])

const v1 = '/wfpe/v1/{t}/camera' as const
const v2 = '/wfpe/v2/{t}/camera' as const
const follows = ['camera', 'gateway', 'area', 'land'] as const
/** 1: done (CAMERA-ADMIN-07). */
const done = z.int()

export const cameraCalls = {
  page: defineCall({
    method: 'GET',
    path: `${v2}/page`,
    permission: [CAMERAS_READ, CAMERA_MANAGER],
    summary: 'Cameras by name (CAMERA-14, CAMERA-ADMIN-01)',
    query: z.object({
      ...pageQuery,
      name: text(60).optional(),
      deviceSerial: text(40).optional(),
      /** 2: all. */
      cameraType: integer(0, 2).optional(),
      /** 0: all. */
      cameraEnter: integer(0, 5).optional(),
      relation: relation.optional(),
      state: z.enum(CAMERA_STATES).optional(),
      areaId: id.optional(),
      landId: id.optional(),
    }),
    answer: pageOf(camera),
    follows,
  }),
  all: defineCall({
    method: 'GET',
    path: `${v1}/{id}/all`,
    permission: LOOKERS,
    summary: 'Every camera of a base, by name; id is the base’s',
    answer: z.array(brief),
    follows,
  }),
  tenant: defineCall({
    method: 'GET',
    path: `${v1}/tenant`,
    permission: LOOKERS,
    summary: 'Every camera that the caller may look through, by base and name',
    query: z.object({ relation: relation.optional() }),
    answer: z.array(brief),
    follows,
  }),
  tree: defineCall({
    method: 'GET',
    path: `${v1}/{id}/tree`,
    permission: LOOKERS,
    summary: 'The cameras of a base under its plots, those of none first; id is the base’s',
    answer: z.array(z.object({ landId: z.int().nullable(), landName: z.string().nullable(), cameras: z.array(brief) })),
    follows,
  }),
  get: defineCall({
    method: 'GET',
    path: `${v1}/{id}`,
    permission: [...LOOKERS, CAMERA_MANAGER],
    summary: 'One camera',
    answer: camera,
    follows,
  }),
  reach: defineCall({
    method: 'GET',
    path: `${v1}/{id}/reach`,
    permission: MANAGERS_EDIT,
    summary: 'One camera with how it is reached, to be changed',
    answer: reached,
    follows: ['camera'],
  }),
  add: defineCall({
    method: 'POST',
    trail: 'device',
    path: v1,
    permission: [CAMERAS_CREATE, CAMERA_MANAGER],
    summary:
      'Adds a camera. Fails beside `deviceSerial` with error.camera.serialTaken, and with error.device.serialUnknown where its cloud does not know it (DEVICE-LIMITS-07), beside `cameraEnter` with error.camera.noKeys, error.camera.wrongKeys and error.camera.noServer, beside an address with error.camera.address where it is none or one that is not called, with error.camera.enter where there is no driver, and with error.camera.most',
    body: cameraBody,
    answer: camera,
  }),
  edit: defineCall({
    method: 'PUT',
    trail: 'device',
    path: v1,
    permission: MANAGERS_EDIT,
    summary: 'Changes a camera; what is watched through it begins anew where its address changed',
    body: cameraBody.extend({ id, objectVersionNumber: integer(1, 1_000_000_000) }),
    answer: camera,
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: 'device',
    path: `${v1}/{id}`,
    permission: [CAMERAS_DELETE, CAMERA_MANAGER_DELETE],
    summary: 'Deletes a camera; 1 means success',
    answer: done,
  }),
  removeAll: defineCall({
    method: 'POST',
    trail: 'device',
    path: `${v2}/batch/del`,
    permission: [CAMERAS_DELETE, CAMERA_MANAGER_DELETE_MANY],
    summary: 'Deletes cameras, all or none; 1 means success',
    body: z.array(z.object({ id })).min(1).max(100),
    answer: done,
  }),
  transfer: defineCall({
    method: 'POST',
    trail: 'device',
    path: `${v2}/transfer`,
    permission: [CAMERAS_EDIT, CAMERA_MANAGER_TRANSFER, CAMERA_MANAGER_TRANSFER_MANY],
    summary:
      'Moves cameras to a plot of a base, all or none (CAMERA-ADMIN-06); 1 means success. Fails with error.device.areaUnknown, error.device.landUnknown',
    body: z
      .array(z.object({ id, areaId: id, landId: id }))
      .min(1)
      .max(100),
    answer: done,
  }),
  disable: defineCall({
    method: 'POST',
    trail: 'device',
    path: `${v1}/{id}/disable`,
    permission: MANAGERS_EDIT,
    summary: 'Closes a camera (1), so that nobody looks through it, or opens it (0); whoever is looking sees it at once',
    encoding: 'form',
    body: z.object({ status: flag }),
    answer: camera,
  }),
  bind: defineCall({
    method: 'POST',
    trail: 'device',
    path: `${v1}/{id}/binding`,
    permission: MANAGERS_EDIT,
    summary: 'Says at which gateway of its base a camera stands; null: at none',
    body: z.object({ contentratorId: id.nullable() }),
    answer: camera,
  }),
  share: defineCall({
    method: 'GET',
    path: `${v1}/{id}/share`,
    permission: MANAGERS_EDIT,
    summary: 'Whether a camera is shared, and with which other bases of its tenant',
    answer: z.object({ status: z.int(), areaIds: z.array(z.int()) }),
    follows: ['camera'],
  }),
  saveShare: defineCall({
    method: 'POST',
    trail: 'device',
    path: `${v1}/save-share`,
    permission: MANAGERS_EDIT,
    summary: 'Shares a camera with other bases of its tenant (1), or with none (0)',
    body: z.object({ cameraId: id, status: flag, areaIds: z.array(id).max(100).default([]) }),
    answer: z.object({ status: z.int(), areaIds: z.array(z.int()) }),
  }),
  shares: defineCall({
    method: 'GET',
    path: `${v1}/{id}/shares`,
    permission: LOOKERS,
    summary: 'The cameras of other bases that are shared with a base; id is the base’s',
    answer: z.array(brief),
    follows,
  }),
  probe: defineCall({
    method: 'POST',
    trail: { untold: 'asks' },
    path: `${v1}/probe`,
    permission: [CAMERAS_CREATE, CAMERAS_EDIT, CAMERA_MANAGER],
    summary:
      'A picture of a camera before it is saved, as a data address, and whether it can be turned; or why there is none. With an id its kept password is used where none is given and no address is another',
    body: z.object({
      id: id.optional(),
      cameraEnter: integer(1, 5),
      deviceSerial: facts.deviceSerial.optional(),
      channelNo: integer(1, 256).default(1),
      ...reachFields,
    }),
    answer: z.object({ picture: z.string().nullable(), ptz: z.int(), fault: z.enum(CAMERA_FAULTS).nullable() }),
  }),
}
