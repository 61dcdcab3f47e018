import type { Position } from './values.ts'

/*
 * Longitudes lie on a circle: 180 and -180 degrees are one meridian, and a farm may stand on both sides of it. What compares, averages or
 * draws longitudes does so with those that lie beside each other, which may be beyond 180 degrees on the way; what is kept is wrapped.
 */

/** A longitude as it is kept, degrees from -180 to 180; one that lies there already is the same to the last bit. */
export function wrapLongitude(longitude: number): number {
  if (longitude >= -180 && longitude <= 180) return longitude
  return ((((longitude + 180) % 360) + 360) % 360) - 180
}

/** The same meridian counted so that it lies within 180 degrees of `to`; degrees, beyond 180 where that is beside `to`. */
export const nearestLongitude = (longitude: number, to: number): number => longitude + 360 * Math.round((to - longitude) / 360)

/** A ring of [longitude, latitude] with every corner beside its first, which is as it was or beside `near`: what crosses 180 degrees is in one piece. */
export function unrollRing(ring: readonly Position[], near?: number): Position[] {
  if (ring.length === 0) return []
  const first = near === undefined ? ring[0]![0] : nearestLongitude(ring[0]![0], near)
  return ring.map(([longitude, latitude]) => [nearestLongitude(longitude, first), latitude])
}

/** The shortest arc that holds all of these: `west` is one of them, `east` is up to 360 degrees further and may be beyond 180; null of none. */
export function spanOfLongitudes(longitudes: readonly number[]): { west: number; east: number } | null {
  if (longitudes.length === 0) return null
  const sorted = Float64Array.from(longitudes, wrapLongitude).sort()
  let [west, east] = [sorted[0]!, sorted.at(-1)!]
  let widest = west + 360 - east
  for (let at = 1; at < sorted.length; at++) {
    const gap = sorted[at]! - sorted[at - 1]!
    if (gap <= widest) continue
    widest = gap
    west = sorted[at]!
    east = sorted[at - 1]! + 360
  }
  return { west, east }
}
