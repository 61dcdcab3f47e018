import type { Point } from '#server/session/captchaLetters'

/** What a script knows of how the letters are drawn. */
export interface Knowledge {
  readonly letters: string
  /** The hands of each letter, on a grid 4 wide and 6 high. */
  readonly formsOf: (letter: string) => readonly (readonly (readonly Point[])[])[]
  /** Sizes of the grid, px. */
  readonly sizes: readonly (readonly [wide: number, high: number])[]
  readonly leans: readonly number[]
  /** Half of a stroke's width, px. */
  readonly half: number
  readonly count: number
  /** Where the middle of each letter is, px, give or take `astray`. */
  readonly middles: readonly number[]
  readonly astray: number
  /** The ways to tell ink in such a picture. */
  readonly looks: readonly ((picture: Picture) => Uint8Array)[]
}
export interface Picture {
  readonly pixels: Uint8Array
  readonly width: number
  readonly height: number
}

const POINTS = 28
/** So many of them, spread over the letter, tell places without ink at once. */
const FIRST = 7
const STEP = 2

/** Points of a letter in one size and lean: those where ink is expected and those beside it where none is, from its middle. */
interface Template {
  readonly letter: string
  readonly on: Int16Array
  readonly off: Int16Array
}

/**
 * A script that reads captchas from their pixels and knows how they are drawn. It looks at a picture in several ways (what is dark;
 * what differs from its surroundings; what lies between edges, whatever its colour), with small parts taken away, fits every letter in
 * every size and lean to every place, and reads the row of letters that together fit best, the best letter near
 * each place where one has to be, and the best of each part where the picture is cut at the columns with the least ink.
 */
export function strokeMatcher(known: Knowledge): (picture: Picture) => string[] {
  const templates = known.letters
    .split('')
    .flatMap((letter) =>
      known
        .formsOf(letter)
        .flatMap((form) =>
          known.sizes.flatMap(([wide, high]) => known.leans.map((lean) => template(letter, form, wide, high, lean, known.half))),
        ),
    )
  return (picture) => [
    ...new Set(
      known.looks.flatMap((look) => {
        const ink = withoutSpecks(look(picture), picture.width)
        const fits = fit(ink, picture, templates)
        return [inARow(fits, picture.width, known.count), byParts(fits, ink, picture, known.count), atMiddles(fits, known)]
      }),
    ),
  ]
}

function template(letter: string, form: readonly (readonly Point[])[], wide: number, high: number, lean: number, half: number): Template {
  const place = ([x, y]: Point): Point => {
    const [dx, dy] = [((x - 2) / 4) * wide, ((y - 3) / 6) * high]
    return [dx * Math.cos(lean) - dy * Math.sin(lean), dx * Math.sin(lean) + dy * Math.cos(lean)]
  }
  const line = form.flatMap((stroke) => evenly(stroke.map(place)))
  const beside: Point[] = []
  for (let y = -0.5; y <= 6.5; y += 0.5) {
    for (let x = -0.5; x <= 4.5; x += 0.5) {
      const [px, py] = place([x, y])
      if (line.every(([lx, ly]) => Math.hypot(lx - px, ly - py) > half * 1.45)) beside.push([px, py])
    }
  }
  const spread = (at: number) => (at % FIRST) * (POINTS / FIRST) + Math.floor(at / FIRST)
  const pick = (points: readonly Point[]) =>
    Int16Array.from({ length: POINTS * 2 }, (_, at) =>
      Math.round(points[Math.floor((spread(at >> 1) * points.length) / POINTS)]![at & 1 ? 1 : 0]),
    )
  return { letter, on: pick(line), off: pick(beside) }
}

/** Points of a line a pixel apart. */
function evenly(line: readonly Point[]): Point[] {
  const points: Point[] = []
  for (let at = 0; at < line.length - 1; at++) {
    const [[ax, ay], [bx, by]] = [line[at]!, line[at + 1]!]
    const steps = Math.max(1, Math.round(Math.hypot(bx - ax, by - ay)))
    for (let step = 0; step < steps; step++) points.push([ax + ((bx - ax) * step) / steps, ay + ((by - ay) * step) / steps])
  }
  return points
}

/** What is darker than halfway between the lightest and the darkest. */
export function dark({ pixels, width, height }: Picture): Uint8Array {
  const soft = blurred(pixels, width, height, 1)
  let [least, most] = [255, 0]
  for (const grey of soft) [least, most] = [Math.min(least, grey), Math.max(most, grey)]
  return Uint8Array.from(soft, (grey) => (grey < (least + most) / 2 ? 1 : 0))
}

/** What differs much from the mean around it, to either side. */
export function unlikeSurroundings({ pixels, width, height }: Picture): Uint8Array {
  const [soft, around] = [blurred(pixels, width, height, 1), blurred(pixels, width, height, 11)]
  return Uint8Array.from(soft, (grey, at) => (Math.abs(grey - around[at]!) > 80 ? 1 : 0))
}

/** Edges, grown until those of a stroke meet and shrunk again: strokes of any colour, and outlines filled. */
export function betweenEdges({ pixels, width, height }: Picture): Uint8Array {
  const soft = blurred(pixels, width, height, 1)
  const edges = new Uint8Array(soft.length)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      edges[at] = Math.hypot(soft[at + 1]! - soft[at - 1]!, soft[at + width]! - soft[at - width]!) > 60 ? 1 : 0
    }
  }
  const grown = blurred(edges, width, height, 2).map((share) => (share > 0 ? 1 : 0))
  return Uint8Array.from(blurred(grown, width, height, 2), (share) => (share > 0.99 ? 1 : 0))
}

/** The mean of the pixels up to `reach` away, across and down. */
function blurred(values: ArrayLike<number>, width: number, height: number, reach: number): Float32Array {
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += values[y * width + x]!
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row
    }
  }
  const means = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - reach) * (width + 1), Math.min(height, y + reach + 1) * (width + 1)]
    const tall = Math.min(height, y + reach + 1) - Math.max(0, y - reach)
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)]
      means[y * width + x] =
        (sums[bottom + right]! - sums[bottom + left]! - sums[top + right]! + sums[top + left]!) / (tall * (right - left))
    }
  }
  return means
}

const SPECK = 30

/** Takes connected parts of few pixels away. */
function withoutSpecks(ink: Uint8Array, width: number): Uint8Array {
  const [kept, seen] = [Uint8Array.from(ink), new Uint8Array(ink.length)]
  for (let start = 0; start < ink.length; start++) {
    if (!ink[start] || seen[start]) continue
    const part = [start]
    seen[start] = 1
    for (const at of part) {
      for (const next of [at - 1, at + 1, at - width, at + width]) {
        if (!ink[next] || seen[next]) continue
        seen[next] = 1
        part.push(next)
      }
    }
    if (part.length < SPECK) for (const at of part) kept[at] = 0
  }
  return kept
}

interface Fits {
  /** The best letter in the middle of each column, and how well it fits. */
  readonly letter: readonly string[]
  readonly score: Float32Array
}

function fit(ink: Uint8Array, { width, height }: Picture, templates: readonly Template[]): Fits {
  const letter: string[] = Array.from({ length: width }, () => templates[0]!.letter)
  const score = new Float32Array(width).fill(-1)
  // A margin, so that no point of a template is outside; ink a pixel thicker forgives what the templates' steps leave out.
  const margin = 40
  const wide = width + 2 * margin
  const soft = blurred(ink, width, height, 1)
  const field = new Float32Array(wide * (height + 2 * margin))
  for (let y = 0; y < height; y++) field.set(soft.subarray(y * width, (y + 1) * width), (y + margin) * wide + margin)
  const [top, bottom] = [Math.round(height * 0.34), Math.round(height * 0.66)]
  for (const { letter: name, on, off } of templates) {
    const [onAt, offAt] = [steps(on, wide), steps(off, wide)]
    for (let x = 8; x < width - 8; x += STEP) {
      for (let y = top; y <= bottom; y += STEP) {
        const at = (y + margin) * wide + x + margin
        let covered = 0
        for (let point = 0; point < FIRST; point++) covered += field[at + onAt[point]!]!
        if (covered < FIRST * 0.3) continue
        for (let point = FIRST; point < POINTS; point++) covered += field[at + onAt[point]!]!
        if (covered < POINTS * 0.5) continue
        let beside = 0
        for (let point = 0; point < POINTS; point++) beside += field[at + offAt[point]!]!
        const sum = (covered - beside * 0.6) / POINTS
        if (sum > score[x]!) [score[x], letter[x]] = [sum, name]
      }
    }
  }
  return { letter, score }
}

/** Points as distances in a picture's pixels. */
const steps = (points: Int16Array, width: number) =>
  Int32Array.from({ length: POINTS }, (_, at) => points[at * 2 + 1]! * width + points[at * 2]!)

/** The row of so many letters with the highest sum, each some way behind the last. */
function inARow({ letter, score }: Fits, width: number, count: number): string {
  const pitch = width / (count + 0.6)
  const [least, most] = [pitch * 0.7, pitch * 1.4]
  let rows = Array.from(score, (sum, x) => ({ text: letter[x]!, sum: x < most ? sum : -99 }))
  for (let at = 1; at < count; at++) {
    rows = Array.from(score, (sum, x) => {
      let before = { text: '', sum: -999 }
      for (let from = Math.max(0, Math.ceil(x - most)); from <= x - least; from++) if (rows[from]!.sum > before.sum) before = rows[from]!
      return { text: before.text + letter[x]!, sum: before.sum + sum }
    })
  }
  return rows.reduce((one, other) => (other.sum > one.sum ? other : one)).text
}

/** The best letter near each place where one has to be. */
function atMiddles({ letter, score }: Fits, { middles, astray }: Knowledge): string {
  return middles.map((middle) => letter[bestOf(score, Math.round(middle - astray), Math.round(middle + astray))]!).join('')
}

function bestOf(score: Float32Array, from: number, to: number): number {
  let best = from
  for (let x = from; x < to; x++) if (score[x]! > score[best]!) best = x
  return best
}

/** The best letter of each part, cut near even places where the columns hold the least ink. */
function byParts({ letter, score }: Fits, ink: Uint8Array, { width, height }: Picture, count: number): string {
  const columns = new Float64Array(width)
  for (let at = 0; at < width * height; at++) columns[at % width]! += ink[at]!
  const first = Math.max(
    0,
    columns.findIndex((sum) => sum > 2),
  )
  const last = columns.findLastIndex((sum) => sum > 2)
  const pitch = (last - first) / count
  const cuts = Array.from({ length: count + 1 }, (_, at) => {
    const even = Math.round(first + pitch * at)
    if (at === 0 || at === count) return even
    let cut = even
    for (let x = Math.round(even - pitch / 4); x <= even + pitch / 4; x++) if (columns[x]! < columns[cut]!) cut = x
    return cut
  })
  return cuts
    .slice(1)
    .map((to, at) => letter[bestOf(score, cuts[at]!, to)]!)
    .join('')
}
