import Close from '@mui/icons-material/Close'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'

export interface ModalProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  /** Width on a desk, in px; on a phone a modal fills the screen. */
  readonly width: number
  readonly children: ReactNode
  /** Buttons at the foot. */
  readonly actions?: ReactNode
  /** The content draws to the modal's edges. */
  readonly flush?: boolean
  /** Clicks beside the modal do not close it (a form with typed text). */
  readonly keepOpen?: boolean
  /** Nothing but a button of the content closes it: what stands there is shown once. */
  readonly sealed?: boolean
}

/** A window over the page. */
export function Modal({ open, onClose, title, width, children, actions, flush = false, keepOpen = false, sealed = false }: ModalProps) {
  const { t } = useTranslation()
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const titleId = useId()
  return (
    <Dialog
      open={open}
      onClose={(_, reason) => {
        if (!sealed && !(keepOpen && reason === 'backdropClick')) onClose()
      }}
      fullScreen={phone}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: phone ? {} : { width, maxWidth: `calc(100vw - 64px)` } } }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, pl: 3, pr: 1.5, py: 1.5 }}>
        {/* The title alone names the window: the button beside it is no part of the name. */}
        <DialogTitle id={titleId} variant="h2" sx={{ flex: 1, minWidth: 0, p: 0 }}>
          {title}
        </DialogTitle>
        {!sealed && (
          <IconButton aria-label={t('frame:act.close')} onClick={onClose}>
            <Close />
          </IconButton>
        )}
      </Stack>
      <DialogContent dividers sx={flush ? { p: 0 } : {}}>
        {children}
      </DialogContent>
      {actions != null && <DialogActions sx={{ px: 3, py: 1.5 }}>{actions}</DialogActions>}
    </Dialog>
  )
}
