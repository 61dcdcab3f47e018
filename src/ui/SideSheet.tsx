import Close from '@mui/icons-material/Close'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'

/** What is read beside a list or a page; in the hand it has the screen to itself. */
export function SideSheet({
  title,
  width,
  from = 'sm',
  flush = false,
  onClose,
  children,
}: {
  title: string
  width: number
  /** The screen on which it leaves room beside it. */
  from?: 'sm' | 'md'
  /** What stands in it reaches to its edges. */
  flush?: boolean
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const titleId = useId()
  const edge = flush ? {} : { p: 3, gap: 2 }
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { width: { xs: '100%', [from]: width }, ...edge } } }}
    >
      <Stack
        direction="row"
        sx={{ alignItems: 'center', gap: 1, ...(flush && { alignItems: 'flex-start', px: { xs: 2, sm: 3 }, pt: 2, pb: 1 }) }}
      >
        <Typography id={titleId} variant="h2" sx={{ flex: 1, minWidth: 0, ...(flush && { overflowWrap: 'anywhere', pt: 1 }) }}>
          {title}
        </Typography>
        <IconButton aria-label={t('crud:close')} onClick={onClose}>
          <Close />
        </IconButton>
      </Stack>
      {children}
    </Drawer>
  )
}
