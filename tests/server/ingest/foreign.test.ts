import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LONGEST_KEY, type Mapping, PLAIN_MAPPING } from '#contract/devices/mapping'
import type { KnownDevice } from '#server/ground/broker/knownDevice'
import { decodeAttributes, decodeTelemetry } from '#server/ground/ingest/foreign/thingsboard'
import { codeOf, isKey } from '#server/ground/ingest/foreign/keys'
import { ITEM_CODE, type Sink } from '#server/ground/ingest/decode'

const key = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: LONGEST_KEY }),
  fc.stringMatching(/^[A-Za-z0-9_.-]{1,64}$/),
  fc.stringMatching(/^key-[A-Za-z0-9_-]{22}$/),
)
const aDevice = (given: Partial<Mapping> = {}) => ({ mapping: { ...PLAIN_MAPPING, ...given }, items: new Map() }) as unknown as KnownDevice

/** What came of a message: how many values of each kind, and how many are counted as unusable. */
function told(text: string, decode: typeof decodeTelemetry, device = aDevice()) {
  const sums = { readings: 0, words: 0, states: 0, faults: 0 }
  const sink: Sink = {
    reading(code, ts, value) {
      expect(code).toMatch(ITEM_CODE)
      expect(ts === null || (Number.isInteger(ts) && ts >= 0)).toBe(true)
      expect(value === null || Number.isFinite(value)).toBe(true)
      sums.readings++
    },
    word: (_, name, __, value) => {
      expect(isKey(name)).toBe(true)
      expect(() => JSON.parse(value) as unknown).not.toThrow()
      sums.words++
    },
    state: () => void sums.states++,
    fault: (_, __, count = 1) => void (sums.faults += count),
  }
  decode(text, sink, device)
  return sums
}
const total = (sums: ReturnType<typeof told>) => Object.values(sums).reduce((sum, count) => sum + count, 0)

test('the code of a key is lawful, always the same, and of no other key', () => {
  fc.assert(
    fc.property(fc.array(key, { minLength: 2, maxLength: 30 }), (some) => {
      // Beside them keys that look like the codes of others.
      const keys = [...new Set([...some, ...some.map(codeOf)])]
      const codes = keys.map(codeOf)
      for (const code of codes) expect(code).toMatch(ITEM_CODE)
      expect(new Set(codes).size).toBe(keys.length)
      expect(keys.map(codeOf)).toEqual(codes)
    }),
    { numRuns: 500 },
  )
})

test('of telemetry every value becomes something or is counted, and nothing is both, whatever it holds', () => {
  const values = fc.dictionary(fc.string({ unit: 'binary', maxLength: 300 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 8 })
  const entry = fc.oneof(
    values.map((plain) => ({
      said: plain,
      count: Object.hasOwn(plain, 'ts') && Object.hasOwn(plain, 'values') ? null : Object.keys(plain).length,
    })),
    fc.tuple(fc.oneof(fc.nat(), fc.constantFrom(null, -1, 1.5, 'x')), values).map(([ts, inner]) => ({
      said: { ts, values: inner },
      count: typeof ts === 'string' || ts === -1 || ts === 1.5 ? null : Object.keys(inner).length,
    })),
  )
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 5 }), fc.boolean(), (entries, numbersInText) => {
      const sums = told(JSON.stringify(entries.map(({ said }) => said)), decodeTelemetry, aDevice({ numbersInText }))
      if (entries.every(({ count }) => count !== null)) expect(total(sums)).toBe(entries.reduce((sum, { count }) => sum + count!, 0))
      else expect(sums.faults).toBeGreaterThan(0)
    }),
    { numRuns: 500 },
  )
})

test('a word for no number is refused by name, also where it stands within a value; a text that says the same is a word', () => {
  const said: string[] = []
  const sink: Sink = {
    reading: (code, _, value) => void said.push(`${code}=${value}`),
    word: (_, name, __, value) => void said.push(`${name}:${value}`),
    state: () => undefined,
    fault: (reason, note) => void said.push(`${reason} ${'name' in note ? note.name : ''} ${'said' in note ? note.said.text : ''}`),
  }
  decodeTelemetry('{"temperature":NaN,"humidity":63,"name":"Nan","at":{"x":-inf}}', sink, aDevice())
  expect(said).toEqual(['notNumber temperature NaN', 'humidity=63', 'name:"Nan"', 'notNumber at '])
})

test('any text at all is read without an error, as telemetry and as attributes', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
      for (const decode of [decodeTelemetry, decodeAttributes]) expect(total(told(text, decode))).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 1000 },
  )
})

test('attributes are never readings', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ maxLength: 20 }), fc.jsonValue()), (said) => {
      expect(told(JSON.stringify(said), decodeAttributes).readings).toBe(0)
    }),
  )
})
