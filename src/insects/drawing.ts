import type { DrawnPicture } from '#contract/insects/picture'

/** A box as it is drawn, in pixels of the picture from its upper left corner. */
export interface Drawn {
  /** Names it while it is drawn. */
  readonly key: number
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  /** null: of no known kind. */
  readonly insectTypeId: number | null
}
export interface Size {
  readonly width: number
  readonly height: number
}
export interface Point {
  readonly x: number
  readonly y: number
}

/** A box is never smaller than this, in pixels: it could not be taken hold of any more. */
const LEAST = 4

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most, Math.round(value)))

/** The box inside of its picture: as large as it is where there is room, moved in where it stands out. */
export function fitted<Box extends Pick<Drawn, 'x' | 'y' | 'w' | 'h'>>(box: Box, { width, height }: Size): Box {
  const w = within(box.w, Math.min(LEAST, width), width)
  const h = within(box.h, Math.min(LEAST, height), height)
  return { ...box, w, h, x: within(box.x, 0, width - w), y: within(box.y, 0, height - h) }
}

export const moved = (box: Drawn, dx: number, dy: number, size: Size): Drawn => fitted({ ...box, x: box.x + dx, y: box.y + dy }, size)

/** Its upper left corner stays where it is. */
export const sized = (box: Drawn, dw: number, dh: number, size: Size): Drawn =>
  fitted({ ...box, w: Math.min(box.w + dw, size.width - box.x), h: Math.min(box.h + dh, size.height - box.y) }, size)

/** The box between two points, whichever way it was drawn. */
export function between(from: Point, to: Point, size: Size): Pick<Drawn, 'x' | 'y' | 'w' | 'h'> {
  const at = (point: Point) => ({ x: within(point.x, 0, size.width), y: within(point.y, 0, size.height) })
  const [one, other] = [at(from), at(to)]
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)]
  return fitted({ x, y, w: Math.abs(one.x - other.x), h: Math.abs(one.y - other.y) }, size)
}

/** A new box in the middle of what is seen of the picture, as large as boxes here usually are. */
export function added(boxes: readonly Drawn[], middle: Point, insectTypeId: number | null, size: Size): Drawn {
  const sides = boxes.flatMap(({ w, h }) => [w, h]).toSorted((one, other) => one - other)
  const side = sides[Math.floor(sides.length / 2)] ?? Math.min(size.width, size.height) / 10
  return fitted({ key: nextKey(boxes), x: middle.x - side / 2, y: middle.y - side / 2, w: side, h: side, insectTypeId }, size)
}

export const nextKey = (boxes: readonly Drawn[]): number => boxes.reduce((most, { key }) => Math.max(most, key), 0) + 1

export const toDrawn = ({ boxes }: Pick<DrawnPicture, 'boxes'>): Drawn[] =>
  boxes.map(({ x, y, w, h, insectTypeId }, at) => ({ key: at + 1, x, y, w, h, insectTypeId }))

/** How many boxes there are of each kind, the most first; those of no known kind last. */
export function countKinds(boxes: readonly Pick<Drawn, 'insectTypeId'>[]): readonly { insectTypeId: number | null; count: number }[] {
  const counts = new Map<number | null, number>()
  for (const { insectTypeId } of boxes) counts.set(insectTypeId, (counts.get(insectTypeId) ?? 0) + 1)
  return [...counts]
    .map(([insectTypeId, count]) => ({ insectTypeId, count }))
    .toSorted((one, other) => Number(one.insectTypeId === null) - Number(other.insectTypeId === null) || other.count - one.count)
}
