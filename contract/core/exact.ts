/**
 * Exact quantities and values of stock: decimal text with 6 decimals in the database and on the wire, a bigint of millionths in memory.
 * Never floats.
 */
const DECIMALS = 6
const ONE = 1_000_000n
const TEXT = /^(-?)(\d{1,14})(?:\.(\d{1,6}))?$/

/** Millionths of a decimal text; null where it is none, or has more than 6 decimals. */
export function millionths(text: string): bigint | null {
  const match = TEXT.exec(text)
  if (!match) return null
  const count = BigInt(match[2]!) * ONE + BigInt((match[3] ?? '').padEnd(DECIMALS, '0'))
  return match[1] === '-' ? -count : count
}

/** Decimal text of millionths, always with 6 decimals, as the database writes a numeric(20, 6). */
export function exactText(count: bigint): string {
  const size = count < 0n ? -count : count
  return `${count < 0n ? '-' : ''}${size / ONE}.${String(size % ONE).padStart(DECIMALS, '0')}`
}

/** The same as a person reads it: without zeros at the end. */
export function plainText(count: bigint): string {
  const text = exactText(count)
  let end = text.length
  while (text[end - 1] === '0') end--
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end)
}

/** `count` times `numerator` / `denominator`; null where the result has more than 6 decimals. */
export function timesRatio(count: bigint, numerator: bigint, denominator: bigint): bigint | null {
  const product = count * numerator
  return product % denominator === 0n ? product / denominator : null
}

/** The same, rounded to a millionth, halves away from zero: for a share of a value. `denominator` is positive. */
export function shareOf(count: bigint, numerator: bigint, denominator: bigint): bigint {
  const product = count * numerator
  const half = denominator / 2n
  return (product < 0n ? product - half : product + half) / denominator
}
