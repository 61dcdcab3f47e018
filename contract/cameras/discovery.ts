import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, integer, text } from '../core/values.ts'
import { CAMERA_FAULTS, reachFields } from './camera.ts'
import { CAMERA_MANAGER, CAMERAS_CREATE, CAMERAS_EDIT } from './permission.ts'

/**
 * Why nothing could be looked for: `off`: the operator has it so; `noNetwork`: the server has no network of its own; `noMulticast`: its network
 * does not carry a question to all.
 */
export const DISCOVERY_REASONS = ['off', 'noNetwork', 'noMulticast'] as const

const nearbyCamera = z.object({
  /** As it calls itself; may be empty. */
  name: z.string(),
  hardware: z.string(),
  onvifUrl: z.string(),
  /** A camera of the caller's tenant has this host. */
  known: z.boolean(),
})
export type NearbyCamera = z.infer<typeof nearbyCamera>

export const cameraDiscoveryCalls = {
  nearby: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/camera/discovery',
    permission: [CAMERAS_CREATE, CAMERA_MANAGER],
    summary:
      'Cameras that answer to ONVIF on the networks of the server, within 3 s, at most 100; `reason` says why nothing could be asked',
    answer: z.object({ cameras: z.array(nearbyCamera), reason: z.enum(DISCOVERY_REASONS).nullable() }),
  }),
  addresses: defineCall({
    method: 'POST',
    trail: { untold: 'asks' },
    path: '/wfpe/v1/{t}/camera/discovery/addresses',
    permission: [CAMERAS_CREATE, CAMERAS_EDIT, CAMERA_MANAGER],
    summary:
      'The addresses of the pictures of a camera, as it says itself by ONVIF, on the host that was asked; or why there are none. With an id its kept password is used where none is given and the address is not another',
    body: z.object({
      id: id.optional(),
      onvifUrl: text(300).min(1),
      userName: reachFields.userName,
      password: reachFields.password,
      channelNo: integer(1, 256).default(1),
    }),
    answer: z.object({
      hdUrl: z.string(),
      /** Empty where it has one size only. */
      sdUrl: z.string(),
      fault: z.enum(CAMERA_FAULTS).nullable(),
    }),
  }),
}
