import { digit, DIGIT_HEIGHT, DIGIT_WIDTH } from './digits.ts'
import type { Pose } from './pose.ts'

/** Pixels of the picture as it is drawn, in planes of YUV 4:2:0; ffmpeg makes it larger or smaller. */
export const WIDTH = 640
export const HEIGHT = 360
export const FRAME_BYTES = (WIDTH * HEIGHT * 3) / 2
/** The picture at zoom 1, degrees. */
const FIELD_OF_VIEW = 60

/** Along the lower edge of the picture: blocks that are dark (0) or light (1), the highest bit first, which say what the picture shows. */
export const STRIP_HEIGHT = 16
export const STRIP_BITS = { mark: 4, pan: 12, tilt: 12, zoom: 10, second: 17, odd: 1 } as const
const BITS = Object.values(STRIP_BITS).reduce((sum, bits) => sum + bits, 0)
export const BLOCK = Math.floor(WIDTH / BITS)
export const MARK = 0b1010
const DARK = 24
const LIGHT = 230

/** The bits of the strip: pan and tilt in tenths of a degree from -180 and -90, zoom in hundredths, the second of the day (UTC), and their parity. */
export function stripOf({ pan, tilt, zoom }: Pose, now: number): readonly number[] {
  const bits = (value: number, count: number) => Array.from({ length: count }, (_, nth) => (value >> (count - 1 - nth)) & 1)
  const said = [
    ...bits(MARK, STRIP_BITS.mark),
    ...bits(Math.round((pan + 180) * 10), STRIP_BITS.pan),
    ...bits(Math.round((tilt + 90) * 10), STRIP_BITS.tilt),
    ...bits(Math.round(zoom * 100), STRIP_BITS.zoom),
    ...bits(Math.floor(now / 1000) % 86_400, STRIP_BITS.second),
  ]
  return [...said, said.reduce((odd, bit) => odd ^ bit, 0)]
}

type Colour = readonly [y: number, u: number, v: number]
const SKY: Colour = [186, 142, 112]
const HAZE: Colour = [212, 132, 124]
const GRASS: Colour = [128, 108, 116]
const POND: Colour = [112, 146, 112]
const SOIL: Colour = [104, 114, 144]
const CROP: Colour = [92, 104, 108]
const ROOF: Colour = [196, 128, 130]
const PATH: Colour = [160, 120, 134]
/** From north to the right, a field every 15 degrees; the rows of each tell how far it reaches. */
const fields: readonly Colour[] = [CROP, SOIL, GRASS, CROP, POND, POND, GRASS, ROOF, CROP, SOIL, CROP, GRASS, POND, SOIL, CROP, ROOF]
const FIELD_DEGREES = 15

/** What stands in a direction, degrees: sky above the hills, below them fields that are divided by paths. */
function colourAt(azimuth: number, elevation: number): Colour {
  const hills = 3 + 2 * Math.sin((azimuth * Math.PI) / 40) + Math.sin((azimuth * Math.PI) / 13)
  if (elevation > hills + 6) return SKY
  if (elevation > hills) return HAZE
  if (elevation > 0) return GRASS
  const across = (((azimuth % 360) + 360) % 360) / FIELD_DEGREES
  const depth = elevation > -12 ? 0 : elevation > -28 ? 1 : 2
  if (across % 1 < 0.06 || (elevation > -12.8 && elevation < -12) || (elevation > -29 && elevation < -28)) return PATH
  const field = fields[(Math.floor(across) + depth * 5) % fields.length]!
  const row = Math.floor(elevation * 2 + across * 6) % 2 === 0 ? 0 : 10
  return [field[0] - row, field[1], field[2]]
}

function block(frame: Buffer, left: number, top: number, width: number, height: number, luma: number): void {
  for (let y = top; y < top + height; y++) frame.fill(luma, y * WIDTH + left, y * WIDTH + left + width)
  const chroma = WIDTH / 2
  for (const plane of [WIDTH * HEIGHT, (WIDTH * HEIGHT * 5) / 4])
    for (let y = top >> 1; y < (top + height) >> 1; y++) {
      const from = plane + y * chroma + (left >> 1)
      frame.fill(128, from, from + (width >> 1))
    }
}

function write(frame: Buffer, text: string, left: number, top: number, scale: number): void {
  block(frame, left - scale, top - scale, text.length * (DIGIT_WIDTH + 1) * scale + scale, (DIGIT_HEIGHT + 2) * scale, DARK)
  for (let nth = 0; nth < text.length; nth++) {
    const rows = digit(text[nth]!)
    for (let y = 0; y < DIGIT_HEIGHT; y++)
      for (let x = 0; x < DIGIT_WIDTH; x++)
        if ((rows[y]! >> (DIGIT_WIDTH - 1 - x)) & 1)
          block(frame, left + (nth * (DIGIT_WIDTH + 1) + x) * scale, top + y * scale, scale, scale, LIGHT)
  }
}

/** Draws what a simulated camera sees that looks there at that time, ms. */
export function drawScene(frame: Buffer, pose: Pose, now: number): void {
  const wide = FIELD_OF_VIEW / pose.zoom
  const step = wide / WIDTH
  const luma = WIDTH * HEIGHT
  const chroma = luma / 4
  // Two by two pixels share a colour: as many as there are of it.
  for (let y = 0; y < HEIGHT; y += 2) {
    const elevation = pose.tilt + (HEIGHT / 2 - y) * step
    for (let x = 0; x < WIDTH; x += 2) {
      const [light, blue, red] = colourAt(pose.pan + (x - WIDTH / 2) * step, elevation)
      const at = y * WIDTH + x
      frame[at] = frame[at + 1] = frame[at + WIDTH] = frame[at + WIDTH + 1] = light
      const half = (y >> 1) * (WIDTH >> 1) + (x >> 1)
      frame[luma + half] = blue
      frame[luma + chroma + half] = red
    }
  }
  writeStrip(frame, pose, now)
}

/** Writes clock, pose and strip over a picture that was drawn before. */
export function writeStrip(frame: Buffer, pose: Pose, now: number): void {
  write(frame, new Date(now).toISOString().slice(11, 19), 12, 12, 4)
  const signed = (value: number) => `${value < 0 ? '-' : '+'}${Math.abs(Math.round(value)).toString().padStart(3, '0')}`
  write(frame, `${signed(pose.pan)} ${signed(pose.tilt)} ${pose.zoom.toFixed(1)}`, 12, 44, 2)
  const bits = stripOf(pose, now)
  bits.forEach((bit, nth) => block(frame, nth * BLOCK, HEIGHT - STRIP_HEIGHT, BLOCK, STRIP_HEIGHT, bit === 1 ? LIGHT : DARK))
}
