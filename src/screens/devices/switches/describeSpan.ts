const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A span of time in the two units that matter; words: `devices:changes.span`. */
export type SpanWords =
  | { unit: 'seconds'; seconds: number }
  | { unit: 'minutes'; minutes: number }
  | { unit: 'hours'; hours: number; minutes: number }
  | { unit: 'days'; days: number; hours: number }

/** How long something lasted, in ms, as a person says it. */
export function describeSpan(ms: number): SpanWords {
  if (ms < MINUTE) return { unit: 'seconds', seconds: Math.max(0, Math.floor(ms / SECOND)) }
  if (ms < HOUR) return { unit: 'minutes', minutes: Math.floor(ms / MINUTE) }
  if (ms < DAY) return { unit: 'hours', hours: Math.floor(ms / HOUR), minutes: Math.floor((ms % HOUR) / MINUTE) }
  return { unit: 'days', days: Math.floor(ms / DAY), hours: Math.floor((ms % DAY) / HOUR) }
}
