import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WIND_CLASSES, type WindRose } from '#contract/devices/windRose'
import { WIND_SECTORS } from '#contract/map/weather'
import { HUB, pointAt, roseShape, wedgePath } from '#src/screens/devices/page/wind/roseShape.ts'

const roseOf = (counts: readonly (readonly number[])[], calm = 0): WindRose => ({
  calm,
  withoutDirection: 3,
  sectors: WIND_SECTORS.map((sector, at) => ({
    sector,
    classes: WIND_CLASSES.map((from, nth) => {
      const ms = counts[at]?.[nth] ?? 0
      return { ms, mean: ms > 0 ? from : null }
    }),
  })),
})
const anyRose = fc
  .tuple(fc.array(fc.array(fc.nat(500), { minLength: 5, maxLength: 5 }), { minLength: 8, maxLength: 8 }), fc.nat(500))
  .map(([counts, calm]) => roseOf(counts, calm))

describe('the shape of a wind rose', () => {
  test('shares out all that counts: the wedges and the calm are the whole, wind without direction is no part of it', () => {
    fc.assert(
      fc.property(anyRose, (rose) => {
        const { total, wedges } = roseShape(rose)
        fc.pre(total > 0)
        expect(wedges.reduce((sum, { share }) => sum + share, 0) + rose.calm / total).toBeCloseTo(1, 9)
      }),
    )
  })

  test('lays the classes of a sector end to end from the hub, each as long as it lasted, and none beyond the last ring', () => {
    fc.assert(
      fc.property(anyRose, (rose) => {
        const { wedges, rings } = roseShape(rose)
        const last = rings.at(-1)!
        expect(last.radius).toBeCloseTo(1, 9)
        WIND_SECTORS.forEach((_, at) => {
          let end = HUB
          for (const wedge of wedges.filter((one) => one.at === at)) {
            expect(wedge.inner).toBeCloseTo(end, 9)
            expect(wedge.outer - wedge.inner).toBeCloseTo(((1 - HUB) * wedge.share) / last.share, 9)
            end = wedge.outer
          }
          expect(end).toBeLessThanOrEqual(1 + 1e-9)
        })
        expect(rings.length).toBeLessThanOrEqual(4)
      }),
    )
  })

  test('says how long the wind came from each sector, and how hard on the mean', () => {
    const { total, sectors } = roseShape(roseOf([[1, 0, 0, 0, 3]], 6))
    expect(total).toBe(10)
    expect(sectors[0]).toEqual({ ms: 4, mean: (0.3 + 3 * 8) / 4 })
    expect(sectors[1]).toEqual({ ms: 0, mean: null })
  })

  test('has north up and east to the right', () => {
    expect(pointAt(0, 10).map(Math.round)).toEqual([0, -10])
    expect(pointAt(90, 10).map(Math.round)).toEqual([10, -0])
    expect(wedgePath({ at: 0, inner: 0, outer: 1 }, 100)).toBe(
      'M0.00 0.00L-34.20 -93.97A100.00 100.00 0 0 1 34.20 -93.97L0.00 0.00A0.00 0.00 0 0 0 0.00 0.00Z'.replaceAll(
        'M0.00 0.00',
        'M0.00 0.00',
      ),
    )
  })
})
