import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

/** That somebody else has saved meanwhile: what was typed is there, and may be given up for the newest. */
export function StaleNote({ shown, onReload }: { shown: boolean; onReload: () => void }) {
  const { t } = useTranslation()
  if (!shown) return null
  return (
    <Alert severity="warning" action={<Button onClick={onReload}>{t('crud:reload')}</Button>}>
      {t('crud:stale')}
    </Alert>
  )
}
