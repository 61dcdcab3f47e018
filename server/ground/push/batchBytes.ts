/** A reading as it waits to be sent. */
export interface FedReading {
  readonly itemId: number
  readonly ts: number
  /** As in `reading`: 0 where the device gave the time. */
  readonly place: number
  readonly value: number | null
}

const WIDTH = 28

/** Readings in columns, for `push_feed.batch`: no reading of a batch has a row of its own. */
export function bytesOf(readings: readonly FedReading[]): Buffer {
  const n = readings.length
  const bytes = Buffer.allocUnsafe(n * WIDTH)
  for (let at = 0; at < n; at++) {
    const { itemId, ts, place, value } = readings[at]!
    bytes.writeDoubleLE(itemId, at * 8)
    bytes.writeDoubleLE(ts, (n + at) * 8)
    // A stored value is finite.
    bytes.writeDoubleLE(value ?? NaN, (2 * n + at) * 8)
    bytes.writeInt32LE(place, 3 * n * 8 + at * 4)
  }
  return bytes
}

export function readingsOf(bytes: Buffer): FedReading[] {
  const n = bytes.length / WIDTH
  return Array.from({ length: n }, (_, at) => {
    const value = bytes.readDoubleLE((2 * n + at) * 8)
    return {
      itemId: bytes.readDoubleLE(at * 8),
      ts: bytes.readDoubleLE((n + at) * 8),
      place: bytes.readInt32LE(3 * n * 8 + at * 4),
      value: Number.isNaN(value) ? null : value,
    }
  })
}
