import Alert from '@mui/material/Alert'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useTranslation } from 'react-i18next'

/** The columns of a spreadsheet that hold something and are not known; nothing is brought before somebody has confirmed to leave them out. */
export function UnknownColumns({
  heads,
  asked,
  confirmed,
  onConfirm,
}: {
  heads: readonly string[]
  /** Nothing else is in the way: whether to go on without them. */
  asked: boolean
  confirmed: boolean
  onConfirm: (confirmed: boolean) => void
}) {
  const { t } = useTranslation()
  if (heads.length === 0) return null
  return (
    <Alert severity="warning" sx={{ overflowWrap: 'anywhere' }}>
      {t('crud:sheet.unknown', { heads: heads.join(', ') })}
      {asked && (
        <FormControlLabel
          sx={{ display: 'flex' }}
          control={<Checkbox size="small" checked={confirmed} onChange={(_, checked) => onConfirm(checked)} />}
          label={t('crud:sheet.leaveOut')}
        />
      )}
    </Alert>
  )
}
