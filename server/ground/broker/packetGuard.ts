import type { Duplex } from 'node:stream'
import { PacketWalk } from '#contract/devices/packetWalk'

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
  const walk = new PacketWalk()
  let broken = false
  let held = false

  stream.read = (size?: number): Buffer | null => {
    if (broken || held) return null
    const chunk = read(size) as Buffer | null
    if (chunk == null || walk.feed(chunk, limit)) return chunk
    broken = true
    exceeded(walk.length)
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
