import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clampView, DEFAULT_VIEW, type SceneView } from '#contract/panoramas/sceneView'
import { parseView, visualJson, withFirstLook, withViewValue, writeView } from '#contract/panoramas/view'

const keys = Object.keys(DEFAULT_VIEW) as (keyof SceneView)[]
const anything = fc.record(
  Object.fromEntries(keys.map((key) => [key, fc.oneof(fc.double(), fc.integer({ min: -200, max: 200 }))])) as Record<
    keyof SceneView,
    fc.Arbitrary<number>
  >,
)
const lawful = (view: SceneView) => visualJson.safeParse(writeView(view)).success

test('a view that was brought within its limits is lawful, and stays as it is', () => {
  fc.assert(
    fc.property(anything, (view) => {
      const once = clampView(view)
      expect(lawful(once)).toBe(true)
      expect(clampView(once)).toEqual(once)
    }),
  )
})

test('a lawful view comes back from its text as it was', () => {
  fc.assert(
    fc.property(anything, (view) => {
      const once = clampView(view)
      // JSON knows no negative zero.
      expect(parseView(writeView(once))).toEqual({ view: JSON.parse(JSON.stringify(once)), whole: true })
    }),
  )
})

test('whatever is typed, the view stays lawful or the value is not taken', () => {
  fc.assert(
    fc.property(anything, fc.constantFrom(...keys), fc.option(fc.double()), (view, key, value) => {
      const changed = withViewValue(clampView(view), key, value)
      if (changed !== null) expect(lawful(changed)).toBe(true)
    }),
  )
})

test.each([
  ['fov', 200, 'out of range'],
  ['fov', null, 'unset'],
  ['fov', Number.NaN, 'unset'],
  ['fovMin', 80, 'above the first zoom of 75'],
  ['fovMax', 70, 'below the first zoom of 75'],
  ['vlookatMin', -91, 'above the zenith'],
  ['hlookatMax', 181, 'more than once round'],
] as const)('%s of %s is not taken: %s', (key, value, _why) => {
  expect(withViewValue(DEFAULT_VIEW, key, value)).toBeNull()
})

test('the top does not stand below the bottom', () => {
  const view = { ...DEFAULT_VIEW, vlookatMax: 20 }
  expect(withViewValue(view, 'vlookatMin', 21)).toBeNull()
  expect(withViewValue(view, 'vlookatMin', 20)).toMatchObject({ vlookat: 20, vlookatMin: 20, vlookatMax: 20 })
})

test('a first zoom beyond its limits is brought to them, and so is the first look when its limits close in', () => {
  expect(withViewValue(DEFAULT_VIEW, 'fov', 10)).toMatchObject({ fov: 30 })
  expect(withViewValue(DEFAULT_VIEW, 'fov', 180)).toMatchObject({ fov: 110 })
  expect(withViewValue({ ...DEFAULT_VIEW, hlookat: 90 }, 'hlookatMax', 45)).toMatchObject({ hlookat: 45 })
})

test('what is looked at now becomes the first look, within the limits', () => {
  const view = { ...DEFAULT_VIEW, hlookatMin: -10, hlookatMax: 10 }
  expect(withFirstLook(view, { hlookat: 5, vlookat: -3, fov: 50 })).toMatchObject({ hlookat: 5, vlookat: -3, fov: 50 })
  expect(withFirstLook(view, { hlookat: 100, vlookat: 0, fov: 5 })).toMatchObject({ hlookat: 10, fov: 30 })
})

test.each(['{', 'null', '[]', '{"fov":"wide"}', '7'])('a broken text opens with the default and says so: %s', (json) => {
  expect(parseView(json)).toEqual({ view: DEFAULT_VIEW, whole: false })
})
test('of a view that is broken in part the rest is kept', () => {
  expect(parseView('{"fov":50,"hlookat":"left","vlookat":200}')).toEqual({
    view: { ...DEFAULT_VIEW, fov: 50, vlookat: 90 },
    whole: false,
  })
})
test.each([null, undefined, ''])('nothing written is the default: %s', (json) => {
  expect(parseView(json)).toEqual({ view: DEFAULT_VIEW, whole: true })
})

test.each([
  [writeView(DEFAULT_VIEW), null],
  [writeView({ ...DEFAULT_VIEW, fovMin: 80 }), 'rising'],
  [writeView({ ...DEFAULT_VIEW, fovMax: 181 }), 'invalid'],
  ['{}', 'invalid'],
  ['{', 'invalid'],
  [' '.repeat(2001), 'tooLong'],
])('the call judges the text: %.40s', (json, message) => {
  expect(visualJson.safeParse(json).error?.issues[0]?.message ?? null).toBe(message)
})
