import type { Point, Sheet } from './scenery.ts'

interface Plot {
  readonly ahead: number
  readonly right: number
  readonly long: number
  readonly wide: number
}

const flat = ({ ahead, right, long, wide }: Plot, more = 0): Point[] => [
  [ahead - more, right - more, 0],
  [ahead + long + more, right - more, 0],
  [ahead + long + more, right + wide + more, 0],
  [ahead - more, right + wide + more, 0],
]

/** Water within its banks, and the foam of an aerator in its middle. */
export const pond = (plot: Plot): Sheet[] => {
  const { ahead, right, long, wide } = plot
  const foam = { ahead: ahead + long * 0.45, right: right + wide * 0.45, long: long * 0.1, wide: wide * 0.1 }
  return [
    { corners: flat(plot, 1.2), fill: '#8a7a55' },
    { corners: flat(plot), fill: '#3f7f86' },
    {
      corners: flat({ ahead: ahead + long * 0.08, right: right + wide * 0.1, long: long * 0.5, wide: wide * 0.5 }),
      fill: '#7fb6bd',
      opacity: 0.5,
    },
    { corners: flat(foam), fill: '#f4fbfb', opacity: 0.85 },
  ]
}

/** A road, or a bed: a strip of one colour. */
export const strip = (plot: Plot, fill: string): Sheet[] => [{ corners: flat(plot), fill }]

const HIGH = 3.4
const RIBS = 8
/** A greenhouse: an arch of film from its near end to its far one. */
export function greenhouse({ ahead, right, long, wide }: Plot): Sheet[] {
  const rib = (nth: number): [number, number] => {
    const turn = (nth / RIBS) * Math.PI
    return [right + wide / 2 - (Math.cos(turn) * wide) / 2, Math.sin(turn) * HIGH]
  }
  const shell = Array.from({ length: RIBS }, (_, nth): Sheet => {
    const [[one, oneUp], [two, twoUp]] = [rib(nth), rib(nth + 1)]
    const corners: Point[] = [
      [ahead, one, oneUp],
      [ahead + long, one, oneUp],
      [ahead + long, two, twoUp],
      [ahead, two, twoUp],
    ]
    return { corners, fill: nth % 2 ? '#dfe9e6' : '#eef5f2', opacity: 0.93 }
  })
  const end = (at: number, fill: string): Sheet => ({
    corners: Array.from({ length: RIBS + 1 }, (_, nth): Point => [at, ...rib(nth)]),
    fill,
  })
  const door: Sheet = {
    corners: [
      [ahead - 0.02, right + wide / 2 - 0.9, 0],
      [ahead - 0.02, right + wide / 2 - 0.9, 2.2],
      [ahead - 0.02, right + wide / 2 + 0.9, 2.2],
      [ahead - 0.02, right + wide / 2 + 0.9, 0],
    ],
    fill: '#6d8f86',
  }
  return [end(ahead + long, '#c9d8d4'), ...shell, end(ahead, '#d6e3df'), door]
}

const CROWN = 14
/** A tree: a trunk, and a crown that is turned to who looks; `ripe` has fruit in it. */
export function tree(ahead: number, right: number, { high = 4, ripe = false } = {}): Sheet[] {
  const distance = Math.hypot(ahead, right)
  const [sideAhead, sideRight] = [-right / distance, ahead / distance]
  const at = (aside: number, up: number): Point => [ahead + sideAhead * aside, right + sideRight * aside, up]
  const blob = (aside: number, up: number, radius: number, fill: string): Sheet => ({
    corners: Array.from({ length: CROWN }, (_, nth) => {
      const turn = (nth / CROWN) * 2 * Math.PI
      return at(aside + Math.cos(turn) * radius, up + Math.sin(turn) * radius * 0.85)
    }),
    fill,
  })
  const fruit = ripe ? [-0.9, -0.3, 0.4, 1].map((aside, nth) => blob(aside, high * 0.62 + (nth % 2) * 0.7, 0.16, '#c9383f')) : []
  return [
    { corners: [at(-0.16, 0), at(-0.12, high * 0.5), at(0.12, high * 0.5), at(0.16, 0)], fill: '#6b4a2f' },
    blob(0, high * 0.66, high * 0.4, '#2f6b3a'),
    blob(-high * 0.12, high * 0.74, high * 0.26, '#3f8148'),
    ...fruit,
  ]
}
