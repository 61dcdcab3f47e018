import { gunzipSync, inflateSync } from 'node:zlib'
import type { Plain } from '#contract/devices/mapping'
import { BYTES, FIXED32, FIXED64, fieldsOf, VARINT, type WireField, WireWriter } from './wire.ts'

// The payload of Sparkplug B by the field numbers of its published schema (sparkplug_b.proto).

/** What one message may hold. */
const MOST_METRICS = 10_000

/** The data types of the schema, by their numbers. */
export const TYPES = [
  'Unknown',
  'Int8',
  'Int16',
  'Int32',
  'Int64',
  'UInt8',
  'UInt16',
  'UInt32',
  'UInt64',
  'Float',
  'Double',
  'Boolean',
  'String',
  'DateTime',
  'Text',
  'UUID',
  'DataSet',
  'Bytes',
  'File',
  'Template',
] as const

/** A value as it stands on the wire: what number an integer is says the type, which may stand in the birth alone. */
type Raw =
  | { readonly of: 'integer'; readonly value: bigint }
  | { readonly of: 'scalar'; readonly value: number | boolean | string }
  /** No scalar. */
  | { readonly of: 'other' }
export interface Metric {
  readonly name: string | null
  /** 64 bits, as decimal text. */
  readonly alias: string | null
  /** ms UTC. */
  readonly timestamp: number | null
  /** A place in TYPES, or beyond it. */
  readonly type: number | null
  readonly isHistorical: boolean
  readonly isTransient: boolean
  readonly isNull: boolean
  readonly raw: Raw | null
}
export interface SparkplugPayload {
  readonly timestamp: number | null
  readonly seq: number | null
  readonly metrics: readonly Metric[]
}

/** What a payload says of itself whose body is another one, compressed. */
const COMPRESSED = 'SPBV1.0_COMPRESSED'
/** A payload unpacks to so many bytes at most. */
const MOST_BYTES = 4 * 1024 * 1024
const GZIP = [0x1f, 0x8b] as const

/** Unpacks what DEFLATE or GZIP packed, as its own first bytes say; null where it is neither, or too much. */
function unpack(body: Uint8Array): Uint8Array | null {
  const isGzip = GZIP.every((byte, at) => body[at] === byte)
  try {
    return (isGzip ? gunzipSync : inflateSync)(body, { maxOutputLength: MOST_BYTES })
  } catch {
    return null
  }
}

/** Reads a payload, packed or not; null where the bytes are none, hold more than 10,000 metrics, or a body that nobody can read. */
export function decodePayload(bytes: Uint8Array): SparkplugPayload | null {
  const read = readPayload(bytes)
  if (read === null || read.body === null) return read
  const inner = read.uuid === COMPRESSED ? unpack(read.body) : null
  const unpacked = inner && readPayload(inner)
  if (!unpacked || unpacked.body !== null) return read.uuid !== COMPRESSED && read.metrics.length > 0 ? read : null
  return { ...unpacked, timestamp: unpacked.timestamp ?? read.timestamp, seq: unpacked.seq ?? read.seq }
}

function readPayload(bytes: Uint8Array): (SparkplugPayload & { uuid: string | null; body: Uint8Array | null }) | null {
  try {
    let uuid: string | null = null
    let body: Uint8Array | null = null
    let timestamp: number | null = null
    let seq: number | null = null
    const metrics: Metric[] = []
    for (const one of fieldsOf(bytes)) {
      if (one.field === 1) timestamp = numberOf(one)
      else if (one.field === 3) seq = numberOf(one)
      else if (one.field === 4) uuid = textOf(one)
      else if (one.field === 5) body = bytesOf(one)
      else if (one.field === 2) {
        if (metrics.length >= MOST_METRICS) return null
        metrics.push(metricOf(bytesOf(one)))
      }
    }
    return { timestamp, seq, metrics, uuid, body }
  } catch (cause) {
    if (cause instanceof RangeError || cause instanceof TypeError) return null
    throw cause
  }
}

function metricOf(bytes: Uint8Array): Metric {
  const made = {
    name: null as string | null,
    alias: null as string | null,
    timestamp: null as number | null,
    type: null as number | null,
    isHistorical: false,
    isTransient: false,
    isNull: false,
    raw: null as Metric['raw'],
  }
  for (const one of fieldsOf(bytes)) {
    if (one.field === 1) made.name = textOf(one)
    else if (one.field === 2) made.alias = integerOf(one).toString()
    else if (one.field === 3) made.timestamp = numberOf(one)
    else if (one.field === 4) made.type = numberOf(one)
    else if (one.field === 5) made.isHistorical = integerOf(one) !== 0n
    else if (one.field === 6) made.isTransient = integerOf(one) !== 0n
    else if (one.field === 7) made.isNull = integerOf(one) !== 0n
    else if (one.field >= 10 && one.field <= 19) made.raw = rawOf(one)
  }
  return made
}

function rawOf(one: WireField): Metric['raw'] {
  switch (one.field) {
    case 10:
    case 11:
      return { of: 'integer', value: integerOf(one) }
    case 12:
    case 13:
      return { of: 'scalar', value: floatOf(one) }
    case 14:
      return { of: 'scalar', value: integerOf(one) !== 0n }
    case 15:
      return { of: 'scalar', value: textOf(one) }
    default:
      return { of: 'other' }
  }
}

const wrong = () => new RangeError('a field has another wire type')
function integerOf(one: WireField): bigint {
  if (one.wire !== VARINT) throw wrong()
  return one.value
}
const numberOf = (one: WireField): number => Number(integerOf(one))
function bytesOf(one: WireField): Uint8Array {
  if (one.wire !== BYTES) throw wrong()
  return one.value
}
const unicode = new TextDecoder('utf-8', { fatal: true })
const textOf = (one: WireField): string => unicode.decode(bytesOf(one))
function floatOf(one: WireField): number {
  const wanted = one.field === 12 ? FIXED32 : FIXED64
  if (one.wire === VARINT || one.wire !== wanted) throw wrong()
  const view = new DataView(one.value.buffer, one.value.byteOffset, one.value.length)
  return wanted === FIXED32 ? view.getFloat32(0, true) : view.getFloat64(0, true)
}

const WIDTHS: Readonly<Record<number, number>> = { 1: 8, 2: 16, 3: 32, 4: 64 }

/** What a metric of this type says: a number, a truth value or text; null for no value, undefined for what is no scalar. */
export function valueOf({ raw, isNull }: Metric, type: number): number | boolean | string | null | undefined {
  if (isNull || raw === null) return null
  if (raw.of === 'other') return undefined
  if (raw.of === 'scalar') return raw.value
  if (TYPES[type] === 'Boolean') return raw.value !== 0n
  const width = WIDTHS[type]
  return Number(width === undefined ? raw.value : BigInt.asIntN(width, raw.value))
}

/** A metric that is written to a device. */
export interface Written {
  readonly name: string | null
  readonly alias: string | null
  /** A place in TYPES; null where no birth has said it, and the value itself must. */
  readonly type: number | null
  readonly value: Plain
}

/** The bytes of a command of `at` (ms UTC). */
export function encodeCommand(metric: Written, at: number): Buffer {
  const type = metric.type ?? typeOfValue(metric.value)
  const writer = new WireWriter()
  if (metric.name !== null) writer.text(1, metric.name)
  if (metric.alias !== null) writer.varint(2, BigInt(metric.alias))
  writer.varint(3, BigInt(at)).varint(4, BigInt(type))
  writeValue(writer, TYPES[type], metric.value)
  return new WireWriter().varint(1, BigInt(at)).bytes(2, writer.done()).done()
}

function typeOfValue(value: Plain): number {
  if (typeof value === 'boolean') return TYPES.indexOf('Boolean')
  if (typeof value === 'string') return TYPES.indexOf('String')
  if (!Number.isSafeInteger(value)) return TYPES.indexOf('Double')
  return TYPES.indexOf(value === (value | 0) ? 'Int32' : 'Int64')
}

function writeValue(writer: WireWriter, type: (typeof TYPES)[number] | undefined, value: Plain): void {
  const number = Number(value)
  const whole = Number.isFinite(number) ? BigInt(Math.trunc(number)) : 0n
  switch (type) {
    case 'Boolean':
      writer.varint(14, value === true || value === 'true' || (typeof value === 'number' && value !== 0) ? 1n : 0n)
      return
    case 'Float':
      writer.fixed(12, number, 4)
      return
    case 'Double':
      writer.fixed(13, number, 8)
      return
    case 'Int8':
    case 'Int16':
    case 'Int32':
    case 'UInt8':
    case 'UInt16':
    case 'UInt32':
      writer.varint(10, BigInt.asUintN(32, whole))
      return
    case 'Int64':
    case 'UInt64':
    case 'DateTime':
      writer.varint(11, whole)
      return
    default:
      writer.text(15, String(value))
  }
}
