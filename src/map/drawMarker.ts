import type { AlarmSeverity } from '#contract/alarms/severity'
import { drawSeverity } from './drawSeverity.ts'
import { GLYPH_GRID, GLYPH_PEN, glyphs } from './glyphs.ts'
import type { MarkerLook, Size } from './markerKey.ts'

/** Colours of the theme, as a canvas takes them. */
export interface MapPalette {
  readonly dark: boolean
  readonly paper: string
  readonly text: string
  readonly muted: string
  readonly normal: string
  readonly late: string
  readonly lost: string
  readonly alarm: string
  readonly warn: string
  readonly info: string
  readonly severity: Readonly<Record<AlarmSeverity, string>>
  /** What is on: a filled disc; and what is drawn upon it. */
  readonly accent: string
  readonly onAccent: string
  readonly font: string
}

/** Side of a picture's square, in CSS pixels; the place stands in its middle. */
export const boxOf: Record<Size, number> = { dot: 16, disc: 30, large: 42 }
const SCALE: Record<Size, number> = { dot: 0.4, disc: 0.7, large: 1 }
const TURN = Math.PI * 2
const RADIUS = 13

/**
 * Paints one look into a square at (left, top) of `side` device pixels. State is told by shape first (fill, dashes, badges), colour second.
 * The pen is left as it was found.
 */
export function drawMarker(
  pen: CanvasRenderingContext2D,
  left: number,
  top: number,
  side: number,
  size: Size,
  look: MarkerLook,
  palette: MapPalette,
): void {
  pen.save()
  pen.translate(left + side / 2, top + side / 2)
  const unit = (side / boxOf[size]) * SCALE[size]
  pen.scale(unit, unit)
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  if (size === 'dot') drawDot(pen, look, palette)
  else drawDisc(pen, look, palette)
  pen.restore()
}

const ringColor = (look: MarkerLook, palette: MapPalette) => {
  if (look.alarm) return palette.severity[look.alarm]
  if (look.outside) return palette.alarm
  if (look.health === 'live') return palette.normal
  if (look.health === 'plain') return palette.muted
  return look.health === 'late' ? palette.late : palette.lost
}

const isSilent = (look: MarkerLook) => look.health === 'lost' || look.health === 'offline' || look.health === 'unknown'

function drawDisc(pen: CanvasRenderingContext2D, look: MarkerLook, palette: MapPalette): void {
  const silent = isSilent(look)
  const filled = look.power === 'on' && !silent
  circle(pen, 0, 0, RADIUS + 2.5)
  pen.fillStyle = palette.paper
  pen.globalAlpha = 0.75
  pen.fill()
  pen.globalAlpha = 1
  circle(pen, 0, 0, RADIUS)
  pen.fillStyle = filled ? palette.accent : palette.paper
  pen.fill()
  pen.strokeStyle = ringColor(look, palette)
  pen.lineWidth = look.alarm || look.outside ? 3.4 : 2.2
  pen.setLineDash(look.health === 'lost' ? [4, 4] : look.health === 'unknown' ? [0.5, 4] : [])
  pen.stroke()
  pen.setLineDash([])
  drawGlyph(pen, look, filled ? palette.onAccent : silent ? palette.muted : palette.text, silent ? 0.7 : 1)
  if (look.health === 'offline') {
    pen.beginPath()
    pen.moveTo(-9, 9)
    pen.lineTo(9, -9)
    pen.strokeStyle = palette.paper
    pen.lineWidth = 4.5
    pen.stroke()
    pen.strokeStyle = palette.lost
    pen.lineWidth = 2.2
    pen.stroke()
  }
  drawHealthBadge(pen, look, palette)
  // An alarm says more than that a value lies outside its band.
  if (look.alarm) drawSeverity(pen, -11, -11, 8.5, look.alarm, palette)
  else if (look.outside) drawTriangle(pen, -11, -11, 7, palette.alarm, palette.paper)
  if (look.power !== 'none') drawPower(pen, look, palette, silent)
  drawCommand(pen, look, palette)
}

function drawGlyph(pen: CanvasRenderingContext2D, look: MarkerLook, color: string, alpha: number): void {
  pen.save()
  pen.globalAlpha = alpha
  const scale = 17 / GLYPH_GRID
  pen.scale(scale, scale)
  pen.translate(-GLYPH_GRID / 2, -GLYPH_GRID / 2)
  pen.strokeStyle = color
  pen.lineWidth = GLYPH_PEN * 1.15
  pen.stroke(new Path2D(glyphs[look.layer]))
  pen.restore()
}

/** Upper right: a clock for late, a dash for lost, a cross for offline, a question mark for unknown. */
function drawHealthBadge(pen: CanvasRenderingContext2D, look: MarkerLook, palette: MapPalette): void {
  if (look.health === 'live' || look.health === 'plain') return
  pen.save()
  pen.translate(11.5, -11.5)
  circle(pen, 0, 0, 6.6)
  pen.fillStyle = palette.paper
  pen.fill()
  pen.strokeStyle = look.health === 'late' ? palette.late : palette.lost
  pen.lineWidth = 1.8
  pen.stroke()
  pen.beginPath()
  if (look.health === 'late') {
    pen.moveTo(0, -3.6)
    pen.lineTo(0, 0.3)
    pen.lineTo(2.6, 1.8)
  } else if (look.health === 'lost') {
    pen.moveTo(-3, 0)
    pen.lineTo(3, 0)
  } else if (look.health === 'offline') {
    pen.moveTo(-2.4, -2.4)
    pen.lineTo(2.4, 2.4)
    pen.moveTo(2.4, -2.4)
    pen.lineTo(-2.4, 2.4)
  } else {
    pen.arc(0, -1.5, 2, Math.PI, TURN * 0.58)
    pen.lineTo(0, 1.2)
    pen.moveTo(0, 3.6)
    pen.lineTo(0, 3.7)
  }
  pen.stroke()
  pen.restore()
}

/** Lower left: a bar for on, a ring for off, as on a power switch. */
function drawPower(pen: CanvasRenderingContext2D, look: MarkerLook, palette: MapPalette, silent: boolean): void {
  const on = look.power === 'on'
  pen.save()
  pen.translate(-11.5, 11.5)
  circle(pen, 0, 0, 6.2)
  pen.fillStyle = on && !silent ? palette.accent : palette.paper
  pen.fill()
  pen.strokeStyle = silent ? palette.lost : on ? palette.paper : palette.muted
  pen.lineWidth = 1.4
  pen.stroke()
  pen.strokeStyle = on && !silent ? palette.onAccent : silent ? palette.lost : palette.muted
  pen.lineWidth = 2
  pen.beginPath()
  if (on) {
    pen.moveTo(0, -3)
    pen.lineTo(0, 3)
  } else {
    pen.arc(0, 0, 2.5, 0, TURN)
  }
  pen.stroke()
  pen.restore()
}

/** Lower right: three dots while a command is under way, a struck-out mark when it failed. */
function drawCommand(pen: CanvasRenderingContext2D, look: MarkerLook, palette: MapPalette): void {
  if (look.command === 'none') return
  if (look.command === 'failed') {
    drawTriangle(pen, 11.5, 11.5, 7, palette.warn, palette.paper)
    return
  }
  pen.save()
  pen.translate(10.5, 12)
  pen.beginPath()
  pen.roundRect(-9, -5, 18, 10, 5)
  pen.fillStyle = palette.info
  pen.fill()
  pen.strokeStyle = palette.paper
  pen.lineWidth = 1.4
  pen.stroke()
  pen.fillStyle = palette.paper
  for (const x of [-4.6, 0, 4.6]) {
    circle(pen, x, 0, 1.6)
    pen.fill()
  }
  pen.restore()
}

/** Far out there is no room for a picture: shape alone tells. A triangle is abnormal, a cross offline, a ring not in time, a square a camera. */
function drawDot(pen: CanvasRenderingContext2D, look: MarkerLook, palette: MapPalette): void {
  if (look.alarm) {
    drawSeverity(pen, 0, 0, 17, look.alarm, palette)
    return
  }
  if (look.outside) {
    drawTriangle(pen, 0, 1, 15, palette.alarm, palette.paper)
    return
  }
  pen.lineWidth = 3.5
  if (look.health === 'plain') {
    pen.beginPath()
    pen.rect(-9, -9, 18, 18)
  } else {
    circle(pen, 0, 0, look.health === 'unknown' ? 7 : 11)
  }
  const hollow = isSilent(look) || look.health === 'late'
  pen.fillStyle = hollow ? palette.paper : look.power === 'on' ? palette.accent : ringColor(look, palette)
  pen.fill()
  pen.strokeStyle = hollow ? ringColor(look, palette) : palette.paper
  pen.stroke()
  if (look.health === 'offline') {
    pen.beginPath()
    pen.moveTo(-5, -5)
    pen.lineTo(5, 5)
    pen.moveTo(5, -5)
    pen.lineTo(-5, 5)
    pen.stroke()
  }
  if (look.power === 'on' && !hollow) {
    circle(pen, 0, 0, 4)
    pen.fillStyle = palette.onAccent
    pen.fill()
  }
  if (look.command !== 'none') {
    circle(pen, 0, 0, 16)
    pen.strokeStyle = look.command === 'busy' ? palette.info : palette.warn
    pen.setLineDash(look.command === 'busy' ? [5, 5] : [])
    pen.stroke()
    pen.setLineDash([])
  }
}

function drawTriangle(pen: CanvasRenderingContext2D, x: number, y: number, reach: number, fill: string, edge: string): void {
  pen.save()
  pen.translate(x, y)
  pen.beginPath()
  pen.moveTo(0, -reach)
  pen.lineTo(reach * 0.95, reach * 0.75)
  pen.lineTo(-reach * 0.95, reach * 0.75)
  pen.closePath()
  pen.fillStyle = fill
  pen.fill()
  pen.strokeStyle = edge
  pen.lineWidth = Math.max(1.2, reach * 0.14)
  pen.stroke()
  pen.beginPath()
  pen.moveTo(0, -reach * 0.35)
  pen.lineTo(0, reach * 0.15)
  pen.moveTo(0, reach * 0.48)
  pen.lineTo(0, reach * 0.49)
  pen.lineWidth = Math.max(1.4, reach * 0.18)
  pen.stroke()
  pen.restore()
}

function circle(pen: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  pen.beginPath()
  pen.arc(x, y, radius, 0, TURN)
}
