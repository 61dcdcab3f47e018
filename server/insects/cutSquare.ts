import type { Box } from './findSpecks.ts'

export interface RawPicture {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly channels: number
}

/** How much of its surroundings an insect is shown with. */
const MARGIN = 0.15

/** Draws what is in a box, with its surroundings, as a square of `side` pixels (RGB) into `into`; beyond the picture its edge goes on. */
export function cutSquare({ data, width, height, channels }: RawPicture, { x, y, w, h }: Box, side: number, into: Uint8Array): void {
  const size = Math.max(w, h) * (1 + 2 * MARGIN)
  const [left, top] = [x + w / 2 - size / 2, y + h / 2 - size / 2]
  const within = (value: number, most: number) => Math.min(most - 1, Math.max(0, value))
  for (let row = 0; row < side; row++) {
    const fromY = top + ((row + 0.5) * size) / side - 0.5
    const y0 = Math.floor(fromY)
    for (let column = 0; column < side; column++) {
      const fromX = left + ((column + 0.5) * size) / side - 0.5
      const x0 = Math.floor(fromX)
      for (let channel = 0; channel < 3; channel++) {
        const at = (px: number, py: number) =>
          data[(within(py, height) * width + within(px, width)) * channels + Math.min(channel, channels - 1)]!
        const upper = at(x0, y0) + (at(x0 + 1, y0) - at(x0, y0)) * (fromX - x0)
        const lower = at(x0, y0 + 1) + (at(x0 + 1, y0 + 1) - at(x0, y0 + 1)) * (fromX - x0)
        into[(row * side + column) * 3 + channel] = Math.round(upper + (lower - upper) * (fromY - y0))
      }
    }
  }
}
