import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { dayText } from '#src/time/moment.ts'
import { useNow } from '#src/ui/useNow.ts'

const HOUR = 3_600_000

/** The first day on which a plot may be harvested, while it is still to come; what has passed makes nobody wait. */
export function HarvestCell({ value: day }: { value: unknown }) {
  const { t } = useTranslation()
  const today = dayText(useNow(HOUR))
  if (typeof day !== 'string' || day <= today) return t('crud:none')
  return (
    <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {day}
      <Typography component="span" variant="caption" sx={{ display: 'block', color: 'warning.main' }}>
        {t('farm:land.safetyAhead')}
      </Typography>
    </Box>
  )
}
