import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'

/** A card that hangs over a place of the map; the stage moves it. It takes the focus and gives it back. */
export function PopupCard({
  pin,
  title,
  mark,
  onClose,
  onKeyDown,
  children,
}: {
  pin: Ref<HTMLDivElement>
  title: string
  mark?: ReactNode
  onClose: () => void
  /** What keys do in it beside Escape. */
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const before = document.activeElement
    button.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <Box
      ref={pin}
      sx={{
        position: 'absolute',
        top: 0,
        left: 0,
        zIndex: 2,
        width: 'max-content',
        maxWidth: 'min(320px, calc(100% - 24px))',
        pointerEvents: 'auto',
      }}
    >
      <Paper
        component="section"
        aria-labelledby={id}
        elevation={8}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
          else onKeyDown?.(event)
        }}
        sx={{ p: 1.5, minWidth: 220 }}
      >
        <Stack direction="row" sx={{ alignItems: 'flex-start', justifyContent: 'space-between', gap: 1, mb: 0.75 }}>
          <Box sx={{ minWidth: 0 }}>
            <Typography id={id} variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
              {title}
            </Typography>
            <Stack direction="row" sx={{ columnGap: 1, flexWrap: 'wrap' }}>
              {mark}
            </Stack>
          </Box>
          <IconButton ref={button} size="small" onClick={onClose} aria-label={t('map:popup.close')} sx={{ mt: -0.5, mr: -0.5 }}>
            <Close fontSize="small" />
          </IconButton>
        </Stack>
        {children}
      </Paper>
    </Box>
  )
}

/** Label and value of one fact; an empty value says so (MAP-16). */
export function PopupFact({ label, children }: { label: string; children: ReactNode }) {
  const { t } = useTranslation()
  const empty = children == null || children === ''
  return (
    <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2 }}>
      <Typography component="dt" variant="body2" noWrap sx={{ color: 'text.secondary', flexShrink: 0, maxWidth: '60%' }}>
        {label}
      </Typography>
      <Typography
        component="dd"
        variant="body2"
        sx={{
          m: 0,
          textAlign: 'end',
          overflowWrap: 'anywhere',
          fontVariantNumeric: 'tabular-nums',
          color: empty ? 'text.disabled' : 'text.primary',
        }}
      >
        {empty ? t('map:popup.noData') : children}
      </Typography>
    </Stack>
  )
}
