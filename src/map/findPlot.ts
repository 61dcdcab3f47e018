import { nearestLongitude, unrollRing, wrapLongitude } from '#contract/core/longitude'
import type { Position } from '#contract/core/values'
import type { Land } from '#contract/farm/land'

/** Whether a place lies in a ring of [longitude, latitude] (not closed), by the even-odd rule. */
export function isInside(ring: readonly Position[], longitude: number, latitude: number): boolean {
  if (ring.length === 0) return false
  const first = ring[0]![0]
  const x = nearestLongitude(longitude, first)
  let inside = false
  for (let at = 0, before = ring.length - 1; at < ring.length; before = at++) {
    const [, y1] = ring[at]!
    const [, y2] = ring[before]!
    if (y1 > latitude === y2 > latitude) continue
    const [x1, x2] = [nearestLongitude(ring[at]![0], first), nearestLongitude(ring[before]![0], first)]
    if (x < ((x2 - x1) * (latitude - y1)) / (y2 - y1) + x1) inside = !inside
  }
  return inside
}

/** The plot at a WGS84 place, the last drawn first; null where there is none. */
export function findPlot(lands: readonly Land[], longitude: number, latitude: number): Land | null {
  return lands.findLast((land) => land.landProfile != null && isInside(land.landProfile, longitude, latitude)) ?? null
}

/** The middle of a plot: its stored centre is the server's text, its ring is always there to count from. WGS84. */
export function plotCentre(land: Land): { longitude: number; latitude: number } | null {
  const ring = unrollRing(land.landProfile ?? [])
  if (ring.length === 0) return null
  let [area, x, y] = [0, 0, 0]
  const [baseX, baseY] = ring[0]!
  ring.forEach(([x1, y1], at) => {
    const [x2, y2] = ring[(at + 1) % ring.length]!
    // Counted from the first corner: degrees are large numbers beside the size of a plot.
    const cross = (x1 - baseX) * (y2 - baseY) - (x2 - baseX) * (y1 - baseY)
    area += cross
    x += (x1 + x2 - 2 * baseX) * cross
    y += (y1 + y2 - 2 * baseY) * cross
  })
  if (area === 0) return { longitude: baseX, latitude: baseY }
  return { longitude: wrapLongitude(baseX + x / (3 * area)), latitude: baseY + y / (3 * area) }
}
