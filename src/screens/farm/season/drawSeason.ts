import type { Bar } from '#machines/farm/moveBar'
import { HEAD, type Placed, type Row, rowAt } from './layRows.ts'
import { dayName, type Tone } from './seasonBars.ts'

export interface SeasonInk {
  readonly text: string
  readonly quiet: string
  readonly line: string
  readonly ground: string
  readonly mark: string
  readonly font: string
  readonly tones: Readonly<Record<Tone, string>>
}
/** What of the picture is seen: its size and where it was scrolled to in pixels, and how wide a day is. */
export interface View {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
  readonly perDay: number
  /** How wide the names of the plots are. */
  readonly names: number
}
export interface Picture {
  readonly rows: readonly Row[]
  /** The first day, and the first after the last. */
  readonly first: number
  readonly end: number
  readonly today: number
  /** With its year where there is room. */
  readonly monthName: (day: number, wide: boolean) => string
}
/** The bar that is chosen, where it is now and where it is moved to, and the row that it is moved to. */
export interface Ghost {
  readonly key: string
  readonly there: Bar | null
  readonly row: Row | null
}

const DAY_MS = 86_400_000
/** The least that is seen of a bar, px. */
const LEAST_WIDE = 3
const TINT = 0.24
/** Where days have room for their number, and weeks for a line, px a day. */
const DAYS_FROM = 18
const WEEKS_FROM = 4

export const xOf = (day: number, { first }: Picture, { perDay, left, names }: View): number => names + (day - first) * perDay - left
export const dayOfX = (x: number, { first }: Picture, { perDay, left, names }: View): number => first + (x + left - names) / perDay
export const yOf = (y: number, { top }: View): number => HEAD + y - top

/** Draws what is seen of the season: a frame costs what it shows, however long the season is. */
export function drawSeason(pen: CanvasRenderingContext2D, picture: Picture, view: View, ink: SeasonInk, ghost: Ghost | null): void {
  const { width, height, names } = view
  pen.clearRect(0, 0, width, height)
  pen.textBaseline = 'middle'
  pen.save()
  pen.beginPath()
  pen.rect(names, HEAD, width - names, height - HEAD)
  pen.clip()
  drawLines(pen, picture, view, ink)
  const seen = seenRows(picture.rows, view)
  for (const row of seen) drawRow(pen, row, picture, view, ink, ghost)
  if (ghost?.there) drawGhost(pen, ghost, picture, view, ink)
  drawToday(pen, picture, view, ink)
  pen.restore()
  drawHead(pen, picture, view, ink)
  drawNames(pen, seen, view, ink)
}

function seenRows(rows: readonly Row[], { top, height }: View): readonly Row[] {
  const first = rowAt(rows, Math.max(0, top))
  if (!first) return []
  const at = rows.indexOf(first)
  let last = at
  while (last + 1 < rows.length && rows[last + 1]!.top < top + height) last++
  return rows.slice(at, last + 1)
}

/** The first days of months that are seen, and the first after them. */
function monthsSeen(picture: Picture, view: View): number[] {
  const from = new Date(Math.floor(dayOfX(view.names, picture, view)) * DAY_MS)
  const to = dayOfX(view.width, picture, view)
  const found: number[] = []
  for (let month = 0; found.length === 0 || found.at(-1)! < to; month++)
    found.push(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + month, 1) / DAY_MS)
  return found
}

function drawLines(pen: CanvasRenderingContext2D, picture: Picture, view: View, ink: SeasonInk): void {
  const { perDay, width, height, names } = view
  pen.fillStyle = ink.line
  for (const day of monthsSeen(picture, view)) pen.fillRect(Math.round(xOf(day, picture, view)), HEAD, 1, height - HEAD)
  if (perDay < WEEKS_FROM) return
  pen.globalAlpha = 0.5
  for (let day = mondayFrom(dayOfX(names, picture, view)), x = 0; x < width; day += 7) {
    x = Math.round(xOf(day, picture, view))
    pen.fillRect(x, HEAD, 1, height - HEAD)
  }
  pen.globalAlpha = 1
}
/** The first Monday from a day on; 1970 began on a Thursday. */
const mondayFrom = (day: number) => Math.ceil((day - 4) / 7) * 7 + 4

function drawRow(pen: CanvasRenderingContext2D, row: Row, picture: Picture, view: View, ink: SeasonInk, ghost: Ghost | null): void {
  pen.fillStyle = ink.line
  pen.fillRect(view.names, Math.round(yOf(row.top + row.height, view)) - 1, view.width - view.names, 1)
  if (ghost?.row === row) {
    pen.globalAlpha = 0.5
    pen.fillRect(view.names, yOf(row.top, view), view.width - view.names, row.height)
    pen.globalAlpha = 1
  }
  const [from, to] = [dayOfX(view.names, picture, view), dayOfX(view.width, picture, view)]
  for (const placed of row.bars) {
    if (placed.bar.from > to) break
    if (placed.to < from) continue
    const isHeld = ghost?.key === placed.bar.key
    pen.globalAlpha = isHeld && ghost.there ? 0.35 : 1
    drawBar(pen, placed, picture, view, ink)
    pen.globalAlpha = 1
    if (isHeld) outline(pen, edges(placed.bar.from, placed.to, picture, view), yOf(placed.top, view), placed.height, ink.mark)
  }
}

function edges(from: number, to: number, picture: Picture, view: View): readonly [number, number] {
  const x = xOf(from, picture, view)
  return [x, Math.max(LEAST_WIDE, xOf(to, picture, view) - x)]
}

function drawBar(pen: CanvasRenderingContext2D, { bar, to, top, height }: Placed, picture: Picture, view: View, ink: SeasonInk): void {
  const [x, wide] = edges(bar.from, to, picture, view)
  const y = yOf(top, view)
  pen.fillStyle = ink.tones[bar.tone]
  if (bar.kind === 'task') {
    if (bar.tone === 'waiting') {
      pen.strokeStyle = ink.tones.waiting
      pen.lineWidth = 1.5
      pen.strokeRect(x + 0.75, y + 0.75, Math.max(1.5, wide - 1.5), height - 1.5)
    } else pen.fillRect(x, y, wide, height)
    return
  }
  const alpha = pen.globalAlpha
  pen.globalAlpha = alpha * (bar.tone === 'planned' ? TINT / 3 : TINT)
  pen.fillRect(x, y, wide, height)
  pen.globalAlpha = alpha
  // What was planned, and what goes on beyond it, are not the same.
  if (bar.tone === 'planned') {
    pen.strokeStyle = ink.tones.planned
    pen.lineWidth = 1
    pen.setLineDash([4, 3])
    pen.strokeRect(x + 0.5, y + 0.5, Math.max(1, wide - 1), height - 1)
    pen.setLineDash([])
  }
  pen.fillRect(x, y, Math.min(3, wide), height)
  if (bar.to !== null && to > bar.to) {
    pen.fillStyle = ink.tones.overdue
    pen.fillRect(xOf(bar.to, picture, view), y + height - 3, (to - bar.to) * view.perDay, 3)
  }
  const start = Math.max(x, view.names) + 7
  const room = x + wide - start - 4
  if (room < 14) return
  pen.fillStyle = bar.tone === 'ended' || bar.tone === 'failed' ? ink.quiet : ink.text
  pen.font = `12px ${ink.font}`
  pen.fillText(fitted(pen, bar.name, room), start, y + height / 2 + 0.5)
}

function outline(pen: CanvasRenderingContext2D, [x, wide]: readonly [number, number], y: number, height: number, color: string): void {
  pen.strokeStyle = color
  pen.lineWidth = 2
  pen.strokeRect(x - 1, y - 1, wide + 2, height + 2)
}

function drawGhost(pen: CanvasRenderingContext2D, { key, there, row }: Ghost, picture: Picture, view: View, ink: SeasonInk): void {
  const { from, to } = there!
  const own = picture.rows.flatMap(({ bars }) => bars).find(({ bar }) => bar.key === key)
  if (!own) return
  const top = row ? row.top + 6 : own.top
  const box = edges(from, to ?? picture.end, picture, view)
  pen.globalAlpha = 0.45
  pen.fillStyle = ink.mark
  pen.fillRect(box[0], yOf(top, view), box[1], own.height)
  pen.globalAlpha = 1
  outline(pen, box, yOf(top, view), own.height, ink.mark)
}

function drawToday(pen: CanvasRenderingContext2D, picture: Picture, view: View, ink: SeasonInk): void {
  pen.fillStyle = ink.mark
  pen.fillRect(Math.round(xOf(picture.today, picture, view)), HEAD, 2, view.height - HEAD)
}

function drawHead(pen: CanvasRenderingContext2D, picture: Picture, view: View, ink: SeasonInk): void {
  const { width, names, perDay } = view
  pen.save()
  pen.beginPath()
  pen.rect(names, 0, width - names, HEAD)
  pen.clip()
  pen.fillStyle = ink.ground
  pen.fillRect(names, 0, width - names, HEAD)
  pen.fillStyle = ink.text
  pen.font = `600 12px ${ink.font}`
  const months = monthsSeen(picture, view)
  for (const [at, day] of months.entries()) {
    const next = months[at + 1]
    if (next === undefined) break
    const start = Math.max(xOf(day, picture, view), names) + 5
    const room = xOf(next, picture, view) - start - 2
    const said = [picture.monthName(day, true), picture.monthName(day, false)].find((name) => widthOf(pen, name) <= room)
    if (said !== undefined) pen.fillText(said, start, 14)
  }
  pen.fillStyle = ink.quiet
  pen.font = `11px ${ink.font}`
  const step = perDay >= DAYS_FROM ? 1 : 7
  if (perDay >= WEEKS_FROM)
    for (let day = step === 1 ? Math.floor(dayOfX(names, picture, view)) : mondayFrom(dayOfX(names, picture, view) - 7); ; day += step) {
      const x = xOf(day, picture, view)
      if (x > width) break
      pen.fillText(String(Number(dayName(day).slice(8))), x + 3, 33)
    }
  pen.fillStyle = ink.line
  pen.fillRect(names, HEAD - 1, width - names, 1)
  pen.restore()
}

function drawNames(pen: CanvasRenderingContext2D, rows: readonly Row[], view: View, ink: SeasonInk): void {
  const { names, height } = view
  pen.save()
  pen.beginPath()
  pen.rect(0, HEAD, names, height - HEAD)
  pen.clip()
  pen.fillStyle = ink.ground
  pen.fillRect(0, HEAD, names, height - HEAD)
  pen.font = `12px ${ink.font}`
  for (const row of rows) {
    const y = yOf(row.top, view)
    pen.fillStyle = ink.line
    pen.fillRect(0, Math.round(y + row.height) - 1, names, 1)
    pen.fillStyle = ink.text
    pen.fillText(fitted(pen, row.name, names - 16), 10, y + 18)
  }
  pen.restore()
  pen.fillStyle = ink.ground
  pen.fillRect(0, 0, names, HEAD)
  pen.fillStyle = ink.line
  pen.fillRect(names - 1, 0, 1, height)
  pen.fillRect(0, HEAD - 1, names, 1)
}

const MOST_KEPT = 20_000
const widths = new Map<string, number>()
/** Measuring a text costs more than drawing it; a season has the same few thousand again and again. */
function widthOf(pen: CanvasRenderingContext2D, text: string): number {
  const key = `${pen.font} ${text}`
  let width = widths.get(key)
  if (width === undefined) {
    if (widths.size > MOST_KEPT) widths.clear()
    widths.set(key, (width = pen.measureText(text).width))
  }
  return width
}
const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const letters = new Map<string, readonly string[]>()
/** What a person takes for the letters of a text: it is cut between them alone. */
function lettersOf(text: string): readonly string[] {
  let found = letters.get(text)
  if (found === undefined) {
    if (letters.size > MOST_KEPT) letters.clear()
    letters.set(text, (found = Array.from(segments.segment(text), ({ segment }) => segment)))
  }
  return found
}
/** As much of a text as has room. */
function fitted(pen: CanvasRenderingContext2D, text: string, room: number): string {
  if (widthOf(pen, text) <= room) return text
  const all = lettersOf(text)
  let [low, high] = [0, all.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (widthOf(pen, `${all.slice(0, middle).join('')}…`) <= room) low = middle
    else high = middle - 1
  }
  return low === 0 ? '' : `${all.slice(0, low).join('')}…`
}
