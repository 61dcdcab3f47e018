const HOUR_MS = 3_600_000

/** Whether the clock can be trusted to say that something is too old. */
export interface Steadiness {
  isSteady(): boolean
}

/**
 * A clock that is suddenly years ahead makes all that waits too old at once. After it was set by more than an hour, or stands so far past the
 * last that was known (`last`, ms UTC) at a start, it is not trusted for an hour: whoever sees that it is wrong has so long to mend it.
 */
export function createSteadiness({
  clock,
  last,
  monotonic = () => performance.now(),
}: {
  clock: () => number
  last: number | null
  monotonic?: () => number
}): Steadiness {
  let known = { at: last ?? clock(), ran: monotonic() }
  let trustedFrom = -Infinity
  return {
    isSteady() {
      const now = { at: clock(), ran: monotonic() }
      if (Math.abs(now.at - known.at - (now.ran - known.ran)) > HOUR_MS) trustedFrom = now.ran + HOUR_MS
      known = now
      return now.ran >= trustedFrom
    },
  }
}
