import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { folded, foldedCode, holds, tidied } from '#contract/core/alike'
import { bankAccount, contact, neededIccid, neededPattern, patterned, taxNumber } from '#contract/core/field'
import { integer, requiredText, text, verbatim } from '#contract/core/values'

const NFD = 'cafe\u0301'
const anyText = fc.string({ unit: 'grapheme', maxLength: 20 })

describe('a text as it is kept', () => {
  test('is composed, without blanks around it and without what nobody sees', () => {
    expect(tidied(` \u200b${NFD}\u00ad \u202a大棚\u202c\ufeff\u3000`)).toBe('caf\u00e9 大棚')
    expect(tidied('\u2066 A \u2069')).toBe('A')
  })

  test('keeps its width and its case, the joiners within words and families, and its lines', () => {
    for (const kept of ['Ａ１　号', '10²', 'نامه\u200cای', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', '☀\ufe0f', 'one\n\n  two'])
      expect(tidied(kept)).toBe(kept)
  })

  test('is tidied once for all', () => fc.assert(fc.property(anyText, (given) => tidied(tidied(given)) === tidied(given))))

  test('is so at the gate, before any rule of it', () => {
    expect(text(4).parse(` ${NFD}\u200b `)).toBe('caf\u00e9')
    expect(requiredText(4).safeParse(' \u200b\u3000').success).toBe(false)
    expect(requiredText(4).safeParse('\u200d').success).toBe(false)
    expect(text(9).safeParse('a\ud800').success).toBe(false)
    for (const [field, given, kept] of [
      [patterned(/^[A-Z]{2}$/, 'code'), '\u200bAB ', 'AB'],
      [neededPattern(/^[A-Z]{2}$/, 'code'), '\u200bAB ', 'AB'],
      [contact(), '\u200e138 0013 8000 ', '138 0013 8000'],
      [bankAccount(), ' 6222 0000 1111 2222\u202c', '6222 0000 1111 2222'],
      [taxNumber(), '91440101MA59ABCDX1 ', '91440101MA59ABCDX1'],
      [neededIccid(), ' 89860009059423520004\ufeff', '89860009059423520004'],
    ] as const)
      expect(field.schema.parse(given)).toBe(kept)
  })

  test('an integer that is written as -0 is 0', () => expect(integer(-5, 5).parse('-0')).toBe(0))

  test('a key of a third party is kept letter by letter', () => expect(verbatim(9).parse(` ${NFD}`)).toBe(` ${NFD}`))
})

describe('what a text is compared by', () => {
  test('is one for all forms of it', () => {
    const forms = ['Café 3 号', `CAFE\u0301 3 号`, 'ｃａｆé　３　号', ' c\u200baf\u00e9  3\u00a0号 ', 'ca\u00adfé ３ 号']
    expect(new Set(forms.map(folded))).toEqual(new Set(['café 3 号']))
    expect(folded('ｶﾞﾗｽ')).toBe(folded('ガラス'))
    expect(holds('ΟΔΟΣ', 'Οδοσα')).toBe(true)
  })

  test('is compared by itself, and so is how a text is kept', () =>
    fc.assert(fc.property(anyText, (given) => folded(folded(given)) === folded(given) && folded(tidied(given)) === folded(given))))

  test('is held by one of several texts, and nothing by any', () => {
    expect(holds('ＡＢ', null, undefined, 'Xab')).toBe(true)
    expect(holds('ab', 'a', 'b')).toBe(false)
    expect(holds('\u200b ', 'a')).toBe(true)
  })

  test('of a code neither how it is parted nor its case counts', () => {
    for (const form of [
      'dissolved_oxygen',
      'dissolved-oxygen',
      'Dissolved Oxygen',
      'dissolvedOxygen',
      'DISSOLVED.OXYGEN',
      'ｄｉｓｓｏｌｖｅｄ／oxygen',
    ])
      expect(foldedCode(form)).toBe('dissolvedoxygen')
  })
})
