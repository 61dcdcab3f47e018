import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Label, placeLabels } from '#src/map/placeLabels.ts'

const label = fc.record({
  x: fc.integer({ min: -100, max: 900 }),
  y: fc.integer({ min: -100, max: 900 }),
  width: fc.integer({ min: 1, max: 220 }),
  height: fc.integer({ min: 1, max: 60 }),
})
const meet = (a: Label, b: Label, gap: number) =>
  Math.abs(a.x - b.x) < (a.width + b.width) / 2 + gap && a.y < b.y + b.height + gap && b.y < a.y + a.height + gap

describe('placeLabels', () => {
  test('no two placed labels overlap each other or an obstacle, and one is left out only because something is in its way', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(label, { minLength: 1, maxLength: 3 }), { maxLength: 60 }),
        fc.array(label, { maxLength: 10 }),
        (labels, obstacles) => {
          const places = placeLabels(labels, obstacles, 2)
          const kept = labels.flatMap((choices, at) => choices[places[at]!] ?? [])
          kept.forEach((one, at) => [...kept.slice(at + 1), ...obstacles].forEach((other) => expect(meet(one, other, 2)).toBe(false)))
          labels.forEach((choices, at) => {
            const before = [...obstacles, ...labels.slice(0, at).flatMap((earlier, index) => earlier[places[index]!] ?? [])]
            const passedOver = places[at] === -1 ? choices : choices.slice(0, places[at])
            for (const one of passedOver) expect(before.some((other) => meet(one, other, 2))).toBe(true)
          })
        },
      ),
    )
  })

  test('the first gets its best place, the second the next that is free', () => {
    const here = { x: 0, y: 0, width: 10, height: 10 }
    expect(placeLabels([[here], [here], [here, { ...here, y: 40 }]])).toEqual([0, -1, 1])
  })
})
