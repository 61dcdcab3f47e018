import { boxOf, drawMarker, type MapPalette } from './drawMarker.ts'
import { LOOK_COUNT, lookOf, type Size } from './markerKey.ts'

/** Where a marker's picture stands: a square of `side` device pixels. */
export interface Sprite {
  readonly sheet: HTMLCanvasElement
  readonly left: number
  readonly top: number
  readonly side: number
}

const COLUMNS = 8
const ROWS = 8

/**
 * Marker pictures of one palette and pixel ratio, painted once when first wanted and copied from then on. Sheets hold 64 pictures, so
 * that a farm pays for the looks it has and not for the thousands that could be.
 */
export class MarkerAtlas {
  readonly #palette: MapPalette
  readonly ratio: number
  readonly #sprites = new Map<number, Sprite>()
  readonly #sheets = new Map<Size, { sheet: HTMLCanvasElement; pen: CanvasRenderingContext2D; used: number }>()

  constructor(palette: MapPalette, ratio: number) {
    this.#palette = palette
    this.ratio = ratio
  }

  /** The picture of a look (see markerKey) at a size. */
  sprite(key: number, size: Size): Sprite {
    const name = key + (size === 'dot' ? 0 : size === 'disc' ? LOOK_COUNT : 2 * LOOK_COUNT)
    const made = this.#sprites.get(name)
    if (made) return made
    const side = Math.ceil(boxOf[size] * this.ratio)
    let open = this.#sheets.get(size)
    if (!open || open.used === COLUMNS * ROWS) {
      const sheet = document.createElement('canvas')
      sheet.width = side * COLUMNS
      sheet.height = side * ROWS
      open = { sheet, pen: sheet.getContext('2d')!, used: 0 }
      this.#sheets.set(size, open)
    }
    const sprite = { sheet: open.sheet, left: (open.used % COLUMNS) * side, top: Math.floor(open.used / COLUMNS) * side, side }
    open.used++
    drawMarker(open.pen, sprite.left, sprite.top, side, size, lookOf(key), this.#palette)
    this.#sprites.set(name, sprite)
    return sprite
  }
}
