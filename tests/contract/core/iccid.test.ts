import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isIccid } from '#contract/core/iccid'

const digits = (count: number) => fc.array(fc.nat(9), { minLength: count, maxLength: count }).map((all) => all.join(''))

test('of ten numbers that differ in their last digit one is that of a SIM card, with 19 digits and with 20', () => {
  fc.assert(
    fc.property(fc.constantFrom(16, 17).chain(digits), (body) => {
      const fitting = Array.from({ length: 10 }, (_, last) => `89${body}${last}`).filter(isIccid)
      expect(fitting).toHaveLength(1)
    }),
  )
})

test('a slip of one digit is found, as are numbers that are too short, too long, or of something else', () => {
  // As printed on a card of an example in E.118's manner.
  const card = '8944500102198304826'
  expect(isIccid(card)).toBe(true)
  for (let at = 2; at < card.length; at++) {
    const other = `${card.slice(0, at)}${(Number(card[at]) + 1) % 10}${card.slice(at + 1)}`
    expect({ at, fits: isIccid(other) }).toEqual({ at, fits: false })
  }
  for (const text of ['', card.slice(1), `${card}00`, `7${card.slice(1)}`, `${card} `, '89'.padEnd(19, 'x')])
    expect(isIccid(text)).toBe(false)
})
