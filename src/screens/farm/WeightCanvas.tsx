import Box from '@mui/material/Box'
import { useCallback } from 'react'
import type { HerdSum } from '#contract/farm/herd'
import type { Ink } from '#src/charts/buildHistoryOption.ts'
import { plainLook, useChart } from '#src/charts/useChart.ts'

/** Mean weights over days, g: days as far apart as they were. */
export default function WeightCanvas({
  weights,
  label,
  unit,
  height,
}: {
  weights: HerdSum['weights']
  label: string
  unit: string
  height: number
}) {
  const optionOf = useCallback(
    (ink: Ink) => {
      const text = { color: ink.quiet, fontFamily: ink.font }
      const line = { lineStyle: { color: ink.line } }
      return {
        ...plainLook(ink),
        xAxis: {
          type: 'time',
          axisLine: line,
          axisTick: { show: false },
          axisLabel: { ...text, hideOverlap: true, formatter: '{MM}-{dd}' },
        },
        yAxis: { type: 'value', name: `${unit} g`, nameTextStyle: { ...text, align: 'left' }, axisLabel: text, splitLine: line },
        series: [
          {
            type: 'line',
            name: `${unit} g`,
            data: weights.map(({ day, meanWeight }) => [day, Number(meanWeight)]),
            symbolSize: 6,
            lineStyle: { width: 2, color: ink.bar },
            itemStyle: { color: ink.bar },
          },
        ],
      }
    },
    [weights, unit],
  )
  const { place } = useChart(optionOf)
  return <Box ref={place} component="figure" aria-label={label} sx={{ m: 0, width: '100%', height }} />
}
