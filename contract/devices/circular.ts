const WORDS = ['direction', 'heading', 'bearing', 'azimuth']
/** Which codes are of degrees of a circle, as a regular expression of PostgreSQL, whatever the case. */
export const CIRCULAR = `(${WORDS.join('|')})[0-9]{0,2}$`

/** Whether the values of an item with this code go round: 359 and 1 are two degrees apart, their mean is 0, and neither is the greater. */
export function isCircular(code: string): boolean {
  const trunk = code.replace(/\d{1,2}$/, '').toLowerCase()
  return WORDS.some((word) => trunk.endsWith(word))
}

/** Beyond so many degrees a value is no direction by any count of turns. */
export const MOST_DEGREES = 1_000_000
const RADIANS = Math.PI / 180

/** The vectors of some directions, added up. */
export interface VectorSum {
  readonly cos: number
  readonly sin: number
  readonly n: number
}

/**
 * The mean direction of vectors, 0 to 360 (not included), and how steady it was: 1 where all were the same, 0 where they came to nothing, in
 * which case there is no direction (null).
 */
export function meanDirection({ cos, sin, n }: VectorSum): { direction: number | null; strength: number } {
  const length = Math.hypot(cos, sin)
  const strength = n > 0 ? Math.min(1, length / n) : 0
  if (strength < 1e-9) return { direction: null, strength: 0 }
  const degrees = Math.atan2(sin, cos) / RADIANS
  return { direction: degrees < 0 ? (degrees + 360) % 360 : degrees, strength }
}

/** Directions (degrees), each with its weight, as one vector. */
export function addDirections(all: Iterable<readonly [degrees: number, weight: number]>): VectorSum {
  const sum = { cos: 0, sin: 0, n: 0 }
  for (const [degrees, weight] of all) {
    if (Math.abs(degrees) > MOST_DEGREES) continue
    sum.cos += weight * Math.cos(degrees * RADIANS)
    sum.sin += weight * Math.sin(degrees * RADIANS)
    sum.n++
  }
  return sum
}
