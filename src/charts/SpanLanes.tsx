import ZoomInIcon from '@mui/icons-material/ZoomIn'
import ZoomOutIcon from '@mui/icons-material/ZoomOut'
import ZoomOutMapIcon from '@mui/icons-material/ZoomOutMap'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayText, momentText } from '#src/time/moment.ts'
import { moveZoom, shownRange, WHOLE, type ZoomStep } from './zoom.ts'

/** Something that was so from `from` to `to`, ms UTC; `faint`: it was asked for and was not. */
interface Span {
  readonly key: string
  readonly from: number
  readonly to: number
  readonly words: string
  readonly faint?: boolean
}
interface SpanLane {
  readonly name: string
  readonly title: string
  /** Of the palette. */
  readonly color: string
  readonly spans: readonly Span[]
  /** Before it nothing is known; null: nothing at all. Absent where all is. */
  readonly knownSince?: number | null
}
const DAY_MS = 86_400_000
const MOST_TICKS = 7
const KEYS: Readonly<Record<string, ZoomStep | undefined>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  '+': 'in',
  '=': 'in',
  '-': 'out',
  '0': 'whole',
  Home: 'whole',
}
const STEPS = [
  ['in', 'zoomIn', ZoomInIcon],
  ['out', 'zoomOut', ZoomOutIcon],
  ['whole', 'whole', ZoomOutMapIcon],
] as const

/** Evenly placed moments with their words: days, or times of day where little is seen. */
function ticksOf([from, to]: readonly [number, number]): { at: number; words: string }[] {
  const step = (to - from) / (MOST_TICKS - 1)
  return Array.from({ length: MOST_TICKS }, (_, place) => {
    const at = from + place * step
    return { at, words: step >= DAY_MS / 2 ? dayText(at).slice(5) : momentText(at).slice(5, 16) }
  })
}

/** Spans of time as bars over one axis, a lane each; moved and zoomed by buttons and keys. A table beside it should hold the same. */
export function SpanLanes({
  label,
  lanes,
  range,
  notKnown,
}: {
  /** What is seen, with the keys that move it. */
  label: string
  lanes: readonly SpanLane[]
  range: readonly [number, number]
  /** The words of a time of which nothing is known. */
  notKnown: string
}) {
  const { t } = useTranslation()
  const [zoom, setZoom] = useState(WHOLE)
  const [from, to] = shownRange(range, zoom)
  const part = (at: number) => ((Math.min(to, Math.max(from, at)) - from) / (to - from)) * 100
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key]
    if (!step) return
    event.preventDefault()
    setZoom(moveZoom(zoom, step))
  }
  return (
    <Box>
      <Stack direction="row" sx={{ justifyContent: 'flex-end' }}>
        {STEPS.map(([step, word, Icon]) => (
          <IconButton
            key={step}
            size="small"
            aria-label={t(`charts:${word}`)}
            title={t(`charts:${word}`)}
            onClick={() => setZoom(moveZoom(zoom, step))}
          >
            <Icon fontSize="small" />
          </IconButton>
        ))}
      </Stack>
      <Stack
        role="application"
        tabIndex={0}
        aria-label={label}
        onKeyDown={onKeyDown}
        sx={{ gap: 1, borderRadius: 1, '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineStyle: 'solid' } }}
      >
        {lanes.map(({ name, title, color, spans, knownSince }) => (
          <Box key={name}>
            <Typography variant="caption" component="h4">
              {title}
            </Typography>
            <Box sx={{ position: 'relative', height: 24, borderRadius: 0.5, overflow: 'hidden', bgcolor: 'action.hover' }}>
              {knownSince !== undefined && (knownSince ?? range[1]) > from && (
                <Box
                  title={notKnown}
                  sx={{
                    position: 'absolute',
                    inset: 0,
                    backgroundImage: 'repeating-linear-gradient(135deg, transparent 0 5px, var(--mui-palette-divider) 5px 7px)',
                  }}
                  style={{ right: `${100 - part(knownSince ?? range[1])}%` }}
                />
              )}
              {spans
                .filter((one) => one.from < to && one.to >= from)
                .map((one) => (
                  <Box
                    key={one.key}
                    title={one.words}
                    data-bar={name}
                    sx={{
                      position: 'absolute',
                      minWidth: '3px',
                      borderRadius: 0.25,
                      ...(one.faint
                        ? { top: 14, bottom: 3, bgcolor: 'text.disabled' }
                        : { top: 3, bottom: 3, opacity: 0.75, bgcolor: color }),
                    }}
                    style={{ left: `${part(one.from)}%`, width: `${part(one.to) - part(one.from)}%` }}
                  />
                ))}
            </Box>
          </Box>
        ))}
        <Stack direction="row" sx={{ justifyContent: 'space-between' }}>
          {ticksOf([from, to]).map(({ at, words }, place) => (
            <Typography
              key={at}
              variant="caption"
              sx={{
                color: 'text.secondary',
                fontVariantNumeric: 'tabular-nums',
                whiteSpace: 'nowrap',
                ...(place % 3 === 0 ? {} : { display: { xs: 'none', md: 'inline' } }),
              }}
            >
              {words}
            </Typography>
          ))}
        </Stack>
      </Stack>
    </Box>
  )
}
