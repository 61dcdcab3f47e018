import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { dayAfter, dayText } from '#src/time/moment.ts'
import { useNow } from '#src/ui/useNow.ts'
import { ExpiringDays } from './expiringDays.ts'

const HOUR = 3_600_000

/** The day of expiry, with words where it is past or near; `at` is the moment that it is looked at, now without it. */
export function Expiry({ day, at }: { day: string | null; at: number | undefined }) {
  const { t } = useTranslation()
  const now = useNow(HOUR)
  const within = useContext(ExpiringDays)
  if (day === null) return t('crud:none')
  const today = dayText(at ?? now)
  const standing = day < today ? 'expired' : within !== undefined && day <= dayAfter(today, within) ? 'soon' : null
  return (
    <Box component="span" sx={{ display: 'block', lineHeight: 1.35, fontVariantNumeric: 'tabular-nums' }}>
      {day}
      {standing !== null && (
        <Typography
          component="span"
          variant="caption"
          sx={{ display: 'block', color: standing === 'expired' ? 'error.main' : 'warning.main' }}
        >
          {t(`inventory:stock.expiry.${standing}`)}
        </Typography>
      )}
    </Box>
  )
}
