import Alert from '@mui/material/Alert'
import { useTranslation } from 'react-i18next'

/** Of a camera of the Ezviz cloud its serial number says everything; the keys are the company's. */
export function EzvizFields() {
  const { t } = useTranslation()
  return <Alert severity="info">{t('cameras:form.ezvizHint')}</Alert>
}
