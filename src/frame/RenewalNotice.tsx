import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { useStore } from '#src/createStore.ts'
import { renewalDue } from '#src/shell/renewal.ts'

/** Says that a newer console is there, which is loaded on the way to another page, and lets it be loaded at once. */
export function RenewalNotice() {
  const { t } = useTranslation()
  const due = useStore(renewalDue)
  return (
    <Box aria-live="polite">
      {due && (
        <Alert
          severity="info"
          square
          sx={{ py: 0, borderBottom: 1, borderColor: 'divider' }}
          action={
            <Button size="small" color="inherit" onClick={() => location.reload()}>
              {t('frame:renewal.now')}
            </Button>
          }
        >
          {t('frame:renewal.text')}
        </Alert>
      )}
    </Box>
  )
}
