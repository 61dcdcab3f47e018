import type { RejectedMessage } from '#contract/devices/gateway'
import { MAX_BACKFILL } from '#contract/devices/protocol'

export type Reason = RejectedMessage['reason']
export interface Fault {
  readonly reason: Reason
  readonly detail: string
}

/** What a readings message says, handed on value by value, so that nothing is built that is not kept. */
export interface ReadingSink {
  /** `ts` in ms UTC, or null where the message gives none. */
  reading(code: string, ts: number | null, value: number | null): void
  fault(reason: Reason, detail: string): void
}

const SECONDS_UNTIL = 100_000_000_000

/**
 * Reads `{"temperature":21.4}`, `{"ts":1764000000000,"values":{...}}` or an array of those (at most 1,000). A value is a number or
 * null. One bad value does not cost the good ones beside it; what cannot be used is named as a fault.
 */
export function decodeReadings(payload: Buffer, sink: ReadingSink): void {
  let said: unknown
  try {
    said = JSON.parse(payload.toString('utf8'))
  } catch (cause) {
    sink.fault('notJson', (cause as Error).message)
    return
  }
  if (!Array.isArray(said)) {
    entry(said, sink)
    return
  }
  if (said.length > MAX_BACKFILL) {
    sink.fault('tooMany', `${said.length} entries in one message, at most ${MAX_BACKFILL} are taken`)
    return
  }
  for (const one of said) entry(one, sink)
}

function entry(said: unknown, sink: ReadingSink): void {
  if (said === null || typeof said !== 'object' || Array.isArray(said)) {
    sink.fault('shape', `an object is wanted, this is ${kindOf(said)}`)
    return
  }
  const record = said as Record<string, unknown>
  if (!Object.hasOwn(record, 'values') && !Object.hasOwn(record, 'ts')) {
    values(record, null, sink)
    return
  }
  const inner = record['values']
  if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) {
    sink.fault('shape', 'beside "ts" the readings stand in an object "values"')
    return
  }
  const ts = record['ts']
  if (ts === undefined || ts === null) {
    values(inner as Record<string, unknown>, null, sink)
  } else if (typeof ts !== 'number' || !Number.isInteger(ts) || ts < 0) {
    sink.fault('shape', `"ts" is a whole number of milliseconds since 1970 UTC, this is ${kindOf(ts)}`)
  } else {
    values(inner as Record<string, unknown>, ts, sink)
  }
}

function values(record: Record<string, unknown>, ts: number | null, sink: ReadingSink): void {
  for (const code of Object.keys(record)) {
    const value = record[code]
    if (typeof value === 'number' ? Number.isFinite(value) : value === null) sink.reading(code, ts, value as number | null)
    else
      sink.fault(
        'notNumber',
        typeof value === 'boolean' || typeof value === 'string'
          ? `"${short(code)}" is ${kindOf(value)}: a reading is a number or null; what a device is stands on its state topic`
          : `"${short(code)}" is ${typeof value === 'number' ? 'too large a number' : kindOf(value)}: a reading is a number or null`,
      )
  }
}

/** A hint for the commonest mistake of a clock: seconds in place of milliseconds. */
export const looksLikeSeconds = (ts: number): boolean => ts > 0 && ts < SECONDS_UNTIL

export const ITEM_CODE = /^[A-Za-z0-9_.-]{1,64}$/
const HIGHEST_CIRCUIT = 64
const HIGHEST_STATUS = 2

/** Reads `{"1":1,"2":0}`: circuit (1 to 64) to status (0 to 2). */
export function decodeState(payload: Buffer): { states: [circuit: number, status: number][]; faults: Fault[] } {
  const faults: Fault[] = []
  const states: [number, number][] = []
  let said: unknown
  try {
    said = JSON.parse(payload.toString('utf8'))
  } catch (cause) {
    return { states, faults: [{ reason: 'notJson', detail: (cause as Error).message }] }
  }
  if (said === null || typeof said !== 'object' || Array.isArray(said)) {
    return { states, faults: [{ reason: 'shape', detail: `an object of circuit to status is wanted, this is ${kindOf(said)}` }] }
  }
  for (const [key, status] of Object.entries(said)) {
    const circuit = /^[1-9]\d?$/.test(key) ? Number(key) : 0
    if (circuit < 1 || circuit > HIGHEST_CIRCUIT)
      faults.push({ reason: 'circuit', detail: `"${short(key)}" is no circuit from 1 to ${HIGHEST_CIRCUIT}` })
    else if (typeof status !== 'number' || !Number.isInteger(status) || status < 0 || status > HIGHEST_STATUS)
      faults.push({ reason: 'circuit', detail: `circuit ${circuit}: a status is 0, 1 or 2, this is ${kindOf(status)}` })
    else states.push([circuit, status])
  }
  return { states, faults }
}

const SHOWN = 40
const short = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text)

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'string') return `the text "${short(value)}"`
  return typeof value === 'boolean' ? `the truth value ${value}` : `the number ${value as number}`
}
