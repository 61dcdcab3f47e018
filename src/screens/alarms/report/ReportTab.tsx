import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { keepPreviousData } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import { alarmCalls } from '#contract/alarms/alarm'
import { useCall } from '#src/api/useCall.ts'
import { formatValue } from '#src/charts/formatValue.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { QueryGate } from '#src/ui/QueryGate.tsx'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonCards } from '#src/ui/Skeletons.tsx'
import { useNow } from '#src/ui/useNow.ts'
import { MANAGE } from '../tabs.ts'
import { CountTable } from './CountTable.tsx'

const HourBars = lazyPart(() => import('#src/charts/HourBars.tsx'))

/** Days back from now. */
const RANGES = [1, 7, 31] as const
const DEFAULT_RANGE = 7
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The range moves on with the clock at this pace. */
const PACE_MS = 10 * 60_000

function Figure({ label, value, to }: { label: string; value: string; to?: string | undefined }) {
  const { t } = useTranslation()
  return (
    <Card sx={{ px: 2, py: 1.5 }}>
      <SecondaryText>{label}</SecondaryText>
      <Typography sx={{ fontSize: '1.5rem', fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>
        {to === undefined ? (
          value
        ) : (
          <Link component={RouterLink} to={to} aria-label={t('crud:pair', { one: label, two: value })}>
            {value}
          </Link>
        )}
      </Typography>
    </Card>
  )
}

/** How many alarms a base had, what raised most of them, and how soon somebody knew. */
export function ReportTab({ areaId }: { areaId: number }) {
  const { t, i18n } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const now = useNow(PACE_MS)
  const days = RANGES.find((one) => String(one) === address.get('days')) ?? DEFAULT_RANGE
  const endTime = Math.ceil(now / PACE_MS) * PACE_MS
  // Whole hours, the one that is running with them; 31 days are the most that is answered.
  const startTime = Math.ceil((endTime - days * DAY_MS) / HOUR_MS) * HOUR_MS
  const query = useCall(alarmCalls.report, { query: { areaId, startTime, endTime } }, { placeholderData: keepPreviousData, staleTime: 0 })
  const choose = (next: number | null) => {
    if (next !== null)
      setAddress(
        (before) => {
          const changed = new URLSearchParams(before)
          changed.set('days', String(next))
          return changed
        },
        { replace: true },
      )
  }
  const spanOf = (ms: number | null) => {
    if (ms === null) return t('crud:none')
    const seconds = Math.round(ms / 1000)
    if (seconds < 60) return t('alarms:span.seconds', { count: seconds })
    const minutes = Math.round(seconds / 60)
    return minutes < 120 ? t('alarms:span.minutes', { count: minutes }) : t('alarms:span.hours', { count: Math.round(minutes / 60) })
  }
  /** What was counted, as a list: of the same moments, so that both say the same. */
  const listOf = (standing: 'all' | 'unacknowledged', more: string) =>
    `${MANAGE}?standing=${standing}${more}&since=${startTime}&until=${endTime}`
  const linksOf = (name: 'ruleId' | 'deviceId', id: number | null) => ({
    to: id === null ? null : listOf('all', `&${name}=${id}`),
    toNever: id === null ? null : listOf('unacknowledged', `&${name}=${id}`),
  })
  return (
    <Stack spacing={2} sx={{ pb: 2 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={days}
        aria-label={t('alarms:report.range')}
        onChange={(_, next: number | null) => choose(next)}
      >
        {RANGES.map((one) => (
          <ToggleButton key={one} value={one} sx={{ minHeight: 40 }}>
            {t('alarms:report.days', { count: one })}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <QueryGate title={t('alarms:report.failed')} query={query} waiting={<SkeletonCards />}>
        {(report) => (
          <Stack spacing={2} aria-busy={query.isPlaceholderData} sx={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
            <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, 1fr)' } }}>
              <Figure label={t('alarms:report.total')} value={formatValue(report.total, i18n.language)} />
              <Figure
                label={t('alarms:report.neverAcknowledged')}
                value={formatValue(report.neverAcknowledged, i18n.language)}
                to={report.neverAcknowledged > 0 ? listOf('unacknowledged', '') : undefined}
              />
              <Figure label={t('alarms:report.median')} value={spanOf(report.medianToAcknowledge)} />
            </Box>
            <Section title={t('alarms:report.hours')}>
              {report.total === 0 ? (
                <EmptyState compact variant="noData" title={t('alarms:report.none')} />
              ) : (
                <Suspense fallback={<Skeleton variant="rounded" height={260} />}>
                  <HourBars
                    hours={report.hours}
                    range={[startTime, endTime]}
                    label={t('alarms:report.picture', { count: report.total })}
                    name={t('alarms:report.count')}
                  />
                </Suspense>
              )}
            </Section>
            <Box
              sx={{
                display: 'grid',
                gap: 2,
                alignItems: 'start',
                gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
              }}
            >
              <Section title={t('alarms:report.rules')} flush>
                <CountTable
                  label={t('alarms:report.rules')}
                  rows={report.rules.map((row, at) => ({ ...row, key: `${row.ruleId ?? `gone ${at}`}`, ...linksOf('ruleId', row.ruleId) }))}
                />
              </Section>
              <Section title={t('alarms:report.devices')} flush>
                <CountTable
                  label={t('alarms:report.devices')}
                  rows={report.devices.map((row, at) => ({
                    ...row,
                    key: `${row.deviceId ?? `gone ${at}`}`,
                    ...linksOf('deviceId', row.deviceId),
                  }))}
                />
              </Section>
            </Box>
          </Stack>
        )}
      </QueryGate>
    </Stack>
  )
}
