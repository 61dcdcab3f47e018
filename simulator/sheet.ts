import sharp from 'sharp'
import { hash } from '#demo/physics'

const [WIDTH, HEIGHT] = [1600, 1200]
/** How the kinds look from above: length and breadth in pixels, and colour. */
const KINDS = [
  { length: 42, breadth: 18, colour: '#3a2b1c' },
  { length: 26, breadth: 11, colour: '#22301f' },
  { length: 60, breadth: 30, colour: '#4b3f36' },
  { length: 20, breadth: 16, colour: '#17171c' },
] as const
/** Each has a place of its own, so that none lies on another. */
const [COLUMNS, ROWS] = [12, 9]
export const MOST_INSECTS = COLUMNS * ROWS

/** The sheet of a lamp with so many insects of some kinds, as JPEG; what lies where follows from the seed. */
export function drawSheet(seed: number, count: number): Promise<Buffer> {
  const places = Array.from({ length: MOST_INSECTS }, (_, at) => at)
    .toSorted((one, other) => hash(seed, one) - hash(seed, other))
    .slice(0, Math.max(0, count))
  const insects = places.map((place) => {
    const chance = (nth: number) => hash(seed + place * 7, nth)
    const { length, breadth, colour } = KINDS[Math.floor(chance(1) * KINDS.length)]!
    const size = 0.85 + 0.3 * chance(2)
    const x = ((place % COLUMNS) + 0.35 + 0.3 * chance(3)) * (WIDTH / COLUMNS)
    const y = (Math.floor(place / COLUMNS) + 0.35 + 0.3 * chance(4)) * (HEIGHT / ROWS)
    const [long, broad] = [(length * size) / 2, (breadth * size) / 2]
    return `<g transform="translate(${x} ${y}) rotate(${360 * chance(5)})" fill="${colour}"><ellipse rx="${long}" ry="${broad}"/><circle cx="${long}" r="${broad * 0.6}"/></g>`
  })
  const light = `<radialGradient id="light" cx="0.45" cy="0.4" r="0.9"><stop offset="0" stop-color="#fdfbf2"/><stop offset="1" stop-color="#d9d4c2"/></radialGradient>`
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${light}<rect width="100%" height="100%" fill="url(#light)"/>${insects.join('')}</svg>`
  return sharp(Buffer.from(sheet)).jpeg({ quality: 85 }).toBuffer()
}
