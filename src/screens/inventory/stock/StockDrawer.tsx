import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'

const WIDTH = 820

/** What stands beside a list of stock: whose figures they are, and what they are made of. */
export function StockDrawer({
  title,
  below,
  note,
  onClose,
  children,
}: {
  title: string
  below: string | undefined
  note: string | undefined
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const titleId = useId()
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': titleId,
          sx: { width: { xs: '100%', sm: WIDTH }, maxWidth: '100%', p: { xs: 2, sm: 3 }, gap: 2 },
        },
      }}
    >
      <Stack direction="row" sx={{ alignItems: 'flex-start', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography id={titleId} variant="h2" sx={{ overflowWrap: 'anywhere' }}>
            {title}
          </Typography>
          {[below, note].map(
            (words) =>
              words !== undefined && (
                <Typography key={words} variant="body2" sx={{ color: 'text.secondary' }}>
                  {words}
                </Typography>
              ),
          )}
        </Box>
        <IconButton aria-label={t('crud:close')} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </Stack>
      {children}
    </Drawer>
  )
}
