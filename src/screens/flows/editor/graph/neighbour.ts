import type { Layout, Placed } from './layout.ts'

export type Direction = 'up' | 'down' | 'left' | 'right'
const WALKED = new Set<Placed['face']['kind']>(['trigger', 'addTrigger', 'only', 'step', 'plus'])
/** How much a step aside counts against a step ahead. */
const ASIDE = 2
export const isWalked = ({ face }: Placed): boolean => WALKED.has(face.kind)
const middleOf = ({ x, y, width, height }: Placed) => [x + width / 2, y + height / 2] as const

/** The nodes that keys walk to next along the lines, in their order. */
function along({ nodes, lines }: Layout, id: string, isDown: boolean): Placed[] {
  const ends = lines.flatMap(({ source, target }) => (isDown ? (source === id ? [target] : []) : target === id ? [source] : []))
  return ends.flatMap((end) => {
    const node = nodes.find((one) => one.id === end)
    return node && isWalked(node) ? [node] : along({ nodes, lines }, end, isDown)
  })
}

/** The node that an arrow key leads to: up and down along the lines, else the nearest one on that side; null where there is none. */
export function neighbour(picture: Layout, id: string, direction: Direction): string | null {
  const from = picture.nodes.find((node) => node.id === id)
  if (!from) return null
  const [x, y] = middleOf(from)
  const isUpright = direction === 'up' || direction === 'down'
  const sign = direction === 'up' || direction === 'left' ? -1 : 1
  const linked = isUpright ? along(picture, id, direction === 'down') : []
  const reached = (linked.length > 0 ? linked : picture.nodes.filter(isWalked)).flatMap((node) => {
    const [otherX, otherY] = middleOf(node)
    const [ahead, aside] = isUpright ? [(otherY - y) * sign, Math.abs(otherX - x)] : [(otherX - x) * sign, Math.abs(otherY - y)]
    return node.id !== id && ahead > 1 ? [{ id: node.id, far: ahead + aside * ASIDE }] : []
  })
  return reached.toSorted((one, other) => one.far - other.far)[0]?.id ?? null
}
