import { SCHEMA } from './device.ts'
import { all, type Element, escaped } from './xml.ts'

export type Axis = 'PanTilt' | 'Zoom'
/** How a camera was last told to move. */
export interface Course {
  readonly axis: Axis
  /** Of its greatest speed, -1 to 1: of PanTilt across and up, of Zoom in. */
  readonly x: number
  readonly y: number
}
export type Tell = (name: string, rest: string) => Promise<Element | null>

/** The time to move that ends it, and how slow it moves for so long. */
const SHORT = { timeout: 'PT0.5S', ms: 500, share: 0.02 }
const LOOKS = 3
const BETWEEN_LOOKS_MS = 200

export const vectorOf = ({ axis, x, y }: Course): string =>
  axis === 'PanTilt' ? `<PanTilt xmlns="${SCHEMA}" x="${x}" y="${y}"/>` : `<Zoom xmlns="${SCHEMA}" x="${x}"/>`
const NOTHING: readonly Course[] = [
  { axis: 'PanTilt', x: 0, y: 0 },
  { axis: 'Zoom', x: 0, y: 0 },
]
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** One way to end what a camera does; whether it took it. */
type Way = (tell: Tell, course: Course) => Promise<boolean>
const zero = (axes: readonly Course[], timeout = '') => `<Velocity>${axes.map(vectorOf).join('')}</Velocity>${timeout}`
/** Of the axis that moves; of each where that is not known, since another server moved it. */
const restsOf = ({ axis, x, y }: Course) => NOTHING.filter((one) => one.axis === axis || (x === 0 && y === 0))
/** Tells it for each of them, one after another; whether it took any. */
async function tellEach(tell: Tell, name: string, rests: readonly string[]): Promise<boolean> {
  let isTaken = false
  for (const rest of rests) if ((await tell(name, rest)) !== null) isTaken = true
  return isTaken
}

/** The first two say what is meant, so that whoever takes them stands; of the others only a look tells. */
const WAYS: readonly Way[] = [
  async (tell) => (await tell('Stop', '<PanTilt>true</PanTilt><Zoom>true</Zoom>')) !== null,
  async (tell) => (await tell('Stop', '')) !== null,
  async (tell) => (await tell('ContinuousMove', zero(NOTHING))) !== null,
  (tell, course) =>
    tellEach(
      tell,
      'ContinuousMove',
      restsOf(course).map((one) => zero([one])),
    ),
  // Some want a time with every word.
  (tell, course) =>
    tellEach(
      tell,
      'ContinuousMove',
      restsOf(course).map((one) => zero([one], `<Timeout>${SHORT.timeout}</Timeout>`)),
    ),
  // As slow as it goes, and for so short a time that it ends by itself.
  async (tell, course) => {
    const slow = { ...course, x: Math.sign(course.x) * SHORT.share, y: Math.sign(course.y) * SHORT.share }
    const rest = `<Velocity>${vectorOf(slow)}</Velocity><Timeout>${SHORT.timeout}</Timeout>`
    if ((await tell('ContinuousMove', rest)) === null) return false
    await pause(SHORT.ms)
    return true
  },
  (tell, course) =>
    tellEach(
      tell,
      'RelativeMove',
      restsOf(course).map((one) => `<Translation>${vectorOf(one)}</Translation>`),
    ),
  async (tell) => {
    const status = await tell('GetStatus', '')
    const position = status && all(status, 'Position')[0]
    if (!position) return false
    const vector = position.children
      .filter(({ name }) => name === 'PanTilt' || name === 'Zoom')
      .map(({ name, attributes }) => {
        const of = (axis: string) => (attributes[axis] === undefined ? '' : ` ${axis}="${escaped(attributes[axis])}"`)
        return `<${name} xmlns="${SCHEMA}"${of('x')}${of('y')}/>`
      })
    return (await tell('AbsoluteMove', `<Position>${vector.join('')}</Position>`)) !== null
  },
]
const MEANT = 2

/** Whether it stands, as far as it says: it takes a moment to come to rest. */
async function stands(tell: Tell): Promise<boolean> {
  for (let nth = 0; nth < LOOKS; nth++) {
    if (nth > 0) await pause(BETWEEN_LOOKS_MS)
    const status = await tell('GetStatus', '')
    const said = status && all(status, 'MoveStatus')[0]
    // One that does not say what it does is believed.
    if (!said?.children.some(({ text }) => text.trim().toUpperCase() === 'MOVING')) return true
  }
  return false
}

/** Ends what a camera does, by the way that it took last (`before`) or by the first that it takes; which that was, or null: it may still turn. */
export async function stopBy(tell: Tell, course: Course, before: number | null): Promise<number | null> {
  const order = [...WAYS.keys()].toSorted((one, other) => Number(other === before) - Number(one === before))
  for (const way of order) {
    if (!(await WAYS[way]!(tell, course))) continue
    if (way < MEANT || (await stands(tell))) return way
  }
  return null
}
