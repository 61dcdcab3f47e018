import { useTheme } from '@mui/material/styles'
import { useEffect, useRef } from 'react'
import { tooltipLook } from './buildHistoryOption.ts'
import type { Ink } from './ink.ts'
import { type ECharts, init } from './echarts.ts'
import { inkOf } from './ink.ts'
import { useScheme } from './useScheme.ts'

type Option = Parameters<ECharts['setOption']>[0]

/** A chart in the element of `place`, as large as that; drawn anew when `optionOf` is another, which keeps its identity otherwise, or the colours are. */
export function useChart(optionOf: (ink: Ink) => Option) {
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
    if (place.current) chart.current?.setOption(optionOf(inkOf(place.current, theme)), { notMerge: true })
  }, [optionOf, theme, scheme])

  return { place, chart }
}

/** What charts of counts over time have in common. */
export const plainLook = (ink: Ink) => ({
  animation: false,
  textStyle: { fontFamily: ink.font },
  grid: { left: 12, right: 20, top: 24, bottom: 12, containLabel: true },
  tooltip: { trigger: 'axis', ...tooltipLook(ink) },
})
