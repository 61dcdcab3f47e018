import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useAlarmsSince, useAlarmStatus } from '#src/live/useAlarms.ts'
import { Age } from '#src/ui/Age.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'

/** That what is shown of a base's alarms may not be all there is: they are on their way, or nothing has come since. Nothing while it is. */
export function AlarmsUnknown({ areaId }: { areaId: number }) {
  const { t } = useTranslation()
  const status = useAlarmStatus(areaId)
  const since = useAlarmsSince(areaId)
  if (status === 'fresh') return null
  if (status === 'loading') return <SecondaryText sx={{ px: 2, py: 1 }}>{t('frame:alarm.loading')}</SecondaryText>
  return (
    <Stack direction="row" sx={{ px: 2, py: 1, gap: 1, alignItems: 'center', color: 'status.warn' }}>
      <CloudOffOutlined fontSize="small" aria-hidden />
      <Typography variant="body2">
        {t('frame:alarm.notKnown')}
        {since !== null && (
          <>
            {' · '}
            <Age moment={since} />
          </>
        )}
      </Typography>
    </Stack>
  )
}
