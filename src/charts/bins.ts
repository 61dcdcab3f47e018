import { addDirections, meanDirection } from '#contract/devices/circular'
import type { Curve } from '#contract/devices/collect'
import { farmClock } from '#src/time/moment.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The most columns of a picture. */
const COLUMNS = 60
const WIDTHS = [1, 2, 3, 4, 6, 12, 24].map((hours) => hours * HOUR)

/** Time cut into columns of one width: from `start`, ms UTC. */
export interface Grid {
  readonly start: number
  readonly width: number
  readonly count: number
}
export const gridEnd = ({ start, width, count }: Grid): number => start + width * count

/**
 * So many days up to now, in columns that begin at full hours of the farm's clock. The column of this moment is the last; none is
 * narrower than two reports of a device of this period (ms), which would leave holes where nothing is missing.
 */
export function gridOf(days: number, now: number, period: number): Grid {
  const width = WIDTHS.find((one) => one * COLUMNS >= days * DAY && one >= 2 * period) ?? DAY
  const second = Math.floor(now / 1000) * 1000
  const offset = second - farmClock(second)
  const end = (Math.floor((now - offset) / width) + 1) * width + offset
  const count = Math.ceil((days * DAY) / width)
  return { start: end - count * width, width, count }
}

/** A curve by the columns of a grid: the mean, least and greatest of the points in each; null where there are none. */
export function binCurve<C extends Pick<Curve, 'bucket' | 'collectionTime' | 'collectionData' | 'min' | 'max' | 'strength'>>(
  curve: C,
  grid: Grid,
): C {
  if (curve.strength !== null) return binDirections(curve, grid)
  const bins = Array.from({ length: grid.count }, () => ({ n: 0, sum: 0, min: Infinity, max: -Infinity }))
  curve.collectionTime.forEach((ts, at) => {
    const value = curve.collectionData[at] ?? null
    // A point that stands for some time is in the column of its middle.
    const bin = bins[Math.floor((ts + curve.bucket / 2 - grid.start) / grid.width)]
    if (value === null || bin === undefined) return
    bin.n++
    bin.sum += value
    bin.min = Math.min(bin.min, curve.min[at] ?? value)
    bin.max = Math.max(bin.max, curve.max[at] ?? value)
  })
  return {
    ...curve,
    bucket: grid.width,
    collectionTime: bins.map((_, at) => grid.start + at * grid.width),
    collectionData: bins.map(({ n, sum }) => (n === 0 ? null : sum / n)),
    min: bins.map(({ n, min }) => (n === 0 ? null : min)),
    max: bins.map(({ n, max }) => (n === 0 ? null : max)),
  }
}

/** The same of what goes round: the vectors of the points, by how steady each was. */
function binDirections<C extends Pick<Curve, 'bucket' | 'collectionTime' | 'collectionData' | 'strength'>>(curve: C, grid: Grid): C {
  const bins = Array.from({ length: grid.count }, (): [number, number][] => [])
  curve.collectionTime.forEach((ts, at) => {
    const value = curve.collectionData[at] ?? null
    // Vectors are never mixed with what is none.
    const strength = curve.strength![at] ?? null
    if (value !== null && strength !== null) bins[Math.floor((ts + curve.bucket / 2 - grid.start) / grid.width)]?.push([value, strength])
  })
  const means = bins.map((points) => meanDirection(addDirections(points)))
  return {
    ...curve,
    bucket: grid.width,
    collectionTime: bins.map((_, at) => grid.start + at * grid.width),
    collectionData: means.map(({ direction }) => direction),
    min: bins.map(() => null),
    max: bins.map(() => null),
    strength: means.map(({ direction, strength }) => (direction === null ? null : strength)),
  }
}
