import { z } from 'zod'

/**
 * Quantities, areas, yields and prices: decimal text, more than 0, at most 99999, at most 2 decimals (DEVICE-LIMITS-05). Never floats: a hundredth
 * is the unit that is counted, as bigint.
 */
const AMOUNT = /^(0|[1-9]\d{0,4})(\.\d{1,2})?$/
const MOST = 9_999_900n

/** Hundredths of a decimal text, null where it is none with at most 2 decimals. */
export function hundredths(amount: string): bigint | null {
  const match = /^(\d{1,15})(?:\.(\d{1,2}))?$/.exec(amount)
  return match ? BigInt(match[1]!) * 100n + BigInt((match[2] ?? '').padEnd(2, '0')) : null
}

/** Decimal text of hundredths, always with 2 decimals. */
export const decimalText = (count: bigint): string => `${count / 100n}.${String(count % 100n).padStart(2, '0')}`

/** Quantity times price, rounded to a hundredth, halves up: in hundredths. */
export const times = (quantity: bigint, price: bigint): bigint => (quantity * price + 50n) / 100n

/** Whether one amount is more than another: both decimal text. */
export const exceeds = (one: string, other: string): boolean => (hundredths(one) ?? 0n) > (hundredths(other) ?? 0n)

/** The one rule of every amount. A JSON number is taken by the digits that it is written with. */
export const amountText = z
  .union([z.string(), z.number().transform(String)])
  .refine((given) => {
    const count = AMOUNT.test(given) ? hundredths(given) : null
    return count != null && count > 0n && count <= MOST
  }, 'amount')
  .transform((given) => decimalText(hundredths(given)!))
