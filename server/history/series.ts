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
}

/** Rounded to what can be told apart on a chart: 2 decimals, 3 below 10, 4 below 1. */
export function roundForChart(value: number): number {
  const size = Math.abs(value)
  const scale = size >= 10 ? 100 : size >= 1 ? 1000 : 10_000
  // A value this large has no decimals left to round, and would overflow.
  return size > 1e12 ? value : Math.round(value * scale) / scale
}

/**
 * Points as columns with a null wherever nothing was heard for longer than `silence` (ms); where the nulls do not fit into `limit`
 * the longest silences are kept. `buckets` are in order of time; `grain` is the width (ms) of what `first` and `last` name.
 */
export function seriesOf(
  buckets: readonly Bucket[],
  facts: { silence: number; grain: number; limit: number },
): Pick<Curve, 'ts' | 'mean' | 'min' | 'max'> {
  const gaps: { before: number; length: number }[] = []
  for (let at = 1; at < buckets.length; at++) {
    const length = buckets[at]!.first - buckets[at - 1]!.last
    if (length > facts.silence) gaps.push({ before: at, length })
  }
  const room = Math.max(0, facts.limit - buckets.length)
  if (gaps.length > room) gaps.sort((one, other) => other.length - one.length).splice(room)
  const broken = new Set(gaps.map(({ before }) => before))
  const columns = { ts: [] as number[], mean: [] as (number | null)[], min: [] as (number | null)[], max: [] as (number | null)[] }
  const push = (ts: number, mean: number | null, min: number | null, max: number | null) => {
    columns.ts.push(ts)
    columns.mean.push(mean)
    columns.min.push(min)
    columns.max.push(max)
  }
  buckets.forEach((bucket, at) => {
    // The line ends where the last reading was, and before the next point, so that time never stands still.
    if (broken.has(at)) push(Math.min(buckets[at - 1]!.last + facts.grain, bucket.at - 1), null, null, null)
    push(bucket.at, roundForChart(bucket.sum / bucket.n), roundForChart(bucket.min), roundForChart(bucket.max))
  })
  return columns
}
