import { corrected } from '#contract/devices/calibration'
import { MAX_ITEMS } from '#contract/devices/collect'
import { MAX_CHILDREN, MAX_CHILDREN_READINGS } from '#contract/devices/protocol'
import { CLOCK_TOLERANCE_MS, hearClock, LONGEST_BACKLOG_MS, newestSent } from '#machines/devices/deviceClock'
import type { RejectedNote } from '#contract/devices/rejectedNote'
import { type KnownCalibration, type KnownDevice, type KnownItem, unheardItem } from '../broker/knownDevice.ts'
import { holding } from '../broker/treatments.ts'
import type { Batch, Part, Word } from './batch.ts'
import { countSaid, type Decode, type Fault, ITEM_CODE, mendedText, type Reason, short, type Sink, unitOf } from './decode.ts'
import { entriesOf } from './entries.ts'

/** What is told of a clock that is wrong is told anew where it moved by this. */
const CLOCK_NEWS_MS = 5000
/** So many messages that are late by a clock of which nothing is known are told of. */
const LATE_NEWS = 3
const NOTES_KEPT = 3
const NOTHING_SAID: Pick<Part, 'states' | 'words'> = { states: [], words: [] }

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
  const reach = Math.max(retention, LONGEST_BACKLOG_MS)
  let batch: Batch
  let device: KnownDevice
  let now = 0
  let oldest = 0
  let states: { circuit: number; ts: number | null; status: number }[] = []
  let words: (Omit<Word, 'at'> & { ts: number | null })[] = []
  /** The newest time that the device gave in the message. */
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
        note(ts)
        batch.ts.push(ts)
        batch.places.push(0)
      }
      batch.items.push(item)
      batch.values.push(value)
    },
    state(circuit, ts, status) {
      if (ts !== null && !isMilliseconds(ts)) return
      note(ts)
      states.push({ circuit, ts, status })
    },
    word(scope, name, ts, value) {
      if (ts !== null && !isMilliseconds(ts)) return
      note(ts)
      words.push({ scope, name, ts, value })
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

  function note(ts: number | null): void {
    if (ts !== null && ts > newest) newest = ts
  }

  /** By how much the device's times are to be moved, ms: its clock is judged by the message. */
  function judged(from: number): number {
    if (newest === -Infinity) return 0
    let sent = newest
    if (newest - now - (device.clock.offset ?? 0) > CLOCK_TOLERANCE_MS) {
      const times: number[] = []
      for (let at = from; at < batch.items.length; at++) if (batch.places[at] === 0) times.push(batch.ts[at]!)
      for (const { ts } of [...states, ...words]) if (ts !== null) times.push(ts)
      sent = newestSent(device.clock, now, times)
    }
    return hearClock(device.clock, now, sent, { period: device.period, reach })
  }

  /** The time that a device gave, by the server's clock; undefined where it is of no use: too old, or of a future that its own clock does not know. */
  function timely(sent: number, offset: number): number | undefined {
    const at = sent - offset
    if (at < oldest) sink.fault('tooOld', { code: 'tooOld', at: sent })
    else if (at > now + CLOCK_TOLERANCE_MS) sink.fault('ahead', { code: 'beyondNow', at: sent, now: now + offset })
    else return at
    return undefined
  }

  /** Moves the readings from `from` on by what the device's clock is wrong by, in their own order and distances, and leaves out what is of no use. */
  function place(from: number, offset: number): void {
    let to = from
    for (let at = from; at < batch.items.length; at++) {
      const sent = batch.ts[at]!
      const isDated = batch.places[at] === 0
      const ts = isDated ? timely(sent, offset) : sent
      if (ts === undefined) continue
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

  /** The states and the words of the message, each at its time by the server's clock. */
  function placeSaid(offset: number): Pick<Taken, 'states' | 'words'> {
    if (states.length === 0 && words.length === 0) return NOTHING_SAID
    const placed: { states: [number, number][]; words: Word[] } = { states: [], words: [] }
    for (const { circuit, ts, status } of states) {
      const at = ts === null ? null : timely(ts, offset)
      if (at !== undefined && isNewest(circuit, at)) placed.states.push([circuit, status])
    }
    for (const { ts, ...word } of words) {
      const at = ts === null ? now : timely(ts, offset)
      if (at !== undefined) placed.words.push({ ...word, at })
    }
    states = []
    words = []
    return placed
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
      const offset = judged(from)
      place(from, offset)
      const said = placeSaid(offset)
      const clock = clockNews()
      const count = into.items.length - from
      if (count > room) {
        for (const column of [into.items, into.ts, into.places, into.values]) column.length = from
        for (const map of [into.under, into.sent]) for (const reading of map.keys()) if (reading >= from) map.delete(reading)
        faults.add('tooMany', { code: 'readings', count, limit: MAX_CHILDREN_READINGS }, count)
      }
      return { ...said, faults: faults.take(), clock }
    },
    split(gateway, text, find) {
      const told: { name: string; device: KnownDevice; text: string }[] = []
      const entries = entriesOf(text) ?? entriesOf(mendedText(text))
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
