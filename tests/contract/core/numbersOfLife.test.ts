import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBankAccount, isContact, isTaxNumber } from '#contract/core/numbersOfLife'

describe('where somebody is called', () => {
  test.each([
    '13800138000',
    '+86 138 0013 8000',
    '(0571) 8888 7777',
    '（0571）88887777',
    '0571-88887777-801',
    '0571-88887777 转 801',
    '0571-88887777转801',
    '020 8888 7777 ext. 12',
    '+1 (415) 555-0100 x12',
    '8888777#12',
    '13800138000 / 0571-88887777',
    '13800138000、13900139000',
    '13800138000，13900139000；+44 20 7946 0018',
    '１３８００１３８０００',
  ])('is written so: %s', (text) => expect(isContact(text)).toBe(true))

  test.each([
    'call me',
    '1234',
    '()12345',
    '(0571 8888777',
    '0571) 8888777(',
    '13800138000 or so',
    '13800138000 //',
    ',13800138000',
    '123456789012345678901',
    '1380013 8000 転 ',
    '1'.repeat(61),
    '13800138000, 13900139000, 13700137000, 13600136000',
    '++8613800138000',
  ])('is not written so: %s', (text) => expect(isContact(text)).toBe(false))
})

test('accounts and tax numbers are parted as they are printed', () => {
  for (const text of ['6222 0000 1111 2222', '6222-0000-1111-2222', 'DE89 3704 0044 0532 0130 00', '６２２２００００'])
    expect(isBankAccount(text)).toBe(true)
  for (const text of ['12345', '6222_0000', 'IBAN: DE89', '     ', '1'.repeat(35)]) expect(isBankAccount(text)).toBe(false)
  for (const text of ['91330100MA2B0000X1', '9133-0100-MA2B-0000', '9133 0100 ma2b 0000']) expect(isTaxNumber(text)).toBe(true)
  for (const text of ['12-34', '91330100MA2B0000X1234', '9133.0100']) expect(isTaxNumber(text)).toBe(false)
})

test('no text takes long', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 300 }),
      fc.constantFrom(' ', '(', '-', '1', 'x', 'ext'),
      fc.integer({ min: 1, max: 300 }),
      (text, part, times) => {
        const given = text + part.repeat(times)
        for (const judge of [isContact, isBankAccount, isTaxNumber]) expect(typeof judge(given)).toBe('boolean')
      },
    ),
  )
})
