import { corrected } from '#contract/devices/calibration'
import { MAX_ITEMS } from '#contract/devices/collect'
import { MAX_AHEAD_MS, MAX_CHILDREN, MAX_CHILDREN_READINGS } from '#contract/devices/protocol'
import type { RejectedNote } from '#contract/devices/rejectedNote'
import { type KnownCalibration, type KnownDevice, type KnownItem, unheardItem } from '../broker/knownDevice.ts'
import { holding } from '../broker/treatments.ts'
import type { Batch, Part, Word } from './batch.ts'
import { countSaid, type Decode, type Fault, ITEM_CODE, looksLikeSeconds, type Reason, short, type Sink } from './decode.ts'
import { entriesOf } from './entries.ts'

/** A device with a wrong clock is told so this often, not with every message. */
const AHEAD_NOTE_MS = 60_000
const NOTES_KEPT = 3
const NO_STATES: Part['states'] = []
const NO_WORDS: Part['words'] = []

/** What a message says of one device beside its readings, and what of it cannot be used. */
export type Taken = Pick<Part, 'states' | 'words' | 'faults'>

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
  const aheadNoted = new Map<number, number>()
  // The message that is being read; the sink is one object, so that a reading costs no closure.
  let batch: Batch
  let device: KnownDevice
  let now = 0
  let oldest = 0
  let states: [number, number][] = []
  let words: Word[] = []
  const faults = createFaults()
  /** When the newest state of a circuit was that the device gave a time of. */
  const dated = new WeakMap<KnownDevice, Map<number, number>>()

  const sink: Sink = {
    reading(code, ts, value, name) {
      const known = device.items.get(code)
      if (known === undefined && !isLawful(code)) return
      const treatment = known?.treatment ?? null
      if (treatment === 'calculated') {
        sink.fault('calculated', { code: 'calculated', name: code })
        return
      }
      const at = timely(ts)
      if (at === undefined) return
      // Last, so that what is not kept takes no place among the device's items.
      const item = known ?? newItem(code, name)
      if (item === null) return
      if (at === null) stamp(item)
      else {
        batch.ts.push(at)
        batch.places.push(0)
      }
      batch.items.push(item)
      batch.values.push(treatment === null || value === null ? value : calibrated(treatment, code, value))
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

  /** The time that a device gave, null where the server's clock gives it; undefined where it is too old to be used. */
  function timely(ts: number | null): number | null | undefined {
    if (ts === null) return null
    if (ts > now + MAX_AHEAD_MS) {
      noteAhead(ts)
      return null
    }
    if (ts >= oldest) return ts
    sink.fault('tooOld', looksLikeSeconds(ts) ? { code: 'seconds', ts } : { code: 'tooOld', at: ts })
    return undefined
  }

  /** Whether nothing newer was said of the circuit: what is said late is how it was, not how it is. */
  function isNewest(circuit: number, ts: number | null): boolean {
    const newest = dated.get(device)
    const at = ts ?? now
    if (at < (newest?.get(circuit) ?? -Infinity) && ts !== null) return false
    if (ts !== null || newest) dated.set(device, (newest ?? new Map<number, number>()).set(circuit, at))
    return true
  }

  /** The value as it is shown and stored: the one place where a calibration is applied. Its reading is the batch's last. */
  function calibrated(calibrations: readonly KnownCalibration[], code: string, raw: number): number | null {
    const calibration = holding(calibrations, batch.ts.at(-1)!)
    if (calibration === undefined) return raw
    batch.under.set(batch.values.length, calibration.id)
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

  function noteAhead(ts: number): void {
    if (Math.abs(now - (aheadNoted.get(device.id) ?? -Infinity)) < AHEAD_NOTE_MS) return
    aheadNoted.set(device.id, now)
    sink.fault('ahead', { code: 'ahead', at: ts, now }, 0)
  }

  return {
    read(into, of, text, at, decode, room = Infinity) {
      batch = into
      device = of
      now = at
      oldest = now - retention
      const from = into.items.length
      decode(text, sink, of)
      const count = into.items.length - from
      if (count > room) {
        for (const column of [into.items, into.ts, into.places, into.values]) column.length = from
        for (const reading of into.under.keys()) if (reading >= from) into.under.delete(reading)
        faults.add('tooMany', { code: 'readings', count, limit: MAX_CHILDREN_READINGS }, count)
      }
      // What is handed out is the message's own: an array that was empty would go on to be filled by the next one.
      const taken = { states: states.length > 0 ? states : NO_STATES, words: words.length > 0 ? words : NO_WORDS, faults: faults.take() }
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
