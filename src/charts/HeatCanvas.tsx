import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { HeatmapChart } from 'echarts/charts'
import { VisualMapComponent } from 'echarts/components'
import { use as register } from 'echarts/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { buildHeatOption, heatHeight } from './buildHeatOption.ts'
import { type ECharts, init } from './echarts.ts'
import type { HistoryCurve } from './historyCurve.ts'
import { inkOf } from './ink.ts'
import { useScheme } from './useScheme.ts'

// What no other picture needs comes with this one.
register([HeatmapChart, VisualMapComponent])

/** Curves of one grid as a heat map, the first on top. A picture alone: its values stand in a table beside it. */
export default function HeatCanvas({ curves, colors }: { curves: readonly HistoryCurve[]; colors: readonly string[] }) {
  const { t, i18n } = useTranslation()
  const theme = useTheme()
  const scheme = useScheme()
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts>(null)

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
    if (element && drawn)
      drawn.setOption(buildHeatOption(curves, { ink: inkOf(element, theme), language: i18n.language, colors }), { notMerge: true })
  }, [curves, colors, theme, scheme, i18n.language])

  return (
    <Box
      ref={place}
      component="figure"
      aria-label={t('charts:mapPicture', { names: curves.map(({ name }) => name).join(', ') })}
      sx={{ m: 0, width: '100%', height: heatHeight(curves.length) }}
    />
  )
}
