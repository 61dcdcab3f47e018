import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Datum, fromDatum, toDatum } from '#src/map/convertDatum.ts'

const METRES_A_DEGREE = 111_320
const apart = (a: readonly [number, number], b: readonly [number, number]) =>
  Math.hypot((a[0] - b[0]) * METRES_A_DEGREE * Math.cos((a[1] * Math.PI) / 180), (a[1] - b[1]) * METRES_A_DEGREE)

describe('convertDatum', () => {
  test('WGS84 stays as it is', () => {
    expect(toDatum([113.34, 22.96], 'WGS84')).toEqual([113.34, 22.96])
    expect(fromDatum([113.34, 22.96], 'WGS84')).toEqual([113.34, 22.96])
  })

  test('GCJ02 and BD09 stand hundreds of metres away, where the demo farm is', () => {
    const farm = [113.34, 22.96] as const
    expect(apart(farm, toDatum(farm, 'GCJ02'))).toBeGreaterThan(300)
    expect(apart(farm, toDatum(farm, 'GCJ02'))).toBeLessThan(800)
    expect(apart(farm, toDatum(farm, 'BD09'))).toBeGreaterThan(600)
    expect(apart(farm, toDatum(farm, 'BD09'))).toBeLessThan(1800)
  })

  test('there and back again is within a centimetre anywhere inside the shifted region', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 73.5, max: 135, noNaN: true }),
        fc.double({ min: 3, max: 53, noNaN: true }),
        fc.constantFrom<Datum>('WGS84', 'GCJ02', 'BD09'),
        (longitude, latitude, datum) => {
          const back = fromDatum(toDatum([longitude, latitude], datum), datum)
          expect(apart([longitude, latitude], back)).toBeLessThan(0.01)
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('it ends, with a number, everywhere on earth, the edge of the shifted region included', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.double({ min: -180, max: 180, noNaN: true }),
          fc.double({ min: 71.99, max: 72.02, noNaN: true }),
          fc.double({ min: 137.82, max: 137.85, noNaN: true }),
        ),
        fc.oneof(fc.double({ min: -85, max: 85, noNaN: true }), fc.double({ min: 0.82, max: 0.84, noNaN: true })),
        fc.constantFrom<Datum>('GCJ02', 'BD09'),
        (longitude, latitude, datum) => {
          const back = fromDatum([longitude, latitude], datum)
          expect(Number.isFinite(back[0]) && Number.isFinite(back[1])).toBe(true)
        },
      ),
      { numRuns: 1000 },
    )
  })
})
