export type Judgement = 'normal' | 'above' | 'below'

/** Where a value stands in its normal band; a side that is not set, or no value, is normal. */
export function judgeReading(value: number | null | undefined, low: number | null, high: number | null): Judgement {
  if (value == null) return 'normal'
  if (high !== null && value > high) return 'above'
  if (low !== null && value < low) return 'below'
  return 'normal'
}
