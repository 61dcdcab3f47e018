import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Curve, MAX_CURVE_POINTS } from '#contract/devices/collect'
import { inTenant } from '#server/ground/database/scope'
import { readCurves } from '#server/ground/history/curve'
import { chooseResolution, HOUR, MINUTE } from '#server/ground/history/resolution'
import { settleHours } from '#server/ground/history/rollup'
import { seriesOf } from '#server/ground/history/series'
import { type History, LATER, type Reading, START, startHistory } from './farmHistory.ts'

const SECOND = 1000
const HOURS = 6

let history: History
beforeAll(async () => {
  history = await startHistory()
})
afterAll(() => history?.close())

/** A curve as a person would compute it from every reading, one bucket after the other. */
function byHand(readings: readonly Reading[], wanted: { from: number; to: number; points: number; period: number }) {
  const { tier, grain, bucket, from, to } = chooseResolution(wanted)
  const held = readings
    .filter(({ ts, value }) => ts >= from && ts < to && value != null)
    .map(({ ts, value }) => ({ grain: Math.floor(ts / grain) * grain, value: value! }))
    .toSorted((one, other) => one.grain - other.grain)
  const width = tier === 'raw' && held.length <= wanted.points ? 1 : bucket
  const buckets = [...Map.groupBy(held, (reading) => Math.floor((reading.grain - from) / width))].map(([slot, own]) => {
    const values = own.map(({ value }) => value)
    const sum = values.reduce((total, value) => total + value, 0)
    const ends = { first: own[0]!.grain, last: own.at(-1)!.grain }
    return {
      at: from + slot * width,
      n: own.length,
      sum,
      min: Math.min(...values),
      max: Math.max(...values),
      cos: null,
      sin: null,
      vectors: 0,
      ...ends,
    }
  })
  return asPoints(seriesOf(buckets, { period: wanted.period, grain, limit: MAX_CURVE_POINTS }))
}

const asPoints = (curve: Pick<Curve, 'collectionTime' | 'collectionData' | 'min' | 'max'>) =>
  curve.collectionTime.map((ts, at) => ({ ts, mean: curve.collectionData[at]!, min: curve.min[at]!, max: curve.max[at]! }))

/** Readings of some hours: scattered ones, and hours so crowded that minutes are kept of them. Quarters add up exactly. */
const aValue = fc.option(
  fc.integer({ min: -400, max: 400 }).map((quarters) => quarters / 4),
  { freq: 12 },
)
const scattered = fc.array(
  fc.record({ ts: fc.integer({ min: 0, max: HOURS * HOUR - 1 }).map((offset) => START + offset), value: aValue }),
  { maxLength: 40 },
)
const crowdedHour = fc
  .record({
    hour: fc.integer({ min: 0, max: HOURS - 1 }),
    step: fc.integer({ min: 20, max: 50 }),
    value: fc.integer({ min: -50, max: 50 }),
  })
  .map(({ hour, step, value }): Reading[] =>
    Array.from({ length: Math.floor(3600 / step) }, (_, at) => ({
      ts: START + hour * HOUR + at * step * SECOND + 7,
      value: value + (at % 8) / 4,
    })),
  )
const someReadings = fc
  .tuple(scattered, fc.array(crowdedHour, { maxLength: 2 }))
  .map(([few, crowds]): Reading[] => [...few, ...crowds.flat()])

/** What the store holds after all were written in turn: the first value of a moment wins. */
const stored = (readings: readonly Reading[]): Reading[] => {
  const first = new Map<number, Reading>()
  for (const reading of readings) if (!first.has(reading.ts)) first.set(reading.ts, reading)
  return [...first.values()]
}

describe('a curve', () => {
  test('from roll-ups equals the curve computed from every reading, whatever arrives late', async () => {
    await fc.assert(
      fc.asyncProperty(
        someReadings,
        someReadings,
        fc.constantFrom('nothing', 'the first', 'all') satisfies fc.Arbitrary<string>,
        fc.integer({ min: 0, max: HOURS * HOUR - 1 }),
        fc.constantFrom(2, 3, 4, 30, 90, 300),
        async (first, late, settled, offset, points) => {
          const item = await history.anItem()
          await history.write(item, first)
          if (settled !== 'nothing') await settleHours(history.store.servicePool, { before: LATER })
          await history.write(item, late)
          if (settled === 'all') await settleHours(history.store.servicePool, { before: LATER, chunk: 3 })
          const all = stored([...first, ...late])
          for (const from of [START, START + offset]) {
            const wanted = { from, to: START + HOURS * HOUR, points, period: SECOND }
            const drawn = asPoints(await history.curve(item, wanted))
            const expected = byHand(all, wanted)
            expect(drawn.map(({ ts }) => ts)).toEqual(expected.map(({ ts }) => ts))
            drawn.forEach((point, at) => {
              const wantedPoint = expected[at]!
              expect(point.min).toBe(wantedPoint.min)
              expect(point.max).toBe(wantedPoint.max)
              if (wantedPoint.mean == null) expect(point.mean).toBeNull()
              else expect(Math.abs(point.mean! - wantedPoint.mean)).toBeLessThanOrEqual(0.0051)
            })
          }
        },
      ),
      { numRuns: 150 },
    )
  }, 60_000)

  test('draws each reading at its own moment where they are few, and says so with bucket 0', async () => {
    const item = await history.anItem()
    const readings = Array.from({ length: 20 }, (_, at): Reading => ({ ts: START + at * 5 * MINUTE + 123, value: at }))
    await history.write(item, readings)
    const curve = await history.curve(item, { from: START, to: START + 2 * HOUR, points: 800, period: 5 * MINUTE })
    expect(curve.bucket).toBe(0)
    expect(curve.collectionTime).toEqual(readings.map(({ ts }) => ts))
    expect(curve.collectionData).toEqual(readings.map(({ value }) => value))
  })

  test('breaks where nothing was heard for more than three reporting periods, and not before', async () => {
    const item = await history.anItem()
    const at = (minute: number): Reading => ({ ts: START + minute * MINUTE, value: minute })
    await history.write(item, [at(0), at(5), at(20), at(36)])
    const curve = await history.curve(item, { from: START, to: START + HOUR, points: 100, period: 5 * MINUTE })
    expect(curve.collectionData).toEqual([0, 5, 20, null, 36])
    expect(curve.collectionTime).toEqual([...curve.collectionTime].toSorted((one, other) => one - other))
  })

  test('of a time when the device reported less often than now is no row of gaps, and a real silence in it still is one', async () => {
    const item = await history.anItem()
    const minutes = Array.from({ length: 40 }, (_, at) => at * 10).filter((minute) => minute < 200 || minute > 260)
    await history.write(
      item,
      minutes.map((minute) => ({ ts: START + minute * MINUTE, value: 1 })),
    )
    for (const points of [800, 100, 30]) {
      const curve = await history.curve(item, { from: START, to: START + 7 * HOUR, points, period: 10 * SECOND })
      expect(curve.collectionData.filter((value) => value == null)).toHaveLength(1)
    }
  })

  test('a sensor that says it has no value leaves a gap, not a zero', async () => {
    const item = await history.anItem()
    await history.write(
      item,
      [0, 5, 10, 15, 20, 25, 30].map((minute) => ({ ts: START + minute * MINUTE, value: minute === 0 || minute === 30 ? 1 : null })),
    )
    const curve = await history.curve(item, { from: START, to: START + HOUR, points: 100, period: 5 * MINUTE })
    expect(curve.collectionData).toEqual([1, null, 1])
  })

  test('has at most as many points as it may, and keeps the longest silences', async () => {
    const item = await history.anItem()
    const gaps = Array.from({ length: 30 }, (_, at): Reading => {
      const minute = Math.floor(at / 3) * 10 + (at % 3) + (at >= 18 ? 5 : 0)
      return { ts: START + minute * MINUTE, value: at }
    })
    await history.write(item, gaps)
    const curve = await history.curve(item, { from: START, to: START + 5 * HOUR, points: 400, limit: 31, period: MINUTE })
    expect(curve.collectionTime.length).toBeLessThanOrEqual(31)
    expect(curve.collectionData.indexOf(null)).toBe(18)
  })

  test('reads the current hour from the readings even where nobody marked it', async () => {
    const item = await history.anItem()
    await history.write(item, [{ ts: START + 10 * HOUR, value: 1 }])
    await settleHours(history.store.servicePool, { before: LATER })
    await history.owner.query('insert into furrow.reading (item_id, ts, value, tenant_id) values ($1, $2, 3, $3)', [
      item,
      START + 10 * HOUR + 1,
      history.tenant.id,
    ])
    const wanted = { from: START, to: START + 20 * HOUR, points: 4, period: SECOND }
    expect((await history.curve(item, wanted)).max).toEqual([1])
    expect((await history.curve(item, { ...wanted, now: START + 10 * HOUR + MINUTE })).max).toEqual([3])
  })

  test("shows nothing of another tenant's item", async () => {
    const item = await history.anItem()
    await history.write(item, [{ ts: START, value: 1 }])
    const other = await history.build.aTenant()
    const curves = await inTenant(history.store.requestDb, { tenantId: other.id, userId: 1, areas: null }, (scope) =>
      readCurves(scope, {
        items: [{ id: item, name: 'x', unit: null }],
        from: START,
        to: START + HOUR,
        points: 10,
        period: SECOND,
        now: LATER,
      }),
    )
    expect(curves[0]!.collectionTime).toEqual([])
  })
})

describe('the resolution of a curve', () => {
  test('never draws more buckets than points, and never less than was asked for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_000_000_000_000 }),
        fc.integer({ min: 1, max: 6 * 365 * 24 * HOUR }),
        fc.integer({ min: 2, max: 2000 }),
        fc.integer({ min: SECOND, max: 24 * HOUR }),
        (from, span, points, period) => {
          const made = chooseResolution({ from, to: from + span, points, period })
          expect(made.from).toBeLessThanOrEqual(from)
          expect(made.to).toBeGreaterThanOrEqual(from + span)
          expect(Math.ceil((made.to - made.from) / made.bucket)).toBeLessThanOrEqual(points)
          expect(made.bucket % made.grain).toBe(0)
          expect(made.from % made.grain).toBe(0)
        },
      ),
    )
  })

  test('takes hours for a year, minutes for a month, readings for a day', () => {
    const over = (days: number) => chooseResolution({ from: START, to: START + days * 24 * HOUR, points: 800, period: 10 * SECOND }).tier
    expect([over(365), over(30), over(0.5)]).toEqual(['hour', 'minute', 'raw'])
  })
})
