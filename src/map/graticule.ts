/** Distances between lines that read well, in degrees. */
const STEPS = [10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005]

/** The distance between graticule lines, in degrees, so that they stand at least `apart` pixels from each other. */
export function graticuleStep(degreesPerPixel: number, apart = 180): number {
  const least = degreesPerPixel * apart
  return STEPS.findLast((step) => step >= least) ?? STEPS[0]!
}

/** Multiples of `step` from `low` to `high`, both included. */
export function graticuleLines(low: number, high: number, step: number): number[] {
  const lines: number[] = []
  const digits = Math.max(0, Math.ceil(-Math.log10(step)) + 1)
  for (let count = Math.ceil(low / step - 1e-9); count * step <= high + step * 1e-9; count++)
    lines.push(Number((count * step).toFixed(digits)))
  return lines
}

/** Degrees as a map writes them: `113.345°E`, `22.960°N`. The letters are those of every map, in every language. */
export function graticuleText(degrees: number, step: number, letters: readonly [positive: string, negative: string]): string {
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9))
  return `${Math.abs(degrees).toFixed(digits)}°${degrees < 0 ? letters[1] : letters[0]}`
}
