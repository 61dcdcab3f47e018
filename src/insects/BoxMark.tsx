import Box from '@mui/material/Box'
import type { KeyboardEvent, PointerEvent, Ref } from 'react'
import type { Drawn, Size } from './drawing.ts'

type Place = Pick<Drawn, 'x' | 'y' | 'w' | 'h'>
const percent = (part: number, whole: number) => `${(100 * part) / whole}%`
const placeOf = ({ x, y, w, h }: Place, { width, height }: Size) => ({
  left: percent(x, width),
  top: percent(y, height),
  width: percent(w, width),
  height: percent(h, height),
})

/** What is done to a box by a pointer: moved as it is, or drawn out at its corner. */
export type Grip = 'whole' | 'corner'

/** One box over a picture; where it may be changed it is a button that is moved by keys and by its corner. */
export function BoxMark({
  of,
  size,
  label,
  color,
  selected,
  ref,
  onGrip,
  onKeyDown,
  onFocus,
  onChoose,
}: {
  of: Drawn
  size: Size
  label: string
  color: string
  selected: boolean
  ref: Ref<HTMLButtonElement>
  onGrip: (event: PointerEvent, grip: Grip) => void
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: () => void
  onChoose: () => void
}) {
  return (
    <Box
      component="button"
      type="button"
      ref={ref}
      aria-label={label}
      aria-pressed={selected}
      onPointerDown={(event) => onGrip(event, 'whole')}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onDoubleClick={onChoose}
      style={placeOf(of, size)}
      sx={{
        position: 'absolute',
        p: 0,
        bgcolor: selected ? 'rgba(255,255,255,0.25)' : 'transparent',
        border: `2px solid ${color}`,
        borderRadius: '2px',
        // Seen on light and on dark pictures.
        boxShadow: selected ? '0 0 0 2px #fff, 0 0 0 4px #000' : '0 0 0 1px rgba(255,255,255,0.85)',
        zIndex: selected ? 2 : 1,
        cursor: 'move',
        touchAction: 'none',
        // A finger is broader than an insect.
        '&::before': { content: '""', position: 'absolute', inset: -8 },
        '&:focus-visible': { outline: '3px solid #000', outlineOffset: 4 },
      }}
    >
      {selected && (
        <Box
          component="span"
          aria-hidden
          onPointerDown={(event) => onGrip(event, 'corner')}
          sx={{
            position: 'absolute',
            right: -9,
            bottom: -9,
            width: 16,
            height: 16,
            borderRadius: '50%',
            bgcolor: '#fff',
            border: '2px solid #000',
            cursor: 'nwse-resize',
            touchAction: 'none',
            '&::before': { content: '""', position: 'absolute', inset: -10 },
          }}
        />
      )}
    </Box>
  )
}

/** One box that is only looked at; its words stand with the counts. */
export const BoxSeen = ({ of, size, label, color }: { of: Drawn; size: Size; label: string; color: string }) => (
  <Box
    title={label}
    style={placeOf(of, size)}
    sx={{ position: 'absolute', border: `2px solid ${color}`, borderRadius: '2px', boxShadow: '0 0 0 1px rgba(255,255,255,0.85)' }}
  />
)

/** A box while it is drawn. */
export const BoxSketch = ({ of, size }: { of: Place; size: Size }) => (
  <Box
    aria-hidden
    style={placeOf(of, size)}
    sx={{ position: 'absolute', border: '2px dashed #000', outline: '1px dashed #fff', pointerEvents: 'none', zIndex: 3 }}
  />
)
