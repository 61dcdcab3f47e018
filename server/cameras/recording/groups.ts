import type { Piece } from '../stream/packets.ts'

/** A key frame and all until the next one, as whole packets; from and to in ms. */
export interface Group {
  readonly from: number
  readonly to: number
  readonly bytes: Buffer
}
/** Without a picture for so long the stretch has ended, ms. */
export const GAP_MS = 1500
/** No stream of ours has such seconds; what brings no key frame is not kept. */
const MOST_BYTES = 8 * 1024 * 1024

/** Gathers what a stream sends into groups. `broken` is told where the next group does not follow on the last one. */
export function createGroups(given: { now: () => number; whole: (group: Group) => void; broken: () => void }) {
  const { now, whole, broken } = given
  let parts: Buffer[] = []
  let held = 0
  let from: number | null = null
  let lastAt = 0

  function end(to: number): void {
    if (from !== null && held > 0) whole({ from, to, bytes: Buffer.concat(parts) })
    from = null
    parts = []
    held = 0
  }
  /** What comes next is of another stretch. */
  function cut(): void {
    if (from === null) return
    end(lastAt)
    broken()
  }
  return {
    cut,
    take({ bytes, keyAt, pictures }: Piece): void {
      const at = now()
      if (from !== null && at - lastAt > GAP_MS) cut()
      if (from !== null) {
        parts.push(keyAt >= 0 ? bytes.subarray(0, keyAt) : bytes)
        held += parts.at(-1)!.length
      }
      if (held > MOST_BYTES) {
        from = null
        held = 0
        parts = []
        broken()
      }
      // What is sent again to one who comes later has no new picture: when it was taken is not known.
      if (keyAt >= 0 && pictures > 0) {
        end(at)
        from = at
        parts = [bytes.subarray(keyAt)]
        held = parts[0]!.length
      }
      if (pictures > 0) lastAt = at
    },
  }
}
