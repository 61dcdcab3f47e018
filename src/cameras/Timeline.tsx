import Box from '@mui/material/Box'
import { type ChangeEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { following, marksOf, placesOf, windowOf, type Zoom } from './timeScale.ts'
import { useDragged } from './useDragged.ts'
import { useSeek } from './useSeek.ts'
import { useWidth } from './useWidth.ts'
import { clockText, momentText, type Stretch } from '#src/time/moment.ts'

const [BAR, SCALE] = [44, 22]
const ARROW_MS = 10_000
const PAGE_MS = 5 * 60_000
/** Below this width every second mark is left out, px. */
const NARROW = 560

/**
 * A day as a bar: what is kept, where something moved in it, the moment that is shown, and the time under the pointer. A click, a touch or
 * the keys choose a moment; a part of the day is moved by dragging.
 */
export function Timeline({
  day,
  spans,
  motions,
  at,
  zoom,
  onSeek,
}: {
  day: Stretch
  spans: readonly Stretch[]
  motions: readonly Stretch[]
  /** The moment that is shown, ms UTC. */
  at: number
  zoom: Zoom
  onSeek: (at: number) => void
}) {
  const { t } = useTranslation()
  const [bar, width] = useWidth()
  const slider = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState<number | null>(null)
  const { wanted, seek } = useSeek(day, at, onSeek)
  // The part that is shown follows the moment, until it is dragged elsewhere.
  const [held, setHeld] = useState<{ readonly from: number; readonly dragged: Zoom | null }>({ from: day.from, dragged: null })
  const from = held.dragged === zoom ? held.from : following(day, zoom, held.from, wanted)
  const seen = windowOf(day, zoom, from)
  if (seen.from !== held.from) setHeld({ ...held, from: seen.from })
  const momentAt = (share: number) => Math.round(seen.from + Math.min(1, Math.max(0, share)) * (seen.to - seen.from))
  const choose = (moment: number, atOnce = false) => {
    setHeld({ from, dragged: null })
    seek(moment, atOnce)
  }
  const drag = useDragged({
    onHover: (share) => setOver(share === null ? null : momentAt(share)),
    onDrag: (share, begun) => setHeld({ from: windowOf(day, zoom, begun - share * (seen.to - seen.from)).from, dragged: zoom }),
    onChoose: (share) => choose(momentAt(share), true),
    start: seen.from,
    mayDrag: zoom !== 24,
  })
  const keys: Partial<Record<string, number>> = {
    ArrowLeft: wanted - ARROW_MS,
    ArrowDown: wanted - ARROW_MS,
    ArrowRight: wanted + ARROW_MS,
    ArrowUp: wanted + ARROW_MS,
    PageDown: wanted - PAGE_MS,
    PageUp: wanted + PAGE_MS,
    Home: spans[0]?.from ?? day.from,
    End: (spans.at(-1)?.to ?? day.to) - ARROW_MS,
  }
  const byKey = (event: KeyboardEvent) => {
    const to = keys[event.key]
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    choose(to)
  }
  const placeOf = (moment: number) => `${((moment - seen.from) / (seen.to - seen.from)) * 100}%`
  const isSeen = (moment: number) => moment >= seen.from && moment <= seen.to
  return (
    <Box
      ref={bar}
      {...drag.handlers}
      onPointerUp={(event) => {
        drag.handlers.onPointerUp(event)
        slider.current?.focus({ preventScroll: true })
      }}
      sx={{
        position: 'relative',
        height: BAR + SCALE,
        overflow: 'hidden',
        borderRadius: 1,
        userSelect: 'none',
        // A page is still scrolled by a finger on it.
        touchAction: 'pan-y',
        cursor: drag.isDragging ? 'grabbing' : 'pointer',
        '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
      }}
    >
      <Box
        ref={slider}
        component="input"
        type="range"
        aria-label={t('cameras:playback.timeline')}
        aria-valuetext={momentText(wanted)}
        min={day.from}
        max={day.to}
        value={wanted}
        onKeyDown={byKey}
        onChange={({ target }: ChangeEvent<HTMLInputElement>) => choose(Number(target.value))}
        // The bar is drawn and pointed at around it.
        sx={{ position: 'absolute', inset: 0, m: 0, opacity: 0, pointerEvents: 'none' }}
      />
      <Box sx={{ position: 'absolute', insetInline: 0, top: 0, height: BAR, bgcolor: 'action.hover' }} />
      {placesOf(spans, seen).map((one) => (
        <Stretched key={one.from} {...one} what="kept" />
      ))}
      {placesOf(motions, seen).map((one) => (
        <Stretched key={one.from} {...one} what="moved" />
      ))}
      {marksOf(day, seen, zoom, width < NARROW).map((mark) => (
        <Mark key={mark} left={placeOf(mark)}>
          {clockText(mark).slice(0, 5)}
        </Mark>
      ))}
      {over !== null && <Cursor left={placeOf(over)} words={clockText(over)} color="text.secondary" />}
      {isSeen(wanted) && <Cursor left={placeOf(wanted)} words={over === null ? clockText(wanted) : null} color="error.main" thick />}
    </Box>
  )
}

function Stretched({ left, width, what }: { left: number; width: number; what: 'kept' | 'moved' }) {
  const isKept = what === 'kept'
  return (
    <Box
      data-stretch={what}
      sx={{
        position: 'absolute',
        left: `${left}%`,
        width: `${width}%`,
        minWidth: '2px',
        top: isKept ? BAR / 4 : BAR * 0.625,
        height: isKept ? BAR * 0.75 : BAR * 0.375,
        bgcolor: isKept ? 'primary.main' : 'status.warn',
        opacity: isKept ? 0.45 : 1,
      }}
    />
  )
}

const Mark = ({ left, children }: { left: string; children: ReactNode }) => (
  <Box
    sx={{
      position: 'absolute',
      left,
      top: BAR,
      height: SCALE,
      pl: 0.5,
      borderLeft: '1px solid',
      borderColor: 'divider',
      typography: 'caption',
      color: 'text.secondary',
      whiteSpace: 'nowrap',
    }}
  >
    {children}
  </Box>
)

/** A moment as an upright line; its time stands on the side that has room. */
const Cursor = ({ left, words, color, thick = false }: { left: string; words: string | null; color: string; thick?: boolean }) => (
  <Box
    sx={{
      position: 'absolute',
      left,
      top: 0,
      height: BAR,
      width: thick ? '2px' : '1px',
      ml: thick ? '-1px' : 0,
      bgcolor: color,
      pointerEvents: 'none',
    }}
  >
    {words !== null && (
      <Box
        component="span"
        data-moment={thick ? 'shown' : 'pointed'}
        sx={{
          position: 'absolute',
          top: 0,
          ...(Number.parseFloat(left) > 80 ? { right: 4 } : { left: 4 }),
          px: 0.5,
          borderRadius: 0.5,
          bgcolor: 'background.paper',
          color: 'text.primary',
          typography: 'caption',
          fontVariantNumeric: 'tabular-nums',
          lineHeight: 1.3,
        }}
      >
        {words}
      </Box>
    )}
  </Box>
)
