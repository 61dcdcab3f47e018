import { corrected } from '#contract/devices/calibration'
import { MAX_ITEMS } from '#contract/devices/collect'
import { MAX_AHEAD_MS, MAX_CHILDREN, MAX_CHILDREN_READINGS } from '#contract/devices/protocol'
import type { RejectedNote } from '#contract/devices/rejectedNote'
import { childOf, type KnownCalibration, type KnownDevice, type KnownItem, unheardItem } from '../broker/knownDevice.ts'
import { holding } from '../broker/treatments.ts'
import type { Batch, Part } from './batch.ts'
import {
  countSaid,
  decodeReadings,
  decodeState,
  type Fault,
  ITEM_CODE,
  looksLikeSeconds,
  type ReadingSink,
  type Reason,
  short,
} from './decode.ts'
import { entriesOf } from './entries.ts'

/** A device with a wrong clock is told so this often, not with every message. */
const AHEAD_NOTE_MS = 60_000
const NOTES_KEPT = 3

/** Reads what devices say, and finds what of it cannot be used. */
export interface Intake {
  /** Adds the readings of a message that came at `at` (ms UTC) to the batch; answers what of it cannot be used. */
  readings(batch: Batch, device: KnownDevice, text: string, at: number): Fault[]
  /** The same, where at most `room` readings are taken: of more none is. */
  readingsWithin(batch: Batch, device: KnownDevice, text: string, at: number, room: number): Fault[]
  /** Reads a message of the state topic. */
  states(text: string): { states: Part['states']; faults: Fault[] }
  /** Whose words a gateway's message holds, each with its text; what is of nobody that it speaks for is a fault of the gateway's own. */
  split(gateway: KnownDevice, text: string): { told: { device: KnownDevice; text: string }[]; faults: Fault[] }
}

/** `retention`: how old a reading may be, in milliseconds. */
export function createIntake({ retention }: { retention: number }): Intake {
  const aheadNoted = new Map<number, number>()
  // The message that is being read; the sink is one object, so that a reading costs no closure.
  let batch: Batch
  let device: KnownDevice
  let now = 0
  let oldest = 0
  const faults = createFaults()

  const sink: ReadingSink = {
    reading(code, ts, value) {
      const item = device.items.get(code) ?? newItem(code)
      if (item === null) return
      if (item.treatment === 'calculated') {
        sink.fault('calculated', { code: 'calculated', name: code })
        return
      }
      if (ts === null) stamp(item)
      else if (ts > now + MAX_AHEAD_MS) {
        stamp(item)
        noteAhead(ts)
      } else if (ts < oldest) {
        sink.fault('tooOld', looksLikeSeconds(ts) ? { code: 'seconds', ts } : { code: 'tooOld', at: ts })
        return
      } else {
        batch.ts.push(ts)
        batch.places.push(0)
      }
      batch.items.push(item)
      batch.values.push(item.treatment === null || value === null ? value : calibrated(item.treatment, code, value))
    },
    fault: (reason, note, count) => faults.add(reason, note, count),
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

  function newItem(code: string): KnownItem | null {
    if (!ITEM_CODE.test(code)) {
      sink.fault('itemName', { code: 'itemName', name: code.slice(0, 80) })
      return null
    }
    if (device.items.size >= MAX_ITEMS) {
      sink.fault('tooMany', { code: 'items', name: code, limit: MAX_ITEMS })
      return null
    }
    const item = unheardItem(device, code)
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

  function read(into: Batch, of: KnownDevice, text: string, at: number): void {
    batch = into
    device = of
    now = at
    oldest = now - retention
    decodeReadings(text, sink)
  }

  return {
    readings(into, of, text, at) {
      read(into, of, text, at)
      return faults.take()
    },
    readingsWithin(into, of, text, at, room) {
      const from = into.items.length
      read(into, of, text, at)
      const count = into.items.length - from
      if (count > room) {
        for (const column of [into.items, into.ts, into.places, into.values]) column.length = from
        for (const at of into.under.keys()) if (at >= from) into.under.delete(at)
        faults.add('tooMany', { code: 'readings', count, limit: MAX_CHILDREN_READINGS }, count)
      }
      return faults.take()
    },
    states(text) {
      const { states, faults: said } = decodeState(text)
      for (const [reason, note] of said) faults.add(reason, note)
      return { states, faults: faults.take() }
    },
    split(gateway, text) {
      const told: { device: KnownDevice; text: string }[] = []
      const entries = entriesOf(text)
      if (entries === null) faults.add('shape', { code: 'devicesWanted' })
      else if (entries.length > MAX_CHILDREN) {
        const count = entries.reduce((sum, entry) => sum + countSaid(entry.text), 0)
        faults.add('tooMany', { code: 'devices', count: entries.length, limit: MAX_CHILDREN }, count)
      } else
        for (const { name, text: of } of entries) {
          const about = name === gateway.eui ? gateway : childOf(gateway, name)
          if (about) told.push({ device: about, text: of })
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
