import { corrected } from '#contract/devices/calibration'
import { MAX_ITEMS } from '#contract/devices/collect'
import { MAX_CHILDREN, MAX_CHILDREN_READINGS } from '#contract/devices/protocol'
import { CLOCK_TOLERANCE_MS, hearClock } from '#machines/devices/deviceClock'
import type { RejectedNote } from '#contract/devices/rejectedNote'
import { type KnownCalibration, type KnownDevice, type KnownItem, unheardItem } from '../broker/knownDevice.ts'
import { holding } from '../broker/treatments.ts'
import type { Batch, Part, Word } from './batch.ts'
import { countSaid, type Decode, type Fault, ITEM_CODE, type Reason, short, type Sink, unitOf } from './decode.ts'
import { entriesOf } from './entries.ts'

/** What is told of a clock that is wrong is told anew where it moved by this. */
const CLOCK_NEWS_MS = 5000
/** So many messages that are late by a clock of which nothing is known are told of. */
const LATE_NEWS = 3
const NOTES_KEPT = 3
const NO_STATES: Part['states'] = []
const NO_WORDS: Part['words'] = []

/** What a message says of one device beside its readings, and what of it cannot be used. */
export type Taken = Pick<Part, 'states' | 'words' | 'faults' | 'clock'>

/** The device that a gateway means by a name. */
export type FindChild = (gateway: KnownDevice, name: string) => KnownDevice | undefined

/** Reads what devices say, and finds what of it cannot be used. */
export interface Intake {
  /** Adds the readings of a message that came at `at` (ms UTC) to the batch, at most `room` of them: of more none is taken. */
  read(batch: Batch, device: KnownDevice, text: string, at: number, decode: Decode, room?: number): Taken
  /** Whose words a gateway's message holds, each with its text; what is of nobody that it speaks for is a fault of the gateway's own. */
  split(
    gateway: KnownDevice,
    text: string,
    find: FindChild,
  ): { told: { name: string; device: KnownDevice; text: string }[]; faults: Fault[] }
}

/** `retention`: how old a reading may be, in milliseconds. */
export function createIntake({ retention }: { retention: number }): Intake {
  // The message that is being read; the sink is one object, so that a reading costs no closure.
  let batch: Batch
  let device: KnownDevice
  let now = 0
  let oldest = 0
  let states: [number, number][] = []
  let words: Word[] = []
  /** The newest time that the device gave to a reading of the message. */
  let newest = -Infinity
  /** Items that the message brought. */
  let fresh: KnownItem[] = []
  const faults = createFaults()
  /** When the newest state of a circuit was that the device gave a time of. */
  const dated = new WeakMap<KnownDevice, Map<number, number>>()

  const sink: Sink = {
    reading(code, ts, value, name) {
      const known = device.items.get(code)
      if (known === undefined && !isLawful(code)) return
      if (known?.treatment === 'calculated') {
        sink.fault('calculated', { code: 'calculated', name: code })
        return
      }
      if (ts !== null && !isMilliseconds(ts)) return
      // Last, so that what is not kept takes no place among the device's items.
      const item = known ?? newItem(code, name)
      if (item === null) return
      if (ts === null) stamp(item)
      else {
        if (ts > newest) newest = ts
        batch.ts.push(ts)
        batch.places.push(0)
      }
      batch.items.push(item)
      batch.values.push(value)
    },
    state(circuit, ts, status) {
      const at = timely(ts)
      if (at !== undefined && isNewest(circuit, at)) states.push([circuit, status])
    },
    word(scope, name, ts, value) {
      const at = timely(ts)
      if (at !== undefined) words.push({ scope, name, at: at ?? now, value })
    },
    fault: (reason, note, count) => faults.add(reason, note, count),
  }

  /** A time in another unit is of no use: nobody can tell it from a clock that is wrong. */
  function isMilliseconds(ts: number): boolean {
    const unit = unitOf(ts)
    // A clock that was never set says nothing.
    if (unit === 'milliseconds' && ts > 0) return true
    sink.fault('tooOld', unit === 'milliseconds' ? { code: 'tooOld', at: ts } : { code: unit, ts })
    return false
  }

  /** The time that a device gave, by the server's clock; null where that is still to come, undefined where it is too old to be used. */
  function timely(ts: number | null): number | null | undefined {
    if (ts === null) return null
    if (!isMilliseconds(ts)) return undefined
    const at = ts - (device.clock.offset ?? 0)
    if (at > now + CLOCK_TOLERANCE_MS) return null
    if (at >= oldest) return at
    sink.fault('tooOld', { code: 'tooOld', at: ts })
    return undefined
  }

  /** Moves the readings from `from` on by what the device's clock is wrong by, in their own order and distances, and leaves out what is too old. */
  function place(from: number): void {
    if (newest === -Infinity) device.clock.heardAt = now
    const offset = newest === -Infinity ? 0 : hearClock(device.clock, now, newest, { period: device.period, reach: retention })
    let to = from
    for (let at = from; at < batch.items.length; at++) {
      const sent = batch.ts[at]!
      const isDated = batch.places[at] === 0
      const ts = isDated ? sent - offset : sent
      if (ts < oldest) {
        sink.fault('tooOld', { code: 'tooOld', at: sent })
        continue
      }
      const item = batch.items[at]!
      batch.items[to] = item
      batch.ts[to] = ts
      batch.places[to] = batch.places[at]!
      if (ts !== sent) batch.sent.set(to, sent)
      const { treatment } = item
      const value = batch.values[at]!
      batch.values[to] =
        treatment === null || treatment === 'calculated' || value === null ? value : calibrated(treatment, item.code, value, to)
      to++
    }
    if (to === batch.items.length) return
    for (const column of [batch.items, batch.ts, batch.places, batch.values]) column.length = to
    for (const item of fresh) if (!batch.items.includes(item, from)) device.items.delete(item.code)
  }

  /** How the device's clock stands, where that is news. */
  function clockNews(): number | null | undefined {
    const { clock } = device
    const { offset, kept } = clock
    if (offset === null && (clock.late?.count ?? 0) < LATE_NEWS) return undefined
    const isKnown = kept === undefined ? offset === 0 : kept === offset || (kept !== null && offset !== null && isNear(kept, offset))
    if (isKnown) return undefined
    clock.kept = offset
    if (offset !== null && offset > 0) sink.fault('ahead', { code: 'ahead', at: now + offset, now }, 0)
    return offset
  }

  /** Whether nothing newer was said of the circuit: what is said late is how it was, not how it is. */
  function isNewest(circuit: number, ts: number | null): boolean {
    const newest = dated.get(device)
    const at = ts ?? now
    if (at < (newest?.get(circuit) ?? -Infinity) && ts !== null) return false
    if (ts !== null || newest) dated.set(device, (newest ?? new Map<number, number>()).set(circuit, at))
    return true
  }

  /** The value as it is shown and stored: the one place where a calibration is applied. */
  function calibrated(calibrations: readonly KnownCalibration[], code: string, raw: number, at: number): number | null {
    const calibration = holding(calibrations, batch.ts[at]!)
    if (calibration === undefined) return raw
    batch.under.set(at, calibration.id)
    const value = corrected(raw, calibration)
    if (value === null) sink.fault('beyond', { code: 'beyond', name: code, value: raw }, 0)
    return value
  }

  function isLawful(code: string): boolean {
    const lawful = ITEM_CODE.test(code)
    if (!lawful) sink.fault('itemName', { code: 'itemName', name: code.slice(0, 80) })
    return lawful
  }

  function newItem(code: string, name?: string): KnownItem | null {
    if (device.items.size >= MAX_ITEMS) {
      sink.fault('tooMany', { code: 'items', name: code, limit: MAX_ITEMS })
      return null
    }
    const item = unheardItem(device, code, name)
    device.items.set(code, item)
    fresh.push(item)
    return item
  }

  /** Gives a reading the server's time, and its place among the item's others of this millisecond. */
  function stamp(item: KnownItem): void {
    if (item.stampedTs !== now) {
      item.stampedTs = now
      item.stampedPlace = 0
    }
    batch.ts.push(now)
    batch.places.push(++item.stampedPlace)
  }

  return {
    read(into, of, text, at, decode, room = Infinity) {
      batch = into
      device = of
      now = at
      oldest = now - retention
      const from = into.items.length
      newest = -Infinity
      if (fresh.length > 0) fresh = []
      decode(text, sink, of)
      place(from)
      const clock = clockNews()
      const count = into.items.length - from
      if (count > room) {
        for (const column of [into.items, into.ts, into.places, into.values]) column.length = from
        for (const map of [into.under, into.sent]) for (const reading of map.keys()) if (reading >= from) map.delete(reading)
        faults.add('tooMany', { code: 'readings', count, limit: MAX_CHILDREN_READINGS }, count)
      }
      // What is handed out is the message's own: an array that was empty would go on to be filled by the next one.
      const taken = {
        states: states.length > 0 ? states : NO_STATES,
        words: words.length > 0 ? words : NO_WORDS,
        faults: faults.take(),
        clock,
      }
      if (states.length > 0) states = []
      if (words.length > 0) words = []
      return taken
    },
    split(gateway, text, find) {
      const told: { name: string; device: KnownDevice; text: string }[] = []
      const entries = entriesOf(text)
      if (entries === null) faults.add('shape', { code: 'devicesWanted' })
      else if (entries.length > MAX_CHILDREN) {
        const count = entries.reduce((sum, entry) => sum + countSaid(entry.text), 0)
        faults.add('tooMany', { code: 'devices', count: entries.length, limit: MAX_CHILDREN }, count)
      } else
        for (const { name, text: of } of entries) {
          const about = find(gateway, name)
          if (about) told.push({ name, device: about, text: of })
          else faults.add('notBehind', { code: 'notBehind', name: short(name) }, countSaid(of))
        }
      return { told, faults: faults.take() }
    },
  }
}

/** Whether there is no news in a clock that was kept so and is so now. */
const isNear = (kept: number, offset: number) => (kept === 0) === (offset === 0) && Math.abs(kept - offset) < CLOCK_NEWS_MS

/** The faults of a message, joined into one of each reason. */
function createFaults() {
  let found: Map<Reason, { count: number; said: number; notes: RejectedNote[] }> | null = null
  return {
    add(reason: Reason, note: RejectedNote, count = 1): void {
      found ??= new Map()
      const before = found.get(reason)
      if (!before) {
        found.set(reason, { count, said: 1, notes: [note] })
        return
      }
      before.count += count
      if (before.said++ < NOTES_KEPT) before.notes.push(note)
    },
    take(): Fault[] {
      if (found === null) return []
      const taken = [...found].map(([reason, { count, said, notes }]) => ({
        reason,
        notes: said > notes.length ? [...notes, { code: 'more' as const, count: said - notes.length }] : notes,
        count,
      }))
      found = null
      return taken
    },
  }
}
