import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { keptSecret } from '../core/encrypted.ts'
import { integer, text } from '../core/values.ts'
import { CAMERA_FAULTS } from './camera.ts'
import { CAMERA_MANAGER, CAMERAS_EDIT } from './permission.ts'

/** Signs of the keys of a cloud. */
export const CLOUD_KEY_MAX = 100
export const MEDIA_SERVER_MAX = 300

const facts = {
  /** Of an application at the open platform of Ezviz; empty: the tenant has none. */
  appKey: text(CLOUD_KEY_MAX),
  /**
   * Where a media server outside shows each camera of the national standard: http (FLV) or rtsp, with {deviceSerial} and {channelNo} in its
   * path; empty: there is none.
   */
  mediaServerUrl: text(MEDIA_SERVER_MAX),
  /** 0 where nothing was saved yet. */
  objectVersionNumber: integer(0, 1_000_000_000),
}
const cameraCloud = z.object({ ...facts, objectVersionNumber: z.int(), hasSecret: z.boolean() })
export type CameraCloud = z.infer<typeof cameraCloud>

const path = '/wfpe/v1/{t}/fluorite-configure' as const

export const cameraCloudCalls = {
  get: defineCall({
    method: 'GET',
    path,
    permission: [CAMERAS_EDIT, CAMERA_MANAGER],
    summary: 'How the cameras of the tenant are reached through clouds and media servers; never a secret',
    answer: cameraCloud,
  }),
  save: defineCall({
    method: 'PUT',
    trail: 'cameraCloud',
    path,
    permission: CAMERA_MANAGER,
    summary:
      'Changes it; what is watched through it begins anew. Fails beside `appSecret` with error.camera.appSecret where a key has none, beside `mediaServerUrl` with error.camera.mediaServer, and with error.version.stale',
    body: z.object({ ...facts, appSecret: keptSecret }),
    answer: cameraCloud,
  }),
  test: defineCall({
    method: 'POST',
    trail: { untold: 'asks' },
    path: `${path}/test`,
    permission: CAMERA_MANAGER,
    summary:
      'Asks the cloud whether it takes these keys, before they are saved; null: it does, `noKeys`: there are none. Fails beside `appSecret` as saving does',
    body: z.object({ appKey: facts.appKey, appSecret: keptSecret }),
    answer: z.object({ fault: z.enum(CAMERA_FAULTS).nullable() }),
  }),
}
