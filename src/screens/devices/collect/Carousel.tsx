import ChevronLeftIcon from '@mui/icons-material/ChevronLeft'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { slideItems } from '../slideItems.ts'

/** How far a finger must go across, in px, and how much more across than down. */
const SWIPE_PX = 48
const SWIPE_SLOPE = 1.5

/** Shows items slide by slide: by arrows, by the left and right keys, by a swipe. Only the slide in view is drawn. */
export function Carousel<Item>({
  items,
  perSlide,
  label,
  itemKey,
  card,
}: {
  items: readonly Item[]
  perSlide: number
  label: string
  itemKey: (item: Item) => number
  card: (item: Item) => ReactNode
}) {
  const { t } = useTranslation()
  const slides = slideItems(items, perSlide)
  const [wanted, setWanted] = useState(0)
  const touch = useRef<{ x: number; y: number } | null>(null)
  const at = Math.min(wanted, Math.max(0, slides.length - 1))
  const move = (step: number) => setWanted(Math.min(slides.length - 1, Math.max(0, at + step)))
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    if (step === 0) return
    event.preventDefault()
    event.stopPropagation()
    move(step)
  }
  const several = slides.length > 1
  return (
    <Box component="section" aria-roledescription={t('devices:collect.turning')} aria-label={label} onKeyDown={onKeyDown}>
      <Stack direction="row" sx={{ alignItems: 'stretch', gap: { xs: 0, sm: 1 } }}>
        {several && (
          <IconButton
            aria-label={t('devices:collect.previous')}
            disabled={at === 0}
            onClick={() => move(-1)}
            sx={{ alignSelf: 'center', display: { xs: 'none', sm: 'inline-flex' } }}
          >
            <ChevronLeftIcon />
          </IconButton>
        )}
        <Box
          aria-live="off"
          onTouchStart={({ touches }) => {
            const finger = touches[0]
            touch.current = touches.length === 1 && finger ? { x: finger.clientX, y: finger.clientY } : null
          }}
          onTouchEnd={({ changedTouches }) => {
            const finger = changedTouches[0]
            if (!touch.current || !finger) return
            const [across, down] = [finger.clientX - touch.current.x, finger.clientY - touch.current.y]
            touch.current = null
            if (Math.abs(across) >= SWIPE_PX && Math.abs(across) > SWIPE_SLOPE * Math.abs(down)) move(across < 0 ? 1 : -1)
          }}
          sx={{
            flex: 1,
            minWidth: 0,
            display: 'grid',
            gap: 1.5,
            touchAction: 'pan-y',
            gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: `repeat(${perSlide}, minmax(0, 1fr))` },
          }}
        >
          {(slides[at] ?? []).map((item) => (
            <Box key={itemKey(item)} sx={{ minWidth: 0 }}>
              {card(item)}
            </Box>
          ))}
        </Box>
        {several && (
          <IconButton
            aria-label={t('devices:collect.next')}
            disabled={at === slides.length - 1}
            onClick={() => move(1)}
            sx={{ alignSelf: 'center', display: { xs: 'none', sm: 'inline-flex' } }}
          >
            <ChevronRightIcon />
          </IconButton>
        )}
      </Stack>
      {several && (
        <Stack direction="row" sx={{ justifyContent: 'center', alignItems: 'center', gap: 1, mt: 1 }}>
          <IconButton
            size="small"
            aria-label={t('devices:collect.previous')}
            disabled={at === 0}
            onClick={() => move(-1)}
            sx={{ display: { sm: 'none' } }}
          >
            <ChevronLeftIcon />
          </IconButton>
          <Typography variant="caption" sx={{ color: 'text.secondary' }} aria-live="polite">
            {t('devices:collect.slide', { page: at + 1, pages: slides.length })}
          </Typography>
          <IconButton
            size="small"
            aria-label={t('devices:collect.next')}
            disabled={at === slides.length - 1}
            onClick={() => move(1)}
            sx={{ display: { sm: 'none' } }}
          >
            <ChevronRightIcon />
          </IconButton>
        </Stack>
      )}
    </Box>
  )
}
