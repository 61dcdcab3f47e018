export const PACKET = 188
export const SYNC = 0x47
const PAT = 0
/** The pids of ffmpeg's own MPEG-TS: its tables, its first stream, which is the video, and its second, which is the sound. */
export const PMT = 0x1000
export const VIDEO = 0x100
export const AUDIO = 0x101

export const pidOf = (bytes: Buffer, at: number): number => ((bytes[at + 1]! & 0x1f) << 8) | bytes[at + 2]!

/** Whole packets of a stream: where in them a key frame begins (-1: none does), and how many pictures begin. */
export interface Piece {
  readonly bytes: Buffer
  readonly keyAt: number
  readonly pictures: number
}

/** Cuts what ffmpeg writes into whole packets, and keeps what came since the last key frame: there a player can begin. */
export function createPackets() {
  let rest: Buffer = Buffer.alloc(0)
  let since: Buffer[] = []
  let held = 0
  /** No more is kept of a stream that brings no key frame. */
  const MOST = 8 * 1024 * 1024

  return {
    /** null where no whole packet came. */
    take(chunk: Buffer): Piece | null {
      const all = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      const whole = all.length - (all.length % PACKET)
      rest = all.subarray(whole)
      if (whole === 0) return null
      const bytes = all.subarray(0, whole)
      let keyAt = -1
      let tablesAt = -1
      let pictures = 0
      for (let at = 0; at < whole; at += PACKET) {
        if (bytes[at] !== SYNC) continue
        const pid = pidOf(bytes, at)
        if (pid === PAT) tablesAt = at
        else if (pid === VIDEO && (bytes[at + 1]! & 0x40) !== 0) {
          pictures++
          const isKey = (bytes[at + 3]! & 0x20) !== 0 && bytes[at + 4]! > 0 && (bytes[at + 5]! & 0x40) !== 0
          // The tables stand right before it.
          if (isKey) keyAt = tablesAt >= 0 ? tablesAt : at
        }
        if (pid !== PAT && pid !== PMT && tablesAt >= 0 && keyAt !== tablesAt) tablesAt = -1
      }
      if (keyAt >= 0) {
        since = [bytes.subarray(keyAt)]
        held = whole - keyAt
      } else if (since.length > 0 && held < MOST) {
        since.push(bytes)
        held += whole
      }
      return { bytes, keyAt, pictures }
    },
    /** All that came since the last key frame, from this on; empty before the first. */
    sinceKey: (): Buffer => Buffer.concat(since),
  }
}
