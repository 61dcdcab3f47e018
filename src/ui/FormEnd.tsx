import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useTranslation } from 'react-i18next'

/** The end of a form in a window: why it was not saved, how that may be mended, and what leaves it and saves it. */
export function FormEnd({
  failure,
  onReload,
  saving,
  onCancel,
}: {
  failure?: string | undefined
  /** Takes what somebody else saved meanwhile; where that is why it was not saved. */
  onReload?: (() => void) | undefined
  saving: boolean
  onCancel: () => void
}) {
  const { t } = useTranslation()
  const reload = onReload && (
    <Button color="inherit" size="small" onClick={onReload}>
      {t('crud:reload')}
    </Button>
  )
  return (
    <>
      {failure !== undefined && (
        <Alert severity="error" action={reload}>
          {failure}
        </Alert>
      )}
      <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1 }}>
        <Button onClick={onCancel}>{t('crud:cancel')}</Button>
        <Button type="submit" variant="contained" loading={saving}>
          {t('crud:save')}
        </Button>
      </Stack>
    </>
  )
}
