import type { Curve } from '#contract/devices/collect'

/** A curve as a chart draws it: its colour is that of its quantity; `low` and `high` bound its normal band, null where none is set. */
export interface HistoryCurve extends Curve {
  readonly color: string
  readonly low: number | null
  readonly high: number | null
}

/** One line of the table of values: a moment, and what every curve says of it. */
export interface ValueRow {
  readonly ts: number
  readonly cells: readonly ({ mean: number | null; min: number | null; max: number | null } | null)[]
}

/** The points of all curves by time, newest first; moments at which no curve has a value (gaps) are left out. */
export function valueRows(curves: readonly HistoryCurve[]): ValueRow[] {
  const byTime = new Map<number, (ValueRow['cells'][number] | null)[]>()
  curves.forEach((curve, place) => {
    curve.ts.forEach((ts, at) => {
      const mean = curve.mean[at] ?? null
      if (mean === null) return
      let cells = byTime.get(ts)
      if (!cells) byTime.set(ts, (cells = curves.map(() => null)))
      cells[place] = { mean, min: curve.min[at] ?? null, max: curve.max[at] ?? null }
    })
  })
  return [...byTime].map(([ts, cells]) => ({ ts, cells })).sort((one, other) => other.ts - one.ts)
}

/** Curves of one unit share a panel, so that every axis has one unit. In order of first appearance. */
export function panelsOf<C extends { unit: string | null }>(curves: readonly C[]): { unit: string; curves: C[] }[] {
  const panels = new Map<string, C[]>()
  for (const curve of curves) {
    const unit = curve.unit ?? ''
    panels.set(unit, [...(panels.get(unit) ?? []), curve])
  }
  return [...panels].map(([unit, members]) => ({ unit, curves: members }))
}
