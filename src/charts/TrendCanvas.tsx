import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { useEffect, useRef } from 'react'
import { type ECharts, init } from './echarts.ts'
import { inkOf } from './ink.ts'
import { useScheme } from './useScheme.ts'

export interface TrendLineDrawn {
  readonly name: string
  readonly color: string
  readonly values: readonly number[]
}

const HEIGHT = 380

/** Lines over days. While `stepMs` is given, the figures of one day after another are shown, each for so long, until the pointer is over it. */
export default function TrendCanvas({
  days,
  lines,
  label,
  stepMs,
}: {
  days: readonly string[]
  lines: readonly TrendLineDrawn[]
  label: string
  stepMs: number | null
}) {
  const theme = useTheme()
  const scheme = useScheme()
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts>(null)
  const held = useRef(false)

  useEffect(() => {
    const element = place.current
    if (!element) return
    const drawn = init(element, null, { renderer: 'canvas' })
    chart.current = drawn
    const watcher = new ResizeObserver(() => drawn.resize())
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      chart.current = null
      drawn.dispose()
    }
  }, [])
  useEffect(() => {
    const [element, drawn] = [place.current, chart.current]
    if (!element || !drawn) return
    const ink = inkOf(element, theme)
    const text = { color: ink.quiet, fontFamily: ink.font }
    drawn.setOption(
      {
        animation: false,
        textStyle: { fontFamily: ink.font },
        grid: { left: 12, right: 20, top: 24, bottom: 12, containLabel: true },
        tooltip: {
          trigger: 'axis',
          // Drawn on the canvas: the name of a kind is never markup.
          renderMode: 'richText',
          confine: true,
          backgroundColor: ink.ground,
          borderColor: ink.line,
          textStyle: { color: ink.text, fontFamily: ink.font, fontSize: 13 },
        },
        xAxis: {
          type: 'category',
          data: [...days],
          boundaryGap: false,
          axisLine: { lineStyle: { color: ink.line } },
          axisTick: { show: false },
          axisLabel: { ...text, hideOverlap: true, formatter: (day: string) => day.slice(5) },
        },
        yAxis: { type: 'value', minInterval: 1, axisLabel: text, splitLine: { lineStyle: { color: ink.line } } },
        series: lines.map(({ name, color, values }) => ({
          type: 'line',
          name,
          data: [...values],
          symbolSize: 5,
          showSymbol: days.length <= 40,
          lineStyle: { width: 2, color },
          itemStyle: { color },
        })),
      },
      { notMerge: true },
    )
  }, [days, lines, theme, scheme])
  useEffect(() => {
    if (stepMs === null || days.length === 0) return
    let at = -1
    const timer = setInterval(() => {
      if (held.current) return
      at = (at + 1) % days.length
      chart.current?.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: at })
    }, stepMs)
    const drawn = chart
    return () => {
      clearInterval(timer)
      drawn.current?.dispatchAction({ type: 'hideTip' })
    }
  }, [days, lines, stepMs])

  return (
    <Box
      ref={place}
      component="figure"
      aria-label={label}
      onPointerEnter={() => (held.current = true)}
      onPointerLeave={() => (held.current = false)}
      sx={{ m: 0, width: '100%', height: HEIGHT }}
    />
  )
}
