import type { WordScope } from '#contract/devices/word'
import { LONGEST_KEY, LONGEST_WORD, type MappedCircuit, statusShown } from '#contract/devices/mapping'
import type { KnownDevice } from '../../broker/knownDevice.ts'
import { kindOf, short, type Sink } from '../decode.ts'
import { codeOf, isKey } from './keys.ts'

/** Text that says a number, as JSON would write it, a plus or leading zeros beside. */
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/

/**
 * What a foreign protocol says under a key, by the device's mapping: the state of a circuit where the key shows one; of telemetry a
 * reading where it is a number or a truth value (1 and 0); all else as the last word of that key. `ts` in ms UTC, null where none is given.
 */
export function sayValue(sink: Sink, device: KnownDevice, scope: WordScope, key: string, ts: number | null, value: unknown): void {
  if (!isKey(key)) {
    sink.fault('itemName', { code: 'key', name: short(key), limit: LONGEST_KEY })
    return
  }
  const circuits = device.mapping.circuits.filter((one) => one.key === key)
  if (circuits.length > 0) {
    for (const circuit of circuits) sayState(sink, circuit, ts, value)
    return
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    sink.fault('notNumber', { code: 'number', name: short(key), said: kindOf(value) })
    return
  }
  const code = codeOf(key)
  const read = scope === 'telemetry' ? readingOf(device, code, value) : undefined
  if (read !== undefined) sink.reading(code, ts, read, code === key ? undefined : key)
  else sayWord(sink, scope, key, ts, JSON.stringify(value))
}

function sayState(sink: Sink, mapped: MappedCircuit, ts: number | null, value: unknown): void {
  const status = statusShown(mapped, value)
  if (status === null) sink.fault('circuit', { code: 'shows', name: short(mapped.key), circuit: mapped.circuit, said: kindOf(value) })
  else sink.state(mapped.circuit, ts, status)
}

/** The reading that a value is, undefined where it is none. */
function readingOf(device: KnownDevice, code: string, value: unknown): number | null | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  // Of a key that has said numbers it is the number that is missing.
  if (value === null) return device.items.has(code) ? null : undefined
  if (typeof value !== 'string' || !device.mapping.numbersInText || !NUMBER.test(value.trim())) return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

function sayWord(sink: Sink, scope: WordScope, key: string, ts: number | null, value: string): void {
  if (value.length > LONGEST_WORD) sink.fault('shape', { code: 'longWord', name: short(key), count: value.length, limit: LONGEST_WORD })
  else sink.word(scope, key, ts, value)
}
