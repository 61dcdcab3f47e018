/** Where a value stands in its normal band; a side that is not set, or no value, is normal. */
export function judge(
  value: number | null | undefined,
  { low, high }: { low: number | null; high: number | null },
): 'normal' | 'low' | 'high' {
  if (value == null) return 'normal'
  if (low != null && value < low) return 'low'
  return high != null && value > high ? 'high' : 'normal'
}
