import Box from '@mui/material/Box'
import { HeatmapChart } from 'echarts/charts'
import { VisualMapComponent } from 'echarts/components'
import { use as register } from 'echarts/core'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ink } from './ink.ts'
import { buildHeatOption, heatHeight } from './buildHeatOption.ts'
import type { HistoryCurve } from './historyCurve.ts'
import { useChart } from './useChart.ts'

// What no other picture needs comes with this one.
register([HeatmapChart, VisualMapComponent])

/** Curves of one grid as a heat map, the first on top. A picture alone: its values stand in a table beside it. */
export default function HeatCanvas({ curves, colors }: { curves: readonly HistoryCurve[]; colors: readonly string[] }) {
  const { t, i18n } = useTranslation()

  const optionOf = useCallback(
    (ink: Ink) => buildHeatOption(curves, { ink, language: i18n.language, colors }),
    [curves, colors, i18n.language],
  )
  const { place } = useChart(optionOf)

  return (
    <Box
      ref={place}
      component="figure"
      aria-label={t('charts:mapPicture', { names: curves.map(({ name }) => name).join(', ') })}
      sx={{ m: 0, width: '100%', height: heatHeight(curves.length) }}
    />
  )
}
