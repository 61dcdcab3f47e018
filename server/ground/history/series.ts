import { meanDirection } from '#contract/devices/circular'
import type { Curve } from '#contract/devices/collect'

/** A drawn point as the database answers it. */
export interface Bucket {
  /** Start of the bucket, or the moment of the reading where `exact`; ms UTC. */
  readonly at: number
  readonly n: number
  readonly sum: number
  readonly min: number
  readonly max: number
  /** The first and the last grain of the bucket that holds a reading, ms UTC. */
  readonly first: number
  readonly last: number
  /** Of what goes round: the sum of the vectors of `vectors` readings; null where none is known. */
  readonly cos: number | null
  readonly sin: number | null
  readonly vectors: number
}

/** Rounded to what can be told apart on a chart: 2 decimals, 3 below 10, 4 below 1. */
export function roundForChart(value: number): number {
  const size = Math.abs(value)
  const scale = size >= 10 ? 100 : size >= 1 ? 1000 : 10_000
  // A value this large has no decimals left to round, and would overflow.
  return size > 1e12 ? value : Math.round(value * scale) / scale
}

/** Between the least and the greatest also where the sum is not exact: of values whose sum no double would hold. */
const meanOf = ({ sum, n, min, max }: Bucket): number => Math.min(max, Math.max(min, sum / n))

/** A gap is a silence of more than this many reporting periods. */
const GAP_PERIODS = 3
/** So many spacings around a silence tell how often the device reported then; with fewer in all it is not known. */
const AROUND = 9

/**
 * The longest usual silence before each bucket, in ms: three reporting periods, of now or of then. A device that reports more often
 * today than in the past must not have its whole past drawn as gaps, so the spacing around counts where it is slower.
 */
function usualSilences(buckets: readonly Bucket[], facts: { period: number; grain: number }): number[] {
  const spacings = buckets.map((bucket, at) => {
    const readings = facts.grain === 1 ? bucket.n - 1 : bucket.n
    if (readings > 0 && bucket.last > bucket.first) return (bucket.last - bucket.first) / readings
    return at === 0 ? null : bucket.first - buckets[at - 1]!.last
  })
  return buckets.map((_, at) => {
    const start = Math.max(1, Math.min(at - (AROUND >> 1), buckets.length - AROUND))
    const around = spacings.slice(start, start + AROUND).filter((spacing) => spacing != null)
    const usual = around.length < AROUND - 1 ? 0 : around.toSorted((one, other) => one - other)[around.length >> 1]!
    return Math.max(GAP_PERIODS * facts.period, GAP_PERIODS * usual, facts.grain)
  })
}

/**
 * Points as columns with a null wherever the device was silent for more than three of its reporting periods (`period`, ms); where the
 * nulls do not fit into `limit` the longest silences are kept. `buckets` are in order of time; `grain` is the width (ms) of what
 * `first` and `last` name.
 */
export function seriesOf(
  buckets: readonly Bucket[],
  facts: { period: number; grain: number; limit: number; circular?: boolean },
): Pick<Curve, 'collectionTime' | 'collectionData' | 'min' | 'max' | 'strength'> {
  const usual = usualSilences(buckets, facts)
  const gaps: { before: number; length: number }[] = []
  for (let at = 1; at < buckets.length; at++) {
    const length = buckets[at]!.first - buckets[at - 1]!.last
    if (length > usual[at]!) gaps.push({ before: at, length })
  }
  const room = Math.max(0, facts.limit - buckets.length)
  if (gaps.length > room) gaps.sort((one, other) => other.length - one.length).splice(room)
  const broken = new Set(gaps.map(({ before }) => before))
  const columns = {
    collectionTime: [] as number[],
    collectionData: [] as (number | null)[],
    min: [] as (number | null)[],
    max: [] as (number | null)[],
    strength: facts.circular === true ? ([] as (number | null)[]) : null,
  }
  const push = (ts: number, mean: number | null, min: number | null, max: number | null, strength: number | null = null) => {
    columns.collectionTime.push(ts)
    columns.collectionData.push(mean)
    columns.min.push(min)
    columns.max.push(max)
    columns.strength?.push(strength)
  }
  const pushDirection = (bucket: Bucket) => {
    const { at, cos, sin, vectors: n } = bucket
    // Vectors are never mixed with means of before: where there are any, they alone count.
    if (cos === null || sin === null || n === 0) return push(at, roundForChart(meanOf(bucket)), null, null)
    const { direction, strength } = meanDirection({ cos, sin, n })
    push(at, direction === null ? null : roundForChart(direction) % 360, null, null, Math.round(strength * 1000) / 1000)
  }
  buckets.forEach((bucket, at) => {
    // The line ends where the last reading was, and before the next point, so that time never stands still.
    if (broken.has(at)) push(Math.min(buckets[at - 1]!.last + facts.grain, bucket.at - 1), null, null, null)
    if (facts.circular === true) pushDirection(bucket)
    else push(bucket.at, roundForChart(meanOf(bucket)), roundForChart(bucket.min), roundForChart(bucket.max))
  })
  return columns
}
