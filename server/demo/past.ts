import { addDirections, isCircular } from '#contract/devices/circular'
import type { DemoDevice } from '#demo/farm'
import { DAY, hash, HOUR, MINUTE } from '#demo/physics'
import { DemoWorld } from '#demo/world'

/** How far back the demo's history goes. */
export const HISTORY_MS = 30 * DAY
const COARSE = 10 * MINUTE
/** The nearer to the end, the finer: age in ms and the step from there on. No step is so much finer that the last seems a silence. */
const FINER = [
  [24 * HOUR, 5 * MINUTE],
  [6 * HOUR, 2 * MINUTE],
  [3 * HOUR, MINUTE],
] as const
const SLOW_RECENT = 30 * MINUTE

/** A device's time without a word, ms UTC. */
export interface Outage {
  readonly from: number
  readonly to: number
}
/** The readings of one item, in order of time. */
export interface Series {
  readonly device: DemoDevice
  readonly code: string
  readonly ts: number[]
  readonly values: number[]
}

/** When a device was out of reach in the past month: one in four was, once, for up to an hour and a half. */
export function outagesOf(device: DemoDevice, end: number): Outage[] {
  if (device.id % 4 !== 2) return []
  const from = end - Math.floor((1 + 25 * hash(device.id, 71)) * DAY)
  return [{ from, to: from + Math.floor((25 + 65 * hash(device.id, 72)) * MINUTE) }]
}

/**
 * A month of readings until `end` (ms UTC, a whole minute): every ten minutes, in the last day every five and less, in the last hours every
 * minute; of slow items every hour, and every half an hour in the last day. By the same equations as the simulator's devices, so that their first values join on.
 */
export function pastReadings(devices: readonly DemoDevice[], end: number): Series[] {
  const begin = Math.ceil((end - HISTORY_MS) / COARSE) * COARSE
  const stages = FINER.map(([age, step]) => ({ from: Math.floor((end - age) / COARSE) * COARSE, step }))
  const recent = stages[0]!.from
  const world = new DemoWorld(devices, begin)
  const all = devices.map((device) => ({
    device,
    outages: outagesOf(device, end),
    series: new Map(device.items.map(({ code }) => [code, { device, code, ts: [] as number[], values: [] as number[] }])),
  }))
  const next = (ts: number) => Math.min(ts + (stages.findLast(({ from }) => ts >= from)?.step ?? COARSE), ts === end ? Infinity : end)
  for (let ts = begin; ts <= end; ts = next(ts)) {
    world.follow(ts)
    const slowToo = ts === end || ts % (ts < recent ? HOUR : SLOW_RECENT) === 0
    for (const { device, outages, series } of all) {
      if (outages.some(({ from, to }) => ts >= from && ts < to)) continue
      const values = world.read(device, ts, (item) => slowToo || !item.slow)
      for (const code in values) {
        const own = series.get(code)!
        own.ts.push(ts)
        own.values.push(values[code]!)
      }
    }
  }
  return all.flatMap(({ series }) => [...series.values()])
}

/** One hour of an item, as `reading_hour` keeps it. */
export interface HourRow {
  readonly bucket: number
  n: number
  sum: number
  min: number
  max: number
  readonly first: number
  last: number
  /** The sum of the vectors of what goes round, null of everything else. */
  cos: number | null
  sin: number | null
}

/** The hours of a series that have ended by `before` (ms UTC). */
export function hoursOf({ code, ts, values }: Pick<Series, 'code' | 'ts' | 'values'>, before: number): HourRow[] {
  const hours: HourRow[] = []
  const goesRound = isCircular(code)
  ts.forEach((moment, at) => {
    const bucket = Math.floor(moment / HOUR) * HOUR
    if (bucket + HOUR > before) return
    const value = values[at]!
    const last = hours.at(-1)
    const { cos, sin } = goesRound ? addDirections([[value, 1]]) : { cos: null, sin: null }
    if (last?.bucket !== bucket) {
      hours.push({ bucket, n: 1, sum: value, min: value, max: value, first: value, last: value, cos, sin })
      return
    }
    if (cos !== null && sin !== null) {
      last.cos! += cos
      last.sin! += sin
    }
    last.n++
    last.sum += value
    last.min = Math.min(last.min, value)
    last.max = Math.max(last.max, value)
    last.last = value
  })
  return hours
}
