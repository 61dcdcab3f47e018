/** The normal band of a quantity, in its unit; null where a side is not set. */
export interface Band {
  readonly low: number | null
  readonly high: number | null
}
export type Verdict = 'normal' | 'above' | 'below'

/** Where a value stands in its normal band: the one judge of home, lists, cards, popups, map and wall. Without a value it is normal. */
export function judge(value: number | null | undefined, { low, high }: Band): Verdict {
  if (value == null) return 'normal'
  if (high != null && value > high) return 'above'
  return low != null && value < low ? 'below' : 'normal'
}
