import { MAX_AHEAD_MS } from '#contract/devices/protocol'
import type { RejectedNote } from '#contract/devices/rejectedNote'
import { type KnownDevice, type KnownItem, unheardItem } from '../broker/directory.ts'
import type { Batch, Message } from './batch.ts'
import { decodeReadings, decodeState, type Fault, ITEM_CODE, looksLikeSeconds, type ReadingSink, type Reason } from './decode.ts'

const MOST_ITEMS = 500
/** A device with a wrong clock is told so this often, not with every message. */
const AHEAD_NOTE_MS = 60_000
const NOTES_KEPT = 3

/** Reads what devices say, and finds what of it cannot be used. */
export interface Intake {
  /** Adds the readings of a message that came at `at` (ms UTC) to the batch; answers what of it cannot be used. */
  readings(batch: Batch, device: KnownDevice, payload: Buffer, at: number): Fault[]
  /** Reads a message of the state topic. */
  states(payload: Buffer): { states: Message['states']; faults: Fault[] }
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
      batch.values.push(value)
    },
    fault: (reason, note, count) => faults.add(reason, note, count),
  }

  function newItem(code: string): KnownItem | null {
    if (!ITEM_CODE.test(code)) {
      sink.fault('itemName', { code: 'itemName', name: code.slice(0, 80) })
      return null
    }
    if (device.items.size >= MOST_ITEMS) {
      sink.fault('tooMany', { code: 'items', name: code, limit: MOST_ITEMS })
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

  return {
    readings(into, of, payload, at) {
      batch = into
      device = of
      now = at
      oldest = now - retention
      decodeReadings(payload, sink)
      return faults.take()
    },
    states(payload) {
      const { states, faults: said } = decodeState(payload)
      for (const [reason, note] of said) faults.add(reason, note)
      return { states, faults: faults.take() }
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
