import type { EChartsCoreOption } from 'echarts/core'
import { momentText } from '#src/time/moment.ts'
import { extremes } from './extremes.ts'
import { curveValue, formatValue } from './formatValue.ts'
import { type HistoryCurve, isOldMean, panelsOf } from './historyCurve.ts'
import type { Ink } from './ink.ts'
import { timeAxis } from './timeAxis.ts'

/** How a chart says what is under the pointer. */
export const tooltipLook = (ink: Ink) => ({
  // Drawn on the canvas: names are other people's words and must never become markup.
  renderMode: 'richText',
  confine: true,
  backgroundColor: ink.ground,
  borderColor: ink.line,
  textStyle: { color: ink.text, fontFamily: ink.font, fontSize: 13 },
})

const LEGEND_HEIGHT = 32
const PANEL_TITLE = 22
const SLIDER_HEIGHT = 52
const AXIS_HEIGHT = 22
export const PANEL_HEIGHT = 220

/** How tall a chart of these curves is, in CSS px, with panels of this height. */
export const chartHeight = (curves: readonly HistoryCurve[], panelHeight = PANEL_HEIGHT) =>
  LEGEND_HEIGHT + SLIDER_HEIGHT + Math.max(1, panelsOf(curves).length) * (panelHeight + PANEL_TITLE + AXIS_HEIGHT)

/** The height of a panel with which these curves fill so much room; never less than usual. */
export const panelHeightIn = (curves: readonly HistoryCurve[], room: number) =>
  Math.max(
    PANEL_HEIGHT,
    Math.floor((room - LEGEND_HEIGHT - SLIDER_HEIGHT) / Math.max(1, panelsOf(curves).length)) - PANEL_TITLE - AXIS_HEIGHT,
  )

type Point = [number, number | null] | { value: [number, number]; symbol: 'circle'; symbolSize: number }

/**
 * The line of a curve. A reading between two gaps has no line to be seen by: it becomes a dot. An empty point stands at either end of the
 * range, since the overview strip is as long as its line: without them a morning's readings would fill the strip of a whole day.
 */
function linePoints({ ts, values }: ReturnType<typeof extremes>, [start, end]: readonly [number, number]): Point[] {
  const points = values.map((value, at): Point => {
    if (value === null) return [ts[at]!, null]
    const alone = (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null
    return alone ? { value: [ts[at]!, value], symbol: 'circle', symbolSize: 5 } : [ts[at]!, value]
  })
  return [[start, null], ...points, [end, null]]
}

const hasBand = (curve: HistoryCurve) => curve.bucket > 0 && curve.min.some((low, at) => low !== null && low !== curve.max[at])

/** Limits are seen though no value comes near them. */
function reach(curves: readonly HistoryCurve[]): object {
  const limits = curves.flatMap(({ marks }) => marks?.limits.map(({ value }) => value) ?? [])
  if (limits.length === 0) return {}
  return {
    min: ({ min }: { min: number }) => Math.min(min, ...limits),
    max: ({ max }: { max: number }) => Math.max(max, ...limits),
  }
}

function marksOf({ marks }: HistoryCurve, ink: Ink): object {
  if (!marks) return {}
  const label = { show: true, formatter: '{b}', color: ink.text, fontFamily: ink.font, textBorderColor: ink.ground, textBorderWidth: 3 }
  return {
    markLine: {
      silent: true,
      symbol: 'none',
      data: [
        ...marks.limits.map(({ value, name }) => ({
          name,
          yAxis: value,
          lineStyle: { color: ink.alarm, type: 'dashed', width: 1.5 },
          label: { ...label, position: 'insideEndTop' },
        })),
        ...marks.moments.map(({ at, name }) => ({
          name,
          xAxis: at,
          lineStyle: { color: ink.quiet, type: 'solid', width: 1.5 },
          label: { ...label, position: 'end' },
        })),
      ],
    },
  }
}

/**
 * What ECharts draws for these curves: a panel for every unit, one time axis, gaps as gaps, a line through the least and the
 * greatest of every point with a band between them. `range` holds the asked start and end in ms, so that a day without data looks empty and not short.
 */
export function buildHistoryOption(
  curves: readonly HistoryCurve[],
  given: {
    ink: Ink
    language: string
    range: readonly [number, number]
    words: { normalBand: string; mean: string; oldMean: string }
    panelHeight?: number
  },
): EChartsCoreOption {
  const { ink, language, range, words, panelHeight = PANEL_HEIGHT } = given
  const panels = panelsOf(curves)
  const everyAxis = panels.map((_, place) => place)
  const byId = new Map(curves.map((curve) => [curve.itemId, { curve, line: extremes(curve) }]))
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
      height: panelHeight,
      top: LEGEND_HEIGHT + PANEL_TITLE + place * (panelHeight + PANEL_TITLE + AXIS_HEIGHT),
    })),
    axisPointer: { link: [{ xAxisIndex: 'all' }], lineStyle: { color: ink.quiet, type: 'solid' } },
    tooltip: {
      trigger: 'axis',
      ...tooltipLook(ink),
      formatter: (shown: unknown) => {
        const points = (Array.isArray(shown) ? shown : [shown]) as {
          seriesId?: string
          dataIndex: number
          value: [number, number | null]
        }[]
        const lines = points.flatMap(({ seriesId, dataIndex, value }) => {
          const shown = seriesId?.startsWith('line-') ? byId.get(Number(seriesId.slice(5))) : undefined
          if (!shown || value[1] === null) return []
          const { curve, line } = shown
          // The first point of the line is the start of the range.
          const place = line.of[dataIndex - 1]
          if (place === undefined) return []
          const [low, high, mean] = [curve.min[place], curve.max[place], curve.collectionData[place]]
          const unit = curve.unit ? ` ${curve.unit}` : ''
          const several = curve.bucket > 0 && low != null && high != null && low !== high
          const old = isOldMean(curve, place) ? `  (${words.oldMean})` : ''
          if (!several) return [`${curve.name}  ${curveValue(value[1], language)}${unit}${old}`]
          const span = `${curveValue(low, language)} - ${curveValue(high, language)}`
          return [`${curve.name}  ${span}${unit}  (${words.mean} ${curveValue(mean, language)})`]
        })
        const at = points[0]?.value[0]
        return at === undefined || lines.length === 0 ? '' : [momentText(at), ...lines].join('\n')
      },
    },
    xAxis: panels.map((_, place) => ({ ...timeAxis(range, ink), gridIndex: place })),
    yAxis: panels.map(({ unit, curves: shown }, place) => ({
      type: 'value',
      gridIndex: place,
      scale: true,
      // A circle is shown whole.
      ...(shown.every(({ strength }) => strength !== null) ? { min: 0, max: 360, interval: 90 } : reach(shown)),
      // Values are written with two decimals: lines that lie closer would all be called the same.
      minInterval: 0.01,
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
        // A shape without an outline: the library draws an outline down to nothing wherever readings begin or end.
        dataBackground: { lineStyle: { opacity: 0 }, areaStyle: { color: ink.line, opacity: 0.5 } },
        selectedDataBackground: { lineStyle: { opacity: 0 }, areaStyle: { color: ink.quiet, opacity: 0.35 } },
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
          ...marksOf(curve, ink),
          id: `line-${curve.itemId}`,
          data: linePoints(byId.get(curve.itemId)!.line, range),
          // What goes round is no line: from 359 to 1 it would run through all that never was.
          ...(curve.strength === null ? { symbol: 'none' } : { symbol: 'circle', symbolSize: 3 }),
          showSymbol: true,
          z: 3,
          lineStyle: { color: curve.color, width: curve.strength === null ? 1.75 : 0 },
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
        const middle = curve.bucket / 2
        return [
          // The overview strip draws the first of them: the line, with all of its peaks.
          line,
          { ...band, id: `min-${curve.itemId}`, data: curve.collectionTime.map((ts, at) => [ts + middle, curve.min[at] ?? null]) },
          {
            ...band,
            id: `max-${curve.itemId}`,
            areaStyle: { color: curve.color, opacity: 0.18 },
            data: curve.collectionTime.map((ts, at) => {
              const [low, high] = [curve.min[at] ?? null, curve.max[at] ?? null]
              return [ts + middle, low === null || high === null ? null : high - low]
            }),
          },
        ]
      }),
    ),
  }
}
