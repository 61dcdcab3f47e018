import { MAX_AHEAD_MS } from '#contract/devices/protocol'
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
  /** When its first message was taken, by the process's own clock, which nobody sets. */
  since: number
  /** Of this process, in the order of their first try; null before it. */
  number: number | null
  readonly messages: Message[]
  readonly items: KnownItem[]
  readonly ts: number[]
  /** 0 where the device gave the time, else the place among the item's readings to which the server gave this millisecond. */
  readonly places: number[]
  readonly values: (number | null)[]
}

export const emptyBatch = (): Batch => ({ since: 0, number: null, messages: [], items: [], ts: [], places: [], values: [] })

/** A batch of some of the messages of another: to find the one that the database will not take. */
export const partOf = (batch: Batch, from: number, to: number): Batch => partWith(batch, batch.messages.slice(from, to))

/** A batch of these messages of another, in their order. */
export function partWith(batch: Batch, messages: readonly Message[]): Batch {
  const part = { ...emptyBatch(), since: batch.since }
  for (const message of messages) {
    const start = part.items.length
    for (let at = message.from; at < message.to; at++) {
      part.items.push(batch.items[at]!)
      part.ts.push(batch.ts[at]!)
      part.places.push(batch.places[at]!)
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

/**
 * Whether a reading lies where none can honestly lie at `now`: the server's clock was ahead when it was taken, and was set back since.
 * Such a one is newest only until anything else comes.
 */
export const isBeyond = (ts: number, place: number, now: number): boolean => ts > now + (place > 0 ? 0 : MAX_AHEAD_MS)

/** Whether a reading takes the place of another as its item's newest. Of two that a device gave one time the first one stays. */
export function isNewer(one: { ts: number; place: number }, before: { ts: number; place: number }, now: number): boolean {
  const beyond = isBeyond(before.ts, before.place, now)
  if (isBeyond(one.ts, one.place, now) !== beyond) return beyond
  return one.ts > before.ts || (one.ts === before.ts && one.place > before.place)
}

/** For each item, the reading of the batch that is newer than all that was committed before; `skipped` are left out. */
export function newestOf(batch: Batch, now: number, skipped?: ReadonlySet<number>): Map<KnownItem, number> {
  const newest = new Map<KnownItem, number>()
  const at = (reading: number) => ({ ts: batch.ts[reading]!, place: batch.places[reading]! })
  for (let reading = 0; reading < batch.items.length; reading++) {
    if (skipped?.has(reading)) continue
    const item = batch.items[reading]!
    const before = newest.get(item)
    const held = before === undefined ? { ts: item.lastTs, place: item.lastPlace } : at(before)
    if (isNewer(at(reading), held, now)) newest.set(item, reading)
  }
  return newest
}
