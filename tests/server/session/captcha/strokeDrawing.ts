/**
 * The strokes of each letter, on a grid 4 wide and 6 high, points as `xy` digits; `~` makes a smooth curve of a stroke. Letters that
 * are easily taken for another (0 O, 1 I L, 5 S, 8 B, 2 Z) are left out.
 */
const STROKES: Record<string, readonly string[]> = {
  '3': ['~00 30 41 22 43 44 36 16 05'],
  '4': ['36 30 04 44'],
  '6': ['~40 11 03 05 26 45 44 23 04'],
  '7': ['00 40 16', '13 33'],
  '9': ['~42 23 02 10 30 41 43 36 06'],
  A: ['06 20 46', '14 34'],
  C: ['~41 30 10 02 04 16 36 45'],
  E: ['40 00 06 46', '03 33'],
  F: ['40 00 06', '03 33'],
  G: ['~41 30 10 02 04 16 36 45', '45 43 23'],
  H: ['00 06', '40 46', '03 43'],
  J: ['40 44', '~44 36 16 04'],
  K: ['00 06', '40 03 46'],
  M: ['06 00 23 40 46'],
  N: ['06 00 46 40'],
  P: ['06 00', '~00 30 41 42 33 03'],
  R: ['06 00', '~00 30 41 42 33 03', '23 46'],
  T: ['00 40', '20 26'],
  U: ['00 04', '~04 16 36 44', '44 40'],
  V: ['00 26 40'],
  W: ['00 16 22 36 40'],
  X: ['00 46', '40 06'],
  Y: ['00 23 40', '23 26'],
}
export const STROKE_LETTERS = Object.keys(STROKES).join('')

/** The strokes of a letter, as points close together on its grid. */
export const strokesOf = (letter: string): Point[][] => (STROKES[letter] ?? []).map(trace)

type Point = readonly [x: number, y: number]

const WIDTH = 120
const HEIGHT = 40
const STEPS = 8

/**
 * How captchas used to be drawn, kept to hold the script that reads them against: it has to solve these.
 *
 * Draws an answer as an SVG of paths only: no text in the markup, every letter leant, shaken and bent, cut into pieces, and shuffled
 * among lines of the same kind. `seed` (32 bytes) decides the picture: the same one every time. 120 x 40 px.
 */
export function drawStrokes(answer: string, seed: Uint8Array): string {
  const random = randomFrom(seed)
  const between = (low: number, high: number) => low + random() * (high - low)
  const pieces: string[] = []
  const wave = { amplitude: between(1, 1.8), length: between(30, 46), phase: between(0, Math.PI * 2) }
  const bend = ([x, y]: Point): Point => [
    x + wave.amplitude * Math.sin((y / wave.length) * Math.PI * 2 + wave.phase),
    y + wave.amplitude * Math.sin((x / wave.length) * Math.PI * 2 + wave.phase),
  ]
  const draw = (points: readonly Point[], thin = 0) => {
    const bent = points.map(bend)
    // Pieces overlap by a point, so that the eye sees one line and the markup shows no letter.
    for (let from = 0; from < bent.length - 1;) {
      const to = Math.min(bent.length - 1, from + 2 + Math.floor(random() * 4))
      pieces.push(path(bent.slice(from, to + 1), between(1.9, 2.5) - thin, Math.floor(between(35, 75))))
      from = to
    }
  }
  const cell = WIDTH / (answer.length + 0.6)
  for (const [at, letter] of answer.split('').entries()) {
    const lean = between(-0.3, 0.3)
    const [wide, high] = [between(3.6, 4.6), between(3.8, 4.5)]
    const [left, top] = [cell * (at + 0.42) + between(-2, 2), between(6, 11)]
    const place = ([x, y]: Point): Point => {
      const [dx, dy] = [(x - 2) * wide, (y - 3) * high]
      return [left + 2 * wide + dx * Math.cos(lean) - dy * Math.sin(lean), top + 2.6 * high + dx * Math.sin(lean) + dy * Math.cos(lean)]
    }
    for (const stroke of strokesOf(letter)) draw(stroke.map(place))
  }
  for (let line = 0; line < 2; line++) {
    const [from, to] = [between(2, HEIGHT - 2), between(2, HEIGHT - 2)]
    const sag = between(-14, 14)
    const points = Array.from({ length: 15 }, (_, at): Point => {
      const part = at / 14
      return [part * WIDTH, from + (to - from) * part + sag * Math.sin(part * Math.PI)]
    })
    draw(points.slice(Math.floor(between(0, 5)), Math.floor(between(9, 15))), 0.4)
  }
  shuffle(pieces, random)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="#f4f6f5"/><g fill="none" stroke-linecap="round" stroke-linejoin="round">${pieces.join('')}</g></svg>`
}

/** A stroke's points, close together. */
function trace(stroke: string): Point[] {
  const smooth = stroke.startsWith('~')
  const corners = (smooth ? stroke.slice(1) : stroke).split(' ').map((pair): Point => [Number(pair[0]), Number(pair[1])])
  const points: Point[] = []
  for (let at = 0; at < corners.length - 1; at++) {
    const [a, b, c, d] = [corners[Math.max(0, at - 1)]!, corners[at]!, corners[at + 1]!, corners[Math.min(corners.length - 1, at + 2)]!]
    for (let step = 0; step < STEPS; step++) points.push(smooth ? curve(a, b, c, d, step / STEPS) : along(b, c, step / STEPS))
  }
  return [...points, corners.at(-1)!]
}
const along = (b: Point, c: Point, t: number): Point => [b[0] + (c[0] - b[0]) * t, b[1] + (c[1] - b[1]) * t]
/** A Catmull-Rom curve from b to c. */
function curve(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const at = (i: 0 | 1) =>
    0.5 * (2 * b[i] + (c[i] - a[i]) * t + (2 * a[i] - 5 * b[i] + 4 * c[i] - d[i]) * t * t + (3 * b[i] - a[i] - 3 * c[i] + d[i]) * t ** 3)
  return [at(0), at(1)]
}

function path(points: readonly Point[], width: number, grey: number): string {
  const line = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')
  return `<path d="M${line}" stroke="rgb(${grey},${grey + 30},${grey + 12})" stroke-width="${width.toFixed(1)}"/>`
}

function shuffle(items: string[], random: () => number): void {
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[items[at], items[other]] = [items[other]!, items[at]!]
  }
}

/** Numbers from 0 to 1 that follow from 16 bytes of the seed (sfc32). */
function randomFrom(seed: Uint8Array): () => number {
  const words = new DataView(seed.buffer, seed.byteOffset, seed.byteLength)
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => words.getUint32(at)) as [number, number, number, number]
  return () => {
    const t = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + t
    return (t >>> 0) / 2 ** 32
  }
}
