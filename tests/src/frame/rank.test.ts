import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fit, rank } from '#src/frame/palette/rank.ts'

const best = (query: string, ...names: string[]) => rank(query, names, (name) => name, 8)

describe('quick find', () => {
  test('finds by letters in their order, whatever stands between them', () => {
    expect(best('gwm', 'Gateway management', 'Digital map')).toEqual(['Gateway management'])
    expect(best('一棚', '1 号大棚网关', '一号大棚网关')).toEqual(['一号大棚网关'])
  })
  test('puts what begins with the words before what only holds their letters', () => {
    expect(best('map', 'Main pump', 'Digital map', 'Map')).toEqual(['Map', 'Digital map', 'Main pump'])
  })
  test('takes words in any order, and letters of any case, width and accent', () => {
    expect(best('MAP digital', 'Digital map')).toEqual(['Digital map'])
    expect(best('\uff47ateway', 'Gateway')).toEqual(['Gateway'])
    expect(best('cafe', 'Caf\u00e9')).toEqual(['Caf\u00e9'])
  })
  test('shows the first ones while nothing is typed, and nothing where nothing fits', () => {
    expect(rank('  ', ['a', 'b', 'c'], (one) => one, 2)).toEqual(['a', 'b'])
    expect(best('xyz', 'Gateway')).toEqual([])
  })
  test('finds every text by any run of its letters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 30 }), fc.nat(30), fc.nat(30), (text, from, length) => {
        expect(fit(text.slice(from, from + length), text)).not.toBeNull()
      }),
    )
  })
  test('never finds a text that lacks a typed letter', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-m]{0,20}$/), fc.stringMatching(/^[n-z]{1,3}$/), (text, query) => {
        expect(fit(query, text)).toBeNull()
      }),
    )
  })
})
