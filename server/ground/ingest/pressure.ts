/** A commit of so few readings takes what any commit takes. */
const FEW = 8
/** Fewer readings a commit are no pressure, however long the disk takes. */
const MANY = 50
const TIMES_LONGER = 2.5
const PAST_MS = 1000
const FIRST_MS = 2

/**
 * Whether readings come about as fast as they can be stored. There is one writer, and what comes while it commits is committed next: under
 * pressure each commit takes many readings along and is long because of them, not because of a disk that is slow for one as well.
 */
export function createPressure(now: () => number = () => performance.now()) {
  let bareMs = FIRST_MS
  let ms = 0
  let readings = 0
  let at = -Infinity
  return {
    /** A commit of so many readings took so long. */
    committed(count: number, tookMs: number): void {
      if (count <= FEW) bareMs += (tookMs - bareMs) / 16
      ms += (tookMs - ms) / 4
      readings += (count - readings) / 4
      at = now()
    },
    isHigh: (): boolean => now() - at < PAST_MS && readings >= MANY && ms >= bareMs * TIMES_LONGER,
  }
}
