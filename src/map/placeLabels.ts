export interface Label {
  /** Middle of the label's upper edge, pixels. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Chooses which labels may be drawn: earlier ones win, none overlaps another, `gap` pixels stay free between them.
 * Answers one flag a label. Boxes are kept in cells, so the cost grows with the labels, not with their square.
 */
export function placeLabels(labels: readonly Label[], gap = 2, cell = 64): boolean[] {
  const cells = new Map<number, Label[]>()
  // Rows of cells lie this far apart in the key: no map is two million pixels wide.
  const stride = 1 << 15
  return labels.map((label) => {
    const left = label.x - label.width / 2 - gap
    const right = label.x + label.width / 2 + gap
    const top = label.y - gap
    const bottom = label.y + label.height + gap
    const keys: number[] = []
    for (let row = Math.floor(top / cell); row <= Math.floor(bottom / cell); row++) {
      for (let column = Math.floor(left / cell); column <= Math.floor(right / cell); column++) {
        const key = row * stride + column
        const meets = cells
          .get(key)
          ?.some(
            (other) =>
              left < other.x + other.width / 2 && right > other.x - other.width / 2 && top < other.y + other.height && bottom > other.y,
          )
        if (meets) return false
        keys.push(key)
      }
    }
    for (const key of keys) {
      const inside = cells.get(key)
      if (inside) inside.push(label)
      else cells.set(key, [label])
    }
    return true
  })
}
