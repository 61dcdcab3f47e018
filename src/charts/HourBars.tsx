import Box from '@mui/material/Box'
import { BarChart } from 'echarts/charts'
import { use as register } from 'echarts/core'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '#src/time/moment.ts'
import type { Ink } from './ink.ts'
import { formatValue } from './formatValue.ts'
import { timeAxis } from './timeAxis.ts'
import { plainLook, useChart } from './useChart.ts'

// What no other picture needs comes with this one.
register([BarChart])

const HEIGHT = 260
const HOUR_MS = 3_600_000

/** Hours without any are drawn as none: the width of a bar is taken from its neighbours. */
function everyHour(hours: readonly (readonly [number, number])[], start: number, end: number): [number, number][] {
  const known = new Map(hours)
  // In some zones hours begin at half past.
  const shift = (hours[0]?.[0] ?? 0) % HOUR_MS
  const first = Math.floor((start - shift) / HOUR_MS)
  return Array.from({ length: Math.max(0, Math.ceil((end - shift) / HOUR_MS) - first) }, (_, at) => {
    const hour = (first + at) * HOUR_MS + shift
    return [hour, known.get(hour) ?? 0]
  })
}

/** How many of something there were in each hour of a range (ms UTC); hours without any are left out of `hours`. */
export default function HourBars({
  hours,
  range: [start, end],
  label,
  name,
}: {
  hours: readonly (readonly [number, number])[]
  range: readonly [number, number]
  label: string
  /** Of what is counted. */
  name: string
}) {
  const { i18n } = useTranslation()

  const optionOf = useCallback(
    (ink: Ink) => {
      const text = { color: ink.quiet, fontFamily: ink.font }
      const look = plainLook(ink)
      return {
        ...look,
        tooltip: {
          ...look.tooltip,
          formatter: (shown: unknown) => {
            const [first] = shown as { value: [number, number] }[]
            if (!first) return ''
            const from = first.value[0] - HOUR_MS / 2
            return `${momentText(from).slice(0, 16)} – ${momentText(from + HOUR_MS).slice(11, 16)}\n${name}  ${formatValue(first.value[1], i18n.language)}`
          },
        },
        xAxis: timeAxis([start, end], ink),
        yAxis: { type: 'value', minInterval: 1, axisLabel: text, splitLine: { lineStyle: { color: ink.line, opacity: 0.6 } } },
        series: [
          {
            type: 'bar',
            name,
            // A bar stands over the middle of its hour.
            data: everyHour(hours, start, end).map(([at, count]) => [at + HOUR_MS / 2, count]),
            barMinWidth: 2,
            barMaxWidth: 24,
            itemStyle: { color: ink.bar },
          },
        ],
      }
    },
    [hours, start, end, name, i18n.language],
  )
  const { place } = useChart(optionOf)

  return <Box ref={place} component="figure" aria-label={label} sx={{ m: 0, width: '100%', height: HEIGHT }} />
}
