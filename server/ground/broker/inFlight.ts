import type { Client } from 'aedes'
import { bytesInFlight } from './counters.ts'
import type { Flow } from './packetGuard.ts'

/** Of one connection, of messages that are taken and not answered. Beyond it nothing more of it is read until half has been answered. */
const MOST_BYTES = 1024 * 1024
/** What a message costs beside its bytes. */
const OVERHEAD = 256

/** Bounds what a connection has on the way: a sender that does not wait for its acknowledgements is made to wait. */
export interface InFlight {
  /** Counts a message; answers what to call once it is answered. */
  take(client: Client, bytes: number): () => void
}

export function createInFlight(flowOf: (client: Client) => Flow | undefined): InFlight {
  const taken = new WeakMap<Client, { bytes: number; isHeld: boolean }>()
  return {
    take(client, length) {
      const size = length + OVERHEAD
      const own = taken.get(client) ?? { bytes: 0, isHeld: false }
      taken.set(client, own)
      own.bytes += size
      bytesInFlight.inc(size)
      if (own.bytes > MOST_BYTES && !own.isHeld) {
        own.isHeld = true
        flowOf(client)?.hold()
      }
      return () => {
        own.bytes -= size
        bytesInFlight.dec(size)
        if (!own.isHeld || own.bytes > MOST_BYTES / 2) return
        own.isHeld = false
        flowOf(client)?.release()
      }
    },
  }
}
