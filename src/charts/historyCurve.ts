import type { Curve } from '#contract/devices/collect'

/** A curve as a chart draws it: its colour is that of its quantity; `low` and `high` bound its normal band, null where none is set. */
export interface HistoryCurve extends Curve {
  readonly color: string
  readonly low: number | null
  readonly high: number | null
  readonly marks?: CurveMarks
}

/** What is drawn over a curve: values as lines across, moments (ms UTC) as lines down, each with its word. */
export interface CurveMarks {
  readonly limits: readonly { readonly value: number; readonly name: string }[]
  readonly moments: readonly { readonly at: number; readonly name: string }[]
}

/** One line of the table of values: a moment, and what every curve says of it. */
export interface ValueRow {
  readonly ts: number
  readonly cells: readonly ({ mean: number | null; min: number | null; max: number | null; strength: number | null } | null)[]
}

/** Whether a value of what goes round is the arithmetic mean of readings that are gone, which may point anywhere. */
export const isOldMean = ({ strength, bucket }: Pick<Curve, 'strength' | 'bucket'>, at: number): boolean =>
  strength !== null && bucket > 0 && (strength[at] ?? null) === null

/** The points of all curves by time, newest first; moments at which no curve has a value (gaps) are left out. */
export function valueRows(curves: readonly HistoryCurve[]): ValueRow[] {
  const byTime = new Map<number, (ValueRow['cells'][number] | null)[]>()
  curves.forEach((curve, place) => {
    curve.collectionTime.forEach((ts, at) => {
      const mean = curve.collectionData[at] ?? null
      if (mean === null) return
      let cells = byTime.get(ts)
      if (!cells) byTime.set(ts, (cells = curves.map(() => null)))
      cells[place] = { mean, min: curve.min[at] ?? null, max: curve.max[at] ?? null, strength: curve.strength?.[at] ?? null }
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

/** A silence this many times the pace around it is a gap. */
const GAP_PACES = 3
const NEIGHBOURS = 3

/**
 * Takes out the gaps that are none: a device that reported every ten minutes last week, and every ten seconds now, was never silent then.
 * The server judges by the period of today; here the pace of the points around decides. Real silences stay nulls.
 */
export function keepRealGaps<C extends Pick<Curve, 'collectionTime' | 'collectionData' | 'min' | 'max' | 'strength'>>(curve: C): C {
  const known = curve.collectionTime.flatMap((_, at) => (curve.collectionData[at] == null ? [] : [at]))
  if (known.length === curve.collectionTime.length || known.length < 3) return curve
  const paces = known.slice(1).map((at, place) => curve.collectionTime[at]! - curve.collectionTime[known[place]!]!)
  const dropped = new Set<number>()
  paces.forEach((pace, place) => {
    const [from, to] = [known[place]!, known[place + 1]!]
    if (to - from === 1) return
    const around = [...paces.slice(Math.max(0, place - NEIGHBOURS), place), ...paces.slice(place + 1, place + 1 + NEIGHBOURS)].sort(
      (one, other) => one - other,
    )
    const usual = around[around.length >> 1] ?? 0
    if (pace <= GAP_PACES * usual) for (let at = from + 1; at < to; at++) dropped.add(at)
  })
  if (dropped.size === 0) return curve
  const kept = <Value>(column: readonly Value[]) => column.filter((_, at) => !dropped.has(at))
  return {
    ...curve,
    collectionTime: kept(curve.collectionTime),
    collectionData: kept(curve.collectionData),
    min: kept(curve.min),
    max: kept(curve.max),
    strength: curve.strength && kept(curve.strength),
  }
}
