import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildHistoryOption } from '#src/charts/buildHistoryOption.ts'
import { sparkSpan } from '#src/charts/drawSparkline.ts'
import { formatValue } from '#src/charts/formatValue.ts'
import { type HistoryCurve, keepRealGaps, panelsOf, valueRows } from '#src/charts/historyCurve.ts'
import { moveZoom, WHOLE } from '#src/charts/zoom.ts'

const aCurve = (given: Partial<HistoryCurve> = {}): HistoryCurve => ({
  itemId: 1,
  name: 'Air temperature',
  unit: '°C',
  bucket: 60_000,
  color: '#d9622b',
  low: null,
  high: null,
  ts: [1000, 2000, 3000, 4000],
  mean: [20, null, 22, 21],
  min: [19, null, 21, 20],
  max: [21, null, 23, 22],
  ...given,
})
const ink = { text: 'black', quiet: 'gray', line: 'silver', ground: 'white', band: 'green', font: 'sans-serif' }
interface Drawn {
  series: { id: string; data: unknown[]; connectNulls: boolean; xAxisIndex: number; lineStyle: { color?: string }; markArea?: object }[]
  yAxis: { name: string }[]
  xAxis: { min: number; max: number }[]
}
const draw = (curves: HistoryCurve[]) =>
  buildHistoryOption(curves, {
    ink,
    language: 'en-US',
    range: [0, 86_400_000],
    words: { normalBand: 'Normal', range: 'Range' },
  }) as unknown as Drawn

describe('a history curve', () => {
  test('leaves a gap open', () => {
    const line = draw([aCurve()]).series.find(({ id }) => id === 'mean-1')!
    expect(line.connectNulls).toBe(false)
    expect(line.data).toContainEqual([2000, null])
  })
  test('marks a reading between two gaps, which no line would show', () => {
    const line = draw([aCurve()]).series.find(({ id }) => id === 'mean-1')!
    expect(line.data[0]).toMatchObject({ value: [1000, 20], symbol: 'circle' })
    expect(line.data[2]).toEqual([3000, 22])
  })
  test('draws least to greatest as a band, also below zero', () => {
    const { series } = draw([aCurve({ mean: [-1, 0, 1, 2], min: [-3, -2, -1, 0], max: [1, 2, 3, 4] })])
    expect(series.find(({ id }) => id === 'min-1')!.data[0]).toEqual([1000, -3])
    expect(series.find(({ id }) => id === 'max-1')!.data[0]).toEqual([1000, 4])
  })
  test('gives every unit an axis of its own and keeps the colour of its quantity', () => {
    const drawn = draw([aCurve(), aCurve({ itemId: 2, name: 'Air humidity', unit: '%', color: '#2f86c9' })])
    expect(drawn.yAxis.map(({ name }) => name)).toEqual(['°C', '%'])
    expect(drawn.series.find(({ id }) => id === 'mean-2')!.lineStyle.color).toBe('#2f86c9')
  })
  test('shows the whole range that was asked, also where there is nothing', () => {
    expect(draw([aCurve()]).xAxis[0]).toMatchObject({ min: 0, max: 86_400_000 })
  })
})

describe('a gap', () => {
  const MINUTE = 60_000
  /** Points at these minutes; a minus is a null that the server put there. */
  const at = (...minutes: number[]) => {
    const ts = minutes.map((minute) => Math.abs(minute) * MINUTE)
    const column = minutes.map((minute) => (minute < 0 ? null : minute))
    return aCurve({ ts, mean: column, min: column, max: column })
  }
  test('stays where the device was silent far longer than its pace', () => {
    const curve = at(1, 2, 3, -4, 63, 64, 65)
    expect(keepRealGaps(curve).mean).toContain(null)
  })
  test('is none where the device was only slower than it is today', () => {
    expect(keepRealGaps(at(10, -11, 20, -21, 30, -31, 40, -41, 50, 51, 52, 53)).mean).toEqual([10, 20, 30, 40, 50, 51, 52, 53])
  })
  test('taken out takes no reading with it', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 60 }), fc.func(fc.boolean()), (minutes, isNull) => {
        const signed = minutes.sort((one, other) => one - other).map((minute) => (isNull(minute) ? -minute : minute))
        const known = (curve: HistoryCurve) => curve.mean.filter((value) => value !== null)
        const kept = keepRealGaps(at(...signed))
        expect(known(kept)).toEqual(known(at(...signed)))
        expect(kept.ts.length).toBe(kept.mean.length)
      }),
    )
  })
})

describe('the table of values', () => {
  test('holds every value of every curve at its moment, newest first, and no gap', () => {
    const rows = valueRows([aCurve(), aCurve({ itemId: 2, ts: [3000, 5000], mean: [7, 8], min: [7, 8], max: [7, 8] })])
    expect(rows.map(({ ts }) => ts)).toEqual([5000, 4000, 3000, 1000])
    expect(rows[2]!.cells.map((cell) => cell?.mean ?? null)).toEqual([22, 7])
  })
})

describe('panels', () => {
  test('hold every curve once, one unit each', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ unit: fc.option(fc.constantFrom('°C', '%', 'S/m')) })), (curves) => {
        const panels = panelsOf(curves)
        expect(panels.flatMap((panel) => panel.curves).length).toBe(curves.length)
        expect(new Set(panels.map(({ unit }) => unit)).size).toBe(panels.length)
      }),
    )
  })
})

describe('a zoom', () => {
  test('never leaves the range and never turns round, whatever is pressed', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('in', 'out', 'left', 'right', 'whole'), { maxLength: 60 }), (steps) => {
        let shown = WHOLE
        for (const step of steps) {
          shown = moveZoom(shown, step)
          expect(shown.start).toBeGreaterThanOrEqual(0)
          expect(shown.end).toBeLessThanOrEqual(100)
          expect(shown.end).toBeGreaterThan(shown.start)
        }
      }),
    )
  })
})

describe('a sparkline', () => {
  const number = fc.double({ min: -1e6, max: 1e6, noNaN: true })
  test('spans all of its values', () => {
    fc.assert(
      fc.property(fc.array(number, { minLength: 1 }), fc.option(number), fc.option(number), (values, low, high) => {
        const span = sparkSpan({ ts: values.map((_, at) => at), values, low, high })!
        expect(span.least).toBeLessThanOrEqual(Math.min(...values))
        expect(span.greatest).toBeGreaterThanOrEqual(Math.max(...values))
        expect(span.greatest).toBeGreaterThan(span.least)
      }),
    )
  })
  test('has nothing to span without values', () => {
    expect(sparkSpan({ ts: [1, 2], values: [null, null], low: 1, high: 2 })).toBeNull()
  })
})

describe('a value as text', () => {
  test('has at most two decimals and no more than it needs', () => {
    expect(formatValue(21.456, 'en-US')).toBe('21.46')
    expect(formatValue(21, 'en-US')).toBe('21')
    expect(formatValue(null, 'en-US')).toBe('--')
  })
})
