import Box from '@mui/material/Box'
import { useCallback } from 'react'
import type { SimUsage } from '#contract/organization/simCard'
import type { Ink } from '#src/charts/buildHistoryOption.ts'
import { plainLook, useChart } from '#src/charts/useChart.ts'

/** What a card used, MB, a point a month. */
export default function UsageCanvas({ usages, label, height }: { usages: readonly SimUsage[]; label: string; height: number }) {
  const optionOf = useCallback(
    (ink: Ink) => {
      const text = { color: ink.quiet, fontFamily: ink.font }
      const line = { lineStyle: { color: ink.line } }
      return {
        ...plainLook(ink),
        xAxis: {
          type: 'category',
          data: usages.map(({ month }) => month),
          axisLine: line,
          axisTick: { show: false },
          axisLabel: { ...text, hideOverlap: true },
        },
        yAxis: { type: 'value', name: 'MB', nameTextStyle: { ...text, align: 'left' }, axisLabel: text, splitLine: line },
        series: [
          {
            type: 'line',
            name: 'MB',
            data: usages.map(({ usedMb }) => usedMb),
            symbolSize: 6,
            lineStyle: { width: 2, color: ink.bar },
            itemStyle: { color: ink.bar },
          },
        ],
      }
    },
    [usages],
  )
  const { place } = useChart(optionOf)
  return <Box ref={place} component="figure" aria-label={label} sx={{ m: 0, width: '100%', height }} />
}
