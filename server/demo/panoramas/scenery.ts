/** A point seen from where one stands: metres ahead, to the right and above the ground. */
export type Point = readonly [ahead: number, right: number, up: number]
/** A flat thing of one colour; nobody stands on one. */
export interface Sheet {
  readonly corners: readonly Point[]
  readonly fill: string
  readonly opacity?: number
}

export const WIDTH = 4096
const HEIGHT = WIDTH / 2
const EYE = 1.7
/** An edge is drawn in so many pieces at most, and so many a metre: what is straight is bent in a panorama. */
const PIECES = { most: 96, perMetre: 3 }

const round = (value: number) => Math.round(value * 10) / 10

function placeOf([ahead, right, up]: Point): [number, number] {
  const around = Math.atan2(right, ahead)
  const above = Math.atan2(up - EYE, Math.hypot(ahead, right))
  return [(around / (2 * Math.PI) + 0.5) * WIDTH, (0.5 - above / Math.PI) * HEIGHT]
}

/** The outline of a sheet in the panorama; where it goes round behind, its places go on beyond the edge. */
function outlineOf(corners: readonly Point[]): [number, number][] {
  const places: [number, number][] = []
  corners.forEach((from, at) => {
    const to = corners[(at + 1) % corners.length]!
    const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2])
    const pieces = Math.min(PIECES.most, Math.max(1, Math.ceil(length * PIECES.perMetre)))
    for (let piece = 0; piece < pieces; piece++) {
      const part = piece / pieces
      const [x, y] = placeOf([0, 1, 2].map((axis) => from[axis]! + (to[axis]! - from[axis]!) * part) as unknown as Point)
      const before = places.at(-1)?.[0] ?? x
      places.push([x + Math.round((before - x) / WIDTH) * WIDTH, y])
    }
  })
  return places
}

function drawSheet({ corners, fill, opacity = 1 }: Sheet): string {
  const outline = outlineOf(corners)
  const [least, most] = [Math.min(...outline.map(([x]) => x)), Math.max(...outline.map(([x]) => x))]
  const shifts = [0, ...(least < 0 ? [WIDTH] : []), ...(most > WIDTH ? [-WIDTH] : [])]
  return shifts
    .map((shift) => {
      const points = outline.map(([x, y]) => `${round(x + shift)},${round(y)}`).join(' ')
      return `<polygon points="${points}" fill="${fill}" fill-opacity="${opacity}"/>`
    })
    .join('')
}

const distanceOf = ({ corners }: Sheet) => corners.reduce((sum, [ahead, right]) => sum + Math.hypot(ahead, right), 0) / corners.length

/** Two rows of hills all round, which meet where the panorama's edges do. */
function hills(): string {
  const row = (base: number, high: number, waves: readonly [number, number][], fill: string) => {
    const points = Array.from({ length: 129 }, (_, at) => {
      const around = (at / 128) * 2 * Math.PI
      const part = waves.reduce((sum, [times, shift]) => sum + Math.sin(around * times + shift), 0) / waves.length
      return `${round((at / 128) * WIDTH)},${round(HEIGHT / 2 - base - high * part)}`
    })
    return `<polygon points="${points.join(' ')} ${WIDTH},${HEIGHT / 2 + 2} 0,${HEIGHT / 2 + 2}" fill="${fill}"/>`
  }
  return (
    row(
      48,
      34,
      [
        [3, 0.4],
        [7, 2],
        [11, 1],
      ],
      '#9db8c4',
    ) +
    row(
      22,
      16,
      [
        [5, 1.2],
        [9, 0.3],
        [17, 2.2],
      ],
      '#6f9a7c',
    ) // far, then near
  )
}

const clouds = Array.from({ length: 14 }, (_, at) => {
  const x = ((at * 977) % WIDTH) + 60
  const y = HEIGHT * (0.2 + ((at * 37) % 20) / 100)
  return [0, 70, 140]
    .map(
      (more, nth) =>
        `<ellipse cx="${x + more}" cy="${y - (nth % 2) * 18}" rx="${90 + (at % 3) * 30}" ry="${24 + nth * 4}" fill="#fff" fill-opacity="0.55"/>`,
    )
    .join('')
}).join('')

/** A panorama as a drawing: a sky, hills and a ground, and on it these things, the farthest first. */
export function drawScenery(things: readonly (readonly Sheet[])[], { ground }: { ground: string }): string {
  const far = (sheets: readonly Sheet[]) => Math.max(...sheets.map(distanceOf))
  const drawn = things
    .toSorted((one, other) => far(other) - far(one))
    .flatMap((sheets) => sheets.map(drawSheet))
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2f7fc4"/><stop offset="1" stop-color="#d8ecf7"/></linearGradient>
<linearGradient id="ground" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#9ab87f"/><stop offset="0.25" stop-color="${ground}"/><stop offset="1" stop-color="#5c6b3d"/></linearGradient>
<radialGradient id="sun"><stop offset="0.2" stop-color="#fffbe0"/><stop offset="1" stop-color="#fffbe0" stop-opacity="0"/></radialGradient></defs>
<rect width="${WIDTH}" height="${HEIGHT / 2}" fill="url(#sky)"/><circle cx="${WIDTH * 0.68}" cy="${HEIGHT * 0.2}" r="150" fill="url(#sun)"/>${clouds}
${hills()}<rect y="${HEIGHT / 2}" width="${WIDTH}" height="${HEIGHT / 2}" fill="url(#ground)"/>${drawn}</svg>`
}
