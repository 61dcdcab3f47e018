import Box from '@mui/material/Box'
import { useCallback, useEffect, useRef } from 'react'
import type { Ink } from './ink.ts'
import { plainLook, useChart } from './useChart.ts'

export interface TrendLineDrawn {
  readonly name: string
  /** That of bars where none is given. */
  readonly color?: string
  readonly values: readonly number[]
}

const HEIGHT = 380

/** Lines over days. While `stepMs` is given, the figures of one day after another are shown, each for so long, until the pointer is over it. */
export default function TrendCanvas({
  days,
  lines,
  label,
  stepMs,
  height = HEIGHT,
}: {
  days: readonly string[]
  lines: readonly TrendLineDrawn[]
  label: string
  stepMs: number | null
  height?: number
}) {
  const held = useRef(false)

  const optionOf = useCallback(
    (ink: Ink) => {
      const text = { color: ink.quiet, fontFamily: ink.font }
      return {
        ...plainLook(ink),
        xAxis: {
          type: 'category',
          data: [...days],
          boundaryGap: false,
          axisLine: { lineStyle: { color: ink.line } },
          axisTick: { show: false },
          axisLabel: { ...text, hideOverlap: true, formatter: (day: string) => day.slice(5) },
        },
        yAxis: { type: 'value', minInterval: 1, axisLabel: text, splitLine: { lineStyle: { color: ink.line } } },
        series: lines.map(({ name, color = ink.bar, values }) => ({
          type: 'line',
          name,
          data: [...values],
          symbolSize: 5,
          showSymbol: days.length <= 40,
          lineStyle: { width: 2, color },
          itemStyle: { color },
        })),
      }
    },
    [days, lines],
  )
  const { place, chart } = useChart(optionOf)
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
  }, [chart, days, lines, stepMs])

  return (
    <Box
      ref={place}
      component="figure"
      aria-label={label}
      onPointerEnter={() => (held.current = true)}
      onPointerLeave={() => (held.current = false)}
      sx={{ m: 0, width: '100%', height }}
    />
  )
}
