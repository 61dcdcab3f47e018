import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { momentText } from '#src/time/moment.ts'
import { useNow } from '#src/ui/useNow.ts'
import { describeSpan } from './describeSpan.ts'

/** Until when something runs (ms UTC), and how long that is from now. */
export function RunsUntil({ until }: { until: number }) {
  const { t } = useTranslation()
  const left = until - useNow(1000)
  const { unit, ...span } = describeSpan(left)
  return (
    <Typography variant="caption" component="p" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
      <time dateTime={new Date(until).toISOString()}>
        {left <= 0
          ? t('devices:run.ending')
          : t('devices:run.until', { time: momentText(until).slice(11, 16), span: t(`devices:changes.span.${unit}`, span) })}
      </time>
    </Typography>
  )
}
