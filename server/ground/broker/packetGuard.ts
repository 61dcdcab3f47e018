import type { Duplex } from 'node:stream'

/** Whether what comes in is read on: what is not read stays with the sender. */
export interface Flow {
  hold(): void
  release(): void
}

/**
 * Counts the bytes of every MQTT packet on the stream, before the broker's parser buffers it, and calls `exceeded` at the first
 * fixed header that announces more than `limit()` bytes, or that is none. What came with it is not handed on.
 *
 * The broker takes bytes by `stream.read()` alone, so that is where they are seen: no further stream stands in the way.
 */
export function guardPackets(stream: Duplex, limit: () => number, exceeded: (bytes: number) => void): Flow {
  const read = stream.read.bind(stream)
  let toSkip = 0
  let inLength = false
  let length = 0
  let factor = 1
  let broken = false
  let held = false

  const fits = (chunk: Buffer): boolean => {
    let at = 0
    while (at < chunk.length) {
      if (toSkip > 0) {
        const step = Math.min(toSkip, chunk.length - at)
        toSkip -= step
        at += step
      } else if (!inLength) {
        inLength = true
        length = 0
        factor = 1
        at++
      } else {
        const byte = chunk[at++]!
        length += (byte & 127) * factor
        factor *= 128
        if (length > limit() || factor > 128 ** 4) return false
        if ((byte & 128) === 0) {
          inLength = false
          toSkip = length
        }
      }
    }
    return true
  }

  stream.read = (size?: number): Buffer | null => {
    if (broken || held) return null
    const chunk = read(size) as Buffer | null
    if (chunk == null || fits(chunk)) return chunk
    broken = true
    exceeded(length)
    return null
  }
  return {
    hold() {
      held = true
    },
    release() {
      if (!held) return
      held = false
      // The broker reads when it is told that there is something to read.
      if (!stream.destroyed) stream.emit('readable')
    },
  }
}
