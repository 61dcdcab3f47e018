/** A picture behind a square frame: `x` and `y` are its middle, in frame sides from the frame's middle; `zoom` 1 just fills the frame. */
export interface View {
  readonly x: number
  readonly y: number
  readonly zoom: number
}
export interface Size {
  readonly width: number
  readonly height: number
}

export const ZOOM_MOST = 5
export const CENTRED: View = { x: 0, y: 0, zoom: 1 }

/** How large the picture is shown, in frame sides. */
export function shownSize({ width, height }: Size, zoom: number): Size {
  const shorter = Math.min(width, height)
  return { width: (width / shorter) * zoom, height: (height / shorter) * zoom }
}

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value))

/** The nearest view in which the picture fills the frame. */
export function heldInFrame(picture: Size, { x, y, zoom }: View): View {
  const held = between(1, zoom, ZOOM_MOST)
  const shown = shownSize(picture, held)
  const [roomX, roomY] = [(shown.width - 1) / 2, (shown.height - 1) / 2]
  return { x: between(-roomX, x, roomX), y: between(-roomY, y, roomY), zoom: held }
}

/** The same picture larger or smaller, with what is in the frame's middle staying there. */
export function zoomed(picture: Size, view: View, zoom: number): View {
  const to = between(1, zoom, ZOOM_MOST)
  const by = to / view.zoom
  return heldInFrame(picture, { x: view.x * by, y: view.y * by, zoom: to })
}

/** The square of the picture that the frame shows, in the picture's pixels. */
export function squareOf(picture: Size, view: View): { readonly left: number; readonly top: number; readonly side: number } {
  const { x, y, zoom } = heldInFrame(picture, view)
  const side = Math.min(picture.width, picture.height) / zoom
  return { left: picture.width / 2 - (x + 0.5) * side, top: picture.height / 2 - (y + 0.5) * side, side }
}
