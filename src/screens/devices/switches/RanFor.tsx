import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Ran, RunHours } from '#contract/devices/runHours'
import { describeSpan } from './describeSpan.ts'

/** How long a circuit ran: today, in a week, in all; what nobody knows is said apart. A line of its own in the row of a circuit. */
export function RanFor({ of }: { of: RunHours | undefined }) {
  const { t } = useTranslation()
  if (of === undefined || of.since === null) return null
  const span = (ms: number) => {
    const { unit, ...words } = describeSpan(ms)
    return t(`devices:changes.span.${unit}`, words)
  }
  const say = ({ onMs, unknownMs }: Ran) =>
    unknownMs < 60_000 ? span(onMs) : t('devices:ran.unknown', { span: span(onMs), unknown: span(unknownMs) })
  return (
    <Typography variant="caption" component="p" sx={{ color: 'text.secondary', gridColumn: '1 / -1' }}>
      {t('devices:ran.line', { today: say(of.today), week: say(of.week), all: say(of.all) })}
    </Typography>
  )
}
