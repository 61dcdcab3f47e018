import { DIRECTIONS } from '#contract/cameras/control'

/** Where a simulated camera looks: degrees, `pan` from -180 to 180 to the right, `tilt` up; `zoom` 1 is the whole picture. */
export interface Pose {
  readonly pan: number
  readonly tilt: number
  readonly zoom: number
}
/** Where it looked at `at` (ms), and the direction in which it moves since then; null: it stands. */
export interface KeptPose extends Pose {
  readonly at: number
  readonly direction: number | null
}

/** Degrees in a second at zoom 1; and how much larger a second makes the picture. */
export const PAN_SPEED = 24
const TILT_SPEED = 16
const ZOOM_SPEED = 1.6
export const LOWEST_TILT = -60
export const HIGHEST_TILT = 30
export const MOST_ZOOM = 8
export const FIRST_POSE: Pose = { pan: 0, tilt: -8, zoom: 1 }

const { up, down, left, right, leftUp, leftDown, rightUp, rightDown, zoomIn, zoomOut } = DIRECTIONS
const ways: Readonly<Record<number, readonly [pan: number, tilt: number, zoom: number]>> = {
  [up]: [0, 1, 0],
  [down]: [0, -1, 0],
  [left]: [-1, 0, 0],
  [right]: [1, 0, 0],
  [leftUp]: [-1, 1, 0],
  [leftDown]: [-1, -1, 0],
  [rightUp]: [1, 1, 0],
  [rightDown]: [1, -1, 0],
  [zoomIn]: [0, 0, 1],
  [zoomOut]: [0, 0, -1],
}
const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** Where it looks at a time, ms. */
export function poseAt({ pan, tilt, zoom, at, direction }: KeptPose, now: number): Pose {
  const way = direction === null ? undefined : ways[direction]
  if (way === undefined) return { pan, tilt, zoom }
  const seconds = Math.max(0, now - at) / 1000
  const turned = pan + (way[0] * PAN_SPEED * seconds) / zoom
  return {
    pan: ((((turned + 180) % 360) + 360) % 360) - 180,
    tilt: clamp(tilt + (way[1] * TILT_SPEED * seconds) / zoom, LOWEST_TILT, HIGHEST_TILT),
    zoom: clamp(zoom * ZOOM_SPEED ** (way[2] * seconds), 1, MOST_ZOOM),
  }
}
