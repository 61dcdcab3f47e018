import { MAX_CURVE_POINTS } from '#contract/devices/collect'

export const MINUTE = 60_000
export const HOUR = 3_600_000
/** Beyond this a curve never reads every reading, however slow the device says it is. */
const LONGEST_RAW = 3 * 24 * HOUR

export interface Resolution {
  readonly tier: 'raw' | 'minute' | 'hour'
  /** What the tier knows of time, in ms: 1, a minute, an hour. */
  readonly grain: number
  /** Width of a drawn point in ms, a multiple of the grain. */
  readonly bucket: number
  /** The range read, `from` included, `to` not: grown outwards to whole grains. */
  readonly from: number
  readonly to: number
}

/**
 * The coarsest tier that still fills the pixels: at most `points` buckets over [from, to). A range in which a device of this
 * reporting period (ms) has no more readings than points is read raw, so that each reading is drawn at its own moment.
 */
export function chooseResolution(wanted: { from: number; to: number; points: number; period: number }): Resolution {
  const points = Math.min(Math.max(2, wanted.points), MAX_CURVE_POINTS)
  const span = Math.max(1, wanted.to - wanted.from)
  const width = span / points
  const few = span <= LONGEST_RAW && span / wanted.period <= points
  if (few || width < MINUTE) return { tier: 'raw', grain: 1, bucket: Math.ceil(width), from: wanted.from, to: wanted.from + span }
  const grain = width < HOUR ? MINUTE : HOUR
  const from = Math.floor(wanted.from / grain) * grain
  const to = Math.ceil(wanted.to / grain) * grain
  return { tier: grain === HOUR ? 'hour' : 'minute', grain, bucket: Math.ceil((to - from) / points / grain) * grain, from, to }
}
