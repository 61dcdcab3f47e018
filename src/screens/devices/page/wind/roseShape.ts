import { WIND_CLASSES, type WindRose } from '#contract/devices/windRose'

/** The part of the picture's radius that calm has in the middle. */
export const HUB = 0.16
/** Half of a sector's angle as it is drawn, degrees: a little less than what it stands for, so that neighbours stay apart. */
const HALF = 20

export interface Wedge {
  /** The place in WIND_SECTORS. */
  readonly at: number
  /** The place in WIND_CLASSES. */
  readonly nth: number
  /** Parts of the radius. */
  readonly inner: number
  readonly outer: number
  /** Of all that counts, 0 to 1. */
  readonly share: number
  /** m/s. */
  readonly mean: number
}

export interface RoseShape {
  /** What the shares are shares of, ms: calm and every wind that has a direction. */
  readonly total: number
  readonly wedges: readonly Wedge[]
  /** Circles to read lengths by. */
  readonly rings: readonly { readonly share: number; readonly radius: number }[]
  /** How long the wind came from each sector, ms, and its mean speed in m/s; null where it never did. */
  readonly sectors: readonly { readonly ms: number; readonly mean: number | null }[]
}

const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5]

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** A rose as lengths: the classes of a sector one after the other from the hub, as long as they lasted; the longest reaches the last ring. */
export function roseShape(rose: WindRose): RoseShape {
  const sectors = rose.sectors.map(({ classes }) => {
    const ms = sumOf(classes.map((one) => one.ms))
    return { ms, mean: ms === 0 ? null : sumOf(classes.map((one) => one.ms * (one.mean ?? 0))) / ms }
  })
  const total = rose.calm + sumOf(sectors.map(({ ms }) => ms))
  const share = (ms: number) => (total === 0 ? 0 : ms / total)
  const longest = share(Math.max(0, ...sectors.map(({ ms }) => ms)))
  const step = STEPS.find((one) => longest <= one * 4) ?? 0.25
  const rounds = Math.max(1, Math.ceil(longest / step - 1e-9))
  const radius = (part: number) => HUB + (1 - HUB) * (part / (step * rounds))
  const wedges = rose.sectors.flatMap(({ classes }, at) => {
    let before = 0
    return classes.flatMap(({ ms, mean }, nth) => {
      if (ms === 0) return []
      const inner = radius(share(before))
      before += ms
      return [{ at, nth, inner, outer: radius(share(before)), share: share(ms), mean: mean ?? WIND_CLASSES[nth]! }]
    })
  })
  const rings = Array.from({ length: rounds }, (_, nth) => ({ share: step * (nth + 1), radius: radius(step * (nth + 1)) }))
  return { total, wedges, rings, sectors }
}

/** The point at so many degrees from north, clockwise, as SVG sees it: y goes down. */
export function pointAt(degrees: number, radius: number): readonly [number, number] {
  const angle = (degrees * Math.PI) / 180
  return [Math.sin(angle) * radius, -Math.cos(angle) * radius]
}

/** The outline of a wedge about the origin, `size` px from there to the last ring. */
export function wedgePath({ at, inner, outer }: Pick<Wedge, 'at' | 'inner' | 'outer'>, size: number): string {
  const [left, right] = [at * 45 - HALF, at * 45 + HALF]
  const say = (degrees: number, part: number) =>
    pointAt(degrees, part * size)
      .map((value) => value.toFixed(2))
      .join(' ')
  const [near, far] = [(inner * size).toFixed(2), (outer * size).toFixed(2)]
  return `M${say(left, inner)}L${say(left, outer)}A${far} ${far} 0 0 1 ${say(right, outer)}L${say(right, inner)}A${near} ${near} 0 0 0 ${say(left, inner)}Z`
}
