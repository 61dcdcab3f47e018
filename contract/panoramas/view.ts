import { z } from 'zod'

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
export const MAX_VISUAL_JSON = 2000

export const axisOf = (key: ViewKey): ViewAxis => key.replace(/M(in|ax)$/, '') as ViewAxis
const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

const degreesOf = (axis: ViewAxis) => z.number().min(VIEW_RANGE[axis][0]).max(VIEW_RANGE[axis][1])
const sceneView: z.ZodType<SceneView> = z
  .object({
    hlookat: degreesOf('hlookat'),
    hlookatMin: degreesOf('hlookat'),
    hlookatMax: degreesOf('hlookat'),
    vlookat: degreesOf('vlookat'),
    vlookatMin: degreesOf('vlookat'),
    vlookatMax: degreesOf('vlookat'),
    fov: degreesOf('fov'),
    fovMin: degreesOf('fov'),
    fovMax: degreesOf('fov'),
  })
  .refine((view) => VIEW_AXES.every((axis) => view[`${axis}Min`] <= view[axis] && view[axis] <= view[`${axis}Max`]), 'rising')

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

/**
 * The view with another value typed or slid in; null where it is not taken and the one before stays: no number, out of its range, a least
 * above the most, or a zoom limit beyond the first zoom. A first look outside of its limits is brought to them (VR-EDITOR-09 to -11).
 */
export function withViewValue(view: SceneView, key: ViewKey, value: number | null): SceneView | null {
  const axis = axisOf(key)
  const [least, most] = VIEW_RANGE[axis]
  if (value === null || !Number.isFinite(value) || value < least || value > most) return null
  if (key === axis) return { ...view, [key]: within(value, view[`${axis}Min`], view[`${axis}Max`]) }
  const changed = { ...view, [key]: value }
  if (changed[`${axis}Min`] > changed[`${axis}Max`]) return null
  if (axis === 'fov' && (changed.fovMin > changed.fov || changed.fov > changed.fovMax)) return null
  return clampView(changed)
}

/** The view with what is looked at now as its first look, brought within the limits. */
export const withFirstLook = (view: SceneView, look: Pick<SceneView, ViewAxis>): SceneView => clampView({ ...view, ...look })

function jsonOf(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** What stands in `visualJson`. Nothing written is the default; where something is broken, `whole` is false and the rest is kept. */
export function parseView(json: string | null | undefined): { readonly view: SceneView; readonly whole: boolean } {
  if (json == null || json === '') return { view: DEFAULT_VIEW, whole: true }
  const given = jsonOf(json)
  const read = sceneView.safeParse(given)
  if (read.success) return { view: read.data, whole: true }
  const rest = typeof given === 'object' && given !== null ? (given as Partial<Record<ViewKey, unknown>>) : {}
  const numbers = Object.entries(DEFAULT_VIEW).map(([key, usual]) => {
    const value = rest[key as ViewKey]
    return [key, typeof value === 'number' ? value : usual] as const
  })
  return { view: clampView(Object.fromEntries(numbers) as unknown as SceneView), whole: false }
}
export const writeView = (view: SceneView): string => JSON.stringify(view)

/** `visualJson` as a call takes it; what is wrong inside is said of the whole text. */
export const visualJson = z
  .string()
  .max(MAX_VISUAL_JSON, 'tooLong')
  .superRefine((json, context) => {
    if (json.length > MAX_VISUAL_JSON) return
    const issue = sceneView.safeParse(jsonOf(json)).error?.issues[0]
    if (issue) context.addIssue({ code: 'custom', message: issue.message === 'rising' ? 'rising' : 'invalid', path: [] })
  })
