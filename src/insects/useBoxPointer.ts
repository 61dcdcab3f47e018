import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import type { Grip } from './BoxMark.tsx'
import { between, type Drawn, moved, nextKey, type Point, type Size, sized } from './drawing.ts'

/** A pointer that goes on so little was a click, in pixels of the screen. */
const CLICK_PX = 4

interface Gesture {
  /** null: a new box is drawn on free ground. */
  readonly of: Drawn | null
  readonly grip: Grip
  readonly from: Point
  readonly startedAt: { readonly x: number; readonly y: number }
  /** Of the box that was chosen before: a new one is likely of the same. */
  readonly kind: number | null
  going: boolean
}

/**
 * Boxes by pointer: one is drawn on free ground, moved, and sized at its corner. A finger on free ground scrolls. `onTaken` is told of the
 * box that the pointer took hold of; each move goes to `onChange`, all of one gesture as one step.
 */
export function useBoxPointer({
  ground,
  size,
  boxes,
  selected,
  onTaken,
  onChange,
  onSelect,
}: {
  ground: RefObject<HTMLElement | null>
  size: Size
  boxes: readonly Drawn[]
  selected: number | null
  onTaken: (key: number) => void
  onChange: (boxes: readonly Drawn[], sameStep?: boolean) => void
  onSelect: (key: number | null) => void
}) {
  const gesture = useRef<Gesture | null>(null)
  const [sketch, setSketch] = useState<Pick<Drawn, 'x' | 'y' | 'w' | 'h'> | null>(null)
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const box = ground.current!.getBoundingClientRect()
    return { x: ((clientX - box.left) / box.width) * size.width, y: ((clientY - box.top) / box.height) * size.height }
  }
  const begin = (event: PointerEvent, of: Drawn | null, grip: Grip) => {
    if (event.button !== 0) return
    event.stopPropagation()
    ground.current!.setPointerCapture(event.pointerId)
    const kind = boxes.find(({ key }) => key === selected)?.insectTypeId ?? null
    gesture.current = { of, grip, from: pointOf(event), startedAt: { x: event.clientX, y: event.clientY }, kind, going: false }
    onSelect(of?.key ?? null)
    if (of) onTaken(of.key)
  }
  const go = (event: PointerEvent) => {
    const now = gesture.current
    if (!now) return
    const { x, y } = now.startedAt
    if (!now.going && Math.hypot(event.clientX - x, event.clientY - y) < CLICK_PX) return
    const [at, isFirst] = [pointOf(event), !now.going]
    now.going = true
    if (now.of === null) return setSketch(between(now.from, at, size))
    const [dx, dy] = [at.x - now.from.x, at.y - now.from.y]
    const next = now.grip === 'whole' ? moved(now.of, dx, dy, size) : sized(now.of, dx, dy, size)
    onChange(
      boxes.map((one) => (one.key === next.key ? next : one)),
      !isFirst,
    )
  }
  const end = (event: PointerEvent) => {
    const now = gesture.current
    gesture.current = null
    setSketch(null)
    if (!now?.going || now.of !== null || event.type !== 'pointerup') return
    const drawn: Drawn = { ...between(now.from, pointOf(event), size), key: nextKey(boxes), insectTypeId: now.kind }
    onChange([...boxes, drawn])
    onSelect(drawn.key)
  }
  return {
    /** What is being drawn on free ground. */
    sketch,
    begin,
    handlers: {
      onPointerDown: (event: PointerEvent) => event.pointerType !== 'touch' && begin(event, null, 'whole'),
      onPointerMove: go,
      onPointerUp: end,
      onPointerCancel: end,
    },
  }
}
