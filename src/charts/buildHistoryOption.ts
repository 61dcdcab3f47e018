import type { EChartsCoreOption } from 'echarts/core'
import { momentText } from '../ui/moment.ts'
import { formatValue } from './formatValue.ts'
import { type HistoryCurve, panelsOf } from './historyCurve.ts'

/** The colours of the place a chart stands in, resolved from the theme. */
export interface Ink {
  readonly text: string
  readonly quiet: string
  readonly line: string
  readonly ground: string
  readonly band: string
  readonly font: string
}

const LEGEND_HEIGHT = 32
const PANEL_TITLE = 22
const SLIDER_HEIGHT = 52
const AXIS_HEIGHT = 22
export const PANEL_HEIGHT = 220

/** How tall a chart of these curves wants to be, in CSS px. */
export const chartHeight = (curves: readonly HistoryCurve[]) =>
  LEGEND_HEIGHT + SLIDER_HEIGHT + Math.max(1, panelsOf(curves).length) * (PANEL_HEIGHT + PANEL_TITLE + AXIS_HEIGHT)

type Point = [number, number | null] | { value: [number, number]; symbol: 'circle'; symbolSize: number }

/** A reading between two gaps has no line to be seen by: it becomes a dot. */
function linePoints(curve: HistoryCurve): Point[] {
  return curve.ts.map((ts, at) => {
    const value = curve.mean[at] ?? null
    if (value === null) return [ts, null]
    const alone = (curve.mean[at - 1] ?? null) === null && (curve.mean[at + 1] ?? null) === null
    return alone ? { value: [ts, value], symbol: 'circle', symbolSize: 5 } : [ts, value]
  })
}

const hasBand = (curve: HistoryCurve) => curve.bucket > 0 && curve.min.some((low, at) => low !== null && low !== curve.max[at])

/**
 * What ECharts draws for these curves: a panel for every unit, one time axis, gaps as gaps, least to greatest as a band behind the
 * mean. `range` holds the asked start and end in ms, so that a day without data looks empty and not short.
 */
export function buildHistoryOption(
  curves: readonly HistoryCurve[],
  given: { ink: Ink; language: string; range: readonly [number, number]; words: { normalBand: string; range: string } },
): EChartsCoreOption {
  const { ink, language, range, words } = given
  const panels = panelsOf(curves)
  const everyAxis = panels.map((_, place) => place)
  const byId = new Map(curves.map((curve) => [curve.itemId, curve]))
  const text = { color: ink.quiet, fontFamily: ink.font }
  return {
    animation: false,
    textStyle: { fontFamily: ink.font },
    legend: {
      type: 'scroll',
      top: 0,
      left: 0,
      icon: 'roundRect',
      itemWidth: 14,
      itemHeight: 4,
      textStyle: { ...text, color: ink.text },
      pageTextStyle: text,
      pageIconColor: ink.text,
      pageIconInactiveColor: ink.line,
      data: curves.map(({ name }) => name),
    },
    grid: panels.map((_, place) => ({
      left: 56,
      right: 20,
      height: PANEL_HEIGHT,
      top: LEGEND_HEIGHT + PANEL_TITLE + place * (PANEL_HEIGHT + PANEL_TITLE + AXIS_HEIGHT),
    })),
    axisPointer: { link: [{ xAxisIndex: 'all' }], lineStyle: { color: ink.quiet, type: 'solid' } },
    tooltip: {
      // Drawn on the canvas: item names are other people's words and must never become markup.
      renderMode: 'richText',
      trigger: 'axis',
      confine: true,
      backgroundColor: ink.ground,
      borderColor: ink.line,
      textStyle: { color: ink.text, fontFamily: ink.font, fontSize: 13 },
      formatter: (shown: unknown) => {
        const points = (Array.isArray(shown) ? shown : [shown]) as {
          seriesId?: string
          dataIndex: number
          value: [number, number | null]
        }[]
        const lines = points.flatMap(({ seriesId, dataIndex, value }) => {
          const curve = seriesId?.startsWith('mean-') ? byId.get(Number(seriesId.slice(5))) : undefined
          if (!curve || value[1] === null) return []
          const [low, high] = [curve.min[dataIndex], curve.max[dataIndex]]
          const span =
            curve.bucket > 0 && low != null && high != null && low !== high
              ? `  (${formatValue(low, language)} - ${formatValue(high, language)})`
              : ''
          return [`${curve.name}  ${formatValue(value[1], language)}${curve.unit ? ` ${curve.unit}` : ''}${span}`]
        })
        const at = points[0]?.value[0]
        return at === undefined || lines.length === 0 ? '' : [momentText(at), ...lines].join('\n')
      },
    },
    xAxis: panels.map((_, place) => ({
      type: 'time',
      gridIndex: place,
      min: range[0],
      max: range[1],
      axisLine: { lineStyle: { color: ink.line } },
      axisTick: { lineStyle: { color: ink.line } },
      axisLabel: {
        ...text,
        hideOverlap: true,
        formatter: {
          year: '{yyyy}',
          month: '{yyyy}-{MM}',
          day: '{MM}-{dd}',
          hour: '{HH}:{mm}',
          minute: '{HH}:{mm}',
          second: '{HH}:{mm}:{ss}',
          millisecond: '{HH}:{mm}:{ss}',
        },
      },
    })),
    yAxis: panels.map(({ unit }, place) => ({
      type: 'value',
      gridIndex: place,
      scale: true,
      name: unit,
      nameLocation: 'end',
      nameGap: 8,
      nameTextStyle: { ...text, align: 'right' },
      axisLabel: { ...text, formatter: (value: number) => formatValue(value, language) },
      splitLine: { lineStyle: { color: ink.line, opacity: 0.6 } },
    })),
    dataZoom: [
      { type: 'inside', xAxisIndex: everyAxis, filterMode: 'none' },
      {
        type: 'slider',
        xAxisIndex: everyAxis,
        filterMode: 'none',
        bottom: 8,
        height: 24,
        borderColor: ink.line,
        textStyle: text,
        labelFormatter: (ts: number) => momentText(ts).slice(0, 16),
        dataBackground: { lineStyle: { color: ink.line }, areaStyle: { color: ink.line } },
        selectedDataBackground: { lineStyle: { color: ink.quiet }, areaStyle: { color: ink.line } },
        fillerColor: 'transparent',
        moveHandleStyle: { color: ink.line, opacity: 1 },
        handleStyle: { color: ink.ground, borderColor: ink.quiet },
        emphasis: { moveHandleStyle: { color: ink.quiet }, handleStyle: { borderColor: ink.text } },
        brushSelect: true,
      },
    ],
    series: panels.flatMap((panel, place) =>
      panel.curves.flatMap((curve) => {
        const shared = { type: 'line', name: curve.name, xAxisIndex: place, yAxisIndex: place, connectNulls: false }
        const bounds = [curve.low, curve.high] as const
        const normal =
          panel.curves.length === 1 && (bounds[0] !== null || bounds[1] !== null)
            ? {
                markArea: {
                  silent: true,
                  itemStyle: { color: ink.band, opacity: 0.1 },
                  label: { show: true, position: 'insideTopLeft', color: ink.quiet, fontFamily: ink.font },
                  data: [[{ name: words.normalBand, yAxis: bounds[0] ?? -1e12 }, { yAxis: bounds[1] ?? 1e12 }]],
                },
              }
            : {}
        const line = {
          ...shared,
          ...normal,
          id: `mean-${curve.itemId}`,
          data: linePoints(curve),
          symbol: 'none',
          showSymbol: true,
          z: 3,
          lineStyle: { color: curve.color, width: 1.75 },
          itemStyle: { color: curve.color },
        }
        if (!hasBand(curve)) return [line]
        // Two stacked lines make the band: the least, unseen, and what the greatest adds to it. `all` stacks across zero too.
        const band = {
          ...shared,
          symbol: 'none',
          silent: true,
          lineStyle: { opacity: 0 },
          stack: `band-${curve.itemId}`,
          stackStrategy: 'all',
          itemStyle: { color: curve.color },
          tooltip: { show: false },
        }
        return [
          { ...band, id: `min-${curve.itemId}`, data: curve.ts.map((ts, at) => [ts, curve.min[at] ?? null]) },
          {
            ...band,
            id: `max-${curve.itemId}`,
            areaStyle: { color: curve.color, opacity: 0.18 },
            data: curve.ts.map((ts, at) => {
              const [low, high] = [curve.min[at] ?? null, curve.max[at] ?? null]
              return [ts, low === null || high === null ? null : high - low]
            }),
          },
          line,
        ]
      }),
    ),
  }
}
