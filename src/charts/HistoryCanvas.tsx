import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { buildHistoryOption, chartHeight, PANEL_HEIGHT } from './buildHistoryOption.ts'
import { type ECharts, init } from './echarts.ts'
import type { HistoryCurve } from './historyCurve.ts'
import { inkOf } from './ink.ts'
import { useScheme } from './useScheme.ts'
import { moveZoom, type Zoom, type ZoomStep, WHOLE } from './zoom.ts'

export interface HistoryHandle {
  zoom: (step: ZoomStep) => void
}

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

/** The drawn curves. It is the heavy part (ECharts), loaded when a history is first looked at. */
export default function HistoryCanvas({
  curves,
  range,
  handle,
  panelHeight = PANEL_HEIGHT,
  onShown,
}: {
  curves: readonly HistoryCurve[]
  range: readonly [number, number]
  handle?: Ref<HistoryHandle>
  panelHeight?: number
  /** What part of the range is seen, in percent, as it is zoomed and moved. */
  onShown?: (shown: Zoom) => void
}) {
  const { t, i18n } = useTranslation()
  const theme = useTheme()
  const scheme = useScheme()
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts>(null)
  // Kept over a redraw of the same choice, so that fresh data or a change of scheme does not throw the reader out of a zoom.
  const zoom = useRef<Zoom>(WHOLE)
  const [start, end] = range
  const tell = useRef(onShown)
  useLayoutEffect(() => {
    tell.current = onShown
  })

  useEffect(() => {
    const element = place.current
    if (!element) return
    const drawn = init(element, null, { renderer: 'canvas' })
    chart.current = drawn
    drawn.on('datazoom', () => {
      const shown = (drawn.getOption().dataZoom as Zoom[])[0]
      if (!shown) return
      zoom.current = { start: shown.start, end: shown.end }
      tell.current?.(zoom.current)
    })
    const watcher = new ResizeObserver(() => drawn.resize())
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      chart.current = null
      drawn.dispose()
    }
  }, [])

  // A range that only moves on with the clock keeps its width, and the reader's zoom.
  const widthBefore = useRef(end - start)
  useEffect(() => {
    const [element, drawn] = [place.current, chart.current]
    if (!element || !drawn) return
    const option = buildHistoryOption(curves, {
      ink: inkOf(element, theme),
      language: i18n.language,
      range: [start, end],
      words: { normalBand: t('charts:normalBand'), mean: t('charts:mean') },
      panelHeight,
    })
    if (widthBefore.current !== end - start) {
      widthBefore.current = end - start
      zoom.current = WHOLE
      tell.current?.(WHOLE)
    }
    drawn.setOption(option, { notMerge: true })
    if (zoom.current !== WHOLE) drawn.dispatchAction({ type: 'dataZoom', ...zoom.current })
  }, [curves, start, end, theme, scheme, i18n.language, t, panelHeight])

  const step = (wanted: ZoomStep) => {
    chart.current?.dispatchAction({ type: 'dataZoom', ...moveZoom(zoom.current, wanted) })
  }
  useImperativeHandle(handle, () => ({ zoom: step }))

  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = event.ctrlKey || event.metaKey || event.altKey ? undefined : stepOfKey[event.key]
    if (!wanted) return
    event.preventDefault()
    event.stopPropagation()
    step(wanted)
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
