import { unrollRing } from '#contract/core/longitude'
import type { Position } from '#contract/core/values'

type Point = readonly [x: number, y: number]

/** About a centimetre in degrees: corners are kept with seven decimals. */
export const GRID = 1e-7
/** Beyond it corners differ: each may have been rounded once. */
const SAME = GRID * 1.01
const METRES_OF_DEGREE = 111_320

/** A ring in metres about a place, flat: good for some kilometres. */
function flat(ring: readonly Position[], [longitude, latitude]: Position): Point[] {
  const shrink = Math.cos((latitude * Math.PI) / 180)
  return unrollRing(ring, longitude).map(([x, y]) => [(x - longitude) * METRES_OF_DEGREE * shrink, (y - latitude) * METRES_OF_DEGREE])
}

/** Whether two rings (not closed) are the same outline, wherever they begin and whichever way they go, to a centimetre. */
export function isSameRing(one: readonly Position[], other: readonly Position[]): boolean {
  const count = one.length
  if (count !== other.length || count === 0) return false
  const near = (a: Position, b: Position) => {
    const east = Math.abs(a[0] - b[0])
    return Math.min(east, Math.abs(east - 360)) <= SAME && Math.abs(a[1] - b[1]) <= SAME
  }
  for (let start = 0; start < count; start++) {
    if (!near(one[0]!, other[start]!)) continue
    for (const step of [1, -1])
      if (one.every((corner, at) => near(corner, other[(((start + step * at) % count) + count) % count]!))) return true
  }
  return false
}

/** How much of the smaller of two outlines lies in the other, from 0 to 1; outlines that only touch have 0. More than `enough` is not looked for. */
export function sharedPart(one: readonly Position[], other: readonly Position[], enough = 1): number {
  const [a, b] = [flat(one, one[0]!), flat(other, one[0]!)]
  const least = Math.min(areaOf(a), areaOf(b))
  return least > 0 ? Math.min(1, commonArea(a, b, enough * least) / least) : 0
}
const areaOf = (ring: readonly Point[]) =>
  Math.abs(
    ring.reduce((sum, [x, y], at) => {
      const [nextX, nextY] = ring[(at + 1) % ring.length]!
      return sum + x * nextY - nextX * y
    }, 0),
  ) / 2

/**
 * The area that two simple rings have in common: between the heights at which corners lie and edges meet, how wide it is changes evenly, so that its
 * middle says each band exactly. Nothing is asked of where edges meet but their height, which is why touching outlines are no trouble.
 */
function commonArea(a: readonly Point[], b: readonly Point[], enough: number): number {
  const heights = [...a, ...b].map(([, y]) => y)
  const [edgesA, edgesB] = [edgesOf(a), edgesOf(b)]
  for (const one of edgesA)
    for (const other of edgesB) {
      if (one.top <= other.bottom || other.top <= one.bottom) continue
      const turn = one.slope - other.slope
      if (turn === 0) continue
      const y = (other.x0 - one.x0) / turn
      if (y > Math.max(one.bottom, other.bottom) && y < Math.min(one.top, other.top)) heights.push(y)
    }
  heights.sort((low, high) => low - high)
  let area = 0
  for (let at = 1; at < heights.length && area <= enough; at++) {
    const height = heights[at]! - heights[at - 1]!
    if (height <= 0) continue
    const middle = (heights[at]! + heights[at - 1]!) / 2
    const across = crossed(edgesA, middle)
    if (across.length > 0) area += height * commonWidth(across, crossed(edgesB, middle))
  }
  return area
}
interface Edge {
  readonly bottom: number
  readonly top: number
  /** x at height 0, and how much x grows with each metre of height. */
  readonly x0: number
  readonly slope: number
}
/** Level edges bound no band. */
function edgesOf(ring: readonly Point[]): Edge[] {
  return ring.flatMap(([x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length]!
    if (y === nextY) return []
    const slope = (nextX - x) / (nextY - y)
    return [{ bottom: Math.min(y, nextY), top: Math.max(y, nextY), slope, x0: x - slope * y }]
  })
}
function crossed(edges: readonly Edge[], y: number): number[] {
  const places: number[] = []
  for (const { bottom, top, slope, x0 } of edges) if (bottom < y && y < top) places.push(x0 + slope * y)
  return places.sort((left, right) => left - right)
}
function commonWidth(a: readonly number[], b: readonly number[]): number {
  let width = 0
  for (let i = 0; i + 1 < a.length; i += 2)
    for (let j = 0; j + 1 < b.length; j += 2) width += Math.max(0, Math.min(a[i + 1]!, b[j + 1]!) - Math.max(a[i]!, b[j]!))
  return width
}

/**
 * A ring with at most `most` corners of its own, the ones that tell most (Douglas and Peucker), and how far it was moved at most, in metres.
 * It costs `most` times the corners.
 */
export function thinned(ring: readonly Position[], most: number): { ring: Position[]; metres: number } {
  if (ring.length <= most) return { ring: [...ring], metres: 0 }
  const points = flat(ring, ring[0]!)
  const start = 0
  const far = points.reduce((best, point, at) => (distance(points[start]!, point) > distance(points[start]!, points[best]!) ? at : best), 0)
  // The ring's end is its beginning again.
  const closed = [...points, points[start]!]
  const farthest = (from: number, to: number) => {
    let [at, metres] = [from, 0]
    for (let between = from + 1; between < to; between++) {
      const away = toSegment(closed[between]!, closed[from]!, closed[to]!)
      if (away > metres) [at, metres] = [between, away]
    }
    return { from, to, at, metres }
  }
  const parts = [farthest(start, far), farthest(far, points.length)]
  while (parts.length < most) {
    const worst = parts.reduce((one, other) => (other.metres > one.metres ? other : one))
    if (worst.metres === 0) break
    parts.splice(parts.indexOf(worst), 1, farthest(worst.from, worst.at), farthest(worst.at, worst.to))
  }
  return {
    ring: parts
      .map(({ from }) => from)
      .sort((one, other) => one - other)
      .map((at) => ring[at]!),
    metres: Math.max(...parts.map(({ metres }) => metres)),
  }
}
const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1])
function toSegment(point: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length))
  return distance(point, [a[0] + share * dx, a[1] + share * dy])
}

/** Kilometres between two places. */
export function kilometres([longitude, latitude]: Position, to: { longitude: number; latitude: number }): number {
  const radians = Math.PI / 180
  const half = (from: number, until: number) => Math.sin(((until - from) * radians) / 2) ** 2
  const chord = half(latitude, to.latitude) + Math.cos(latitude * radians) * Math.cos(to.latitude * radians) * half(longitude, to.longitude)
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(chord)))
}
