import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, integer, requiredText } from '../core/values.ts'
import { CAMERAS_CONTROL, CAMERAS_READ } from './permission.ts'

/** CAMERA-02: what a camera is told to do. */
export const DIRECTIONS = {
  up: 0,
  down: 1,
  left: 2,
  right: 3,
  leftUp: 4,
  leftDown: 5,
  rightUp: 6,
  rightDown: 7,
  zoomIn: 8,
  zoomOut: 9,
  stop: -1,
} as const
export type DirectionName = keyof typeof DIRECTIONS

/** While a direction is held it is asked for again so often, ms. */
export const KEEP_ALIVE_MS = 500
/** The server stops a camera so long after the last word that its direction is held, ms. */
export const HELD_MS = 1500

/** What becomes of a word. `mayTurn`: it was told to stop in every way that is known, took none, and may still turn. */
export const MOVED = { not: 0, done: 1, mayTurn: 2 } as const

const preset = z.object({ id: z.int(), cameraId: z.int(), name: z.string(), createdAt: z.int() })
export type CameraPreset = z.infer<typeof preset>
/** Of one camera. */
export const MOST_PRESETS = 50

export const cameraControlCalls = {
  move: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: '/wfpe/v1/{t}/camera/{id}',
    permission: CAMERAS_CONTROL,
    summary:
      'Moves a camera for as long as it is said again at least every 1.5 s, or stops it (-1). 1: it does; 0: it does not allow it; 2: it did not take the stop, and may still turn. Fails with error.camera.held while somebody else moves it, in whose name; with error.camera.untold where it could not be asked, which says why; with wfpe.warn.camera.disable where it is closed',
    encoding: 'form',
    body: z.object({
      direction: integer(-1, 9),
      /** Of the one who holds it: a page makes one for every press, so that a late word of an earlier press neither moves nor stops what was pressed since. */
      hold: z
        .string()
        .regex(/^[\w-]{1,40}$/)
        .optional(),
    }),
    answer: z.int(),
  }),
  presets: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/camera/preset/{id}/list',
    permission: CAMERAS_READ,
    summary: 'The kept positions of a camera, by name',
    answer: z.array(preset),
    follows: ['cameraPreset'],
  }),
  addPreset: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: '/wfpe/v1/{t}/camera/preset',
    permission: CAMERAS_CONTROL,
    summary:
      'Keeps where a camera looks now. Fails with error.camera.noPresets where it cannot, error.camera.untold where it could not be asked, error.camera.mostPresets, and beside `name` with error.camera.presetTaken',
    body: z.object({ cameraId: id, name: requiredText(30) }),
    answer: preset,
  }),
  goToPreset: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: '/wfpe/v1/{t}/camera/preset/{id}/transfer',
    permission: CAMERAS_CONTROL,
    summary:
      'Has a camera look where a kept position says; id is the position’s. It ends a hold of the caller’s own, and fails with error.camera.held while somebody else moves it, and with error.camera.untold where it could not be asked. 1: it does; 0: it does not allow it',
    answer: z.int(),
  }),
  removePreset: defineCall({
    method: 'DELETE',
    trail: { untold: 'logged' },
    path: '/wfpe/v1/{t}/camera/preset/{id}/del',
    permission: CAMERAS_CONTROL,
    summary: 'Forgets a kept position; 1 means success',
    answer: z.int(),
  }),
}
