import Alert from '@mui/material/Alert'
import { keepPreviousData } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { calculatedCalls } from '#contract/devices/calculated'
import type { FormulaName } from '#contract/devices/formula'
import { useCall } from '#src/api/useCall.ts'
import { formatValue } from '#src/charts/formatValue.ts'
import { momentText } from '#src/time/moment.ts'
import { reasonOf } from '#src/ui/tipFor.ts'

/** What an item calculated like this would give now. */
export function CalculatedTrial({
  deviceId,
  formula,
  firstId,
  secondId,
}: {
  deviceId: number
  formula: FormulaName
  firstId: number
  secondId: number | null
}) {
  const { t, i18n } = useTranslation()
  const { data, error } = useCall(
    calculatedCalls.trial,
    { params: { id: deviceId }, query: { formula, firstId, ...(secondId === null ? {} : { secondId }) } },
    { placeholderData: keepPreviousData },
  )
  if (error) {
    const { failure } = error
    return <Alert severity="warning">{Object.values(failure.fields ?? {})[0] ?? reasonOf(failure)}</Alert>
  }
  if (!data) return null
  const { ts, value, unit } = data
  const words =
    ts === null
      ? t('devices:calculated.noReading')
      : value === null
        ? t('devices:calculated.nothing', { at: momentText(ts) })
        : t('devices:calculated.gives', {
            value: `${formatValue(value, i18n.language)}${unit === null ? '' : ` ${unit}`}`,
            at: momentText(ts),
          })
  return (
    <Alert severity={value === null ? 'warning' : 'info'} icon={false} role="note" aria-live="polite">
      {words}
    </Alert>
  )
}
