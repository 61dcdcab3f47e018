import { formsOf, type Hand, type Point } from './captchaLetters.ts'
import { greyPng } from './greyPng.ts'

const WIDTH = 216
const HEIGHT = 80
const INK = 52
const GROUND = 232
const GRAIN = 14
const MARGIN = 11
const SHAKE = 0.36

/**
 * Draws an answer as a PNG of 216 x 80 grey pixels, since the paths of a drawing would tell its letters apart. Each letter is in one of
 * several hands, filled or as an outline, leant, scaled and bent by waves; letters run into each other; a curve runs through them; and
 * in some parts of the picture dark and light change places, so that neither ink nor gaps say where a letter is. `seed` (32 bytes)
 * decides the picture: the same one every time.
 */
export function drawCaptcha(answer: string, seed: Uint8Array): Buffer {
  const random = randomFrom(seed)
  const between = (low: number, high: number) => low + random() * (high - low)
  const either = () => (random() < 0.5 ? -1 : 1)
  const bend = bending(between)
  const ink = new Float32Array(WIDTH * HEIGHT)

  const pitch = (WIDTH - 2 * MARGIN) / answer.length
  for (const [at, letter] of answer.split('').entries()) {
    const forms = formsOf(letter, shaking(between))
    const form = forms[Math.floor(random() * forms.length)]!
    const [lean, shear] = [between(-0.26, 0.26), between(-0.22, 0.22)]
    const [wide, high] = [between(6, 7.4), between(6.3, 8.3)]
    const [left, top] = [MARGIN + pitch * (at + 0.5) + between(-2, 2), HEIGHT / 2 + between(-7, 7)]
    const place = ([x, y]: Point): Point => {
      const [dx, dy] = [(x - 2) * wide + (y - 3) * high * shear, (y - 3) * high]
      return bend([left + dx * Math.cos(lean) - dy * Math.sin(lean), top + dx * Math.sin(lean) + dy * Math.cos(lean)])
    }
    const distance = distances(form.map((stroke) => stroke.map(place)))
    const outline = random() < 0.22
    const half = outline ? between(2.9, 3.4) : between(2.2, 3.1)
    cover(ink, distance, (far) => (outline ? Math.abs(far - half) - 0.75 : far - half))
  }
  const through = curve([-4, between(18, 62)], [WIDTH + 4, between(18, 62)], between(10, 22) * either(), between(0.8, 1.4))
  const half = between(1.1, 1.5)
  cover(ink, distances([through.map(bend)]), (far) => far - half)

  const swap = swapping(between)
  const pixels = new Uint8Array(WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const [here, turned] = [ink[y * WIDTH + x]!, swap(x, y)]
      const dark = here * (1 - turned) + (1 - here) * turned
      pixels[y * WIDTH + x] = Math.round(GROUND + (INK - GROUND) * dark + between(-GRAIN, GRAIN))
    }
  }
  return greyPng(pixels, WIDTH)
}

type Between = (low: number, high: number) => number

/** Moves each point by two slow waves and a quicker one. */
function bending(between: Between): (point: Point) => Point {
  const wave = (size: number, least: number, most: number) => {
    const [length, phase] = [between(least, most), between(0, Math.PI * 2)]
    return (at: number) => size * Math.sin((at / length) * Math.PI * 2 + phase)
  }
  const [across, down] = [wave(between(2.5, 4), 60, 100), wave(between(2.5, 4), 60, 110)]
  const [quickAcross, quickDown] = [wave(between(0.7, 1.2), 24, 36), wave(between(0.7, 1.2), 24, 36)]
  return ([x, y]) => [x + across(y) + quickAcross(x + y), y + down(x) + quickDown(x - y)]
}

/** A hand that is never quite where it should be, by up to a third of the grid's step. */
function shaking(between: Between): Hand {
  const moved = new Map<string, Point>()
  return ([x, y]) => {
    const corner = moved.get(`${x} ${y}`) ?? [x + between(-SHAKE, SHAKE), y + between(-SHAKE, SHAKE)]
    moved.set(`${x} ${y}`, corner)
    return corner
  }
}

/** How far dark and light have changed places at a pixel, 0 to 1: in patches with soft borders. */
function swapping(between: Between): (x: number, y: number) => number {
  const turn = between(-0.7, 0.7)
  const [length, phase] = [between(36, 50), between(0, Math.PI * 2)]
  const [sway, swayPhase] = [between(6, 11), between(0, Math.PI * 2)]
  return (x, y) => {
    const [u, v] = [x * Math.cos(turn) + y * Math.sin(turn), y * Math.cos(turn) - x * Math.sin(turn)]
    const height = Math.sin(((u + sway * Math.sin(v / 13 + swayPhase)) / length) * Math.PI + phase)
    return Math.min(1, Math.max(0, 0.5 + height * 12))
  }
}

function curve(from: Point, to: Point, sag: number, turns: number): Point[] {
  return Array.from({ length: 41 }, (_, at): Point => {
    const part = at / 40
    return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part + sag * Math.sin(part * Math.PI * 2 * turns)]
  })
}

const FAR = 5

/** How far each pixel is from the strokes, up to a limit. */
function distances(strokes: readonly (readonly Point[])[]): Float32Array {
  const far = new Float32Array(WIDTH * HEIGHT).fill(FAR)
  for (const stroke of strokes) {
    for (let at = 0; at < stroke.length - 1; at++) {
      const [[ax, ay], [bx, by]] = [stroke[at]!, stroke[at + 1]!]
      const [dx, dy] = [bx - ax, by - ay]
      const square = dx * dx + dy * dy || 1
      const [right, bottom] = [Math.min(WIDTH - 1, Math.max(ax, bx) + FAR), Math.min(HEIGHT - 1, Math.max(ay, by) + FAR)]
      for (let y = Math.max(0, Math.floor(Math.min(ay, by) - FAR)); y <= bottom; y++) {
        for (let x = Math.max(0, Math.floor(Math.min(ax, bx) - FAR)); x <= right; x++) {
          const part = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square))
          const distance = Math.sqrt((x - ax - part * dx) ** 2 + (y - ay - part * dy) ** 2)
          if (distance < far[y * WIDTH + x]!) far[y * WIDTH + x] = distance
        }
      }
    }
  }
  return far
}

/** Adds ink where `outside` is negative; its edge is soft by a pixel. */
function cover(ink: Float32Array, distance: Float32Array, outside: (far: number) => number): void {
  for (let at = 0; at < ink.length; at++) ink[at] = Math.max(ink[at]!, Math.min(1, Math.max(0, 0.5 - outside(distance[at]!))))
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
