/** A clock that is further behind than this is followed nevertheless, ms: it was far ahead before. */
const FOLLOW_MS = 3 * 3_600_000

/**
 * The time of recordings: the clock, which nobody sets back. Where the clock was set back, time goes on at half its speed until the clock has caught up,
 * so that nothing that was kept is kept under the same time again. `from` is the last moment that was given before, ms.
 */
export function steadyTime(clock: () => number, from: number, elapsed = () => performance.now()): () => number {
  let last = from
  let asked = elapsed()
  return () => {
    const [now, then] = [clock(), asked]
    asked = elapsed()
    if (now >= last || last - now > FOLLOW_MS) last = now
    else last += (asked - then) / 2
    return Math.floor(last)
  }
}
