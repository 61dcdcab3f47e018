import type { Hotspot } from '#contract/panoramas/hotspot'

export interface PlannedScene {
  readonly scenesId: number
  readonly hotspots: readonly Hotspot[]
}
/** Where scenes stand to each other, in steps: `x` to the right, `y` downwards, from 0. Each way between two scenes stands there once. */
export interface ScenePlan {
  readonly width: number
  readonly height: number
  readonly places: ReadonlyMap<number, Place>
  readonly ways: readonly (readonly [from: number, to: number])[]
}
interface Place {
  readonly x: number
  readonly y: number
}

/** Two scenes that stand nearer to each other could not both be read. */
const CLEAR = 0.8
/** Degrees beside the way's own direction that are tried where another scene stands. */
const ASIDE = [0, 45, -45, 90, -90, 135, -135, 180]
const MOST_STEPS = 12

/**
 * A plan of a tour, drawn from its links alone: who goes ahead (0 degrees) comes out above, who goes right (90 degrees) on the right. Scenes
 * that nothing leads to stand in a row below the others.
 */
export function planOf(scenes: readonly PlannedScene[]): ScenePlan {
  const known = new Map(scenes.map((scene) => [scene.scenesId, scene]))
  const linksOf = ({ hotspots }: PlannedScene) =>
    hotspots.flatMap((one) => (one.HType === 1 && known.has(one.content.scenesId) ? [{ to: one.content.scenesId, ath: one.ath }] : []))
  const places = new Map<number, Place>()
  const isFree = ({ x, y }: Place) => [...places.values()].every((one) => Math.hypot(one.x - x, one.y - y) >= CLEAR)
  const placeFrom = ({ x, y }: Place, ath: number): Place => {
    for (let step = 1; step <= MOST_STEPS; step++)
      for (const aside of ASIDE) {
        const turn = ((ath + aside) * Math.PI) / 180
        const place = { x: x + step * Math.sin(turn), y: y - step * Math.cos(turn) }
        if (isFree(place)) return place
      }
    return { x: x + MOST_STEPS, y }
  }
  const walk = (from: PlannedScene) => {
    const queue = [from]
    for (let scene = queue.shift(); scene !== undefined; scene = queue.shift())
      for (const { to, ath } of linksOf(scene)) {
        if (places.has(to)) continue
        places.set(to, placeFrom(places.get(scene.scenesId)!, ath))
        queue.push(known.get(to)!)
      }
  }
  const bottom = () => Math.max(-1, ...[...places.values()].map(({ y }) => y)) + 1
  let row: Place | null = null
  for (const scene of scenes) {
    if (places.has(scene.scenesId)) continue
    // The first begins the plan; whatever it does not lead to begins anew below.
    const begun: Place = places.size === 0 ? { x: 0, y: 0 } : row === null ? { x: 0, y: bottom() } : placeFrom(row, 90)
    if (places.size > 0) row = begun
    places.set(scene.scenesId, begun)
    walk(scene)
  }
  const ways = new Map<string, readonly [number, number]>()
  for (const scene of scenes)
    for (const { to } of linksOf(scene)) {
      const pair = scene.scenesId < to ? ([scene.scenesId, to] as const) : ([to, scene.scenesId] as const)
      if (to !== scene.scenesId) ways.set(pair.join(' '), pair)
    }
  const xs = [...places.values()].map(({ x }) => x)
  const ys = [...places.values()].map(({ y }) => y)
  const [left, top] = [Math.min(0, ...xs), Math.min(0, ...ys)]
  const round = (steps: number) => Math.round(steps * 1000) / 1000 + 0
  return {
    width: round(Math.max(0, ...xs) - left),
    height: round(Math.max(0, ...ys) - top),
    places: new Map([...places].map(([id, { x, y }]) => [id, { x: round(x - left), y: round(y - top) }])),
    ways: [...ways.values()],
  }
}
