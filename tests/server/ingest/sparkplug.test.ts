import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PLAIN_MAPPING } from '#contract/devices/mapping'
import type { KnownDevice } from '#server/ground/broker/knownDevice'
import { decodePayload, encodeCommand, TYPES, valueOf } from '#server/ground/broker/sparkplug/payload'
import { WireWriter } from '#server/ground/broker/sparkplug/wire'
import { createEdgeSession } from '#server/ground/broker/sparkplug/session'
import type { Sink } from '#server/ground/ingest/decode'
import { decodeMetrics } from '#server/ground/ingest/foreign/sparkplug'

/** What the published client sparkplug-payload 1.0.3 wrote of these metrics (recorded). */
const RECORDED =
  '0880d8c1a28c34120b0a05626453657120045803121a0a144e6f646520436f6e74726f6c2f52656269727468200b7000121d0a0b54656d7065726174757265100118fbd7c1a28c342009650000ac4112140a054c6576656c1002200a69000000000000d0bf12120a064f66667365741003200350f9ffffff0f12110a05436f756e741004200758ffffffff0f12120a044d6f64651005200c7a06e887aae58aa8120d0a03576173100620022801500c12110a054279746573100720118201030102031807'
const bytesOf = (hex: string) => Buffer.from(hex, 'hex')
const said = (hex: string) =>
  decodePayload(bytesOf(hex))!.metrics.map((metric) => [metric.name, TYPES[metric.type!], valueOf(metric, metric.type!)])

describe('bytes of the published client', () => {
  test('are read as it meant them', () => {
    const payload = decodePayload(bytesOf(RECORDED))!
    expect([payload.timestamp, payload.seq]).toEqual([1790000000000, 7])
    expect(said(RECORDED)).toEqual([
      ['bdSeq', 'Int64', 3],
      ['Node Control/Rebirth', 'Boolean', false],
      ['Temperature', 'Float', 21.5],
      ['Level', 'Double', -0.25],
      ['Offset', 'Int32', -7],
      ['Count', 'UInt32', 4294967295],
      ['Mode', 'String', '自动'],
      ['Was', 'Int16', 12],
      ['Bytes', 'Bytes', undefined],
    ])
    expect(payload.metrics[2]).toMatchObject({ alias: '1', timestamp: 1789999999995 })
    expect(payload.metrics[7]).toMatchObject({ isHistorical: true })
  })

  test.each([
    ['Int8', '0880d8c1a28c3412100a064f6666736574200150f9ffffff0f', -7],
    ['Int64', '0880d8c1a28c3412150a064f6666736574200458f9ffffffffffffffff01', -7],
    ['Int32', '0880d8c1a28c34120a0a044e756c6c20033801', null],
  ])('of a negative or missing %s are that', (type, hex, value) => {
    expect(said(hex)).toEqual([[value === null ? 'Null' : 'Offset', type, value]])
  })

  test('of a command are those that it would write', () => {
    const made = encodeCommand({ name: 'Offset', alias: null, type: TYPES.indexOf('Int8'), value: -7 }, 1790000000000)
    // The client leaves the metric's own time out; a host says it.
    expect(made.toString('hex')).toBe('0880d8c1a28c3412170a064f66667365741880d8c1a28c34200150f9ffffff0f')
  })
})

describe('a payload whose body is another, packed', () => {
  const packed = (body: Uint8Array, uuid = 'SPBV1.0_COMPRESSED') => new WireWriter().text(4, uuid).bytes(5, body).done()
  test.each([
    ['DEFLATE', deflateSync],
    ['GZIP', gzipSync],
  ] as const)('is read as that: %s', (_, pack) => {
    const { metrics, seq, timestamp } = decodePayload(packed(pack(bytesOf(RECORDED))))!
    expect([timestamp, seq, metrics.length]).toEqual([1790000000000, 7, 9])
  })

  test('is none where it cannot be read, unpacks without end, or is packed again', () => {
    for (const body of [
      Buffer.from('no such thing'),
      deflateSync(bytesOf(RECORDED)).subarray(0, 60),
      deflateSync(Buffer.alloc(5 * 1024 * 1024)),
      deflateSync(packed(deflateSync(bytesOf(RECORDED)))),
      deflateRawSync(bytesOf(RECORDED)),
    ])
      expect(decodePayload(packed(body))).toBeNull()
    // A body that nobody knows is no message without any.
    expect(decodePayload(packed(Buffer.from('x'), 'MINE'))).toBeNull()
  })
})

const device = { mapping: PLAIN_MAPPING, items: new Map() } as unknown as KnownDevice
const nothing: Sink = { reading: () => undefined, state: () => undefined, word: () => undefined, fault: () => undefined }
/** Whatever bytes come: they are read to the end, or are none. */
function readWhole(bytes: Uint8Array) {
  const payload = decodePayload(bytes)
  if (payload === null) return null
  const session = createEdgeSession()
  session.beginNode(payload)
  const { text } = session.read('', payload)
  decodeMetrics(text, nothing, device)
  return payload
}

test('any bytes at all are a payload or are none, and end', () => {
  const recorded = bytesOf(RECORDED)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void readWhole(bytes)),
    { numRuns: 2000 },
  )
  fc.assert(
    fc.property(fc.nat(recorded.length - 1), fc.nat(255), fc.nat(recorded.length), (at, byte, end) => {
      const bent = Uint8Array.from(recorded)
      bent[at] = byte
      readWhole(bent)
      readWhole(bent.subarray(0, end))
    }),
    { numRuns: 2000 },
  )
})

test('a command of any type is read as what was written', () => {
  const written = fc.oneof(
    fc.tuple(fc.constantFrom('Int8', 'Int16', 'Int32', 'Int64'), fc.integer({ min: -128, max: 127 })),
    fc.tuple(fc.constantFrom('UInt8', 'UInt16', 'UInt32', 'UInt64'), fc.nat(255)),
    fc.tuple(
      fc.constant('Double'),
      fc.double({ noNaN: true }).map((value) => (value === 0 ? 0 : value)),
    ),
    fc.tuple(fc.constant('Boolean'), fc.boolean()),
    fc.tuple(
      fc.constant('String'),
      fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
    ),
  )
  fc.assert(
    fc.property(written, fc.boolean(), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), ([type, value], isTyped, alias) => {
      const at = TYPES.indexOf(type as (typeof TYPES)[number])
      const made = encodeCommand({ name: 'a', alias: String(alias), type: isTyped ? at : null, value }, 1)
      const [metric] = decodePayload(made)!.metrics
      expect([metric!.alias, valueOf(metric!, metric!.type!)]).toEqual([String(alias), value])
    }),
    { numRuns: 1000 },
  )
})

test('more than ten thousand metrics are none', () => {
  const one = Buffer.from([0x12, 0x02, 0x20, 0x03])
  expect(decodePayload(Buffer.concat(Array<Buffer>(10_000).fill(one)))?.metrics).toHaveLength(10_000)
  expect(decodePayload(Buffer.concat(Array<Buffer>(10_001).fill(one)))).toBeNull()
})

test('what births said is bounded: beyond it the device that was born first must be born anew, the node and the newest never', () => {
  const session = createEdgeSession()
  const birth = (count: number) => ({
    timestamp: 1,
    seq: 0,
    metrics: Array.from({ length: count }, (_, at) => ({
      ...decodePayload(bytesOf('12070a016120035001'))!.metrics[0]!,
      name: `m${at}`,
      alias: String(at),
    })),
  })
  session.beginNode(birth(10_000))
  for (const name of ['a', 'b', 'c', 'd', 'e']) session.beginDevice(name, birth(10_000))
  expect(['', 'a', 'b', 'e'].map((name) => session.bornAs(name, 'm1') !== undefined)).toEqual([true, false, true, true])
})
