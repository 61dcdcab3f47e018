import fc from 'fast-check'
import { expect, test } from 'vitest'
import { draftOfFlow } from '#src/screens/flows/editor/draft/convert.ts'
import { everyStep } from '#src/screens/flows/editor/draft/steps.ts'
import { layout, type Placed } from '#src/screens/flows/editor/graph/layout.ts'
import { isWalked, neighbour } from '#src/screens/flows/editor/graph/neighbour.ts'
import { flow } from './aFlow.ts'
import { anyFlow, slotsFor } from './anyFlow.ts'

const overlap = (one: Placed, other: Placed) =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height
const holds = (frame: Placed, one: Placed) =>
  one.x >= frame.x && one.y >= frame.y && one.x + one.width <= frame.x + frame.width && one.y + one.height <= frame.y + frame.height

test('no two nodes lie on each other, and a frame holds what stands in it and nothing else, whatever is built', () => {
  fc.assert(
    fc.property(anyFlow, (draft) => {
      const { nodes } = layout(draft)
      const frames = nodes.filter(({ face }) => face.kind === 'frame')
      const rest = nodes.filter(({ face }) => face.kind !== 'frame')
      for (const [at, one] of rest.entries()) for (const other of rest.slice(at + 1)) expect(overlap(one, other)).toBe(false)
      for (const frame of frames) {
        for (const one of nodes) if (one !== frame && overlap(frame, one)) expect(holds(frame, one) || holds(one, frame)).toBe(true)
        const step = frame.face.kind === 'frame' ? frame.face.step : null
        const inside = everyStep([step!]).map((found) => found.step.key)
        for (const node of nodes) if (node.face.kind === 'step') expect(overlap(frame, node)).toBe(inside.includes(node.face.step.key))
      }
    }),
    { numRuns: 60 },
  )
}, 60_000)

test('every step and every slot stands there once, each line joins two nodes and leads downward', () => {
  fc.assert(
    fc.property(anyFlow, (draft) => {
      const { nodes, lines } = layout(draft)
      const byId = new Map(nodes.map((node) => [node.id, node]))
      expect(byId.size).toBe(nodes.length)
      expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
      expect(nodes.filter(({ face }) => face.kind === 'step')).toHaveLength(everyStep(draft.steps).length)
      const pluses = nodes.flatMap(({ face }) => (face.kind === 'plus' ? [JSON.stringify(face.slot)] : []))
      for (const slot of slotsFor(draft.steps, 'wait')) expect(pluses).toContain(JSON.stringify(slot))
      for (const { source, target } of lines) {
        const [from, to] = [byId.get(source)!, byId.get(target)!]
        expect(from.y + from.height).toBeLessThanOrEqual(to.y)
      }
    }),
    { numRuns: 60 },
  )
}, 60_000)

test('down follows the lines, and arrow keys reach every node from the first one', () => {
  const picture = layout(draftOfFlow(flow))
  const { nodes } = picture
  expect(neighbour(picture, 'only', 'down')).toBe('plus::0:0')
  const branches = nodes.find(({ face }) => face.kind === 'step')!.id
  expect(neighbour(picture, `plus:${branches}:0:2`, 'down')).toBe('plus::0:1')
  expect(neighbour(picture, `plus:${branches}:0:0`, 'up')).toBe(branches)
  expect(neighbour(picture, `plus:${branches}:0:0`, 'right')).toBe(`plus:${branches}:1:0`)
  const seen = new Set<string>()
  const walk = [nodes.find(isWalked)!.id]
  while (walk.length > 0) {
    const id = walk.pop()!
    if (seen.has(id)) continue
    seen.add(id)
    for (const direction of ['up', 'down', 'left', 'right'] as const) {
      const next = neighbour(picture, id, direction)
      if (next !== null) walk.push(next)
    }
  }
  expect([...seen].toSorted()).toEqual(
    nodes
      .filter(isWalked)
      .map(({ id }) => id)
      .toSorted(),
  )
})
