/** A rectangle of pixels by the middle of its upper edge. */
export interface Label {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const CELL = 64
// Rows of cells lie this far apart in the key: no map is two million pixels wide.
const STRIDE = 1 << 15

/**
 * Chooses which labels may be drawn, and where: each comes with the places it could stand at, best first. Earlier labels win, none
 * overlaps another or an obstacle, `gap` pixels stay free between labels. Answers the place of each, or -1. Boxes are kept in cells, so
 * the cost grows with the labels, not with their square.
 */
export function placeLabels(labels: readonly (readonly Label[])[], obstacles: readonly Label[] = [], gap = 2): number[] {
  const cells = new Map<number, Label[]>()
  const eachCell = (label: Label, margin: number, visit: (key: number) => boolean): boolean => {
    const firstRow = Math.floor((label.y - margin) / CELL)
    const lastRow = Math.floor((label.y + label.height + margin) / CELL)
    const firstColumn = Math.floor((label.x - label.width / 2 - margin) / CELL)
    const lastColumn = Math.floor((label.x + label.width / 2 + margin) / CELL)
    for (let row = firstRow; row <= lastRow; row++) {
      for (let column = firstColumn; column <= lastColumn; column++) if (!visit(row * STRIDE + column)) return false
    }
    return true
  }
  const keep = (label: Label) =>
    eachCell(label, 0, (key) => {
      const inside = cells.get(key)
      if (inside) inside.push(label)
      else cells.set(key, [label])
      return true
    })
  const isFree = (label: Label) =>
    eachCell(
      label,
      gap,
      (key) =>
        !cells
          .get(key)
          ?.some(
            (other) =>
              Math.abs(label.x - other.x) < (label.width + other.width) / 2 + gap &&
              label.y < other.y + other.height + gap &&
              other.y < label.y + label.height + gap,
          ),
    )
  for (const obstacle of obstacles) keep(obstacle)
  return labels.map((places) => {
    const at = places.findIndex(isFree)
    if (at >= 0) keep(places[at]!)
    return at
  })
}
