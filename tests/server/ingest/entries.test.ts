import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entriesOf } from '#server/ground/ingest/entries'

describe('the entries of an object', () => {
  test('are those that the parser finds, in their order, whatever its names and values are', () => {
    const members = fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.jsonValue()), { maxLength: 8 })
    fc.assert(
      fc.property(members, fc.constantFrom('', ' ', '\n\t\r '), (given, space) => {
        const text = `${space}{${space}${given.map(([name, value]) => `${JSON.stringify(name)}${space}:${space}${JSON.stringify(value, null, space)}${space}`).join(`,${space}`)}}${space}`
        const entries = entriesOf(text)!
        expect(entries.map(({ name }) => name)).toEqual(given.map(([name]) => name))
        expect(entries.map((entry) => JSON.stringify(JSON.parse(entry.text)))).toEqual(given.map(([, value]) => JSON.stringify(value)))
      }),
    )
  })
  test('are none of what is no object; what the parser takes as one is always one', () => {
    const piece = fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', 'a', '1', ' ', '"a":1', '{"b":2}')
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
        (text) => {
          const entries = entriesOf(text)
          let said: unknown
          try {
            said = JSON.parse(text)
          } catch {
            return
          }
          const isObject = said !== null && typeof said === 'object' && !Array.isArray(said)
          expect(entries !== null).toBe(isObject)
          if (isObject)
            expect(Object.fromEntries(entries!.map((entry) => [entry.name, JSON.parse(entry.text) as unknown]))).toEqual({
              ...(said as object),
            })
        },
      ),
      { numRuns: 2000 },
    )
  })
  test('of 256 KB of quotes and brackets are looked for once, not again and again', () => {
    const began = performance.now()
    for (const text of [`{"a":"${'\\'.repeat(250_000)}`, `{"a":${'['.repeat(250_000)}`, `{${'"'.repeat(250_000)}`])
      expect(entriesOf(text)).toBe(null)
    expect(performance.now() - began).toBeLessThan(1000)
  })
})
