import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Hotspot } from '#contract/panoramas/hotspot'
import { planOf } from '#src/screens/panoramas/preview/planOf.ts'

const linkTo = (scenesId: number, ath: number): Hotspot => ({
  name: `hs-${scenesId}`,
  atv: 0,
  ath,
  width: 50,
  height: 50,
  style: 'front',
  url: '/hotspots/front.svg',
  ondown: '',
  text: '',
  HType: 1,
  content: { scenesId },
  linkedscene: scenesId,
})
const scene = (scenesId: number, ...links: (readonly [to: number, ath: number])[]) => ({
  scenesId,
  hotspots: links.map(([to, ath]) => linkTo(to, ath)),
})

test('who goes ahead comes out above, who goes right on the right; a way both ways stands there once', () => {
  const plan = planOf([scene(1, [2, 0], [3, 90]), scene(2, [1, 180]), scene(3)])
  expect(Object.fromEntries(plan.places)).toEqual({ 1: { x: 0, y: 1 }, 2: { x: 0, y: 0 }, 3: { x: 1, y: 1 } })
  expect(plan.ways).toEqual([
    [1, 2],
    [1, 3],
  ])
  expect([plan.width, plan.height]).toEqual([1, 1])
})

test('scenes that nothing leads to stand below in a row, also where there is no link at all', () => {
  const plan = planOf([scene(1, [2, 0]), scene(2), scene(3), scene(4)])
  expect(Object.fromEntries(plan.places)).toMatchObject({ 1: { x: 0, y: 1 }, 3: { x: 0, y: 2 }, 4: { x: 1, y: 2 } })
})

test('every scene has a place of its own, whatever its links are; a link to no scene is no way', () => {
  const link = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: -180, max: 180 }))
  fc.assert(
    fc.property(fc.array(fc.array(link, { maxLength: 6 }), { minLength: 1, maxLength: 10 }), (all) => {
      const scenes = all.map((links, at) => scene(at + 1, ...links))
      const { places, ways, width, height } = planOf(scenes)
      expect(places.size).toBe(scenes.length)
      const spots = [...places.values()]
      for (const [at, one] of spots.entries()) {
        expect(one.x >= 0 && one.x <= width && one.y >= 0 && one.y <= height).toBe(true)
        for (const other of spots.slice(at + 1)) expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(0.7)
      }
      for (const [from, to] of ways) expect(places.has(from) && places.has(to) && from !== to).toBe(true)
    }),
  )
})
