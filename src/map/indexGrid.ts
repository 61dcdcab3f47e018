/** Points in a rectangle of pixels, by cells, so that a click or a redraw asks only its neighbours. */
export interface GridIndex {
  /** Calls `visit` with every point that lies in the rectangle (edges included), in the order of their numbers within a cell. */
  within(left: number, top: number, right: number, bottom: number, visit: (point: number) => void): void
}

/**
 * Indexes `count` points. `xs` and `ys` are pixels; points outside 0..width, 0..height are left out, and the rectangle of `within` is
 * cut to it. One counting sort: linear in points and cells.
 */
export function indexGrid(
  xs: ArrayLike<number>,
  ys: ArrayLike<number>,
  count: number,
  width: number,
  height: number,
  cell = 32,
): GridIndex {
  const columns = Math.max(1, Math.ceil((width + 1) / cell))
  const rows = Math.max(1, Math.ceil((height + 1) / cell))
  const starts = new Uint32Array(columns * rows + 1)
  const cellOf = new Int32Array(count)
  for (let point = 0; point < count; point++) {
    const x = xs[point]!
    const y = ys[point]!
    const inside = x >= 0 && y >= 0 && x <= width && y <= height
    const at = inside ? Math.floor(y / cell) * columns + Math.floor(x / cell) : -1
    cellOf[point] = at
    if (at >= 0) starts[at + 1]!++
  }
  for (let at = 0; at < columns * rows; at++) starts[at + 1]! += starts[at]!
  const order = new Uint32Array(starts[columns * rows]!)
  const next = starts.slice(0, -1)
  for (let point = 0; point < count; point++) {
    const at = cellOf[point]!
    if (at >= 0) order[next[at]!++] = point
  }
  return {
    within(left, top, right, bottom, visit) {
      if (right < 0 || bottom < 0 || left > width || top > height) return
      const firstColumn = Math.max(0, Math.floor(left / cell))
      const lastColumn = Math.min(columns - 1, Math.floor(right / cell))
      const firstRow = Math.max(0, Math.floor(top / cell))
      const lastRow = Math.min(rows - 1, Math.floor(bottom / cell))
      for (let row = firstRow; row <= lastRow; row++) {
        for (let at = row * columns + firstColumn; at <= row * columns + lastColumn; at++) {
          for (let place = starts[at]!; place < starts[at + 1]!; place++) {
            const point = order[place]!
            const x = xs[point]!
            const y = ys[point]!
            if (x >= left && x <= right && y >= top && y <= bottom) visit(point)
          }
        }
      }
    },
  }
}
