import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { followed, moved, type Bar, type Move } from '#machines/farm/moveBar'
import { resolveColor } from '#src/charts/ink.ts'
import { useScheme } from '#src/charts/useScheme.ts'
import { unseen } from '#src/ui/unseen.ts'
import { dayOfX, drawSeason, type Ghost, type Picture, type SeasonInk, type View } from './drawSeason.ts'
import { barAt, HEAD, neighbour, type Placed, rowAt } from './layRows.ts'
import type { SeasonBar } from './seasonBars.ts'

/** How far a pointer goes before it draws a bar with it, and how near the end of a bar it takes the end alone, px. */
const SLIP = 4
const EDGE = 7
/** How near a bar counts as on it, px. */
const NEAR = 5

export interface Held {
  readonly bar: SeasonBar
  readonly move: Move
  readonly busy: boolean
}
interface Props {
  readonly picture: Picture
  /** How wide a day is, px; null: as wide as a year fits. */
  readonly perDay: number | null
  readonly held: Held | null
  readonly label: string
  /** What a bar is, in words. */
  readonly say: (bar: SeasonBar) => string
  readonly onChoose: (bar: SeasonBar | null) => void
  readonly onMove: (move: Move) => void
  readonly onEnter: () => void
  readonly onEscape: () => void
}

interface Drawing {
  readonly placed: Placed
  readonly edge: boolean
  readonly day: number
  readonly x: number
  readonly y: number
  begun: boolean
}

const STEPS = { ArrowLeft: 'before', ArrowRight: 'after', ArrowUp: 'above', ArrowDown: 'below' } as const

/** The season as a picture that scrolls: a canvas of the size of what is seen, over the size of the whole. A bar is drawn by hand, or by keys. */
export function SeasonCanvas({ picture, perDay: asked, held, label, say, onChoose, onMove, onEnter, onEscape }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const sized = useRef<HTMLDivElement>(null)
  const view = useRef<View>({ width: 0, height: 0, left: 0, top: 0, perDay: 1, names: 140 })
  const ink = useRef<SeasonInk>(undefined)
  const drawing = useRef<Drawing>(undefined)
  const wasDrawn = useRef(false)
  const draw = useRef<() => void>(undefined)
  const frame = useRef(0)
  const theme = useTheme()
  const scheme = useScheme()
  const { rows, first, end, today } = picture
  const deep = rows.length === 0 ? 0 : rows.at(-1)!.top + rows.at(-1)!.height

  const queue = () => {
    if (frame.current === 0)
      frame.current = requestAnimationFrame(() => {
        frame.current = 0
        draw.current?.()
      })
  }
  useEffect(() => () => cancelAnimationFrame(frame.current), [])

  // The size of the whole, and where it stands: a day that was in the middle stays there when days become wider.
  const measure = () => {
    const element = box.current
    if (!element || !sized.current) return
    const before = view.current
    const names = element.clientWidth < 600 ? 84 : 140
    const room = element.clientWidth - names
    const perDay = asked ?? Math.max(1.2, room / 366)
    const isNew = before.width === 0
    const middle = isNew
      ? today + (room / perDay) * 0.2
      : before.perDay === 0
        ? today
        : dayOfX(before.names + (before.width - before.names) / 2, picture, before)
    view.current = { ...before, width: element.clientWidth, height: element.clientHeight, perDay, names }
    sized.current.style.width = `${names + (end - first) * perDay}px`
    sized.current.style.height = `${HEAD + deep}px`
    if (isNew || before.perDay !== perDay || before.width !== element.clientWidth)
      element.scrollLeft = Math.max(0, (middle - first) * perDay - room / 2)
    view.current = { ...view.current, left: element.scrollLeft, top: element.scrollTop }
  }
  const measured = useRef(measure)
  useLayoutEffect(() => {
    measured.current = measure
    measure()
    queue()
  })
  useEffect(() => {
    const element = box.current!
    const watcher = new ResizeObserver(() => {
      measured.current()
      queue()
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  useEffect(() => {
    const element = box.current!
    const { palette } = theme.vars ?? theme
    const at = (color: string) => resolveColor(element, color)
    ink.current = {
      text: at(palette.text.primary),
      quiet: at(palette.text.secondary),
      line: at(palette.divider),
      ground: at(palette.background.paper),
      mark: at(palette.info.main),
      font: getComputedStyle(element).fontFamily,
      tones: {
        planned: at(palette.text.secondary),
        growing: at(palette.primary.main),
        harvesting: at(palette.warning.main),
        ended: at(palette.text.disabled),
        failed: at(palette.error.main),
        waiting: at(palette.text.secondary),
        ongoing: at(palette.primary.main),
        done: at(palette.text.disabled),
        overdue: at(palette.error.main),
      },
    }
    queue()
  }, [theme, scheme])
  useEffect(() => {
    draw.current = () => {
      const element = canvas.current
      const pen = element?.getContext('2d')
      const { width, height } = view.current
      if (!element || !pen || !ink.current || width === 0) return
      const ratio = window.devicePixelRatio || 1
      const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)]
      if (element.width !== across) element.width = across
      if (element.height !== down) element.height = down
      element.style.width = `${width}px`
      element.style.height = `${height}px`
      pen.setTransform(ratio, 0, 0, ratio, 0, 0)
      drawSeason(pen, picture, view.current, ink.current, ghostOf(held, picture))
    }
    queue()
  }, [picture, held])

  const pointAt = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const { left, top } = box.current!.getBoundingClientRect()
    const [x, y] = [clientX - left, clientY - top]
    const { names, top: scrolled } = view.current
    if (x < names || y < HEAD) return null
    return { x, y, day: dayOfX(x, picture, view.current), down: y - HEAD + scrolled }
  }
  const placedAt = (event: { clientX: number; clientY: number }) => {
    const point = pointAt(event)
    return point && barAt(rows, point.day, point.down, NEAR / view.current.perDay)
  }
  const isEdge = ({ to, bar }: Placed, day: number) => bar.reach.end && (!bar.reach.whole || (to - day) * view.current.perDay < EDGE)

  // A mouse draws a bar; a finger scrolls, taps to choose, and moves by the buttons below.
  const begin = (event: PointerEvent) => {
    wasDrawn.current = false
    if (event.pointerType !== 'mouse' || event.button !== 0 || held?.busy) return
    const point = pointAt(event)
    const placed = placedAt(event)
    if (!point || !placed) return
    drawing.current = { placed, edge: isEdge(placed, point.day), day: point.day, x: event.clientX, y: event.clientY, begun: false }
  }
  const go = (event: PointerEvent) => {
    const drawn = drawing.current
    if (!drawn) {
      if (event.pointerType === 'mouse') hover(event)
      return
    }
    if (!drawn.begun) {
      if (Math.hypot(event.clientX - drawn.x, event.clientY - drawn.y) < SLIP) return
      drawn.begun = true
      wasDrawn.current = true
      box.current!.setPointerCapture(event.pointerId)
      onChoose(drawn.placed.bar)
    }
    const { left, top } = box.current!.getBoundingClientRect()
    const days = Math.round(dayOfX(event.clientX - left, picture, view.current) - drawn.day)
    const row = rowAt(rows, event.clientY - top - HEAD + view.current.top)
    onMove(drawn.edge ? { by: 0, longer: days, landId: null } : { by: days, longer: 0, landId: row?.landId ?? null })
  }
  const endDrawing = () => {
    drawing.current = undefined
  }
  const hover = (event: PointerEvent) => {
    const point = pointAt(event)
    const placed = point && barAt(rows, point.day, point.down, NEAR / view.current.perDay)
    const element = box.current!
    element.style.cursor = !placed
      ? ''
      : !(placed.bar.reach.whole || placed.bar.reach.end)
        ? 'pointer'
        : isEdge(placed, point.day)
          ? 'ew-resize'
          : 'grab'
    element.title = placed ? say(placed.bar) : ''
  }
  const click = (event: MouseEvent) => {
    if (wasDrawn.current || held?.busy) return
    const point = pointAt(event)
    if (point) onChoose(placedAt(event)?.bar ?? null)
  }

  const show = (bar: SeasonBar) => {
    const element = box.current!
    const row = rows.find(({ bars }) => bars.some((one) => one.bar.key === bar.key))
    const placed = row?.bars.find((one) => one.bar.key === bar.key)
    if (!placed) return
    const { perDay, width, height, names } = view.current
    const [from, to] = [(bar.from - first) * perDay, (placed.to - first) * perDay]
    if (from < element.scrollLeft || to > element.scrollLeft + width - names) element.scrollLeft = from - 40
    if (placed.top < element.scrollTop) element.scrollTop = placed.top - 8
    else if (placed.top + placed.height > element.scrollTop + height - HEAD)
      element.scrollTop = placed.top + placed.height - height + HEAD + 8
  }
  const key = (event: KeyboardEvent) => {
    const { key: name, shiftKey } = event
    if (event.ctrlKey || event.altKey || event.metaKey || held?.busy) return
    const act = actOf(name, shiftKey)
    if (!act) return
    event.preventDefault()
    act()
  }
  function actOf(name: string, shiftKey: boolean): (() => void) | undefined {
    if (name === 'Enter') return held ? onEnter : undefined
    if (name === 'Escape') return held ? onEscape : undefined
    if (held && (name === '+' || name === '=' || name === '-'))
      return () => onMove({ ...held.move, longer: held.move.longer + (name === '-' ? -1 : 1) })
    const step = STEPS[name as keyof typeof STEPS] as (typeof STEPS)[keyof typeof STEPS] | undefined
    if (!step) return undefined
    if (held && shiftKey) {
      if (step === 'before' || step === 'after') return () => onMove({ ...held.move, by: held.move.by + (step === 'after' ? 1 : -1) })
      return () => {
        const plots = rows.flatMap(({ landId }) => landId ?? [])
        const at = plots.indexOf(held.move.landId ?? held.bar.landId ?? 0) + (step === 'below' ? 1 : -1)
        onMove({ ...held.move, landId: plots[at] ?? held.move.landId })
      }
    }
    return () => {
      // Unsaved moves are not lost to a key that only looks around.
      if (held && followedMoves(held)) return
      const next = held ? neighbour(rows, held.bar.key, step) : (rows.find(({ bars }) => bars.length > 0)?.bars[0]?.bar ?? null)
      if (!next) return
      onChoose(next)
      show(next)
    }
  }

  return (
    <Box
      ref={box}
      role="application"
      data-bars={rows.reduce((sum, { bars }) => sum + bars.length, 0)}
      aria-label={label}
      tabIndex={0}
      onScroll={({ currentTarget: { scrollLeft: left, scrollTop: top } }) => {
        view.current = { ...view.current, left, top }
        draw.current?.()
      }}
      onPointerDown={begin}
      onPointerMove={go}
      onPointerUp={endDrawing}
      onPointerCancel={endDrawing}
      onClick={click}
      onKeyDown={key}
      sx={{
        position: 'relative',
        flex: 1,
        minHeight: 240,
        overflow: 'auto',
        border: 1,
        borderColor: 'divider',
        borderRadius: 2,
        bgcolor: 'background.paper',
        userSelect: 'none',
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
      }}
    >
      <Box ref={sized}>
        <Box component="canvas" ref={canvas} aria-hidden sx={{ display: 'block', position: 'sticky', top: 0, left: 0 }} />
      </Box>
      <Box component="output" sx={{ ...unseen, top: 0, left: 0 }}>
        {held && say(held.bar)}
      </Box>
    </Box>
  )
}

const followedMoves = ({ bar, move }: Held) => {
  const { by, longer, landId } = followed(bar, move)
  return by !== 0 || longer !== 0 || landId !== null
}

function ghostOf(held: Held | null, { rows }: Picture): Ghost | null {
  if (!held) return null
  const { bar, move } = held
  const there: Bar | null = followedMoves(held) ? moved(bar, move) : null
  return { key: bar.key, there, row: move.landId === null ? null : (rows.find(({ landId }) => landId === move.landId) ?? null) }
}
