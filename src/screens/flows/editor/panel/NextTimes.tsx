import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/i18n/useLanguage.ts'
import type { Next } from './useNextTimes.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'

/** The next times at which a clock starts the flow, as the clock of the base shows them. */
export function NextTimes({ of: { told } }: { of: Next }) {
  const { t } = useTranslation()
  const language = useLanguage()
  if (told === null) return null
  if (told.times.length === 0) return <Alert severity="warning">{t('flows:editor.nextTimes.none')}</Alert>
  const words = new Intl.DateTimeFormat(language, {
    timeZone: told.zone,
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (
    <Box component="section" aria-label={t('flows:editor.nextTimes.title', { zone: told.zone })}>
      <SecondaryText variant="caption">{t('flows:editor.nextTimes.title', { zone: told.zone })}</SecondaryText>
      <Box component="ol" sx={{ m: 0, pl: 3 }}>
        {told.times.map((at) => (
          <Typography key={at} component="li" variant="body2">
            {words.format(at)}
          </Typography>
        ))}
      </Box>
    </Box>
  )
}
