import type { RejectedMessage } from '#contract/devices/gateway'
import { MAX_BACKFILL } from '#contract/devices/protocol'
import type { RejectedNote, Said } from '#contract/devices/rejectedNote'

export type Reason = RejectedMessage['reason']
export interface Fault {
  readonly reason: Reason
  readonly notes: readonly RejectedNote[]
  /** How many readings (or states, or messages that say neither) are not kept for it; 0 is a note. */
  readonly count: number
}

/** What a readings message says, handed on value by value, so that nothing is built that is not kept. */
export interface ReadingSink {
  /** `ts` in ms UTC, or null where the message gives none. */
  reading(code: string, ts: number | null, value: number | null): void
  /** `count` readings of the message are not kept, 1 unless given. */
  fault(reason: Reason, note: RejectedNote, count?: number): void
}

const SECONDS_UNTIL = 100_000_000_000

/**
 * Reads `{"temperature":21.4}`, `{"ts":1764000000000,"values":{...}}` or an array of those (at most 1,000). A value is a number or
 * null. One bad value does not cost the good ones beside it; what cannot be used is named as a fault.
 */
export function decodeReadings(text: string, sink: ReadingSink): void {
  let said: unknown
  try {
    said = JSON.parse(text)
  } catch (cause) {
    sink.fault('notJson', jsonNote(cause as Error))
    return
  }
  if (!Array.isArray(said)) {
    entry(said, sink)
    return
  }
  if (said.length > MAX_BACKFILL) {
    sink.fault('tooMany', { code: 'entries', count: said.length, limit: MAX_BACKFILL }, saidBy(said))
    return
  }
  for (const one of said) entry(one, sink)
}

/** How many readings or states a text says, of which nothing is kept; one that says none counts as one. */
export function countSaid(text: string): number {
  try {
    const said: unknown = JSON.parse(text)
    return saidBy(Array.isArray(said) ? said : [said])
  } catch {
    return 1
  }
}

/** How many readings entries hold that are not looked into; one without any counts as one. */
function saidBy(entries: readonly unknown[]): number {
  let count = 0
  for (const one of entries) {
    const inner = one !== null && typeof one === 'object' && 'values' in one ? one.values : one
    count += Math.max(1, inner !== null && typeof inner === 'object' ? Object.keys(inner).length : 1)
  }
  return count
}

function entry(said: unknown, sink: ReadingSink): void {
  if (said === null || typeof said !== 'object' || Array.isArray(said)) {
    sink.fault('shape', { code: 'object', said: kindOf(said) })
    return
  }
  const record = said as Record<string, unknown>
  if (!Object.hasOwn(record, 'values') && !Object.hasOwn(record, 'ts')) {
    values(record, null, sink)
    return
  }
  const inner = record['values']
  if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) {
    sink.fault('shape', { code: 'valuesWanted' })
    return
  }
  const ts = record['ts']
  if (ts === undefined || ts === null) {
    values(inner as Record<string, unknown>, null, sink)
  } else if (typeof ts !== 'number' || !Number.isInteger(ts) || ts < 0) {
    sink.fault('shape', { code: 'ts', said: kindOf(ts) }, saidBy([said]))
  } else {
    values(inner as Record<string, unknown>, ts, sink)
  }
}

function values(record: Record<string, unknown>, ts: number | null, sink: ReadingSink): void {
  for (const code of Object.keys(record)) {
    const value = record[code]
    if (typeof value === 'number' ? Number.isFinite(value) : value === null) sink.reading(code, ts, value as number | null)
    else
      sink.fault('notNumber', {
        code: typeof value === 'boolean' || typeof value === 'string' ? 'stateElsewhere' : 'number',
        name: short(code),
        said: kindOf(value),
      })
  }
}

/** A hint for the commonest mistake of a clock: seconds in place of milliseconds. */
export const looksLikeSeconds = (ts: number): boolean => ts > 0 && ts < SECONDS_UNTIL

export const ITEM_CODE = /^[A-Za-z0-9_.-]{1,64}$/
const HIGHEST_CIRCUIT = 64
const HIGHEST_STATUS = 2

/** Reads `{"1":1,"2":0}`: circuit (1 to 64) to status (0 to 2). */
export function decodeState(text: string): { states: [circuit: number, status: number][]; faults: [Reason, RejectedNote][] } {
  const faults: [Reason, RejectedNote][] = []
  const states: [number, number][] = []
  let said: unknown
  try {
    said = JSON.parse(text)
  } catch (cause) {
    return { states, faults: [['notJson', jsonNote(cause as Error)]] }
  }
  if (said === null || typeof said !== 'object' || Array.isArray(said)) {
    return { states, faults: [['shape', { code: 'circuits', said: kindOf(said) }]] }
  }
  for (const [key, status] of Object.entries(said)) {
    const circuit = /^[1-9]\d?$/.test(key) ? Number(key) : 0
    if (circuit < 1 || circuit > HIGHEST_CIRCUIT) faults.push(['circuit', { code: 'circuit', name: short(key), limit: HIGHEST_CIRCUIT }])
    else if (typeof status !== 'number' || !Number.isInteger(status) || status < 0 || status > HIGHEST_STATUS)
      faults.push(['circuit', { code: 'status', circuit, said: kindOf(status) }])
    else states.push([circuit, status])
  }
  return { states, faults }
}

const SHOWN = 40
export const short = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text)

function kindOf(value: unknown): Said {
  if (value === null || value === undefined) return { kind: 'null', text: '' }
  if (Array.isArray(value)) return { kind: 'array', text: '' }
  if (typeof value === 'object') return { kind: 'object', text: '' }
  if (typeof value === 'string') return { kind: 'text', text: short(value) }
  if (typeof value === 'boolean') return { kind: 'flag', text: String(value) }
  return typeof value === 'number' && Number.isFinite(value) ? { kind: 'number', text: String(value) } : { kind: 'tooLarge', text: '' }
}

/** Where JSON ends being JSON, as far as the parser tells: its words are for programmers. */
function jsonNote({ message }: Error): RejectedNote {
  if (message.startsWith('Unexpected end')) return { code: 'jsonEnds' }
  const place = / at position (\d{1,9})\b/.exec(message)?.[1]
  if (place !== undefined) return { code: 'jsonAt', place: Number(place) + 1 }
  const token = /^Unexpected token '(.{1,2})'/u.exec(message)?.[1]
  return token === undefined ? { code: 'json' } : { code: 'jsonToken', token }
}
