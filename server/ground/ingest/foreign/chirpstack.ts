import type { ByteField } from '#contract/devices/mapping'
import { childOrSelf, type KnownDevice } from '../../broker/knownDevice.ts'
import { isRecord, kindOf, recordIn, type Sink } from '../decode.ts'
import { childNamed } from './names.ts'
import { isOnPort, sayMapped, sayValue, sayWord } from './values.ts'

/** Of what a codec decoded: values of one uplink, and how deep they may stand. */
const MOST_VALUES = 1000
const DEEPEST = 8
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Reads an uplink or an answer about the battery, as ChirpStack v4 says them in JSON. */
export function decodeEvent(text: string, sink: Sink, device: KnownDevice): void {
  const said = recordIn(text, sink)
  if (said === undefined) return
  const ts = momentOf(said['time'], sink)
  if (ts === undefined) return
  if ('batteryLevel' in said || 'margin' in said) sayStatus(said, ts, sink)
  else sayUplink(said, ts, sink, device)
}

/** Keeps what the network said of a node that is no reading: that it has joined, or its last word of the log. */
export const decodeWord =
  (name: 'joined' | 'log') =>
  (text: string, sink: Sink): void => {
    const said = recordIn(text, sink)
    if (said === undefined) return
    const ts = momentOf(said['time'], sink)
    const { level, code, description, devAddr } = said
    if (ts !== undefined) sayWord(sink, 'attribute', name, ts, JSON.stringify(name === 'log' ? { level, code, description } : { devAddr }))
  }

/** The device that is meant by a DevEUI: the record itself, or one behind it; the case of hexadecimal digits says nothing. */
export const nodeNamed = (gateway: KnownDevice, devEui: string): KnownDevice | undefined =>
  childOrSelf(gateway, devEui) ??
  childOrSelf(gateway, devEui.toUpperCase()) ??
  childOrSelf(gateway, devEui.toLowerCase()) ??
  childNamed(gateway, devEui)

/** The time of an event (ms UTC), null where it has none; undefined where it is none, which is a fault. */
function momentOf(time: unknown, sink: Sink): number | null | undefined {
  if (time === undefined || time === null) return null
  const at = typeof time === 'string' ? Math.floor(Date.parse(time)) : NaN
  if (at >= 0) return at
  sink.fault('shape', { code: 'time', said: kindOf(time) })
  return undefined
}

function sayStatus(said: Record<string, unknown>, ts: number | null, sink: Sink): void {
  const { batteryLevel, margin, externalPowerSource, batteryLevelUnavailable } = said
  const isKnown = externalPowerSource !== true && batteryLevelUnavailable !== true
  if (isKnown && typeof batteryLevel === 'number' && Number.isFinite(batteryLevel)) sink.reading('batteryLevel', ts, batteryLevel)
  if (typeof margin === 'number' && Number.isFinite(margin)) sink.reading('margin', ts, margin)
}

function sayUplink(said: Record<string, unknown>, ts: number | null, sink: Sink, device: KnownDevice): void {
  const port = typeof said['fPort'] === 'number' ? said['fPort'] : undefined
  const values: [path: string, value: unknown][] = []
  if (isRecord(said['object'])) flatten(said['object'], '', DEEPEST, values)
  if (values.length > MOST_VALUES) {
    sink.fault('tooMany', { code: 'entries', count: values.length, limit: MOST_VALUES }, values.length)
    return
  }
  for (const [key, value] of values) sayValue(sink, device, 'telemetry', { key, port }, ts, value)
  sayBytes(said['data'], port, ts, sink, device)
  const taken = new Set([...values.map(([path]) => path), ...device.mapping.items.map(({ code }) => code)])
  for (const [code, value] of Object.entries(linkOf(said['rxInfo']))) if (!taken.has(code)) sink.reading(code, ts, value)
}

/** Every value that stands in what was decoded, by its path; more are not looked for once there are too many. */
function flatten(said: object, before: string, depth: number, into: [string, unknown][]): void {
  for (const [name, value] of Object.entries(said)) {
    if (into.length > MOST_VALUES) return
    const path = `${before}${name}`
    const inner: unknown = value
    if (inner !== null && typeof inner === 'object' && depth > 1) flatten(inner, `${path}.`, depth - 1, into)
    else into.push([path, inner])
  }
}

/** Says what the mapping reads from the bytes of an uplink on this port. */
function sayBytes(data: unknown, port: number | undefined, ts: number | null, sink: Sink, device: KnownDevice): void {
  const wanted = device.mapping.items.filter((one) => one.bytes !== null && isOnPort(one, port))
  if (wanted.length === 0 || data === undefined || data === null) return
  if (typeof data !== 'string' || !BASE64.test(data)) {
    sink.fault('shape', { code: 'base64' }, wanted.length)
    return
  }
  const bytes = Buffer.from(data, 'base64')
  for (const mapped of wanted) {
    const value = numberIn(bytes, mapped.bytes!)
    if (value === null) sink.fault('shape', { code: 'bytesEnd', name: mapped.code, count: bytes.length })
    else sayMapped(sink, device, mapped, ts, value)
  }
}

/** The number that stands in these bytes, null where they end before it. */
export function numberIn(bytes: Uint8Array, { from, count, kind, littleEndian, bits }: ByteField): number | null {
  if (from + count > bytes.length) return null
  const part = bytes.subarray(from, from + count)
  if (kind === 'float') {
    const view = new DataView(part.buffer, part.byteOffset, count)
    return count === 4 ? view.getFloat32(0, littleEndian) : view.getFloat64(0, littleEndian)
  }
  let whole = 0n
  for (const byte of littleEndian ? part.toReversed() : part) whole = (whole << 8n) | BigInt(byte)
  const width = bits === null ? count * 8 : bits.count
  const cut = bits === null ? whole : BigInt.asUintN(width, whole >> BigInt(bits.from))
  return Number(kind === 'signed' ? BigInt.asIntN(width, cut) : cut)
}

/** How the gateway heard it that heard it best: dBm, and dB above the noise. */
function linkOf(rxInfo: unknown): { signal?: number; snr?: number } {
  let best: { signal: number; snr?: number } | null = null
  for (const one of Array.isArray(rxInfo) ? (rxInfo as unknown[]) : []) {
    if (!isRecord(one) || typeof one['rssi'] !== 'number' || !Number.isFinite(one['rssi'])) continue
    if (best !== null && best.signal >= one['rssi']) continue
    const snr = one['snr']
    best = { signal: one['rssi'], ...(typeof snr === 'number' && Number.isFinite(snr) ? { snr } : {}) }
  }
  return best ?? {}
}
