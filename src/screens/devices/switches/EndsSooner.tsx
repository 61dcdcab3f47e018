import WarningIcon from '@mui/icons-material/WarningAmber'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useRunWords } from './useRunWords.ts'

/** That the device ends by itself what is started after so many seconds, which is sooner than asked. */
export function EndsSooner({ seconds }: { seconds: number }) {
  const { t } = useTranslation()
  const words = useRunWords()
  return (
    <Typography
      variant="caption"
      role="note"
      sx={{ flexBasis: '100%', display: 'flex', gap: 0.5, alignItems: 'center', color: 'status.warn', fontWeight: 600 }}
    >
      <WarningIcon aria-hidden sx={{ fontSize: 16 }} />
      {t('devices:run.endsSooner', { span: words(seconds) })}
    </Typography>
  )
}
