import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Checkbox from '@mui/material/Checkbox'
import Typography from '@mui/material/Typography'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Picture } from '#contract/media/picture'
import { AuthImage } from './AuthImage.tsx'

const TILE = 168
const HEIGHT = 126

/**
 * Pictures in rows: arrows walk, Home and End lead to the ends, Enter opens, Space chooses. One of them alone is in the order of the tab key.
 * Without `onChoose` nothing is chosen.
 */
export function PictureGrid({
  pictures,
  chosen,
  onChoose,
  onOpen,
}: {
  pictures: readonly Picture[]
  chosen?: ReadonlySet<number>
  onChoose?: (pictureId: number, on: boolean) => void
  onOpen: (picture: Picture) => void
}) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const active = Math.min(at, pictures.length - 1)
  const focus = (next: number) => {
    const to = Math.max(0, Math.min(pictures.length - 1, next))
    setAt(to)
    list.current?.querySelectorAll<HTMLElement>('[data-picture]')[to]?.focus()
  }
  /** As many as stand beside each other now. */
  const columns = () => {
    const tops = [...(list.current?.children ?? [])].map((one) => (one as HTMLElement).offsetTop)
    const first = tops.findIndex((top) => top !== tops[0])
    return first < 0 ? tops.length : first
  }
  const walk = (event: KeyboardEvent, nth: number, picture: Picture) => {
    const steps: Partial<Record<string, () => void>> = {
      ArrowRight: () => focus(nth + 1),
      ArrowLeft: () => focus(nth - 1),
      ArrowDown: () => focus(nth + columns()),
      ArrowUp: () => focus(nth - columns()),
      Home: () => focus(0),
      End: () => focus(pictures.length - 1),
      ...(onChoose ? { ' ': () => onChoose(picture.pictureId, chosen?.has(picture.pictureId) !== true) } : {}),
    }
    const step = steps[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    step()
  }
  return (
    <Box
      component="ul"
      ref={list}
      aria-label={t('media:library.grid')}
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: `repeat(auto-fill, minmax(${TILE}px, 1fr))` },
      }}
    >
      {pictures.map((picture, nth) => {
        const isChosen = chosen?.has(picture.pictureId) === true
        return (
          <Box
            component="li"
            key={picture.pictureId}
            sx={{
              position: 'relative',
              border: 1,
              borderColor: isChosen ? 'primary.main' : 'divider',
              borderRadius: 1,
              overflow: 'hidden',
            }}
          >
            <ButtonBase
              data-picture
              tabIndex={nth === active ? 0 : -1}
              onFocus={() => setAt(nth)}
              onKeyDown={(event) => walk(event, nth, picture)}
              onClick={() => onOpen(picture)}
              sx={{ display: 'block', width: 1, textAlign: 'start' }}
            >
              <AuthImage src={picture.fileUrl} alt="" width={TILE * 2} height={HEIGHT} sx={{ width: 1 }} />
              <Box sx={{ px: 1, py: 0.75 }}>
                <Typography variant="body2" noWrap title={picture.pictureName}>
                  {picture.pictureName}
                </Typography>
                <Typography variant="caption" noWrap sx={{ color: 'text.secondary', display: 'block' }}>
                  {picture.uses > 0 ? t('media:library.used', { count: picture.uses }) : t('media:library.unused')}
                </Typography>
              </Box>
            </ButtonBase>
            {onChoose && (
              <Checkbox
                size="small"
                checked={isChosen}
                tabIndex={-1}
                onChange={(_, on) => onChoose(picture.pictureId, on)}
                slotProps={{ input: { 'aria-label': t('media:library.choose', { name: picture.pictureName }) } }}
                sx={{
                  position: 'absolute',
                  top: 4,
                  left: 4,
                  p: 0.25,
                  bgcolor: 'background.paper',
                  '&:hover': { bgcolor: 'background.paper' },
                }}
              />
            )}
          </Box>
        )
      })}
    </Box>
  )
}
