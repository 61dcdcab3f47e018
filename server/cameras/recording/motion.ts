/** A picture in which it is looked for motion: pixels of one byte, row by row. */
export const LOOK = { width: 64, height: 36 } as const
export const LOOK_BYTES = LOOK.width * LOOK.height
/** Pixels of a side of a block. */
const BLOCK = 4
const ACROSS = LOOK.width / BLOCK
const DOWN = LOOK.height / BLOCK
/** By sensitivity: how much lighter or darker a block is in the mean that changed, and how many such stand one above another at least. */
const measures = { 1: { least: 30, blocks: 8 }, 2: { least: 20, blocks: 4 }, 3: { least: 11, blocks: 2 } } as const
export type Sensitivity = keyof typeof measures

/**
 * Whether something moved between two pictures. A change of brightness that all of it shares is none. Changed blocks count where one stands
 * above another: a clock that is written into the picture is one row high.
 */
export function moved(before: Uint8Array, after: Uint8Array, sensitivity: Sensitivity): boolean {
  const brighter = brightening(before, after)
  if (brighter === null) return false
  const { least, blocks } = measures[sensitivity]
  const changed = Array.from({ length: ACROSS * DOWN }, (_, nth) => differenceOf(before, after, brighter, nth) > least)
  return changed.filter((isOne, nth) => isOne && (changed[nth - ACROSS] === true || changed[nth + ACROSS] === true)).length >= blocks
}

/** By how much the picture as a whole is lighter: the middle of all pixels that could follow; null where none could. */
function brightening(before: Uint8Array, after: Uint8Array): number | null {
  const counts = new Uint32Array(511)
  let n = 0
  for (let at = 0; at < LOOK_BYTES; at++) {
    const now = after[at]!
    // What is all white or all black may have changed by more than it shows.
    if (now === 0 || now === 255) continue
    counts[now - before[at]! + 255]!++
    n++
  }
  if (n === 0) return null
  let nth = 0
  for (let seen = counts[0]!; seen * 2 < n; seen += counts[nth]!) nth++
  return nth - 255
}

/** How much the pixels of a block differ, in the mean, from what the brightening alone would make of them. */
function differenceOf(before: Uint8Array, after: Uint8Array, brighter: number, nth: number): number {
  const left = (nth % ACROSS) * BLOCK
  const top = Math.floor(nth / ACROSS) * BLOCK
  let sum = 0
  for (let y = top; y < top + BLOCK; y++)
    for (let x = left; x < left + BLOCK; x++) {
      const at = y * LOOK.width + x
      sum += Math.abs(after[at]! - Math.min(255, Math.max(0, before[at]! + brighter)))
    }
  return sum / (BLOCK * BLOCK)
}
