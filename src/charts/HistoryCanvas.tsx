import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { buildHistoryOption, chartHeight } from './buildHistoryOption.ts'
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
}: {
  curves: readonly HistoryCurve[]
  range: readonly [number, number]
  handle?: Ref<HistoryHandle>
}) {
  const { t, i18n } = useTranslation()
  const theme = useTheme()
  const scheme = useScheme()
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts>(null)
  // Kept over a redraw of the same range, so that fresh data or a change of scheme does not throw the reader out of a zoom.
  const zoom = useRef<{ of: string; at: Zoom }>({ of: '', at: WHOLE })
  const [start, end] = range

  useEffect(() => {
    const element = place.current
    if (!element) return
    const drawn = init(element, null, { renderer: 'canvas' })
    chart.current = drawn
    drawn.setOption(
      buildHistoryOption(curves, {
        ink: inkOf(element, theme),
        language: i18n.language,
        range: [start, end],
        words: { normalBand: t('charts:normalBand'), range: t('charts:range') },
      }),
    )
    const of = `${start}/${end}`
    if (zoom.current.of === of) drawn.dispatchAction({ type: 'dataZoom', ...zoom.current.at })
    else zoom.current = { of, at: WHOLE }
    drawn.on('datazoom', () => {
      const shown = (drawn.getOption().dataZoom as Zoom[])[0]
      if (shown) zoom.current = { of, at: { start: shown.start, end: shown.end } }
    })
    const watcher = new ResizeObserver(() => drawn.resize())
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      chart.current = null
      drawn.dispose()
    }
  }, [curves, start, end, theme, scheme, i18n.language, t])

  const step = (wanted: ZoomStep) => {
    chart.current?.dispatchAction({ type: 'dataZoom', ...moveZoom(zoom.current.at, wanted) })
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
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys that zoom need the focus here
      tabIndex={0}
      aria-label={`${t('charts:picture', { names: curves.map(({ name }) => name).join(', ') })}. ${t('charts:keys')}`}
      onKeyDown={onKeyDown}
      sx={{
        height: chartHeight(curves),
        width: '100%',
        borderRadius: 1,
        '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineStyle: 'solid' },
      }}
    />
  )
}
