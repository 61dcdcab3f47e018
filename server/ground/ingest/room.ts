import type { Message } from './batch.ts'

/** What may wait while the database is away; beyond it connections are closed unacknowledged and come back later. */
const MOST_WAITING_BYTES = 64 * 1024 * 1024
/** Of it the connections of one device may hold this much, so that they do not take the room of all. */
const MOST_WAITING_OF_DEVICE = 8 * 1024 * 1024
const MESSAGE_OVERHEAD = 200

/** How much waits for the database, in all and of each device that brings it. */
export interface Room {
  /** Why no further message of this device is taken, or null. */
  reasonAgainst(deviceId: number): string | null
  take(message: Message): void
  leave(message: Message): void
}

export function createRoom(): Room {
  const ofDevice = new Map<number, number>()
  let all = 0
  const sizeOf = ({ payload }: Message) => payload.length + MESSAGE_OVERHEAD
  return {
    reasonAgainst(deviceId) {
      if (all > MOST_WAITING_BYTES) return 'overloaded'
      return (ofDevice.get(deviceId) ?? 0) > MOST_WAITING_OF_DEVICE ? 'overloaded by the device' : null
    },
    take(message) {
      const size = sizeOf(message)
      all += size
      ofDevice.set(message.sender.id, (ofDevice.get(message.sender.id) ?? 0) + size)
    },
    leave(message) {
      const size = sizeOf(message)
      all -= size
      const left = (ofDevice.get(message.sender.id) ?? 0) - size
      if (left > 0) ofDevice.set(message.sender.id, left)
      else ofDevice.delete(message.sender.id)
    },
  }
}
