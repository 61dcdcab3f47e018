import Box from '@mui/material/Box'
import { useCallback } from 'react'
import type { Ink } from './ink.ts'
import { plainLook, useChart } from './useChart.ts'

/** One line: points as far apart as their days are (`days`), or each beside the next. */
export default function LineCanvas({
  points,
  days = false,
  name,
  label,
  height,
}: {
  /** They keep their identity while they are the same. */
  points: readonly (readonly [at: string, value: number])[]
  days?: boolean
  /** What is measured, with its unit. */
  name: string
  label: string
  height: number
}) {
  const optionOf = useCallback(
    (ink: Ink) => {
      const text = { color: ink.quiet, fontFamily: ink.font }
      const line = { lineStyle: { color: ink.line } }
      return {
        ...plainLook(ink),
        xAxis: {
          ...(days ? { type: 'time' } : { type: 'category', data: points.map(([at]) => at) }),
          axisLine: line,
          axisTick: { show: false },
          axisLabel: { ...text, hideOverlap: true, ...(days && { formatter: '{MM}-{dd}' }) },
        },
        yAxis: { type: 'value', name, nameTextStyle: { ...text, align: 'left' }, axisLabel: text, splitLine: line },
        series: [
          {
            type: 'line',
            name,
            data: points.map((point) => [...point]),
            symbolSize: 6,
            lineStyle: { width: 2, color: ink.bar },
            itemStyle: { color: ink.bar },
          },
        ],
      }
    },
    [points, days, name],
  )
  const { place } = useChart(optionOf)
  return <Box ref={place} component="figure" aria-label={label} sx={{ m: 0, width: '100%', height }} />
}
