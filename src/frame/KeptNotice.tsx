import HistoryOutlined from '@mui/icons-material/HistoryOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Collapse from '@mui/material/Collapse'
import { useTranslation } from 'react-i18next'
import { useKeptSince } from '#src/api/keptSince.ts'
import { useSending } from '#src/field/useFieldQueue.ts'
import { momentText } from '#src/time/moment.ts'

/** Says of when a page is that shows what was kept; and sees to it that what waits is sent, whatever page is open. */
export function KeptNotice() {
  const { t } = useTranslation()
  const since = useKeptSince()
  useSending(since !== null)
  return (
    <Box aria-live="polite">
      <Collapse in={since !== null} unmountOnExit>
        <Alert severity="info" icon={<HistoryOutlined fontSize="inherit" />} square sx={{ py: 0, borderBottom: 1, borderColor: 'divider' }}>
          {since !== null && t('field:asOf', { at: momentText(since).slice(0, 16) })}
        </Alert>
      </Collapse>
    </Box>
  )
}
