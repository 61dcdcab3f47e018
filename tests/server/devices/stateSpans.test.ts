import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stateSpans } from '#server/devices/stateSpans'

const range = { since: 100, until: 200 }

test('a state in force at the edge stands from the edge, and what is away is unknown', () => {
  const changes = [
    { at: 50, status: 1 },
    { at: 150, status: 0 },
  ]
  expect(stateSpans(changes, [{ from: 140, to: 160 }], range)).toEqual([
    { from: 100, to: 140, status: 1 },
    { from: 140, to: 160, status: null },
    { from: 160, to: 200, status: 0 },
  ])
  expect(stateSpans([], [], range)).toEqual([{ from: 100, to: 200, status: null }])
})

test('spans leave no hole, neighbours differ, and each moment has the last word before it unless the device was away', () => {
  const rising = (count: number) =>
    fc.uniqueArray(fc.integer({ min: 80, max: 220 }), { maxLength: count }).map((all) => all.sort((a, b) => a - b))
  fc.assert(
    fc.property(rising(12), fc.infiniteStream(fc.integer({ min: 0, max: 2 })), rising(8), (times, statuses, edges) => {
      const changes = times.map((at) => ({ at, status: statuses.next().value as number }))
      const away = edges.flatMap((from, at) => (at % 2 === 0 && edges[at + 1] !== undefined ? [{ from, to: edges[at + 1]! }] : []))
      const spans = stateSpans(changes, away, range)
      expect(spans[0]!.from).toBe(100)
      expect(spans.at(-1)!.to).toBe(200)
      spans.slice(1).forEach((span, at) => {
        expect(span.from).toBe(spans[at]!.to)
        expect(span.status).not.toBe(spans[at]!.status)
      })
      for (let moment = 100; moment < 200; moment++) {
        const gone = away.some(({ from, to }) => from <= moment && moment < to)
        const told = gone ? null : (changes.findLast(({ at }) => at <= moment)?.status ?? null)
        expect(spans.find(({ from, to }) => from <= moment && moment < to)!.status).toBe(told)
      }
    }),
  )
})
