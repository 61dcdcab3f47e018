import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

/** Above a form: what was typed before stands in it, and can be given up. */
export function DraftNote({ shown, onDrop }: { shown: boolean; onDrop: () => void }) {
  const { t } = useTranslation()
  if (!shown) return null
  return (
    <Alert severity="info" action={<Button onClick={onDrop}>{t('crud:draft.drop')}</Button>}>
      {t('crud:draft.found')}
    </Alert>
  )
}
