import type { EChartsCoreOption } from 'echarts/core'
import { momentText } from '#src/time/moment.ts'
import { tooltipLook } from './buildHistoryOption.ts'
import type { Ink } from './ink.ts'
import { curveValue, formatValue } from './formatValue.ts'
import type { HistoryCurve } from './historyCurve.ts'

const ROW_HEIGHT = 30
const FEET = 92

/** How tall a heat map of so many rows is, CSS px. */
export const heatHeight = (rows: number): number => Math.max(3, rows) * ROW_HEIGHT + FEET

/** From the least to the greatest value, whole numbers with room between them. */
function spanOf(curves: readonly HistoryCurve[]): readonly [number, number] {
  const values = curves.flatMap(({ collectionData }) => collectionData.filter((value) => value !== null))
  const low = Math.floor(values.reduce((least, value) => Math.min(least, value), Infinity))
  const high = Math.ceil(values.reduce((most, value) => Math.max(most, value), -Infinity))
  return low === high ? [low, high + 1] : [low, high]
}

/**
 * What ECharts draws of curves of one grid and one unit: a row each in their order, the first on top, a cell a column, coloured from
 * `colors[0]` (least) to the last (greatest). Where a column has no value there is no cell.
 */
export function buildHeatOption(
  curves: readonly HistoryCurve[],
  { ink, language, colors }: { ink: Ink; language: string; colors: readonly string[] },
): EChartsCoreOption {
  const text = { color: ink.quiet, fontFamily: ink.font }
  const times = curves[0]?.collectionTime ?? []
  const unit = curves[0]?.unit ? ` ${curves[0].unit}` : ''
  const [min, max] = spanOf(curves)
  const whole = (times.at(-1) ?? 0) - (times[0] ?? 0) < 86_400_000
  return {
    animation: false,
    textStyle: { fontFamily: ink.font },
    grid: { left: 8, right: 12, top: 8, bottom: FEET - 32, containLabel: true },
    tooltip: {
      ...tooltipLook(ink),
      formatter: ({ value }: { value: [number, number, number] }) =>
        `${momentText(times[value[0]]!).slice(0, 16)}\n${curves[value[1]]!.name}  ${curveValue(value[2], language)}${unit}`,
    },
    xAxis: {
      type: 'category',
      data: times.map((ts) => (whole ? momentText(ts).slice(11, 16) : momentText(ts).slice(5, 16))),
      axisLine: { lineStyle: { color: ink.line } },
      axisTick: { show: false },
      axisLabel: { ...text, hideOverlap: true },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: curves.map(({ name }) => name),
      axisLine: { lineStyle: { color: ink.line } },
      axisTick: { show: false },
      axisLabel: { ...text, interval: 0 },
    },
    visualMap: {
      type: 'continuous',
      min,
      max,
      dimension: 2,
      orient: 'horizontal',
      left: 'center',
      bottom: 4,
      itemWidth: 12,
      itemHeight: 160,
      calculable: false,
      text: [`${formatValue(max, language)}${unit}`, `${formatValue(min, language)}${unit}`],
      textStyle: text,
      inRange: { color: [...colors] },
    },
    series: [
      {
        type: 'heatmap',
        data: curves.flatMap(({ collectionData }, row) =>
          collectionData.flatMap((value, column) => (value === null ? [] : [[column, row, value]])),
        ),
        itemStyle: { borderColor: ink.ground, borderWidth: 1 },
        emphasis: { itemStyle: { borderColor: ink.text, borderWidth: 1.5 } },
      },
    ],
  }
}
