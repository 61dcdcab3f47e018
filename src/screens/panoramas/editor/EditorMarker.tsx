import ButtonBase from '@mui/material/ButtonBase'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import type { HotspotStyle } from '#contract/panoramas/hotspot'
import { HotspotIcon } from '../viewer/HotspotIcon.tsx'
import type { Spot } from '../viewer/look.ts'

/** A press that moved less is a click. */
const STILL_PX = 4
const LEAST_PX = 16
const STEPS: Readonly<Record<string, readonly [right: number, down: number] | undefined>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A hotspot on the picture of the editor: dragged by mouse, touch or arrow keys (Shift: in small steps), opened by a click or Enter. */
export function EditorMarker({
  label,
  style,
  size,
  at,
  isActive,
  canMove,
  spotAt,
  onMove,
  onOpen,
}: {
  label: string
  style: HotspotStyle
  size: number
  at: Spot
  isActive: boolean
  canMove: boolean
  spotAt: (clientX: number, clientY: number) => Spot | null
  onMove: (to: Spot) => void
  onOpen: () => void
}) {
  const press = useRef<{ x: number; y: number; moved: boolean } | null>(null)
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    const { current } = press
    if (current === null || !canMove) return
    if (!current.moved && Math.hypot(clientX - current.x, clientY - current.y) < STILL_PX) return
    current.moved = true
    const to = spotAt(clientX, clientY)
    if (to !== null) onMove(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined || !canMove) return
    const by = event.shiftKey ? 0.2 : 2
    const turn = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180
    onMove({
      ath: turn(Math.round((at.ath + step[0] * by) * 100) / 100),
      atv: Math.min(90, Math.max(-90, Math.round((at.atv + step[1] * by) * 100) / 100)),
    })
    event.preventDefault()
    event.stopPropagation()
  }
  const shown = Math.max(LEAST_PX, size)
  return (
    <ButtonBase
      aria-label={label}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        press.current = { x: event.clientX, y: event.clientY, moved: false }
      }}
      onPointerMove={onPointerMove}
      onPointerCancel={() => {
        press.current = null
      }}
      onClick={() => {
        const wasMoved = press.current?.moved === true
        press.current = null
        if (!wasMoved) onOpen()
      }}
      onKeyDown={onKeyDown}
      sx={{
        position: 'absolute',
        transform: 'translate(-50%, -50%)',
        width: shown,
        height: shown,
        borderRadius: '50%',
        touchAction: 'none',
        cursor: canMove ? 'move' : 'pointer',
        color: 'common.white',
        bgcolor: isActive ? 'primary.main' : 'rgb(0 0 0 / 0.55)',
        border: 2,
        borderColor: 'common.white',
        '&:focus-visible': { outline: 3, outlineColor: 'primary.main', outlineOffset: 2 },
      }}
    >
      <HotspotIcon style={style} sx={{ fontSize: shown * 0.6 }} />
    </ButtonBase>
  )
}
