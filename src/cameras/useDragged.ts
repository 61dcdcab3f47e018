import { type PointerEvent, useRef, useState } from 'react'

/** A press that moves less is a click, px. */
const CLICK_WITHIN = 5

/**
 * A pointer on a bar, in shares of its width: where it hovers, how far it drags (from what `start` was when it went down), and where it
 * clicks. Where it may not drag a press chooses wherever it ends.
 */
export function useDragged({
  start,
  mayDrag,
  onHover,
  onDrag,
  onChoose,
}: {
  start: number
  mayDrag: boolean
  onHover: (share: number | null) => void
  onDrag: (share: number, start: number) => void
  onChoose: (share: number) => void
}) {
  const down = useRef<{ readonly x: number; readonly start: number; moved: boolean } | null>(null)
  const [isDragging, setDragging] = useState(false)
  const end = () => {
    down.current = null
    setDragging(false)
  }
  const shareOf = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return width === 0 ? 0 : (clientX - left) / width
  }
  return {
    isDragging,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture?.(event.pointerId)
        down.current = { x: event.clientX, start, moved: false }
      },
      onPointerMove: (event: PointerEvent) => {
        const held = down.current
        onHover(shareOf(event))
        if (!held || !mayDrag) return
        const { width } = event.currentTarget.getBoundingClientRect()
        if (!held.moved && Math.abs(event.clientX - held.x) < CLICK_WITHIN) return
        held.moved = true
        setDragging(true)
        onDrag(width === 0 ? 0 : (event.clientX - held.x) / width, held.start)
      },
      onPointerUp: (event: PointerEvent) => {
        const held = down.current
        end()
        if (event.pointerType !== 'mouse') onHover(null)
        if (held && !held.moved) onChoose(shareOf(event))
      },
      onPointerCancel: () => {
        end()
        onHover(null)
      },
      onPointerLeave: () => {
        if (!down.current) onHover(null)
      },
    },
  }
}
