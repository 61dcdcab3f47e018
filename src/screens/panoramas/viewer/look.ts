import type { SceneView, ViewAxis } from '#contract/panoramas/sceneView'

/** Where one looks and how near; degrees, to the right and downwards as the documents have them. */
export type Look = Pick<SceneView, ViewAxis>
export interface Spot {
  readonly ath: number
  readonly atv: number
}

const DEGREE = Math.PI / 180
/** To a hundredth of a degree, which is less than a point of any panorama. */
const round = (degrees: number) => Math.round(degrees * 100) / 100 + 0
/** Between -180 and 180. */
const turned = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180

/** The viewer's own angles, in radians: to the right and upwards. */
export const toSphere = ({ ath, atv }: Spot): { yaw: number; pitch: number } => ({ yaw: ath * DEGREE, pitch: -atv * DEGREE })
export const fromSphere = ({ yaw, pitch }: { yaw: number; pitch: number }): Spot => ({
  ath: round(turned(yaw / DEGREE)),
  atv: round(-pitch / DEGREE),
})
export const roundDegrees = round

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
/** The nearest spot to which a view may be turned; of a view that may be turned all round none is changed. */
export function withinView({ ath, atv }: Spot, view: SceneView): Spot {
  const isRound = view.hlookatMin <= -180 && view.hlookatMax >= 180
  return { ath: isRound ? ath : within(turned(ath), view.hlookatMin, view.hlookatMax), atv: within(atv, view.vlookatMin, view.vlookatMax) }
}

/** What the viewer can draw of the limits of zoom: it needs an angle, and less than a half turn. */
export const drawable = ({ fovMin, fovMax }: Pick<SceneView, 'fovMin' | 'fovMax'>): { minFov: number; maxFov: number } => {
  const minFov = within(fovMin, 10, 120)
  return { minFov, maxFov: within(fovMax, minFov + 1, 121) }
}
