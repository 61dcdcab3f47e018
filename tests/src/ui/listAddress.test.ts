import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PAGE_SIZES, readAddress, writeAddress } from '#src/ui/listAddress.ts'

const names = ['name', 'eui', 'type', 'presence'] as const
const sortable = ['name', 'heardAt']
const state = fc.record({
  filters: fc.dictionary(fc.constantFrom(...names), fc.string({ unit: 'grapheme', minLength: 1 })).map((filters) => ({ ...filters })),
  page: fc.integer({ min: 1, max: 1_000_000 }),
  size: fc.constantFrom(...PAGE_SIZES),
  sort: fc.option(fc.record({ field: fc.constantFrom(...sortable), descending: fc.boolean() })),
})

describe('the state of a list in its address', () => {
  test('comes back as it was written, whatever the filters hold', () => {
    fc.assert(
      fc.property(state, (given) => {
        const address = writeAddress(new URLSearchParams(), given, names).toString()
        expect(readAddress(new URLSearchParams(address), names, sortable)).toEqual(given)
      }),
    )
  })
  test('leaves parameters of others alone', () => {
    fc.assert(
      fc.property(state, state, (first, second) => {
        const once = writeAddress(new URLSearchParams({ device: '12' }), first, names)
        const twice = writeAddress(once, second, names)
        expect(twice.get('device')).toBe('12')
        expect(readAddress(twice, names, sortable)).toEqual(second)
      }),
    )
  })
  test('reads any address at all as some state of the list', () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), fc.string(), fc.string(), fc.string(), (rest, page, size, sort) => {
        const read = readAddress(new URLSearchParams(`${rest}&${new URLSearchParams({ page, size, sort }).toString()}`), names, sortable)
        expect(read.page).toBeGreaterThanOrEqual(1)
        expect(PAGE_SIZES).toContain(read.size)
        if (read.sort) expect(sortable).toContain(read.sort.field)
      }),
    )
  })
  test('is empty for a list as it opens', () => {
    const opening = readAddress(new URLSearchParams(), names, sortable)
    expect(opening).toEqual({ filters: {}, page: 1, size: 10, sort: null })
    expect(writeAddress(new URLSearchParams(), opening, names).toString()).toBe('')
  })
})
