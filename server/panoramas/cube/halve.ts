/** A square picture of RGB at half its side: each pixel is the mean of four. Writes it into a larger square picture, at this place. */
export function halveInto(data: Uint8Array, side: number, to: { data: Uint8Array; side: number; left: number; top: number }): void {
  const half = side / 2
  for (let row = 0; row < half; row++) {
    for (let column = 0; column < half; column++) {
      const from = (row * 2 * side + column * 2) * 3
      const at = ((to.top + row) * to.side + to.left + column) * 3
      for (let colour = 0; colour < 3; colour++) {
        const one = from + colour
        to.data[at + colour] = (data[one]! + data[one + 3]! + data[one + side * 3]! + data[one + side * 3 + 3]! + 2) >> 2
      }
    }
  }
}

/** A square out of a square picture of RGB. */
export function cutOut(data: Uint8Array, side: number, { left, top, size }: { left: number; top: number; size: number }): Uint8Array {
  const cut = new Uint8Array(size * size * 3)
  for (let row = 0; row < size; row++) {
    const from = ((top + row) * side + left) * 3
    cut.set(data.subarray(from, from + size * 3), row * size * 3)
  }
  return cut
}
