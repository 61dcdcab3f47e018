import type { RotationBatch } from '#contract/farm/land'

/** Each year in which something stood or is to stand, the newest first; what stood over New Year is in both. */
export function yearsOf(batches: readonly RotationBatch[]): { year: number; batches: RotationBatch[] }[] {
  const years = new Map<number, RotationBatch[]>()
  for (const one of batches) {
    const first = Number(one.from.slice(0, 4))
    const last = one.to === null ? first : Number(one.to.slice(0, 4))
    for (let year = first; year <= last; year++) years.set(year, [...(years.get(year) ?? []), one])
  }
  return [...years].map(([year, of]) => ({ year, batches: of })).toSorted((one, other) => other.year - one.year)
}
