import Box from '@mui/material/Box'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { BoxMark, BoxSeen, BoxSketch } from './BoxMark.tsx'
import { type Drawn, moved, type Size, sized } from './drawing.ts'
import { useBoxPointer } from './useBoxPointer.ts'

/** A key moves a box by this part of the picture's width, with Ctrl by one pixel. */
const STEP = 160

const ways: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** What a key makes of a box: moved, or with Shift sized; null where the key is none of these. */
function nudged(event: KeyboardEvent, of: Drawn, size: Size): Drawn | null {
  const way = event.altKey || event.metaKey ? undefined : ways[event.key]
  if (!way) return null
  const step = event.ctrlKey ? 1 : Math.max(1, Math.round(size.width / STEP))
  return (event.shiftKey ? sized : moved)(of, way[0] * step, way[1] * step, size)
}

/**
 * The boxes over a picture. By mouse a box is drawn on free ground, moved, and sized at its corner; by finger moved and sized; by keys moved
 * with the arrows, sized with Shift and the arrows (Ctrl: by one pixel), taken away with Delete, and given its kind with Enter.
 */
export function BoxLayer({
  size,
  boxes,
  selected,
  focused,
  mayDraw,
  nameOf,
  colorOf,
  label,
  onChange,
  onSelect,
  onChoose,
  children,
}: {
  size: Size
  boxes: readonly Drawn[]
  selected: number | null
  /** The box that takes the focus as soon as it is there. */
  focused: { readonly key: number } | null
  mayDraw: boolean
  nameOf: (kind: number | null) => string
  colorOf: (kind: number | null) => string
  label: string
  onChange: (boxes: readonly Drawn[], sameStep?: boolean) => void
  onSelect: (key: number | null) => void
  onChoose: (key: number, place: HTMLElement) => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const ground = useRef<HTMLFieldSetElement>(null)
  const marks = useRef(new Map<number, HTMLButtonElement>())
  useEffect(() => {
    if (focused !== null) marks.current.get(focused.key)?.focus()
  }, [focused])
  const { sketch, begin, handlers } = useBoxPointer({
    ground,
    size,
    boxes,
    selected,
    // What holds the pointer does not take the focus by itself.
    onTaken: (key) => marks.current.get(key)?.focus({ preventScroll: true }),
    onChange,
    onSelect,
  })
  const onKeyDown = (event: KeyboardEvent, of: Drawn) => {
    const next = nudged(event, of, size)
    if (next)
      onChange(
        boxes.map((one) => (one.key === of.key ? next : one)),
        event.repeat,
      )
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      const at = boxes.indexOf(of)
      const neighbour = boxes[at + 1] ?? boxes[at - 1]
      onChange(boxes.filter((one) => one !== of))
      onSelect(neighbour?.key ?? null)
      // The focus stays among the boxes.
      if (neighbour) marks.current.get(neighbour.key)?.focus()
    } else if (event.key === 'Enter') onChoose(of.key, marks.current.get(of.key)!)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const labelOf = (box: Drawn, at: number) =>
    t('insects:draw.box', { nth: at + 1, kind: nameOf(box.insectTypeId), x: box.x, y: box.y, w: box.w, h: box.h })
  return (
    <Box
      ref={ground}
      component="fieldset"
      aria-label={label}
      {...(mayDraw ? handlers : {})}
      sx={{
        position: 'relative',
        width: '100%',
        m: 0,
        p: 0,
        minWidth: 0,
        border: 0,
        userSelect: 'none',
        cursor: mayDraw ? 'crosshair' : 'default',
      }}
    >
      {children}
      {boxes.map((box, at) =>
        mayDraw ? (
          <BoxMark
            key={box.key}
            of={box}
            size={size}
            label={labelOf(box, at)}
            color={colorOf(box.insectTypeId)}
            selected={box.key === selected}
            ref={(mark) => {
              if (mark) marks.current.set(box.key, mark)
              else marks.current.delete(box.key)
            }}
            onGrip={(event, grip) => begin(event, box, grip)}
            onKeyDown={(event) => onKeyDown(event, box)}
            onFocus={() => onSelect(box.key)}
            onChoose={() => onChoose(box.key, marks.current.get(box.key)!)}
          />
        ) : (
          <BoxSeen key={box.key} of={box} size={size} label={labelOf(box, at)} color={colorOf(box.insectTypeId)} />
        ),
      )}
      {sketch && <BoxSketch of={sketch} size={size} />}
    </Box>
  )
}
