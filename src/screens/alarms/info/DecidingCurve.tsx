import Skeleton from '@mui/material/Skeleton'
import { useTheme } from '@mui/material/styles'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Alarm } from '#contract/alarms/alarm'
import { collectCalls } from '#contract/devices/collect'
import { useCall } from '#src/api/useCall.ts'
import { HistoryChart } from '#src/charts/HistoryChart.tsx'
import { colorCode } from '#src/devices/itemName.ts'
import { formatValue } from '#src/charts/formatValue.ts'
import { colorOf } from '#src/theme/theme.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Section } from '#src/ui/Section.tsx'

const HOUR_MS = 3_600_000
const POINTS = 800
const DIGITS = 3

/** The deciding reading an hour before and after the alarm was raised, with its limit, and when it was raised and cleared. */
export function DecidingCurve({ of, deviceId, itemId }: { of: Alarm; deviceId: number; itemId: number }) {
  const { t, i18n } = useTranslation()
  const theme = useTheme()
  const range = useMemo((): [number, number] => [of.raisedAt - HOUR_MS, of.raisedAt + HOUR_MS], [of.raisedAt])
  const query = useCall(collectCalls.curve, {
    params: { id: deviceId },
    query: { startTime: range[0], endTime: range[1], itemIds: String(itemId), points: POINTS },
  })
  const { limit, unit, code, raisedAt, clearedAt } = of
  const curves = useMemo(() => {
    const moments = [
      { at: raisedAt, name: t('alarms:event.raised') },
      ...(clearedAt !== null && clearedAt <= range[1] ? [{ at: clearedAt, name: t('alarms:event.cleared') }] : []),
    ]
    const said = limit === null ? '' : `${formatValue(limit, i18n.language, DIGITS)}${unit === null ? '' : ` ${unit}`}`
    const limits = limit === null ? [] : [{ value: limit, name: t('alarms:info.limit', { limit: said }) }]
    return (query.data ?? []).map((curve) => ({
      ...curve,
      color: colorOf(theme, colorCode(code ?? '')),
      low: null,
      high: null,
      marks: { limits, moments },
    }))
  }, [query.data, theme, limit, unit, code, raisedAt, clearedAt, range, t, i18n.language])
  return (
    <Section title={t('alarms:info.curve')}>
      {query.isError ? (
        <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <Skeleton variant="rounded" height={320} />
      ) : (
        <HistoryChart curves={curves} range={range} />
      )}
    </Section>
  )
}
