import type { HistoryCurve } from './historyCurve.ts'

/**
 * A curve with the readings that came since it was asked for: within its last point they widen that from least to greatest, after it each
 * stands as itself.
 */
export function withTail(curve: HistoryCurve, tail: readonly { readonly ts: number; readonly value: number | null }[]): HistoryCurve {
  const { bucket, collectionTime, collectionData, min, max, strength } = curve
  const at = collectionTime.length - 1
  const last = collectionTime[at]
  const joined: number[] = []
  const after: { ts: number; value: number }[] = []
  for (const { ts, value } of tail) {
    if (value === null) continue
    if (last === undefined || ts > Math.max(last, last + bucket - 1)) after.push({ ts, value })
    else if (bucket > 0 && ts >= last) joined.push(value)
  }
  if (joined.length + after.length === 0) return curve
  const known = (one: number | null | undefined) => (one == null ? [] : [one])
  const edge = (column: readonly (number | null)[], pick: (...of: number[]) => number) =>
    joined.length === 0 || strength !== null ? [...column] : [...column.slice(0, at), pick(...known(column[at]), ...joined)]
  const values = after.map(({ value }) => value)
  return {
    ...curve,
    collectionTime: [...collectionTime, ...after.map(({ ts }) => ts)],
    collectionData: [...collectionData.slice(0, -1), ...(at < 0 ? [] : [collectionData[at] ?? joined.at(-1) ?? null]), ...values],
    min: [...edge(min, Math.min), ...values.map((value) => (strength === null ? value : null))],
    max: [...edge(max, Math.max), ...values.map((value) => (strength === null ? value : null))],
    strength: strength && [...strength, ...values.map(() => 1)],
  }
}
