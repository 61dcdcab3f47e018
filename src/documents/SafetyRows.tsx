import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import { infoPath } from '#contract/approvals/infoPath'
import type { LandSafety } from '#contract/inventory/landSafety'
import { dayText } from '#src/time/moment.ts'

/** From which day a plot may be harvested, by product; `linked`: with the way to the document that it was issued by. */
export function SafetyRows({ rows, linked = false }: { rows: readonly LandSafety[]; linked?: boolean }) {
  const { t } = useTranslation()
  if (rows.length === 0) return <Typography sx={{ color: 'text.secondary' }}>{t('inventory:landSafety.none')}</Typography>
  return (
    <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {rows.map(({ id, productName: product, document, activity, effectiveAt, intervalDays: days, safeFrom: day, isAhead }) => (
        <Stack
          key={id}
          component="li"
          direction="row"
          sx={{ alignItems: 'flex-start', justifyContent: 'space-between', gap: 2, py: 0.75, borderTop: 1, borderColor: 'divider' }}
        >
          <div>
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {t('inventory:landSafety.harvest', { day, product })}
            </Typography>
            <Typography variant="caption" sx={{ color: 'text.secondary', display: 'block' }}>
              {t(activity ? 'inventory:landSafety.sprayed' : 'inventory:landSafety.interval', { day: dayText(effectiveAt), days })}
              {linked && ' · '}
              {linked &&
                (activity ? (
                  <Link component={RouterLink} to={`/web/farm/activity?open=${activity.id}`}>
                    {activity.name}
                  </Link>
                ) : (
                  <Issued of={document} />
                ))}
            </Typography>
          </div>
          {isAhead && <Chip size="small" color="warning" variant="outlined" label={t('inventory:landSafety.ahead')} />}
        </Stack>
      ))}
    </Stack>
  )
}

/** The issue behind an interval, for whoever may read it. */
function Issued({ of }: { of: LandSafety['document'] }) {
  if (of === null) return null
  return of.readable ? (
    <Link component={RouterLink} to={infoPath(of.formCode, of.id)}>
      {of.code}
    </Link>
  ) : (
    of.code
  )
}
