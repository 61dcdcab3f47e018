import { useTranslation } from 'react-i18next'
import { DayInput } from '#src/ui/DayInput.tsx'
import { dayText, monthBefore } from '#src/time/moment.ts'

/** Two calendar days, `YYYY-MM-DD`; both are part of the range. */
export interface Days {
  readonly start: string
  readonly end: string
}

/** PEST-01: the last month up to today. */
export function lastMonth(): Days {
  const end = dayText(Date.now())
  return { start: monthBefore(end), end }
}

/** PEST-01: as the calls want it, from 00:00:00 of the first day to 23:59:59 of the last; null where the days are no range. */
export const rangeText = ({ start, end }: Days): { startTime: string; endTime: string } | null =>
  start <= end ? { startTime: `${start} 00:00:00`, endTime: `${end} 23:59:59` } : null

/** The first and last day of a range; neither can be cleared. */
export function DayRange({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const { t } = useTranslation()
  const disordered = rangeText(days) === null
  return (
    <>
      {(['start', 'end'] as const).map((side) => (
        <DayInput
          key={side}
          label={t(`devices:history.${side}`)}
          disableFuture
          value={days[side]}
          onChange={(day) => day !== null && onChange({ ...days, [side]: day })}
          slotProps={{
            field: { clearable: false },
            textField: {
              size: 'small',
              error: disordered,
              helperText: disordered && side === 'end' ? t('devices:history.order') : undefined,
              sx: { width: { xs: 'calc(50% - 6px)', sm: 168 } },
            },
          }}
        />
      ))}
    </>
  )
}
