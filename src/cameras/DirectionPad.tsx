import AddIcon from '@mui/icons-material/ZoomIn'
import ArrowIcon from '@mui/icons-material/ArrowUpward'
import RemoveIcon from '@mui/icons-material/ZoomOut'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { type KeyboardEvent, type ReactElement, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Course } from '#machines/cameras/ptz'
import { courseOf, isPadKey } from './padKeys.ts'
import type { Ptz } from './usePtz.ts'

/** Row by row; the middle is what it does now. */
const AROUND: readonly (readonly [Course, number] | null)[] = [
  ['leftUp', -45],
  ['up', 0],
  ['rightUp', 45],
  ['left', -90],
  null,
  ['right', 90],
  ['leftDown', -135],
  ['down', 180],
  ['rightDown', 135],
]
const SIZE = 44

/** Turns a camera while a direction is held: by mouse, touch or pen, by space and enter on a direction, by arrows, + and − anywhere in it. */
export function DirectionPad({ ptz, disabled = false }: { ptz: Ptz; disabled?: boolean }) {
  const { t } = useTranslation()
  const keys = useRef(new Set<string>())
  const heldKeys = (event: KeyboardEvent, down: boolean) => {
    if (!isPadKey(event.key) || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    if (event.repeat || disabled) return
    if (down) keys.current.add(event.key)
    else keys.current.delete(event.key)
    const course = courseOf(keys.current)
    if (course === null) ptz.letGo()
    else ptz.press(course)
  }
  const letGo = () => {
    keys.current.clear()
    ptz.letGo()
  }
  return (
    <Stack
      component="fieldset"
      aria-label={t('cameras:ptz.title')}
      onKeyDown={(event) => heldKeys(event, true)}
      onKeyUp={(event) => heldKeys(event, false)}
      onBlur={letGo}
      sx={{ alignItems: 'center', gap: 1, m: 0, p: 0, border: 0, minInlineSize: 0, userSelect: 'none', touchAction: 'none' }}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: `repeat(3, ${SIZE}px)`, gap: 0.5, p: 1, borderRadius: 4, bgcolor: 'action.hover' }}>
        {AROUND.map((one) =>
          one === null ? (
            <Box key="middle" aria-hidden sx={{ display: 'grid', placeItems: 'center' }}>
              <Box sx={{ width: 12, height: 12, borderRadius: '50%', bgcolor: ptz.course === null ? 'action.disabled' : 'primary.main' }} />
            </Box>
          ) : (
            <Hold key={one[0]} course={one[0]} ptz={ptz} letGo={letGo} disabled={disabled}>
              <ArrowIcon sx={{ transform: `rotate(${one[1]}deg)` }} />
            </Hold>
          ),
        )}
      </Box>
      <Stack direction="row" sx={{ gap: 2 }}>
        <Hold course="zoomOut" ptz={ptz} letGo={letGo} disabled={disabled}>
          <RemoveIcon />
        </Hold>
        <Hold course="zoomIn" ptz={ptz} letGo={letGo} disabled={disabled}>
          <AddIcon />
        </Hold>
      </Stack>
      <Typography variant="caption" component="output" sx={{ color: ptz.course === null ? 'text.secondary' : 'primary.main' }}>
        {ptz.course === null ? t('cameras:ptz.still') : t('cameras:ptz.moving', { direction: t(`cameras:ptz.${ptz.course}`) })}
      </Typography>
    </Stack>
  )
}

function Hold({
  course,
  ptz,
  letGo,
  disabled,
  children,
}: {
  course: Course
  ptz: Ptz
  letGo: () => void
  disabled: boolean
  children: ReactElement
}) {
  const { t } = useTranslation()
  const label = t(`cameras:ptz.${course}`)
  const byKey = ({ key, repeat }: KeyboardEvent) => (key === ' ' || key === 'Enter') && !repeat
  return (
    <Tooltip title={label} enterTouchDelay={100_000}>
      <span>
        <IconButton
          aria-label={label}
          aria-pressed={ptz.course === course}
          disabled={disabled}
          color={ptz.course === course ? 'primary' : 'default'}
          sx={{ width: SIZE, height: SIZE, touchAction: 'none' }}
          onPointerDown={(event) => {
            if (event.button !== 0) return
            event.currentTarget.setPointerCapture?.(event.pointerId)
            ptz.press(course)
          }}
          onPointerUp={letGo}
          onPointerCancel={letGo}
          onLostPointerCapture={letGo}
          // A long touch asks for a menu, and would take the pointer away.
          onContextMenu={(event) => event.preventDefault()}
          onKeyDown={(event) => {
            if (byKey(event)) ptz.press(course)
          }}
          onKeyUp={(event) => {
            if (byKey(event)) letGo()
          }}
        >
          {children}
        </IconButton>
      </span>
    </Tooltip>
  )
}
