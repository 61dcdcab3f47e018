import { amountText } from '../core/decimal.ts'
import { unrollRing, wrapLongitude } from '../core/longitude.ts'
import type { Position } from '../core/values.ts'

/** m2 of a mu. */
export const SQUARE_METRES_OF_MU = 666.67

// WGS84: the equator's radius in metres, and the ellipsoid's squared eccentricity.
const EQUATOR = 6_378_137
const E2 = 0.006_694_379_990_14
const radians = (degrees: number) => (degrees * Math.PI) / 180
/** Metres that a radian of longitude spans at a latitude, and one of latitude. */
const across = (latitude: number) => (EQUATOR * Math.cos(latitude)) / Math.sqrt(1 - E2 * Math.sin(latitude) ** 2)
const along = (latitude: number) => (EQUATOR * (1 - E2)) / (1 - E2 * Math.sin(latitude) ** 2) ** 1.5

/**
 * The area of an outline in m2: a ring of [longitude, latitude], WGS84, not closed, as large as a farm (the sinusoidal projection keeps
 * areas on the ellipsoid; edges of some kilometres are as good as straight). Below three corners it is 0.
 */
export function squareMetresOf(ring: readonly Position[]): number {
  if (ring.length < 3) return 0
  const origin = { longitude: ring[0]![0], latitude: radians(ring[0]![1]) }
  const corners = unrollRing(ring).map(([longitude, degrees]) => {
    const latitude = radians(degrees)
    return [
      radians(longitude - origin.longitude) * across(latitude),
      (latitude - origin.latitude) * along((latitude + origin.latitude) / 2),
    ] as const
  })
  let twice = 0
  corners.forEach(([x, y], at) => {
    const [nextX, nextY] = corners[(at + 1) % corners.length]!
    twice += x * nextY - nextX * y
  })
  return Math.abs(twice) / 2
}

/** The area of an outline in mu, as an amount is written; null where it encloses nothing, or more than an amount may be. */
export function muOf(ring: readonly Position[] | null): string | null {
  const mu = amountText.safeParse((squareMetresOf(ring ?? []) / SQUARE_METRES_OF_MU).toFixed(2))
  return mu.success ? mu.data : null
}

/** The middle of an outline's corners, degrees; a longitude from -180 to 180. */
export function middleOf(ring: readonly Position[]): { longitude: number; latitude: number } {
  const corners = unrollRing(ring)
  const sum = (at: 0 | 1) => corners.reduce((total, corner) => total + corner[at], 0) / corners.length
  return { longitude: wrapLongitude(Number(sum(0).toFixed(7))), latitude: Number(sum(1).toFixed(7)) }
}
