import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clampView, DEFAULT_VIEW } from '#contract/panoramas/sceneView'
import { drawable, fromSphere, toSphere, withinView } from '#src/screens/panoramas/viewer/look.ts'
import { addressOf, startOf } from '#src/screens/panoramas/preview/startOf.ts'

const spot = fc.record({
  ath: fc.integer({ min: -179, max: 180 }).map((at) => (at === 180 ? -180 : at)),
  atv: fc.integer({ min: -90, max: 90 }),
})

test('a place on the picture is the same place after the viewer had it', () => {
  fc.assert(
    fc.property(spot, (at) => {
      expect(fromSphere(toSphere(at))).toEqual({ ath: at.ath + 0, atv: at.atv + 0 })
    }),
  )
  expect(toSphere({ ath: 90, atv: -45 })).toEqual({ yaw: Math.PI / 2, pitch: Math.PI / 4 })
})

test('one looks no further than the limits, and all round where there are none', () => {
  const view = clampView({ ...DEFAULT_VIEW, hlookatMin: -30, hlookatMax: 40, vlookatMin: -20, vlookatMax: 10 })
  fc.assert(
    fc.property(spot, (at) => {
      const seen = withinView(at, view)
      expect(seen.ath).toBeGreaterThanOrEqual(-30)
      expect(seen.ath).toBeLessThanOrEqual(40)
      expect(seen.atv).toBeGreaterThanOrEqual(-20)
      expect(seen.atv).toBeLessThanOrEqual(10)
      expect(withinView(seen, view)).toEqual(seen)
      expect(withinView(at, DEFAULT_VIEW)).toEqual(at)
    }),
  )
})

test.each([
  [0, 180],
  [180, 180],
  [0, 0],
  [40, 90],
])('zoom limits of %d to %d can be drawn', (fovMin, fovMax) => {
  const { minFov, maxFov } = drawable({ fovMin, fovMax })
  expect(minFov).toBeGreaterThanOrEqual(1)
  expect(maxFov).toBeLessThan(180)
  expect(minFov).toBeLessThan(maxFov)
})

test('an address opens the scene and the view that it was made of', () => {
  const look = { hlookat: 30.5, vlookat: -12, fov: 60 }
  const address = addressOf(7, look)
  expect(address).toBe('scene=7&yaw=30.5&pitch=12&fov=60')
  expect(startOf(new URLSearchParams(address))).toEqual({ scenesId: 7, look })
})
test.each(['', 'scene=x', 'yaw=1', 'yaw=999&pitch=0', 'yaw=NaN&pitch=0'])('what an address says wrongly is left aside: %s', (address) => {
  expect(startOf(new URLSearchParams(address))).toEqual({ scenesId: null, look: null })
})
