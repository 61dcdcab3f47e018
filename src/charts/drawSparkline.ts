export interface SparkShape {
  /** From when to when it is looked at, ms UTC: the picture is as wide as that, wherever the values begin and end. */
  readonly from: number
  readonly to: number
  /** What goes round is no line: from 359 to 1 it would run through all that never was. */
  readonly points?: boolean
  /** Moments in ms UTC, rising, and their values; null is a gap. */
  readonly ts: readonly number[]
  readonly values: readonly (number | null)[]
  /** The normal band, null where a side is not set. */
  readonly low: number | null
  readonly high: number | null
}

const PADDING = 3
const DOT = 1

/** The values a sparkline spans: its data, and the normal band where that is near; null without data. */
export function sparkSpan({ values, low, high }: SparkShape): { least: number; greatest: number } | null {
  const known = values.filter((value): value is number => value !== null)
  if (known.length === 0) return null
  let least = Math.min(...known)
  let greatest = Math.max(...known)
  const reach = Math.max(greatest - least, Math.abs(greatest) * 0.02, 0.01)
  // A band far away would press the curve flat, so it is drawn as far as twice the curve's own height; but an edge that a value has
  // crossed is always there to be seen.
  const [under, over] = [low !== null && least < low, high !== null && greatest > high]
  const near = (edge: number) => edge >= least - 2 * reach && edge <= greatest + 2 * reach
  const edges = [low !== null && (under || near(low)) ? low : null, high !== null && (over || near(high)) ? high : null]
  least = Math.min(least, ...edges.filter((edge) => edge !== null))
  greatest = Math.max(greatest, ...edges.filter((edge) => edge !== null))
  return greatest > least ? { least, greatest } : { least: least - reach, greatest: greatest + reach }
}

/** Draws the curve, its normal band and a dot on the newest value, in the colours given; CSS px. */
export function drawSparkline(
  pen: CanvasRenderingContext2D,
  shape: SparkShape,
  { width, height, color, band }: { width: number; height: number; color: string; band: string },
): void {
  pen.clearRect(0, 0, width, height)
  const span = sparkSpan(shape)
  if (!span) return
  const across = Math.max(1, shape.to - shape.from)
  const x = (ts: number) => PADDING + ((ts - shape.from) / across) * (width - 2 * PADDING)
  const y = (value: number) => {
    const up = (value - span.least) / (span.greatest - span.least)
    return height - PADDING - up * (height - 2 * PADDING)
  }
  if (shape.low !== null || shape.high !== null) {
    // On the scale of the curve: what of the band lies beyond the picture is not drawn, and nothing is drawn at its edge instead.
    const within = (at: number) => Math.min(height, Math.max(0, at))
    const top = shape.high === null ? 0 : within(y(shape.high))
    const bottom = shape.low === null ? height : within(y(shape.low))
    pen.globalAlpha = 0.14
    pen.fillStyle = band
    pen.fillRect(0, top, width, bottom - top)
  }
  pen.globalAlpha = 1
  pen.strokeStyle = color
  pen.fillStyle = color
  pen.lineWidth = 1.5
  pen.lineJoin = 'round'
  pen.beginPath()
  const isKnown = (at: number) => (shape.values[at] ?? null) !== null
  shape.values.forEach((value, at) => {
    if (value === null) return
    const [left, top] = [x(shape.ts[at]!), y(value)]
    if (!shape.points && isKnown(at - 1)) pen.lineTo(left, top)
    else pen.moveTo(left, top)
    // One that stands alone has no line to be seen by.
    if (shape.points || (!isKnown(at - 1) && !isKnown(at + 1))) pen.lineTo(left + DOT, top)
  })
  pen.stroke()
  const newest = shape.values.findLastIndex((value) => value !== null)
  pen.beginPath()
  pen.arc(x(shape.ts[newest]!), y(shape.values[newest]!), 2.25, 0, 2 * Math.PI)
  pen.fill()
}
