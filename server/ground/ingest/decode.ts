import type { RejectedMessage } from '#contract/devices/gateway'
import { MAX_BACKFILL } from '#contract/devices/protocol'
import type { RejectedNote, Said } from '#contract/devices/rejectedNote'
import type { WordScope } from '#contract/devices/word'
import type { KnownDevice } from '../broker/knownDevice.ts'

export type Reason = RejectedMessage['reason']
export interface Fault {
  readonly reason: Reason
  readonly notes: readonly RejectedNote[]
  /** How many readings (or states, or messages that say neither) are not kept for it; 0 is a note. */
  readonly count: number
}

/** What a message says, handed on value by value, so that nothing is built that is not kept. A `ts` is in ms UTC, null where there is none. */
export interface Sink {
  /** `name` is what a new item is called, where its code does not say it. */
  reading(code: string, ts: number | null, value: number | null, name?: string): void
  state(circuit: number, ts: number | null, status: number): void
  /** The last of what is no number; `value` is JSON. */
  word(scope: WordScope, name: string, ts: number | null, value: string): void
  /** `count` readings of the message are not kept, 1 unless given. */
  fault(reason: Reason, note: RejectedNote, count?: number): void
}
/** Reads the text of a message of `device` into a sink. */
export type Decode = (text: string, sink: Sink, device: KnownDevice) => void

/** Of a present time in seconds, milliseconds and microseconds: below each lies the unit, and beyond the last nanoseconds. */
const UNITS = [
  [1e11, 'seconds'],
  [1e14, 'milliseconds'],
  [1e17, 'microseconds'],
] as const

/**
 * Reads `{"temperature":21.4}`, `{"ts":1764000000000,"values":{...}}` or an array of those (at most 1,000). A value is a number or
 * null. One bad value does not cost the good ones beside it; what cannot be used is named as a fault.
 */
export function decodeReadings(text: string, sink: Sink): void {
  for (const one of entriesIn(text, sink)) entry(one, sink)
}

/** What a text says: the entries of an array, of which it may hold 1,000, or the one value that it is; none where it cannot be read. */
export function entriesIn(text: string, sink: Sink): readonly unknown[] {
  const said = jsonIn(text, sink)
  if (!Array.isArray(said)) return said === undefined ? [] : [said]
  if (said.length <= MAX_BACKFILL) return said
  sink.fault('tooMany', { code: 'entries', count: said.length, limit: MAX_BACKFILL }, saidBy(said))
  return []
}

/** The value of a text; undefined where it is not JSON, which is a fault. */
export function jsonIn(text: string, sink: Sink): unknown {
  try {
    return parsed(text)
  } catch (cause) {
    sink.fault('notJson', jsonNote(cause as Error))
    return undefined
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    try {
      return JSON.parse(mendedText(text))
    } catch {
      // Where it is not JSON is told of what came.
      throw cause
    }
  }
}

const BARE = /^[A-Za-z_$][\w.$-]*/
/** What is no number in JSON, and is written as one by C, Python and JavaScript. */
const NO_NUMBER = /^[+-]?(?:nan|inf|infinity)$/i
/** Before such a word in its mended text, so that it is not taken for a text that is the same: a character that no text may hold. */
const BARE_WORD = '\uFDD0'
/** Whether a value stood where a number stands, and is none. */
export const isNoNumber = (value: unknown): boolean =>
  typeof value === 'number' ? !Number.isFinite(value) : typeof value === 'string' && value.startsWith(BARE_WORD)
/** Whether JSON holds such a word anywhere. */
export const holdsNoNumber = (json: string): boolean => json.includes(BARE_WORD)

/**
 * A text that is JSON but for what cannot be meant otherwise, without that: a byte order mark before it, NULs behind it, names whose quotes a shell
 * took away, and words for no number, which stand as text then, so that they are refused by name.
 */
export function mendedText(text: string): string {
  let end = text.length
  while (end > 0 && text.codePointAt(end - 1) === 0) end--
  const whole = text.slice(text.startsWith('\uFEFF') ? 1 : 0, end)
  let made = ''
  for (let at = 0; at < whole.length;) {
    const letter = whole[at]!
    if (letter === '"') {
      let close = at + 1
      while (close < whole.length && whole[close] !== '"') close += whole[close] === '\\' ? 2 : 1
      made += whole.slice(at, close + 1)
      at = close + 1
      continue
    }
    const sign = letter === '+' || letter === '-' ? letter : ''
    const bare = BARE.exec(whole.slice(at + sign.length, at + sign.length + LONGEST_BARE))?.[0]
    if (bare === undefined) {
      made += letter
      at++
      continue
    }
    const word = sign + bare
    const isName = sign === '' && /^\s*:/.test(whole.slice(at + bare.length, at + bare.length + 9))
    made += isName ? JSON.stringify(word) : NO_NUMBER.test(word) ? JSON.stringify(BARE_WORD + word) : word
    at += word.length
  }
  return made
}
/** A name has no more letters. */
const LONGEST_BARE = 300

/** How many readings or states a text says, of which nothing is kept; one that says none counts as one. */
export function countSaid(text: string): number {
  try {
    const said = parsed(text)
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

function entry(said: unknown, sink: Sink): void {
  if (!isRecord(said)) {
    sink.fault('shape', { code: 'object', said: kindOf(said) })
    return
  }
  if (!Object.hasOwn(said, 'values') && !Object.hasOwn(said, 'ts')) {
    values(said, null, sink)
    return
  }
  const inner = said['values']
  if (!isRecord(inner)) {
    sink.fault('shape', { code: 'valuesWanted' })
    return
  }
  const ts = timeOf(said, sink)
  if (ts !== undefined) values(inner, ts, sink)
}

/** The `ts` of an entry, null where it has none; undefined where it is no time, which is a fault. */
export function timeOf(said: Record<string, unknown>, sink: Sink): number | null | undefined {
  const ts = said['ts']
  if (ts === undefined || ts === null) return null
  if (typeof ts === 'number' && Number.isInteger(ts) && ts >= 0) return ts
  sink.fault('shape', { code: 'ts', said: kindOf(ts) }, saidBy([said]))
  return undefined
}

function values(record: Record<string, unknown>, ts: number | null, sink: Sink): void {
  for (const code of Object.keys(record)) {
    const value = record[code]
    if (typeof value === 'number' ? Number.isFinite(value) : value === null) sink.reading(code, ts, value as number | null)
    else
      sink.fault('notNumber', {
        code:
          typeof value === 'boolean' || (typeof value === 'string' && !isNoNumber(value) && !NO_NUMBER.test(value))
            ? 'stateElsewhere'
            : 'number',
        name: short(code),
        said: kindOf(value),
      })
  }
}

/** The unit in which a time is given, by its size; nothing at all (0) is milliseconds. */
export const unitOf = (ts: number): 'seconds' | 'milliseconds' | 'microseconds' | 'nanoseconds' =>
  ts === 0 ? 'milliseconds' : (UNITS.find(([until]) => ts < until)?.[1] ?? 'nanoseconds')

export const ITEM_CODE = /^[A-Za-z0-9_.-]{1,64}$/
const HIGHEST_CIRCUIT = 64
const HIGHEST_STATUS = 2

/** Reads `{"1":1,"2":0}`: circuit (1 to 64) to status (0 to 2). */
export function decodeState(text: string, sink: Sink): void {
  const said = recordIn(text, sink, 'circuits')
  if (said === undefined) return
  for (const [key, status] of Object.entries(said)) {
    const circuit = /^[1-9]\d?$/.test(key) ? Number(key) : 0
    if (circuit < 1 || circuit > HIGHEST_CIRCUIT) sink.fault('circuit', { code: 'circuit', name: short(key), limit: HIGHEST_CIRCUIT })
    else if (typeof status !== 'number' || !Number.isInteger(status) || status < 0 || status > HIGHEST_STATUS)
      sink.fault('circuit', { code: 'status', circuit, said: kindOf(status) })
    else sink.state(circuit, null, status)
  }
}

const LONGEST_WORD = 200
/** Reads `{"firmware":"1.4.2"}`: what a device says of itself, as texts of at most 200 letters. */
export function decodeAbout(text: string, sink: Sink): void {
  const said = recordIn(text, sink)
  if (said === undefined) return
  for (const [name, value] of Object.entries(said)) {
    if (!ITEM_CODE.test(name)) sink.fault('itemName', { code: 'itemName', name: short(name) })
    else if (typeof value !== 'string') sink.fault('shape', { code: 'object', said: kindOf(value) })
    else if (value.length > LONGEST_WORD)
      sink.fault('shape', { code: 'longWord', name: short(name), count: value.length, limit: LONGEST_WORD })
    else sink.word('attribute', name, null, JSON.stringify(value))
  }
}

export const isRecord = (said: unknown): said is Record<string, unknown> =>
  said !== null && typeof said === 'object' && !Array.isArray(said)

/** The object that a text is; undefined where it is none, which is a fault. */
export function recordIn(text: string, sink: Sink, code: 'object' | 'circuits' = 'object'): Record<string, unknown> | undefined {
  const said = jsonIn(text, sink)
  if (said === undefined || isRecord(said)) return said
  sink.fault('shape', { code, said: kindOf(said) })
  return undefined
}

const SHOWN = 40
export const short = (said: string): string => cut(said.startsWith(BARE_WORD) ? said.slice(1) : said)
const cut = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text)

export function kindOf(value: unknown): Said {
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
