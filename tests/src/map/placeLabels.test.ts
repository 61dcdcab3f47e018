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
  test('no two placed labels overlap, and one is left out only because an earlier one is in its way', () => {
    fc.assert(
      fc.property(fc.array(label, { maxLength: 80 }), (labels) => {
        const placed = placeLabels(labels, 2)
        const kept = labels.filter((_, at) => placed[at])
        kept.forEach((one, at) => kept.slice(at + 1).forEach((other) => expect(meet(one, other, 2)).toBe(false)))
        labels.forEach((one, at) => {
          if (!placed[at]) expect(labels.some((other, before) => before < at && placed[before] && meet(one, other, 2))).toBe(true)
        })
      }),
    )
  })

  test('the first always gets its place', () => {
    expect(
      placeLabels([
        { x: 0, y: 0, width: 10, height: 10 },
        { x: 0, y: 0, width: 10, height: 10 },
      ]),
    ).toEqual([true, false])
  })
})
