export type Point = readonly [x: number, y: number]

/**
 * The letters in several hands: each form's strokes on a grid 4 wide and 6 high, points as `xy` digits; `~` makes a smooth curve of a
 * stroke. Those that are easily taken for another once they are bent (0 O, 1 I L, 5 S, 8 B, 2 Z, U V, C G, E F, A R, 7 J) are left out
 * or stand alone.
 */
const FORMS: Record<string, readonly (readonly string[])[]> = {
  '3': [['~00 30 41 22 43 44 36 16 05'], ['00 40 22', '~22 43 44 36 16 05']],
  '4': [['10 04 44', '32 36']],
  '6': [['~40 11 03 05 26 45 44 23 04'], ['~30 12 04 16 36 45 33 13 05']],
  '7': [['00 40 16'], ['00 40 16', '13 33'], ['01 00 40 26']],
  '9': [['~42 23 02 10 30 41 43 36 06']],
  A: [
    ['06 20 46', '14 34'],
    ['06 02', '~02 10 30 42', '42 46', '03 43'],
  ],
  C: [['~41 30 10 02 04 16 36 45']],
  E: [['40 00 06 46', '03 33'], ['~40 10 01 12 33', '~33 13 05 16 46'], ['~03 43 31 10 03 16 46']],
  H: [
    ['00 06', '40 46', '03 43'],
    ['00 06', '~03 12 32 43', '43 46'],
  ],
  K: [
    ['00 06', '40 03 46'],
    ['00 06', '~40 32 03', '~03 24 36 46'],
  ],
  M: [['06 00 23 40 46'], ['06 10 24 30 46'], ['06 01', '~01 10 22', '22 26', '~22 30 41', '41 46']],
  N: [['06 00 46 40']],
  P: [['06 00', '~00 30 41 42 33 03'], ['06 00 40 43 03']],
  T: [['00 40', '20 26']],
  U: [['00 04', '~04 16 36 44', '44 40']],
  W: [['00 16 22 36 40'], ['~00 05 16 22 36 45 40']],
  X: [['00 46', '40 06']],
  Y: [['00 23 40', '23 26']],
}
export const LETTERS = Object.keys(FORMS).join('')

const STEPS = 6

/** Moves a corner of the grid; the same one for all strokes that meet there. */
export type Hand = (corner: Point) => Point

/** The forms of a letter: the strokes of each, as points close together on the grid, its corners moved as the hand does. */
export function formsOf(letter: string, hand: Hand = (corner) => corner): Point[][][] {
  return (FORMS[letter] ?? []).map((form) => form.map((stroke) => trace(stroke, hand)))
}

function trace(stroke: string, hand: Hand): Point[] {
  const smooth = stroke.startsWith('~')
  const corners = (smooth ? stroke.slice(1) : stroke).split(' ').map((pair) => hand([Number(pair[0]), Number(pair[1])]))
  const points: Point[] = []
  for (let at = 0; at < corners.length - 1; at++) {
    const [a, b, c, d] = [corners[Math.max(0, at - 1)]!, corners[at]!, corners[at + 1]!, corners[Math.min(corners.length - 1, at + 2)]!]
    for (let step = 0; step < STEPS; step++) points.push(smooth ? curve(a, b, c, d, step / STEPS) : along(b, c, step / STEPS))
  }
  return [...points, corners.at(-1)!]
}
const along = (b: Point, c: Point, t: number): Point => [b[0] + (c[0] - b[0]) * t, b[1] + (c[1] - b[1]) * t]
/** A Catmull-Rom curve from b to c. */
function curve(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const at = (i: 0 | 1) =>
    0.5 * (2 * b[i] + (c[i] - a[i]) * t + (2 * a[i] - 5 * b[i] + 4 * c[i] - d[i]) * t * t + (3 * b[i] - a[i] - 3 * c[i] + d[i]) * t ** 3)
  return [at(0), at(1)]
}
