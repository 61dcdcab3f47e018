import { z } from 'zod'
import {
  clampView,
  DEFAULT_VIEW,
  jsonOf,
  type SceneView,
  VIEW_AXES,
  VIEW_RANGE,
  type ViewAxis,
  type ViewKey,
  viewOf,
  within,
} from './sceneView.ts'

export const MAX_VISUAL_JSON = 2000

export const axisOf = (key: ViewKey): ViewAxis => key.replace(/M(in|ax)$/, '') as ViewAxis
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

/** What stands in `visualJson`. Nothing written is the default; where something is broken, `whole` is false and the rest is kept. */
export function parseView(json: string | null | undefined): { readonly view: SceneView; readonly whole: boolean } {
  if (json == null || json === '') return { view: DEFAULT_VIEW, whole: true }
  return { view: viewOf(json), whole: sceneView.safeParse(jsonOf(json)).success }
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
