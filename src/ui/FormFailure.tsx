import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

/** Why a form was not taken; where somebody else saved meanwhile, with a way to begin anew with that. */
export function FormFailure({ failure, onReload }: { failure: string | undefined; onReload: (() => void) | undefined }) {
  const { t } = useTranslation()
  if (failure === undefined) return null
  const reload = onReload && (
    <Button color="inherit" size="small" onClick={onReload}>
      {t('crud:reload')}
    </Button>
  )
  return (
    <Alert severity="error" action={reload}>
      {failure}
    </Alert>
  )
}
