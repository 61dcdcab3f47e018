import { unrollRing, wrapLongitude } from './longitude.ts'
import type { Position } from './values.ts'

/** About a centimetre: corners are drawn and kept with seven decimals of a degree. */
const GRID = 1e7
interface Corner {
  readonly x: number
  readonly y: number
}

const turn = (a: Corner, b: Corner, c: Corner) => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x))
const between = (a: Corner, b: Corner, at: Corner) =>
  Math.min(a.x, b.x) <= at.x && at.x <= Math.max(a.x, b.x) && Math.min(a.y, b.y) <= at.y && at.y <= Math.max(a.y, b.y)

/** Where two edges meet: in a point that both go through, or where one lies on the other. */
function meeting(a: Corner, b: Corner, c: Corner, d: Corner): Corner | null {
  const [toC, toD, toA, toB] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)]
  if (toC !== toD && toA !== toB && toC * toD <= 0 && toA * toB <= 0) {
    const across = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x)
    if (across !== 0) {
      const share = ((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x)) / across
      return { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) }
    }
  }
  if (toC === 0 && between(a, b, c)) return c
  if (toD === 0 && between(a, b, d)) return d
  if (toA === 0 && between(c, d, a)) return a
  return toB === 0 && between(c, d, b) ? b : null
}

/** Where the outline of a ring (not closed) crosses or touches itself, as [longitude, latitude]; null where it does not. */
export function crossingOf(ring: readonly Position[]): Position | null {
  const corners = unrollRing(ring)
    .map(([longitude, latitude]) => ({ x: Math.round(longitude * GRID), y: Math.round(latitude * GRID) }))
    // A corner that was set twice in the same place crosses nothing.
    .filter((one, at, all) => {
      const before = all[(at + all.length - 1) % all.length]!
      return one.x !== before.x || one.y !== before.y
    })
  const count = corners.length
  const at = (corner: Corner): Position => [wrapLongitude(corner.x / GRID), corner.y / GRID]
  if (count < 3) return null
  for (let first = 0; first < count; first++) {
    const [a, b, next] = [corners[first]!, corners[(first + 1) % count]!, corners[(first + 2) % count]!]
    // An edge that goes back over the one before.
    if (turn(a, b, next) === 0 && (a.x - b.x) * (next.x - b.x) + (a.y - b.y) * (next.y - b.y) > 0) return at(b)
    for (let second = first + 2; second < count; second++) {
      if (first === 0 && second === count - 1) continue
      const met = meeting(a, b, corners[second]!, corners[(second + 1) % count]!)
      if (met) return at(met)
    }
  }
  return null
}
