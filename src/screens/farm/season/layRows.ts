import { drawnTo, type SeasonBar } from './seasonBars.ts'

export const HEAD = 44
const PAD = 6
const LEAST = 34
const THICK = { batch: 24, task: 9 } as const
const GAP = { batch: 3, task: 2 } as const

export interface Placed {
  readonly bar: SeasonBar
  /** The first day after it, as it is drawn. */
  readonly to: number
  readonly top: number
  readonly height: number
}
export interface Row {
  /** Null: what has no plot. */
  readonly landId: number | null
  readonly name: string
  readonly top: number
  readonly height: number
  /** By their first days. */
  readonly bars: readonly Placed[]
}
interface Plots {
  readonly plots: readonly { readonly landId: number; readonly landName: string }[]
  /** What the row of that is called that has no plot. */
  readonly nowhere: string
  readonly today: number
  readonly end: number
}

/**
 * The plots below each other, on each its batches and below them its tasks, each in the first lane that is free. Tops are pixels from that
 * of the first row; what has no plot, or one that is not seen, stands last.
 */
export function layRows(bars: readonly SeasonBar[], { plots, nowhere, today, end }: Plots): Row[] {
  const known = new Map<number | null, SeasonBar[]>(plots.map(({ landId }) => [landId, []]))
  const others: SeasonBar[] = []
  for (const bar of bars.toSorted((one, other) => one.from - other.from)) (known.get(bar.landId) ?? others).push(bar)
  const rows = [
    ...plots.map(({ landId, landName }) => ({ landId, name: landName, bars: known.get(landId)! })),
    { landId: null, name: nowhere, bars: others },
  ]
  const laid: Row[] = []
  let top = 0
  for (const { landId, name, bars: its } of rows) {
    if (landId === null && its.length === 0) continue
    const placed: Placed[] = []
    let below = PAD
    for (const kind of ['batch', 'task'] as const) {
      const ends: number[] = []
      for (const bar of its) {
        if (bar.kind !== kind) continue
        const to = drawnTo(bar, today, end)
        const free = ends.findIndex((until) => until <= bar.from)
        const lane = free === -1 ? ends.length : free
        ends[lane] = to
        placed.push({ bar, to, top: top + below + lane * (THICK[kind] + GAP[kind]), height: THICK[kind] })
      }
      below += ends.length * (THICK[kind] + GAP[kind])
    }
    const height = Math.max(LEAST, below + PAD)
    laid.push({ landId, name, top, height, bars: placed.toSorted((one, other) => one.bar.from - other.bar.from) })
    top += height
  }
  return laid
}

/** The row at a height, by halves; null: below the last. */
export function rowAt(rows: readonly Row[], y: number): Row | null {
  let [low, high] = [0, rows.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const row = rows[middle]!
    if (y < row.top) high = middle - 1
    else if (y >= row.top + row.height) low = middle + 1
    else return row
  }
  return null
}

/** The bar at a day and a height; a short one is found up to `slack` days beside it. */
export function barAt(rows: readonly Row[], day: number, y: number, slack: number): Placed | null {
  const near = rowAt(rows, y)?.bars.filter(({ top, height }) => y >= top - 1 && y <= top + height + 1) ?? []
  const exact = near.find(({ bar, to }) => bar.from <= day && day < to)
  return exact ?? near.find(({ bar, to }) => bar.from - slack <= day && day < to + slack) ?? null
}

/** Which bar a key leads to: the next or the one before on its plot, or the nearest of the next plot above or below that has one. */
export function neighbour(rows: readonly Row[], key: string, step: 'before' | 'after' | 'above' | 'below'): SeasonBar | null {
  const at = rows.findIndex(({ bars }) => bars.some(({ bar }) => bar.key === key))
  if (at === -1) return rows.find(({ bars }) => bars.length > 0)?.bars[0]?.bar ?? null
  const { bars } = rows[at]!
  const place = bars.findIndex(({ bar }) => bar.key === key)
  if (step === 'before' || step === 'after') return bars[place + (step === 'after' ? 1 : -1)]?.bar ?? null
  const [from] = [bars[place]!.bar.from]
  const beside = step === 'below' ? rows.slice(at + 1) : rows.slice(0, at).toReversed()
  const there = beside.find((row) => row.bars.length > 0)?.bars ?? []
  return there.reduce<SeasonBar | null>(
    (nearest, { bar }) => (nearest === null || Math.abs(bar.from - from) < Math.abs(nearest.from - from) ? bar : nearest),
    null,
  )
}
