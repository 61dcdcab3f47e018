import { isCircular } from '#contract/devices/circular'
import type { CollectItem, Curve } from '#contract/devices/collect'
import type { SparkShape } from '#src/charts/drawSparkline.ts'
import { extremes } from '#src/charts/extremes.ts'
import { keepRealGaps } from '#src/charts/historyCurve.ts'

export const TREND_HOURS = 6
const HOUR_MS = 3_600_000

/** The trend of the last hours with the newest reading at its end, so that curve and number never disagree; its peaks are those of the readings. */
export function shapeOf(
  item: Pick<CollectItem, 'code' | 'low' | 'high'>,
  trend: Curve | null,
  newest: { ts: number; value: number | null } | undefined,
  now: number,
): SparkShape {
  const line = extremes(trend ? keepRealGaps(trend) : { collectionTime: [], collectionData: [], min: [], max: [] })
  // A point stands for some minutes, the last of which may not have been yet.
  const to = Math.max(now, newest?.ts ?? 0)
  const all = line.ts.map((moment, at) => [Math.min(moment, newest?.ts ?? moment), line.values[at] ?? null] as const)
  const from = to - TREND_HOURS * HOUR_MS
  const seen = [...all, ...(newest ? [[newest.ts, newest.value] as const] : [])].filter(([ts]) => ts >= from)
  const [ts, values] = [seen.map(([moment]) => moment), seen.map(([, value]) => value)]
  return { from, to, points: isCircular(item.code), ts, values, low: item.low, high: item.high }
}
