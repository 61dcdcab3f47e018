import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useTranslation } from 'react-i18next'

/** Says to whoever draws that somebody saved other boxes meanwhile; either drawing may be chosen. */
export function DrawnMeanwhile({ by, onMine, onTheirs }: { by: string | null; onMine: () => void; onTheirs: () => void }) {
  const { t } = useTranslation()
  return (
    <Alert
      severity="warning"
      action={
        <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap' }}>
          <Button color="inherit" onClick={onMine}>
            {t('insects:draw.saveOver')}
          </Button>
          <Button color="inherit" onClick={onTheirs}>
            {t('insects:draw.takeTheirs')}
          </Button>
        </Stack>
      }
    >
      {t('insects:draw.stale', { name: by ?? t('insects:draw.somebody') })}
    </Alert>
  )
}
