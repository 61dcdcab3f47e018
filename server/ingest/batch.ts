import type { KnownDevice, KnownItem } from '../broker/directory.ts'
import type { Fault } from './decode.ts'

/** One message of a device on its way into the database. Its readings are `from` to `to` (excluded) of its batch. */
export interface Message {
  readonly device: KnownDevice
  readonly topic: string
  readonly payload: Buffer
  /** The server's clock at its arrival, ms UTC. */
  readonly at: number
  from: number
  to: number
  states: readonly (readonly [circuit: number, status: number])[]
  /** What of it cannot be used, at most one of each reason. */
  faults: Fault[]
  /** Acknowledges, or with an error closes the connection unacknowledged. */
  readonly done: (failure?: Error) => void
}

/** Messages that are committed together; readings as columns, in the order of their arrival. */
export interface Batch {
  readonly messages: Message[]
  readonly items: KnownItem[]
  readonly ts: number[]
  readonly values: (number | null)[]
}

export const emptyBatch = (): Batch => ({ messages: [], items: [], ts: [], values: [] })

/** A batch of some of the messages of another: to find the one that the database will not take. */
export function partOf(batch: Batch, from: number, to: number): Batch {
  const part = emptyBatch()
  for (const message of batch.messages.slice(from, to)) {
    const start = part.items.length
    for (let at = message.from; at < message.to; at++) {
      part.items.push(batch.items[at]!)
      part.ts.push(batch.ts[at]!)
      part.values.push(batch.values[at]!)
    }
    part.messages.push(Object.assign(message, { from: start, to: part.items.length }))
  }
  return part
}

/** The message that a reading of the batch came with. */
export function messageOf(batch: Batch, reading: number): Message {
  let low = 0
  let high = batch.messages.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (batch.messages[middle]!.to > reading) high = middle
    else low = middle + 1
  }
  return batch.messages[low]!
}

/** For each item, the reading of the batch that is newer than all that was committed before; the first of a moment wins. */
export function newestOf(batch: Batch): Map<KnownItem, number> {
  const newest = new Map<KnownItem, number>()
  for (let at = 0; at < batch.items.length; at++) {
    const item = batch.items[at]!
    const ts = batch.ts[at]!
    if (ts <= item.lastTs) continue
    const before = newest.get(item)
    if (before === undefined || batch.ts[before]! < ts) newest.set(item, at)
  }
  return newest
}
