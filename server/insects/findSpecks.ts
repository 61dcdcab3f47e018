import { MAX_BOXES } from '#contract/insects/picture'

/** Pixels from the upper left corner. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** The sheet is taken to be evenly lit within a cell, so many of which are along its shorter side. */
const CELLS = 16
const LEAST_CELL = 16
/** Of the pixels of a cell so many are darker than the sheet there: insects cover less than half of any cell. */
const SHEET_SHARE = 0.7
/** Grey levels below the sheet at which something may lie there, however even the sheet is. */
const LEAST_CONTRAST = 24
/** Deviations of the sheet's own grain. */
const GRAINS = 6
/** What is smaller is dust; what is larger is a hand, a leaf or a shadow. Pixels, and shares of the picture. */
const LEAST_PIXELS = 12
const LEAST_SHARE = 4e-6
const MOST_SHARE = 0.04
/** Strokes of dark pixels, in all rows. */
const MOST_STROKES = 400_000

/** Where something dark lies on a light sheet, in order from above; null where there is more than any sheet has (`MAX_BOXES`). */
export function findSpecks(grey: Uint8Array, width: number, height: number): Box[] | null {
  if (width < 1 || height < 1 || grey.length < width * height) return []
  const dark = darkness(grey, width, height)
  const specks = joined(dark, thresholdOf(dark), width, height)
  if (specks === null) return null
  const least = Math.max(LEAST_PIXELS, width * height * LEAST_SHARE)
  const most = width * height * MOST_SHARE
  const found = specks.filter(({ pixels, w, h }) => pixels >= least && w * h <= most)
  return found.length > MAX_BOXES
    ? null
    : found.map(({ x, y, w, h }) => ({ x, y, w, h })).toSorted((one, other) => one.y - other.y || one.x - other.x)
}

/** How much darker each pixel is than the sheet around it. */
function darkness(grey: Uint8Array, width: number, height: number): Uint8Array {
  const cell = Math.max(LEAST_CELL, Math.round(Math.min(width, height) / CELLS))
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)]
  const sheet = calmed(sheetLevels(grey, { width, height, cell, columns, rows }), columns, rows)
  const dark = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const cellY = Math.min(rows - 1, Math.max(0, y / cell - 0.5))
    const [above, belowBy] = [Math.floor(cellY), cellY - Math.floor(cellY)]
    const below = Math.min(rows - 1, above + 1)
    for (let x = 0; x < width; x++) {
      const cellX = Math.min(columns - 1, Math.max(0, x / cell - 0.5))
      const [left, rightBy] = [Math.floor(cellX), cellX - Math.floor(cellX)]
      const right = Math.min(columns - 1, left + 1)
      const upper = sheet[above * columns + left]! * (1 - rightBy) + sheet[above * columns + right]! * rightBy
      const lower = sheet[below * columns + left]! * (1 - rightBy) + sheet[below * columns + right]! * rightBy
      dark[y * width + x] = Math.max(0, Math.round(upper * (1 - belowBy) + lower * belowBy) - grey[y * width + x]!)
    }
  }
  return dark
}

interface Cells {
  readonly width: number
  readonly height: number
  readonly cell: number
  readonly columns: number
  readonly rows: number
}

/** The grey level of the sheet in each cell: insects are darker and cover less than half of it. */
function sheetLevels(grey: Uint8Array, { width, height, cell, columns, rows }: Cells): Float64Array {
  const levels = new Float64Array(columns * rows)
  const counts = new Uint32Array(256)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      counts.fill(0)
      const [right, bottom] = [Math.min(width, (column + 1) * cell), Math.min(height, (row + 1) * cell)]
      let total = 0
      for (let y = row * cell; y < bottom; y++)
        for (let x = column * cell; x < right; x++) {
          counts[grey[y * width + x]!]!++
          total++
        }
      levels[row * columns + column] = shareOf(counts, total, SHEET_SHARE)
    }
  return levels
}

/** The median of each cell and its neighbours: a cell that a large insect covers takes the level of those around it. */
function calmed(levels: Float64Array, columns: number, rows: number): Float64Array {
  return levels.map((_, at) => {
    const [row, column] = [Math.floor(at / columns), at % columns]
    const near: number[] = []
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++)
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) near.push(levels[y * columns + x]!)
    return near.toSorted((one, other) => one - other)[Math.floor(near.length / 2)]!
  })
}

/** The level below which this share of what was counted lies. */
function shareOf(counts: Uint32Array, total: number, share: number): number {
  let sum = 0
  for (let level = 0; level < 256; level++) {
    sum += counts[level]!
    if (sum > total * share) return level
  }
  return 255
}

function thresholdOf(dark: Uint8Array): number {
  const counts = new Uint32Array(256)
  for (const level of dark) counts[level]!++
  const middle = shareOf(counts, dark.length, 0.5)
  const away = new Uint32Array(256)
  counts.forEach((count, level) => (away[Math.abs(level - middle)]! += count))
  return Math.min(200, middle + Math.max(LEAST_CONTRAST, GRAINS * 1.4826 * shareOf(away, dark.length, 0.5)))
}

interface Speck extends Box {
  readonly pixels: number
}

/** What hangs together, also over a corner: strokes of dark pixels, joined row by row. */
function joined(dark: Uint8Array, threshold: number, width: number, height: number): Speck[] | null {
  const strokes: { y: number; from: number; to: number }[] = []
  const parents: number[] = []
  const rootOf = (of: number): number => {
    let root = of
    while (parents[root] !== root) root = parents[root] = parents[parents[root]!]!
    return root
  }
  let [before, beforeEnd] = [0, 0]
  for (let y = 0; y < height; y++) {
    const begin = strokes.length
    for (let x = 0; x < width; x++) {
      if (dark[y * width + x]! < threshold) continue
      const from = x
      while (x < width && dark[y * width + x]! >= threshold) x++
      parents.push(strokes.length)
      strokes.push({ y, from, to: x })
    }
    if (strokes.length > MOST_STROKES) return null
    let above = before
    for (let at = begin; at < strokes.length; at++) {
      const { from, to } = strokes[at]!
      while (above < beforeEnd && strokes[above]!.to < from) above++
      for (let other = above; other < beforeEnd && strokes[other]!.from <= to; other++) parents[rootOf(other)] = rootOf(at)
    }
    ;[before, beforeEnd] = [begin, strokes.length]
  }
  const found = new Map<number, { left: number; top: number; right: number; bottom: number; pixels: number }>()
  strokes.forEach(({ y, from, to }, at) => {
    const root = rootOf(at)
    const one = found.get(root) ?? { left: from, top: y, right: to, bottom: y + 1, pixels: 0 }
    one.left = Math.min(one.left, from)
    one.right = Math.max(one.right, to)
    one.bottom = y + 1
    one.pixels += to - from
    found.set(root, one)
  })
  return [...found.values()].map(({ left, top, right, bottom, pixels }) => ({ x: left, y: top, w: right - left, h: bottom - top, pixels }))
}
