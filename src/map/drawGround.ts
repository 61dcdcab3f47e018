/** Colours of the generated ground: low and high land, the light on slopes, contour lines. */
export interface GroundPalette {
  readonly low: readonly [number, number, number]
  readonly high: readonly [number, number, number]
  readonly line: string
}

const CELLS = 32
/** Waves of the ground, in pixels of the zoom that is drawn: none so long that a screen is flat, none so short that it is noise. */
const SHORTEST = 96
const LONGEST = 4096
const CONTOURS = 14

/** A repeatable number from 0 to 1 for a corner of the lattice. */
function hash(x: number, y: number, seed: number): number {
  let mixed = Math.imul(x | 0, 0x27d4eb2d) ^ Math.imul(y | 0, 0x165667b1) ^ Math.imul(seed | 0, 0x9e3779b1)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4294967296
}

const smooth = (part: number) => part * part * (3 - 2 * part)

function wave(x: number, y: number, seed: number): number {
  const column = Math.floor(x)
  const row = Math.floor(y)
  const across = smooth(x - column)
  const down = smooth(y - row)
  const top = hash(column, row, seed) * (1 - across) + hash(column + 1, row, seed) * across
  const bottom = hash(column, row + 1, seed) * (1 - across) + hash(column + 1, row + 1, seed) * across
  return top * (1 - down) + bottom * down
}

/**
 * The height (0 to 1) of the invented ground at a pixel of a zoom level. The waves are tied to the earth, not to the screen: a hill seen
 * at one zoom is there at the next. It is a backdrop, not a survey.
 */
export function groundHeight(x: number, y: number, zoom: number): number {
  let sum = 0
  let weight = 0
  for (let octave = 0; octave < 40; octave++) {
    const length = 2 ** (zoom - octave + 7)
    if (length > LONGEST) continue
    if (length < SHORTEST) break
    // Long waves weigh more: they are the hills, short ones only roughen them.
    const share = Math.sqrt(length / LONGEST)
    sum += wave(x / length, y / length, octave) * share
    weight += share
  }
  return weight === 0 ? 0.5 : sum / weight
}

/** Heights on a lattice of one cell beyond the tile on every side: (CELLS + 3) squared. */
function sample(tileX: number, tileY: number, zoom: number, side: number): Float32Array {
  const step = side / CELLS
  const wide = CELLS + 3
  const heights = new Float32Array(wide * wide)
  for (let row = 0; row < wide; row++) {
    for (let column = 0; column < wide; column++) {
      heights[row * wide + column] = groundHeight(tileX * side + (column - 1) * step, tileY * side + (row - 1) * step, zoom)
    }
  }
  return heights
}

/** Pixels of a tile, one a cell of the lattice (with its border): tint by height, light from the north-west. */
export function shadeGround(heights: Float32Array, palette: GroundPalette): Uint8ClampedArray<ArrayBuffer> {
  const wide = CELLS + 3
  const pixels = new Uint8ClampedArray((wide - 1) * (wide - 1) * 4)
  for (let row = 0; row < wide - 1; row++) {
    for (let column = 0; column < wide - 1; column++) {
      const at = row * wide + column
      const here = heights[at]!
      const slope = (heights[at + 1]! - here + heights[at + wide]! - here) * 900
      const light = Math.max(-9, Math.min(9, slope))
      const pixel = (row * (wide - 1) + column) * 4
      for (let channel = 0; channel < 3; channel++) {
        const tint = palette.low[channel]! + (palette.high[channel]! - palette.low[channel]!) * here
        pixels[pixel + channel] = tint + light
      }
      pixels[pixel + 3] = 255
    }
  }
  return pixels
}

/** Contour lines of a lattice as pairs of points, in cells: marching squares. */
export function traceContours(
  heights: Float32Array,
  levels: number,
  draw: (x1: number, y1: number, x2: number, y2: number, index: number) => void,
): void {
  const wide = CELLS + 3
  for (let row = 1; row <= CELLS; row++) {
    for (let column = 1; column <= CELLS; column++) {
      const corners = [
        heights[row * wide + column]!,
        heights[row * wide + column + 1]!,
        heights[(row + 1) * wide + column + 1]!,
        heights[(row + 1) * wide + column]!,
      ] as const
      const low = Math.min(...corners)
      const high = Math.max(...corners)
      for (let index = Math.ceil(low * levels); index <= Math.floor(high * levels); index++) {
        const level = index / levels
        const points: [number, number][] = []
        const cross = (a: number, b: number, x: number, y: number, dx: number, dy: number) => {
          if (a < level === b < level) return
          const part = (level - a) / (b - a)
          points.push([column - 1 + x + dx * part, row - 1 + y + dy * part])
        }
        cross(corners[0], corners[1], 0, 0, 1, 0)
        cross(corners[1], corners[2], 1, 0, 0, 1)
        cross(corners[3], corners[2], 0, 1, 1, 0)
        cross(corners[0], corners[3], 0, 0, 0, 1)
        for (let pair = 0; pair + 1 < points.length; pair += 2) draw(...points[pair]!, ...points[pair + 1]!, index)
      }
    }
  }
}

/** Draws one tile of the ground: needs no network, and is never grey. `ratio` is device pixels a CSS pixel. */
export function drawGround(
  canvas: HTMLCanvasElement,
  tile: { x: number; y: number; z: number },
  side: number,
  palette: GroundPalette,
): void {
  const pen = canvas.getContext('2d')
  if (!pen) return
  const heights = sample(tile.x, tile.y, tile.z, side)
  const wide = CELLS + 2
  const small = document.createElement('canvas')
  small.width = wide
  small.height = wide
  small.getContext('2d')!.putImageData(new ImageData(shadeGround(heights, palette), wide, wide), 0, 0)
  const cell = canvas.width / CELLS
  pen.imageSmoothingEnabled = true
  pen.imageSmoothingQuality = 'high'
  // A pixel's colour belongs to the middle of its cell: half a cell of the border stays outside on every side.
  pen.drawImage(small, 0, 0, wide, wide, -cell * 1.5, -cell * 1.5, wide * cell, wide * cell)
  pen.strokeStyle = palette.line
  for (const major of [false, true]) {
    pen.beginPath()
    traceContours(heights, CONTOURS, (x1, y1, x2, y2, index) => {
      if ((index % 4 === 0) !== major) return
      pen.moveTo(x1 * cell, y1 * cell)
      pen.lineTo(x2 * cell, y2 * cell)
    })
    pen.lineWidth = major ? 1.3 : 0.7
    pen.stroke()
  }
}
