/** Readings that wait to be sent, in columns, in the order of their arrival. */
export interface FedReadings {
  readonly n: number
  readonly itemIds: Float64Array
  readonly ts: Float64Array
  /** NaN where the device said that there is none: a stored value is finite. */
  readonly values: Float64Array
  /** As in `reading`: 0 where the device gave the time. */
  readonly places: Int32Array
}

const WIDTH = 28
const columnsOf = (buffer: ArrayBuffer, n: number): FedReadings => ({
  n,
  itemIds: new Float64Array(buffer, 0, n),
  ts: new Float64Array(buffer, n * 8, n),
  values: new Float64Array(buffer, n * 16, n),
  places: new Int32Array(buffer, n * 24, n),
})

/** Columns to be filled, and the bytes that hold them for `push_feed.batch`: no reading of a batch has a row of its own. */
export function roomFor(n: number): { columns: FedReadings; bytes: Buffer } {
  const buffer = new ArrayBuffer(n * WIDTH)
  return { columns: columnsOf(buffer, n), bytes: Buffer.from(buffer) }
}

/** What such bytes hold. They are copied: columns begin at multiples of eight, what a connection read begins anywhere. */
export const readingsOf = (bytes: Buffer): FedReadings => columnsOf(new Uint8Array(bytes).buffer, bytes.length / WIDTH)
