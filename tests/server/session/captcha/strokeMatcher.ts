import type { Point } from '#server/session/captchaLetters'

/** What a script knows of how the letters are drawn. */
export interface Knowledge {
  readonly letters: string
  /** The hands of each letter, on a grid 4 wide and 6 high. */
  readonly formsOf: (letter: string) => readonly (readonly (readonly Point[])[])[]
  /** Widths and heights of the grid, px. */
  readonly sizes: readonly (readonly [wide: number, high: number])[]
  readonly leans: readonly number[]
  /** Half of a stroke's width, px. */
  readonly half: number
  readonly count: number
  /** The ways to tell ink in such a picture, 0 to 1 a pixel. */
  readonly looks: readonly ((picture: Picture) => Float32Array)[]
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
/** Of a column's letters, as many are fitted closely. */
const PER_WINDOW = 12
const WINDOW = 6
const ROUNDS = 4
/** How far to either side of its middle a letter has to explain the ink, in distances between two letters. */
const REACH = 0.42
/** What ink that a letter lacks and ink that it does not explain cost, for two more readings. */
const COSTS: readonly (readonly [lacking: number, unexplained: number])[] = [
  [2, 0.7],
  [1.5, 1],
]

/** How far each place of a letter's box is from its strokes, in steps of the grid; the box is wider by a margin. */
interface Form {
  readonly letter: string
  readonly strokes: readonly (readonly Point[])[]
  readonly far: Float32Array
}
const CELLS = 8
const [LEFT, TOP] = [-3.5, -4.5]
const [FAR_WIDE, FAR_HIGH] = [-2 * LEFT * CELLS, -2 * TOP * CELLS]

/** A form in one size and lean: points where ink is expected and those beside it where none is, from its middle. */
interface Template {
  readonly form: Form
  readonly wide: number
  readonly high: number
  readonly lean: number
  readonly on: Int16Array
  readonly off: Int16Array
}

/**
 * A script that reads captchas from their pixels and knows how they are drawn. It looks at a picture in each of its ways, finds where every
 * letter in every size and lean may stand, fits the best ones closely (place, size, lean, slant and bend, until no small change makes letter
 * and ink more alike), and answers the two rows of letters that together fit best, by each of three measures.
 */
export function strokeMatcher(known: Knowledge): (picture: Picture) => string[] {
  const forms = known.letters.split('').flatMap((letter) => known.formsOf(letter).map((strokes) => formOf(letter, strokes)))
  const templates = forms.flatMap((form) =>
    known.sizes.flatMap((size) => known.leans.map((lean) => template(form, size, lean, known.half))),
  )
  return (picture) => [
    ...new Set(
      known.looks.flatMap((look) => {
        const ink = look(picture)
        const fits = starts(ink, picture, forms, templates).map((start) => fitted(start, ink, picture, known))
        return [0, ...COSTS.map((_, at) => at + 1)].flatMap((measure) => rows(fits, picture.width, known.count, measure))
      }),
    ),
  ]
}

function formOf(letter: string, given: readonly (readonly Point[])[]): Form {
  const strokes = given.map((stroke) => stroke.map(([x, y]): Point => [x - 2, y - 3]))
  const far = Float32Array.from({ length: FAR_WIDE * FAR_HIGH }, (_, at) => {
    const [x, y] = [LEFT + ((at % FAR_WIDE) + 0.5) / CELLS, TOP + (Math.floor(at / FAR_WIDE) + 0.5) / CELLS]
    let least = Infinity
    for (const stroke of strokes) {
      for (let corner = 1; corner < stroke.length; corner++) {
        const [[ax, ay], [bx, by]] = [stroke[corner - 1]!, stroke[corner]!]
        const [dx, dy] = [bx - ax, by - ay]
        const part = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)))
        least = Math.min(least, Math.hypot(x - ax - part * dx, y - ay - part * dy))
      }
    }
    return least
  })
  return { letter, strokes, far }
}

function template(form: Form, [wide, high]: readonly [number, number], lean: number, half: number): Template {
  const place = ([x, y]: Point): Point => {
    const [dx, dy] = [(x / 4) * wide, (y / 6) * high]
    return [dx * Math.cos(lean) - dy * Math.sin(lean), dx * Math.sin(lean) + dy * Math.cos(lean)]
  }
  const line = form.strokes.flatMap((stroke) => evenly(stroke.map(place)))
  const beside: Point[] = []
  for (let y = -3.5; y <= 3.5; y += 0.5) {
    for (let x = -2.5; x <= 2.5; x += 0.5) {
      const [px, py] = place([x, y])
      if (line.every(([lx, ly]) => Math.hypot(lx - px, ly - py) > half * 1.45)) beside.push([px, py])
    }
  }
  const spread = (at: number) => (at % FIRST) * (POINTS / FIRST) + Math.floor(at / FIRST)
  const pick = (points: readonly Point[]) =>
    Int16Array.from({ length: POINTS * 2 }, (_, at) =>
      Math.round(points[Math.floor((spread(at >> 1) * points.length) / POINTS)]![at & 1 ? 1 : 0]),
    )
  return { form, wide, high, lean, on: pick(line), off: pick(beside) }
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

const within = (value: number) => Math.min(1, Math.max(0, value))

/** What is dark, between the lightest and the darkest. */
export function dark({ pixels, width, height }: Picture): Float32Array {
  const soft = blurred(pixels, width, height, 1)
  let [least, most] = [255, 0]
  for (const grey of soft) [least, most] = [Math.min(least, grey), Math.max(most, grey)]
  return soft.map((grey) => within(((most - 8 - grey) / (most - least - 16)) * 1.6 - 0.3))
}

/** What is rarer around a pixel, dark or light. */
export function rarer({ pixels, width, height }: Picture): Float32Array {
  const light = blurred(pixels, width, height, 1).map((grey) => within((grey - 92) / 100))
  const around = blurred(blurred(light, width, height, 10), width, height, 5)
  return light.map((here, at) => {
    const mostlyLight = within((around[at]! - 0.5) * 8 + 0.5)
    return mostlyLight * (1 - here) + (1 - mostlyLight) * here
  })
}

/** Edges, grown until those of a stroke meet and shrunk again: strokes of any colour, and outlines filled. */
export function betweenEdges({ pixels, width, height }: Picture): Float32Array {
  const soft = blurred(pixels, width, height, 1)
  const edges = new Uint8Array(soft.length)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      edges[at] = Math.hypot(soft[at + 1]! - soft[at - 1]!, soft[at + width]! - soft[at - width]!) > 60 ? 1 : 0
    }
  }
  const grown = blurred(edges, width, height, 2).map((share) => (share > 0 ? 1 : 0))
  return blurred(grown, width, height, 2).map((share) => (share > 0.99 ? 1 : 0))
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

interface Start {
  readonly template: Template
  readonly x: number
  readonly y: number
}

/** The places where a form covers ink best, of each part of the picture the most promising. */
function starts(ink: Float32Array, { width, height }: Picture, forms: readonly Form[], templates: readonly Template[]): Start[] {
  // A margin, so that no point of a template is outside; ink a pixel thicker forgives what the templates' steps leave out.
  const margin = 40
  const wide = width + 2 * margin
  const soft = blurred(ink, width, height, 1)
  const field = new Float32Array(wide * (height + 2 * margin))
  for (let y = 0; y < height; y++) field.set(soft.subarray(y * width, (y + 1) * width), (y + margin) * wide + margin)
  const [top, bottom] = [Math.round(height * 0.33), Math.round(height * 0.67)]
  const columns = Math.ceil(width / STEP)
  const best = new Map(
    forms.map((form) => [form, { score: new Float32Array(columns).fill(-1), at: Array<Start | null>(columns).fill(null) }]),
  )
  for (const one of templates) {
    const { score, at: found } = best.get(one.form)!
    const [onAt, offAt] = [steps(one.on, wide), steps(one.off, wide)]
    for (let x = 8; x < width - 8; x += STEP) {
      for (let y = top; y <= bottom; y += STEP) {
        const at = (y + margin) * wide + x + margin
        let covered = 0
        for (let point = 0; point < FIRST; point++) covered += field[at + onAt[point]!]!
        if (covered < FIRST * 0.3) continue
        for (let point = FIRST; point < POINTS; point++) covered += field[at + onAt[point]!]!
        if (covered < POINTS * 0.45) continue
        let beside = 0
        for (let point = 0; point < POINTS; point++) beside += field[at + offAt[point]!]!
        const sum = (covered - beside * 0.6) / POINTS
        if (sum > score[x / STEP]!) [score[x / STEP], found[x / STEP]] = [sum, { template: one, x, y }]
      }
    }
  }
  const peaks = [...best.values()].flatMap(({ score, at }) =>
    at.flatMap((start, column) => {
      const sum = score[column]!
      return start === null || sum <= 0 || score[column - 1]! > sum || score[column + 1]! > sum ? [] : [{ start, sum }]
    }),
  )
  const taken = new Map<number, number>()
  return peaks
    .toSorted((one, other) => other.sum - one.sum)
    .filter(({ start: { x } }) => {
      const part = Math.floor(x / WINDOW)
      taken.set(part, (taken.get(part) ?? 0) + 1)
      return taken.get(part)! <= PER_WINDOW
    })
    .map(({ start }) => start)
}

/** Points as distances in a picture's pixels. */
const steps = (points: Int16Array, width: number) =>
  Int32Array.from({ length: POINTS }, (_, at) => points[at * 2 + 1]! * width + points[at * 2]!)

/** Middle, what a step of the grid across and one down are in pixels, and how much the letter is bent across and down. */
type Pose = [cx: number, cy: number, ax: number, dx: number, ay: number, dy: number, bendAcross: number, bendDown: number]
const STEPS_OF_POSE: Pose = [1.6, 1.6, 0.6, 0.6, 0.6, 0.6, 0.12, 0.2]

/** How well a letter fits in its place, by each measure. */
interface Fit {
  readonly letter: string
  readonly x: number
  readonly scores: readonly number[]
}

function fitted({ template: { form, wide, high, lean }, x, y }: Start, ink: Float32Array, picture: Picture, known: Knowledge): Fit {
  const pose: Pose = [
    x,
    y,
    (wide / 4) * Math.cos(lean),
    (-high / 6) * Math.sin(lean),
    (wide / 4) * Math.sin(lean),
    (high / 6) * Math.cos(lean),
    0,
    0,
  ]
  const [widths, heights] = [known.sizes.map((size) => size[0] / 4), known.sizes.map((size) => size[1] / 6)]
  const reach = (picture.width / (known.count + 0.4)) * REACH
  const compare = () => compared(form, pose, ink, picture, known.half, reach)
  /** What speaks against such a size and slant, in a measure of its own; null where none is drawn so. */
  const doubt = (): number | null => {
    const [, , ax, dx, ay, dy, bendAcross, bendDown] = pose
    const [across, down] = [Math.hypot(ax, ay), Math.hypot(dx, dy)]
    const beyond = (size: number, sizes: readonly number[]) => size < Math.min(...sizes) * 0.85 || size > Math.max(...sizes) * 1.15
    if (beyond(across, widths) || beyond(down, heights)) return null
    if (Math.abs(ay) > 0.55 * Math.abs(ax) || Math.abs(dx) > 0.6 * dy || Math.abs(bendAcross) > 0.5 || Math.abs(bendDown) > 0.8) return null
    const apart = (size: number, sizes: readonly number[]) => size / ((Math.min(...sizes) * 0.85 + Math.max(...sizes) * 1.15) / 2) - 1
    return 0.25 * (apart(across, widths) ** 2 + apart(down, heights) ** 2) + 0.1 * ((ax * dx + ay * dy) / (across * down)) ** 2
  }
  let score = compare().likeness - (doubt() ?? 2)
  const change = [...STEPS_OF_POSE]
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, size] of change.entries()) {
      for (const step of [size, -size]) {
        const was = pose[at]!
        pose[at] = was + step
        const against = doubt()
        const next = against === null ? -2 : compare().likeness - against
        if (next > score) {
          score = next
          break
        }
        pose[at] = was
      }
    }
    if (round > 0) for (const at of change.keys()) change[at]! *= 0.6
  }
  const { weighed } = compare()
  return { letter: form.letter, x: pose[0], scores: [score, ...weighed.map((one) => one - (doubt() ?? 2))] }
}

/** How alike the ink around a letter's middle and the letter drawn there are: their correlation, and what is explained less the costs. */
function compared(form: Form, pose: Pose, ink: Float32Array, { width, height }: Picture, half: number, reach: number) {
  const [cx, cy, ax, dx, ay, dy, bendAcross, bendDown] = pose
  const size = ax * dy - dx * ay
  const nothing = { likeness: -1, weighed: COSTS.map(() => -9) }
  if (size < 12) return nothing
  const scale = Math.sqrt(size)
  const aside = Math.max(Math.abs(ax) * 2.6 + Math.abs(dx) * 3.6, reach)
  const [left, right] = [Math.max(0, Math.ceil(cx - aside)), Math.min(width - 1, Math.floor(cx + aside))]
  let [count, drawn, seen, drawnTwice, seenTwice, both] = [0, 0, 0, 0, 0, 0]
  for (let y = 0; y < height; y++) {
    for (let x = left; x <= right; x++) {
      let [px, py] = [x - cx, y - cy]
      let [u, v] = [(dy * px - dx * py) / size, (ax * py - ay * px) / size]
      px -= bendAcross * v * v
      py -= bendDown * u * u
      u = (dy * px - dx * py) / size
      v = (ax * py - ay * px) / size
      const isOutside = u < -2.6 || u > 2.6 || v < -3.6 || v > 3.6
      if (isOutside && Math.abs(x - cx) > reach) continue
      const far = isOutside ? Infinity : form.far[Math.floor((v - TOP) * CELLS) * FAR_WIDE + Math.floor((u - LEFT) * CELLS)]! * scale
      const expected = within(0.5 + (half - far) * 0.6)
      const found = ink[y * width + x]!
      count++
      drawn += expected
      seen += found
      drawnTwice += expected * expected
      seenTwice += found * found
      both += expected * found
    }
  }
  const [ofDrawn, ofSeen] = [drawnTwice - (drawn * drawn) / count, seenTwice - (seen * seen) / count]
  if (count < 50 || ofDrawn < 1e-6 || ofSeen < 1e-6) return nothing
  return {
    likeness: (both - (drawn * seen) / count) / Math.sqrt(ofDrawn * ofSeen),
    weighed: COSTS.map(([lacking, unexplained]) => (both - lacking * (drawn - both) - unexplained * (seen - both)) / (half * scale * 22)),
  }
}

interface Row {
  readonly text: string
  readonly sum: number
}

/** The two rows of so many letters with the highest sums, each letter some way behind the last. */
function rows(fits: readonly Fit[], width: number, count: number, measure: number): string[] {
  const sorted = fits.toSorted((one, other) => one.x - other.x)
  const pitch = width / (count + 0.4)
  const [least, most] = [pitch * 0.62, pitch * 1.4]
  let ends = sorted.map(({ letter, x, scores }): Row[] => (x < pitch * 1.15 ? [{ text: letter, sum: scores[measure]! }] : []))
  for (let length = 1; length < count; length++) {
    ends = sorted.map(({ letter, x, scores }, at) => {
      const before: Row[] = []
      for (let from = at - 1; from >= 0 && x - sorted[from]!.x <= most; from--)
        if (x - sorted[from]!.x >= least) before.push(...ends[from]!)
      return bestTwo(before).map(({ text, sum }) => ({ text: text + letter, sum: sum + scores[measure]! }))
    })
  }
  return bestTwo(ends.flatMap((one, at) => (sorted[at]!.x > width - pitch * 1.25 ? one : []))).map(({ text }) => text)
}

function bestTwo(given: readonly Row[]): Row[] {
  const best = new Map<string, Row>()
  for (const row of given) if (row.sum > (best.get(row.text)?.sum ?? -Infinity)) best.set(row.text, row)
  return [...best.values()].toSorted((one, other) => other.sum - one.sum).slice(0, 2)
}
