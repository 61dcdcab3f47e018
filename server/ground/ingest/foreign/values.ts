import type { WordScope } from '#contract/devices/word'
import { LONGEST_KEY, LONGEST_WORD, type MappedCircuit, type MappedItem, statusShown } from '#contract/devices/mapping'
import type { KnownDevice } from '../../broker/knownDevice.ts'
import { holdsNoNumber, isNoNumber, kindOf, short, type Sink } from '../decode.ts'
import { codeOf, isKey } from './keys.ts'

/** Text that says a number, as JSON would write it, a plus or leading zeros beside. */
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/

/** A key as it is met in a message: `port` is the FPort of the uplink that says it. */
interface Met {
  readonly key: string
  readonly port?: number | undefined
}

/**
 * What a foreign protocol says under a key, by the device's mapping: the state of a circuit where the key shows one; of telemetry a
 * reading where it is a number or a truth value (1 and 0); all else as the last word of that key. `ts` in ms UTC, null where none is given.
 */
export function sayValue(sink: Sink, device: KnownDevice, scope: WordScope, { key, port }: Met, ts: number | null, value: unknown): void {
  if (!isKey(key)) {
    sink.fault('itemName', { code: 'key', name: short(key), limit: LONGEST_KEY })
    return
  }
  if (sayStates(sink, device, key, ts, value)) return
  if (isNoNumber(value)) return sink.fault('notNumber', { code: 'number', name: short(key), said: kindOf(value) })
  const { items, onlyMapped } = device.mapping
  if (scope === 'telemetry') {
    const mapped = items.filter((one) => one.key === key && isOnPort(one, port))
    let isSaid = false
    for (const one of mapped) isSaid = sayMapped(sink, device, one, ts, value) || isSaid
    if (isSaid || onlyMapped) return
    const code = codeOf(key)
    const read = mapped.length > 0 ? undefined : readingOf(device, code, value)
    if (read !== undefined) return sink.reading(code, ts, read, code === key ? undefined : key)
  }
  const word = JSON.stringify(value)
  if (holdsNoNumber(word)) sink.fault('notNumber', { code: 'number', name: short(key), said: kindOf(value) })
  else sayWord(sink, scope, key, ts, word)
}

/** Whether a mapped item is meant by what an uplink on this port says; of what has no port every one is. */
export const isOnPort = ({ port }: MappedItem, met: number | undefined): boolean => port === null || met === undefined || port === met

/** Says a value as the reading of a mapped item, or as the state of the circuit that its code shows; false where it is no number. */
export function sayMapped(sink: Sink, device: KnownDevice, mapped: MappedItem, ts: number | null, said: unknown): boolean {
  const { code, factor, offset } = mapped
  if (sayStates(sink, device, code, ts, said)) return true
  const raw = readingOf(device, code, said)
  if (raw === undefined) return false
  const value = raw === null ? null : raw * factor + offset
  if (value !== null && !Number.isFinite(value)) sink.fault('notNumber', { code: 'number', name: short(code), said: kindOf(value) })
  else sink.reading(code, ts, value)
  return true
}

/** Says the state of each circuit that is shown by this key; false where none is. */
function sayStates(sink: Sink, device: KnownDevice, key: string, ts: number | null, value: unknown): boolean {
  let isShown = false
  for (const circuit of device.mapping.circuits) {
    if (circuit.key !== key) continue
    isShown = true
    sayState(sink, circuit, ts, value)
  }
  return isShown
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

export function sayWord(sink: Sink, scope: WordScope, key: string, ts: number | null, value: string): void {
  if (value.length > LONGEST_WORD) sink.fault('shape', { code: 'longWord', name: short(key), count: value.length, limit: LONGEST_WORD })
  else sink.word(scope, key, ts, value)
}
