import type { AlarmSeverity } from '#contract/alarms/severity'

type Corner = readonly [number, number]

/** Corners of the shapes round (0, 0), reaching 1 far; the same shapes as beside words: octagon, triangle, flag. */
const corners: Partial<Record<AlarmSeverity, readonly Corner[]>> = {
  critical: [0, 1, 2, 3, 4, 5, 6, 7].map((at) => [Math.cos((at + 0.5) * (Math.PI / 4)), Math.sin((at + 0.5) * (Math.PI / 4))] as const),
  major: [
    [0, -1],
    [0.95, 0.75],
    [-0.95, 0.75],
  ],
  minor: [
    [-0.7, -0.95],
    [0.7, -0.95],
    [0.7, 0.95],
    [0, 0.5],
    [-0.7, 0.95],
  ],
}

/** Paints how bad an alarm is round (x, y): an octagon, a triangle, a flag, a disc, or a disc with a question mark; the disc where nothing else is. */
export function drawSeverity(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  reach: number,
  severity: AlarmSeverity,
  palette: { readonly severity: Readonly<Record<AlarmSeverity, string>>; readonly paper: string },
): void {
  pen.save()
  pen.translate(x, y)
  pen.scale(reach, reach)
  pen.beginPath()
  const shape = corners[severity]
  if (shape) {
    for (const [cornerX, cornerY] of shape) pen.lineTo(cornerX, cornerY)
    pen.closePath()
  } else pen.arc(0, 0, 0.9, 0, Math.PI * 2)
  pen.fillStyle = palette.severity[severity]
  pen.fill()
  pen.strokeStyle = palette.paper
  pen.lineWidth = 0.14
  pen.stroke()
  pen.lineWidth = 0.2
  pen.beginPath()
  drawSign(pen, severity)
  pen.stroke()
  pen.restore()
}

function drawSign(pen: CanvasRenderingContext2D, severity: AlarmSeverity): void {
  if (severity === 'minor') return
  if (severity === 'indeterminate') {
    pen.arc(0, -0.2, 0.28, Math.PI, Math.PI * 2.6)
    pen.lineTo(0, 0.22)
    pen.moveTo(0, 0.52)
    pen.lineTo(0, 0.53)
    return
  }
  // What is said stands below the dot of an i, and above that of an exclamation mark.
  const [from, to, dot] = severity === 'warning' ? [-0.05, 0.5, -0.45] : [-0.45, 0.12, 0.46]
  pen.moveTo(0, from)
  pen.lineTo(0, to)
  pen.moveTo(0, dot)
  pen.lineTo(0, dot + 0.01)
}
