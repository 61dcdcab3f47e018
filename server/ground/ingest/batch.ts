import { MAX_AHEAD_MS } from '#contract/devices/protocol'
import type { WordScope } from '#contract/devices/word'
import type { KnownDevice, KnownItem } from '../broker/knownDevice.ts'
import type { Fault } from './decode.ts'

/** A message on its way into the database: acknowledged once all that it says is committed, of however many devices. */
export interface Message {
  /** The device whose connection brought it. */
  readonly sender: KnownDevice
  readonly topic: string
  readonly payload: Buffer
  /** The server's clock at its arrival, ms UTC. */
  readonly at: number
  /** Its parts that are not committed yet. */
  open: number
  /** Acknowledges, or with an error closes the connection unacknowledged; called once. */
  readonly done: (failure?: Error) => void
}

/** The last of what is no number; `value` is JSON, `at` ms UTC. */
export interface Word {
  readonly scope: WordScope
  readonly name: string
  readonly at: number
  readonly value: string
}

/** What a message says of one device. Its readings are `from` to `to` (excluded) of its batch. */
export interface Part {
  readonly message: Message
  device: KnownDevice
  /** What of the payload is said of this device; null where all of it is. */
  readonly said: string | null
  from: number
  to: number
  states: readonly (readonly [circuit: number, status: number])[]
  words: readonly Word[]
  /** What of it cannot be used, at most one of each reason. */
  faults: Fault[]
  /** How its device's clock stands from this message on, ms ahead, null where nobody can tell; undefined where that is as before. */
  clock?: number | null | undefined
}

/** Parts of messages that are committed together; readings as columns, in the order of their arrival. */
export interface Batch {
  /** When its first message was taken, by the process's own clock, which nobody sets. */
  since: number
  /** Of this process, in the order of their first try; null before it. */
  number: number | null
  readonly parts: Part[]
  readonly items: KnownItem[]
  /** Moved to the server's clock where the device's is wrong. */
  readonly ts: number[]
  /** 0 where the device gave the time, else the place among the item's readings to which the server gave this millisecond; AGAIN and on as there. */
  readonly places: number[]
  readonly values: (number | null)[]
  /** Of readings that were moved: the time that the device gave. */
  readonly sent: Map<number, number>
  /** Of readings that were calibrated: under which calibration. */
  readonly under: Map<number, number>
}

export const emptyBatch = (): Batch => ({
  since: 0,
  number: null,
  parts: [],
  items: [],
  ts: [],
  places: [],
  values: [],
  sent: new Map(),
  under: new Map(),
})

/** A part is committed, or with `failure` it never will be: its message is answered with its last part, or at once. */
export function settle({ message }: Part, failure?: Error): void {
  if (failure === undefined) {
    if (--message.open === 0) message.done()
  } else if (message.open > 0) {
    message.open = 0
    message.done(failure)
  }
}

/** A batch of some of the parts of another: to find the one that the database will not take. */
export const cut = (batch: Batch, from: number, to: number): Batch => batchOf(batch, batch.parts.slice(from, to))

/** A batch of these parts of another, in their order. */
export function batchOf(batch: Batch, parts: readonly Part[]): Batch {
  const made = { ...emptyBatch(), since: batch.since }
  for (const part of parts) {
    const start = made.items.length
    for (let at = part.from; at < part.to; at++) {
      const under = batch.under.get(at)
      if (under !== undefined) made.under.set(made.items.length, under)
      const sent = batch.sent.get(at)
      if (sent !== undefined) made.sent.set(made.items.length, sent)
      made.items.push(batch.items[at]!)
      made.ts.push(batch.ts[at]!)
      made.places.push(batch.places[at]!)
      made.values.push(batch.values[at]!)
    }
    made.parts.push(Object.assign(part, { from: start, to: made.items.length }))
  }
  return made
}

/** The part that a reading of the batch came with. */
export function partAt(batch: Batch, reading: number): Part {
  let low = 0
  let high = batch.parts.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (batch.parts[middle]!.to > reading) high = middle
    else low = middle + 1
  }
  return batch.parts[low]!
}

/** From here on stand the second and further values of one whole second, of a device that knows no smaller time. */
export const AGAIN = 1_000_000
/** Whether a place is one of those to which the server gave the time. */
export const isStamped = (place: number): boolean => place > 0 && place < AGAIN

/**
 * Whether a reading lies where none can honestly lie at `now`: the server's clock was ahead when it was taken, and was set back since.
 * Such a one is newest only until anything else comes.
 */
export const isBeyond = (ts: number, place: number, now: number): boolean => ts > now + (isStamped(place) ? 0 : MAX_AHEAD_MS)

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
