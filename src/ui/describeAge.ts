const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export type AgeWords = { unit: 'now' | 'ahead' } | { unit: 'seconds' | 'minutes' | 'hours' | 'days'; count: number }

/** Clocks of device and page differ a little; only more than this is "in the future". */
const SKEW_MS = 5 * SECOND

/** How long ago a moment was, in the largest unit that is full. Both in ms UTC. */
export function describeAge(moment: number, now: number): AgeWords {
  const age = now - moment
  if (age < -SKEW_MS) return { unit: 'ahead' }
  if (age < 5 * SECOND) return { unit: 'now' }
  if (age < MINUTE) return { unit: 'seconds', count: Math.floor(age / SECOND) }
  if (age < HOUR) return { unit: 'minutes', count: Math.floor(age / MINUTE) }
  if (age < DAY) return { unit: 'hours', count: Math.floor(age / HOUR) }
  return { unit: 'days', count: Math.floor(age / DAY) }
}
