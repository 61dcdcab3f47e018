import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'

/** A panel beside the map: a side sheet on a desk, a bottom sheet on a phone. The map stays in reach; Escape closes. */
export function MapPanel({
  title,
  onClose,
  children,
  side = 'right',
}: {
  title: string
  onClose: () => void
  children: ReactNode
  side?: 'left' | 'right'
}) {
  const { t } = useTranslation()
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement
    const field = panel.current?.querySelector<HTMLElement>('input[type=text]') ?? panel.current?.querySelector('button')
    field?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <Paper
      ref={panel}
      component="section"
      aria-labelledby={id}
      elevation={6}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
      sx={{
        position: 'absolute',
        zIndex: 3,
        display: 'flex',
        flexDirection: 'column',
        inset: { xs: 'auto 0 0 0', md: side === 'right' ? '12px 68px auto auto' : '12px auto auto 12px' },
        width: { xs: 'auto', md: 320 },
        maxHeight: { xs: '62%', md: 'calc(100% - 56px)' },
        borderRadius: { xs: '16px 16px 0 0', md: 2 },
        pointerEvents: 'auto',
      }}
    >
      <Stack
        direction="row"
        sx={{ alignItems: 'center', justifyContent: 'space-between', pl: 2, pr: 1, py: 0.75, borderBottom: 1, borderColor: 'divider' }}
      >
        <Typography id={id} variant="h3" component="h2">
          {title}
        </Typography>
        <IconButton size="small" onClick={onClose} aria-label={t('map:control.close')}>
          <Close fontSize="small" />
        </IconButton>
      </Stack>
      {/* A pane that scrolls must be reachable by keyboard. */}
      <Box tabIndex={-1} sx={{ overflowY: 'auto', minHeight: 0 }}>
        {children}
      </Box>
    </Paper>
  )
}
