/**
 * How a scene is first looked at, and how far one may turn and zoom; degrees. `hlookat` grows to the right, `vlookat` grows downwards (so its
 * least value is the top), `fov` is how much of the height is in view. Source: VR-EDITOR-09, -10, VR-SCENE-08.
 */
export interface SceneView {
  readonly hlookat: number
  readonly hlookatMin: number
  readonly hlookatMax: number
  readonly vlookat: number
  readonly vlookatMin: number
  readonly vlookatMax: number
  readonly fov: number
  readonly fovMin: number
  readonly fovMax: number
}
export type ViewAxis = 'hlookat' | 'vlookat' | 'fov'
export type ViewKey = keyof SceneView

export const VIEW_AXES: readonly ViewAxis[] = ['fov', 'vlookat', 'hlookat']
/** The least and the most that a value of an axis can be. */
export const VIEW_RANGE: Readonly<Record<ViewAxis, readonly [least: number, most: number]>> = {
  hlookat: [-180, 180],
  vlookat: [-90, 90],
  fov: [0, 180],
}
/** What a scene has until a person says otherwise. */
export const DEFAULT_VIEW: SceneView = {
  hlookat: 0,
  hlookatMin: -180,
  hlookatMax: 180,
  vlookat: 0,
  vlookatMin: -90,
  vlookatMax: 90,
  fov: 75,
  fovMin: 30,
  fovMax: 110,
}
export const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** The nearest lawful view: values within their range, the least not above the most, the first look between them. */
export function clampView(view: SceneView): SceneView {
  const clamped: Record<ViewKey, number> = { ...view }
  for (const axis of VIEW_AXES) {
    const [least, most] = VIEW_RANGE[axis]
    const bounded = (key: ViewKey) => within(Number.isFinite(view[key]) ? view[key] : DEFAULT_VIEW[key], least, most)
    const [one, other] = [bounded(`${axis}Min`), bounded(`${axis}Max`)]
    clamped[`${axis}Min`] = Math.min(one, other)
    clamped[`${axis}Max`] = Math.max(one, other)
    clamped[axis] = within(bounded(axis), clamped[`${axis}Min`], clamped[`${axis}Max`])
  }
  return clamped
}

export function jsonOf(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** The view that `visualJson` says, in so far as it says one: the rest is as usual, and all of it lawful. Nothing written is the default. */
export function viewOf(json: string | null | undefined): SceneView {
  const given = json == null || json === '' ? undefined : jsonOf(json)
  const rest = typeof given === 'object' && given !== null ? (given as Partial<Record<ViewKey, unknown>>) : {}
  const numbers = Object.entries(DEFAULT_VIEW).map(([key, usual]) => {
    const value = rest[key as ViewKey]
    return [key, typeof value === 'number' ? value : usual] as const
  })
  return clampView(Object.fromEntries(numbers) as unknown as SceneView)
}
