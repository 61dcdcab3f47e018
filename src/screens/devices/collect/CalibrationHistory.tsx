import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Calibration, Correction } from '#contract/devices/calibration'
import { formatValue } from '#src/charts/formatValue.ts'
import { momentText } from '#src/time/moment.ts'
import { type Paging, Pager } from '#src/ui/Pager.tsx'

/** Digits of a factor that are told apart. */
const DIGITS = 6

/** What an item's readings were corrected by, newest first: who, when, from when on, and why. */
export function CalibrationHistory({
  entries,
  total,
  paging,
  onPaging,
}: {
  entries: readonly Calibration[]
  total: number
  paging: Paging
  onPaging: (next: Paging) => void
}) {
  const { t, i18n } = useTranslation()
  const words = ({ factor, offset }: Correction) =>
    t('devices:calibration.rule', {
      factor: formatValue(factor, i18n.language, DIGITS),
      offset: formatValue(offset, i18n.language, DIGITS),
    })
  return (
    <Stack component="section" aria-label={t('devices:calibration.history')} spacing={1}>
      <Typography variant="h3" component="h3">
        {t('devices:calibration.history')}
      </Typography>
      {total === 0 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('devices:calibration.none')}
        </Typography>
      ) : (
        <Stack component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {entries.map((one) => (
            <Stack key={one.id} component="li" sx={{ py: 1, borderTop: 1, borderColor: 'divider', gap: 0.25 }}>
              <Typography variant="body2" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
                {words(one.after)}
              </Typography>
              <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                {one.reason}
              </Typography>
              <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                {t('devices:calibration.made', { who: one.madeBy ?? t('devices:calibration.nobody'), at: momentText(one.madeAt) })}
                {' · '}
                {t('devices:calibration.holds', { since: momentText(one.since) })}
                {' · '}
                {t('devices:calibration.before', { rule: words(one.before) })}
              </Typography>
            </Stack>
          ))}
        </Stack>
      )}
      {total > paging.size && <Pager total={total} paging={paging} sizes={[paging.size]} onPaging={onPaging} />}
    </Stack>
  )
}
