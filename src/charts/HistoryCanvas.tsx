import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { buildHistoryOption, chartHeight, PANEL_HEIGHT } from './buildHistoryOption.ts'
import { type ECharts, init } from './echarts.ts'
import type { HistoryCurve } from './historyCurve.ts'
import { inkOf } from './ink.ts'
import { useScheme } from './useScheme.ts'
import { ticksOf } from './timeAxis.ts'
import { moveZoom, shownRange, type Zoom, type ZoomStep } from './zoom.ts'

const stepOfKey: Record<string, ZoomStep | undefined> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  '+': 'in',
  '=': 'in',
  '-': 'out',
  _: 'out',
  Home: 'whole',
  '0': 'whole',
}

const isSame = (one: Zoom, other: Zoom | null) => one.start === other?.start && one.end === other.end

/** Marks the times that are seen: those of the whole range lie too far apart once a part of it is. */
function markTimes(drawn: ECharts, seen: readonly [number, number]): void {
  const axes = drawn.getOption().xAxis as object[]
  drawn.setOption({ xAxis: axes.map(() => ticksOf(seen)) })
}

/** The drawn curves. It is the heavy part (ECharts), loaded when a history is first looked at. */
export default function HistoryCanvas({
  curves,
  range,
  zoom,
  panelHeight = PANEL_HEIGHT,
  onZoom,
}: {
  curves: readonly HistoryCurve[]
  range: readonly [number, number]
  /** What part of the range is seen. */
  zoom: Zoom
  panelHeight?: number
  onZoom: (zoom: Zoom) => void
}) {
  const { t, i18n } = useTranslation()
  const theme = useTheme()
  const scheme = useScheme()
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts>(null)
  /** What the chart itself shows: it moves by wheel and strip. */
  const shown = useRef<Zoom | null>(null)
  const [start, end] = range
  const wanted = useRef({ zoom, onZoom, range })
  useLayoutEffect(() => {
    wanted.current = { zoom, onZoom, range }
  })

  useEffect(() => {
    const element = place.current
    if (!element) return
    const drawn = init(element, null, { renderer: 'canvas' })
    chart.current = drawn
    drawn.on('datazoom', () => {
      const moved = (drawn.getOption().dataZoom as Zoom[])[0]
      if (!moved || isSame(moved, shown.current)) return
      shown.current = { start: moved.start, end: moved.end }
      markTimes(drawn, shownRange(wanted.current.range, shown.current))
      wanted.current.onZoom(shown.current)
    })
    const watcher = new ResizeObserver(() => drawn.resize())
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      chart.current = null
      drawn.dispose()
    }
  }, [])

  const show = useCallback((drawn: ECharts, { start: from, end: to }: Zoom) => {
    shown.current = { start: from, end: to }
    drawn.dispatchAction({ type: 'dataZoom', start: from, end: to })
    markTimes(drawn, shownRange(wanted.current.range, shown.current))
  }, [])
  useEffect(() => {
    const [element, drawn] = [place.current, chart.current]
    if (!element || !drawn) return
    const option = buildHistoryOption(curves, {
      ink: inkOf(element, theme),
      language: i18n.language,
      range: [start, end],
      words: { normalBand: t('charts:normalBand'), mean: t('charts:mean'), oldMean: t('charts:oldMean') },
      panelHeight,
    })
    drawn.setOption(option, { notMerge: true })
    show(drawn, wanted.current.zoom)
  }, [curves, start, end, theme, scheme, i18n.language, t, panelHeight, show])

  useEffect(() => {
    if (chart.current && !isSame(zoom, shown.current)) show(chart.current, zoom)
  }, [zoom, show])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.ctrlKey || event.metaKey || event.altKey ? undefined : stepOfKey[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    onZoom(moveZoom(zoom, step))
  }

  return (
    // A graph that is moved by keys is an application of its own to a screen reader; its values stand in the table beside it.
    <Box
      ref={place}
      role="application"
      tabIndex={0}
      aria-label={`${t('charts:picture', { names: curves.map(({ name }) => name).join(', ') })}. ${t('charts:keys')}`}
      onKeyDown={onKeyDown}
      sx={{
        height: chartHeight(curves, panelHeight),
        width: '100%',
        borderRadius: 1,
        '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineStyle: 'solid' },
      }}
    />
  )
}
