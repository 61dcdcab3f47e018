import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildHistoryOption } from '#src/charts/buildHistoryOption.ts'
import { extremes } from '#src/charts/extremes.ts'
import { historyCsv } from '#src/charts/historyCsv.ts'
import { withTail } from '#src/charts/withTail.ts'
import { drawSparkline, type SparkShape, sparkSpan } from '#src/charts/drawSparkline.ts'
import { curveValue, formatValue } from '#src/charts/formatValue.ts'
import { type HistoryCurve, keepRealGaps, panelsOf, valueRows } from '#src/charts/historyCurve.ts'
import { moveZoom, WHOLE } from '#src/charts/zoom.ts'

const aCurve = (given: Partial<HistoryCurve> = {}): HistoryCurve => ({
  itemId: 1,
  name: 'Air temperature',
  unit: '°C',
  bucket: 1000,
  color: '#d9622b',
  low: null,
  high: null,
  collectionTime: [1000, 2000, 3000, 4000],
  collectionData: [20, null, 22, 21],
  min: [19, null, 21, 20],
  max: [21, null, 23, 22],
  strength: null,
  ...given,
})
const ink = { text: 'black', quiet: 'gray', line: 'silver', ground: 'white', band: 'green', bar: 'blue', alarm: 'red', font: 'sans-serif' }
interface Drawn {
  series: { id: string; data: unknown[]; connectNulls: boolean; xAxisIndex: number; lineStyle: { color?: string }; markArea?: object }[]
  yAxis: { name: string; minInterval: number }[]
  xAxis: { min: number; max: number }[]
  dataZoom: { type: string; dataBackground?: Shape; selectedDataBackground?: Shape }[]
}
interface Shape {
  lineStyle: { opacity: number }
  areaStyle: { opacity: number }
}
const draw = (curves: HistoryCurve[]) =>
  buildHistoryOption(curves, {
    ink,
    language: 'en-US',
    range: [0, 86_400_000],
    words: { normalBand: 'Normal', mean: 'mean', oldMean: 'old mean' },
  }) as unknown as Drawn

const HOUR = 3_600_000
const aWind = (given: Partial<HistoryCurve> = {}) =>
  aCurve({
    name: 'Wind from',
    unit: '°',
    bucket: HOUR,
    collectionTime: [0, HOUR, 2 * HOUR],
    collectionData: [358, 4, 180],
    min: [null, null, null],
    max: [null, null, null],
    strength: [0.9, 0.8, null],
    ...given,
  })
describe('a curve of what goes round', () => {
  test('is points on a whole circle, without a band; what is an old mean says so', () => {
    const drawn = draw([aWind()]) as unknown as {
      series: { id: string; symbol: string; lineStyle: { width: number } }[]
      yAxis: { min?: unknown; max?: unknown }[]
      tooltip: { formatter: (of: unknown) => string }
    }
    expect(drawn.series.map(({ id, symbol, lineStyle }) => [id, symbol, lineStyle.width])).toEqual([['line-1', 'circle', 0]])
    expect(drawn.yAxis[0]).toMatchObject({ min: 0, max: 360 })
    const told = (at: number) =>
      drawn.tooltip.formatter([{ seriesId: 'line-1', dataIndex: at + 1, value: [at * HOUR, aWind().collectionData[at]!] }]).split('\n')[1]
    expect([told(0), told(2)]).toEqual(['Wind from  358.00 °', 'Wind from  180.00 °  (old mean)'])
    // Beside a temperature in a panel of its own, which keeps its scale.
    expect((draw([aCurve(), aWind({ itemId: 2 })]).yAxis as { min?: unknown }[]).map(({ min }) => min)).toEqual([undefined, 0])
  })

  test('goes to a spreadsheet with how steady it was', () => {
    const words = { time: 'time', least: 'least', greatest: 'greatest', steadiness: 'steadiness' }
    const [head, ...rows] = historyCsv([aWind()], [-Infinity, Infinity], words).replace('\uFEFF', '').trim().split('\r\n')
    expect(head).toBe('time,Wind from (°),Wind from steadiness')
    expect(rows.map((row) => row.split(',').slice(1))).toEqual([
      ['358', '0.9'],
      ['4', '0.8'],
      ['180', ''],
    ])
  })

  test('takes on what comes later, each as itself, and keeps its point without least and greatest', () => {
    const tailed = withTail(aWind(), [
      { ts: 2 * HOUR + 1, value: 10 },
      { ts: 3 * HOUR + 1, value: 20 },
    ])
    expect([tailed.collectionData, tailed.min, tailed.strength]).toEqual([
      [358, 4, 180, 20],
      [null, null, null, null],
      [0.9, 0.8, null, 1],
    ])
  })

  test('loses the steadiness of a gap with the gap', () => {
    const paced = aWind({
      collectionTime: [0, 1, 2, 3, 4].map((nr) => nr * HOUR),
      collectionData: [1, 2, null, 3, 4],
      min: [null, null, null, null, null],
      max: [null, null, null, null, null],
      strength: [0.1, 0.2, null, 0.3, 0.4],
    })
    expect(keepRealGaps(paced).strength).toEqual([0.1, 0.2, 0.3, 0.4])
  })
})

describe('a history curve', () => {
  test('leaves a gap open', () => {
    const line = draw([aCurve()]).series.find(({ id }) => id === 'line-1')!
    expect(line.connectNulls).toBe(false)
    expect(line.data).toContainEqual([2000, null])
  })
  test('marks a reading between two gaps, which no line would show', () => {
    const alone = [20, null, 22, 21]
    const line = draw([aCurve({ collectionData: alone, min: alone, max: alone })]).series.find(({ id }) => id === 'line-1')!
    expect(line.data[1]).toMatchObject({ value: [1000, 20], symbol: 'circle' })
    expect(line.data[3]).toEqual([3000, 22])
  })
  test('ends in its overview strip where its readings end: the outline, which the library would draw down to nothing there, is not drawn', () => {
    const slider = draw([aCurve()]).dataZoom.find(({ type }) => type === 'slider')
    const shapes = [slider?.dataBackground, slider?.selectedDataBackground]
    expect(shapes.map((shape) => shape?.lineStyle.opacity)).toEqual([0, 0])
    for (const shape of shapes) expect(shape?.areaStyle.opacity).toBeGreaterThan(0)
  })
  test('draws least to greatest as a band, also below zero', () => {
    const { series } = draw([aCurve({ collectionData: [-1, 0, 1, 2], min: [-3, -2, -1, 0], max: [1, 2, 3, 4] })])
    expect(series.find(({ id }) => id === 'min-1')!.data[0]).toEqual([1500, -3])
    expect(series.find(({ id }) => id === 'max-1')!.data[0]).toEqual([1500, 4])
  })
  test('gives every unit an axis of its own and keeps the colour of its quantity', () => {
    const drawn = draw([aCurve(), aCurve({ itemId: 2, name: 'Air humidity', unit: '%', color: '#2f86c9' })])
    expect(drawn.yAxis.map(({ name }) => name)).toEqual(['°C', '%'])
    expect(drawn.yAxis.map(({ minInterval }) => minInterval)).toEqual([0.01, 0.01])
    expect(drawn.series.find(({ id }) => id === 'line-2')!.lineStyle.color).toBe('#2f86c9')
  })
  test('writes its values with two decimals (COLLECT-03)', () => {
    const { tooltip } = buildHistoryOption([aCurve()], {
      ink,
      language: 'en-US',
      range: [0, 5000],
      words: { normalBand: 'Normal', mean: 'mean', oldMean: 'old mean' },
    }) as {
      tooltip: { formatter: (shown: unknown) => string }
    }
    // The sixth point of the line is the greatest of the third of the curve: the start, two of the first, the gap, its least come before.
    expect(tooltip.formatter([{ seriesId: 'line-1', dataIndex: 5, value: [3750, 23] }])).toContain('21.00 - 23.00 °C  (mean 22.00)')
  })
  test('has an overview strip as long as the range, however little of it was read', () => {
    const { data } = draw([aCurve()]).series.find(({ id }) => id === 'line-1')!
    expect([data[0], data.at(-1)]).toEqual([
      [0, null],
      [86_400_000, null],
    ])
    // The strip draws the first line of its axis.
    expect(draw([aCurve()]).series[0]!.id).toBe('line-1')
  })
  test('shows the whole range that was asked, also where there is nothing', () => {
    expect(draw([aCurve()]).xAxis[0]).toMatchObject({ min: 0, max: 86_400_000 })
  })
})

describe('a peak', () => {
  const column = fc.array(fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 5 }), {
    minLength: 1,
    maxLength: 40,
  })
  const curveOf = (buckets: number[][]) =>
    aCurve({
      bucket: 60_000,
      collectionTime: buckets.map((_, at) => at * 60_000),
      collectionData: buckets.map((values) => values.reduce((sum, value) => sum + value / values.length, 0)),
      min: buckets.map((values) => Math.min(...values)),
      max: buckets.map((values) => Math.max(...values)),
    })
  test('is as high on the line as it was read, and a line goes forwards', () => {
    const shown = extremes(
      curveOf([
        [27, 27.1, 27, 27],
        [27, 38.6, 27],
        [27, 26.9],
      ]),
    )
    expect(Math.max(...shown.values.map((value) => value ?? 0))).toBe(38.6)
    fc.assert(
      fc.property(column, (buckets) => {
        const line = extremes(curveOf(buckets))
        const all = buckets.flat()
        const known = line.values.filter((value) => value !== null)
        expect(Math.max(...known)).toBe(Math.max(...all))
        expect(Math.min(...known)).toBe(Math.min(...all))
        expect(line.ts.every((ts, at) => at === 0 || ts >= line.ts[at - 1]!)).toBe(true)
        expect(line.of.length).toBe(line.ts.length)
      }),
    )
  })
  test('of the first point goes towards the next one, and of a lone one stands over itself: it neither rose nor fell', () => {
    expect(extremes(curveOf([[20, 30], [18]])).values).toEqual([30, 20, 18])
    expect(extremes(curveOf([[20, 30], [32]])).values).toEqual([20, 30, 32])
    expect(extremes(curveOf([[20, 30]]))).toMatchObject({ ts: [30_000, 30_000], values: [20, 30] })
  })
  test('that comes while a curve stands open is on it at once, within its last point or after it', () => {
    const curve = curveOf([[27], [27]])
    expect(withTail(curve, [{ ts: 70_000, value: 38.6 }]).max).toEqual([27, 38.6])
    expect(withTail(curve, [{ ts: 125_000, value: 38.6 }])).toMatchObject({ collectionTime: [0, 60_000, 125_000], max: [27, 27, 38.6] })
    expect(withTail(curve, [{ ts: 50_000, value: 99 }])).toBe(curve)
    const raw = aCurve({ bucket: 0, collectionTime: [10, 20], collectionData: [1, 2], min: [1, 2], max: [1, 2] })
    expect(withTail(raw, [{ ts: 20, value: 9 }])).toBe(raw)
    expect(withTail(raw, [{ ts: 21, value: 9 }]).collectionData).toEqual([1, 2, 9])
  })
  test('stands in the file of what is seen', () => {
    const csv = historyCsv(
      [
        curveOf([[27], [27, 38.6]]),
        aCurve({ itemId: 2, name: '=1+1', unit: null, bucket: 0, collectionTime: [60_000], collectionData: [5], min: [5], max: [5] }),
      ],
      [60_000, 120_000],
      {
        time: 'Time',
        least: 'least',
        steadiness: 'steadiness',
        greatest: 'greatest',
      },
    )
    const [head, row, end] = csv.split('\r\n')
    expect(head).toBe("\uFEFFTime,Air temperature (°C),Air temperature (°C) least,Air temperature (°C) greatest,'=1+1")
    expect(row).toMatch(/^1970-01-01 \d\d:01:00,32.8,27,38.6,5$/)
    expect(end).toBe('')
  })
})

describe('a gap', () => {
  const MINUTE = 60_000
  /** Points at these minutes; a minus is a null that the server put there. */
  const at = (...minutes: number[]) => {
    const ts = minutes.map((minute) => Math.abs(minute) * MINUTE)
    const column = minutes.map((minute) => (minute < 0 ? null : minute))
    return aCurve({ collectionTime: ts, collectionData: column, min: column, max: column })
  }
  test('stays where the device was silent far longer than its pace', () => {
    const curve = at(1, 2, 3, -4, 63, 64, 65)
    expect(keepRealGaps(curve).collectionData).toContain(null)
  })
  test('is none where the device was only slower than it is today', () => {
    expect(keepRealGaps(at(10, -11, 20, -21, 30, -31, 40, -41, 50, 51, 52, 53)).collectionData).toEqual([10, 20, 30, 40, 50, 51, 52, 53])
  })
  test('taken out takes no reading with it', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 60 }), fc.func(fc.boolean()), (minutes, isNull) => {
        const signed = minutes.sort((one, other) => one - other).map((minute) => (isNull(minute) ? -minute : minute))
        const known = (curve: HistoryCurve) => curve.collectionData.filter((value) => value !== null)
        const kept = keepRealGaps(at(...signed))
        expect(known(kept)).toEqual(known(at(...signed)))
        expect(kept.collectionTime.length).toBe(kept.collectionData.length)
      }),
    )
  })
})

describe('the table of values', () => {
  test('holds every value of every curve at its moment, newest first, and no gap', () => {
    const rows = valueRows([
      aCurve(),
      aCurve({ itemId: 2, collectionTime: [3000, 5000], collectionData: [7, 8], min: [7, 8], max: [7, 8] }),
    ])
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
  const whole = (values: readonly unknown[]) => ({ ts: values.map((_, at) => at), from: 0, to: values.length - 1 })
  const number = fc.double({ min: -1e6, max: 1e6, noNaN: true })
  test('spans all of its values', () => {
    fc.assert(
      fc.property(fc.array(number, { minLength: 1 }), fc.option(number), fc.option(number), (values, low, high) => {
        const span = sparkSpan({ ...whole(values), values, low, high })!
        expect(span.least).toBeLessThanOrEqual(Math.min(...values))
        expect(span.greatest).toBeGreaterThanOrEqual(Math.max(...values))
        expect(span.greatest).toBeGreaterThan(span.least)
      }),
    )
  })
  test('always shows the edge of its band that a value has crossed, on the scale of the line', () => {
    expect(sparkSpan({ ...whole([1, 2]), values: [38.4, 38.6], low: 15, high: 30 })).toEqual({ least: 30, greatest: 38.6 })
  })
  test('has its band on the scale of its line', () => {
    let moved: number[] = []
    const rects: number[][] = []
    const pen = new Proxy(
      {
        moveTo: (_: number, y: number) => moved.push(y),
        lineTo: (_: number, y: number) => moved.push(y),
        fillRect: (...at: number[]) => rects.push(at),
      },
      { get: (own, name) => own[name as 'moveTo'] ?? (() => undefined), set: () => true },
    ) as unknown as CanvasRenderingContext2D
    const draw = (values: number[], low: number | null, high: number | null) => {
      moved = []
      rects.length = 0
      drawSparkline(pen, { ...whole(values), values, low, high }, { width: 100, height: 40, color: '', band: '' })
      const [, top, , height] = rects[0]!
      return { line: moved, top: top!, bottom: top! + height! }
    }
    // A value at an edge of the band is drawn at that edge.
    const { line, top, bottom } = draw([20, 30, 25], 20, 30)
    expect([line[0], line[1]]).toEqual([bottom, top])
    // Without a lower edge the band goes down to the ground, and its upper edge stays where the line says.
    const open = draw([20, 30, 25], null, 25)
    expect([open.top, open.bottom]).toEqual([open.line[2], 40])
  })

  test('stands where its readings were in the time that is looked at: one reading is a dot, and a gap is none', () => {
    const drawn = (given: Partial<SparkShape>) => {
      const strokes: [string, number][] = []
      const pen = new Proxy(
        {
          moveTo: (x: number) => strokes.push(['move', x]),
          lineTo: (x: number) => strokes.push(['line', x]),
          arc: (x: number) => strokes.push(['dot', x]),
        },
        { get: (own, name) => own[name as 'moveTo'] ?? (() => undefined), set: () => true },
      ) as unknown as CanvasRenderingContext2D
      drawSparkline(
        pen,
        { from: 0, to: 94, ts: [], values: [], low: null, high: null, ...given },
        { width: 100, height: 40, color: '', band: '' },
      )
      return strokes
    }
    // Of 94 ms, on 94 px.
    expect(drawn({ ts: [47], values: [5] })).toEqual([
      ['move', 50],
      ['line', 51],
      ['dot', 50],
    ])
    expect(drawn({ ts: [10, 20, 30, 40], values: [5, 6, null, 7] })).toEqual([
      ['move', 13],
      ['line', 23],
      ['move', 43],
      ['line', 44],
      ['dot', 43],
    ])
    expect(drawn({ ts: [10, 20], values: [350, 10], points: true }).filter(([what]) => what === 'move')).toEqual([
      ['move', 13],
      ['move', 23],
    ])
  })

  test('has nothing to span without values', () => {
    expect(sparkSpan({ ...whole([1, 2]), values: [null, null], low: 1, high: 2 })).toBeNull()
  })
})

describe('a value as text', () => {
  test('has at most two decimals and no more than it needs', () => {
    expect(formatValue(21.456, 'en-US')).toBe('21.46')
    expect(formatValue(21, 'en-US')).toBe('21')
    expect(formatValue(null, 'en-US')).toBe('--')
    for (const nothing of [-0, -0.001, 0]) expect([formatValue(nothing, 'en-US'), curveValue(nothing, 'zh-CN')]).toEqual(['0', '0.00'])
  })
  test('of a curve has two decimals, whatever it is (COLLECT-03)', () => {
    expect([21.456, 21, -0.5, null].map((value) => curveValue(value, 'en-US'))).toEqual(['21.46', '21.00', '-0.50', '--'])
  })
})
