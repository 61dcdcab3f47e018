import Stack from '@mui/material/Stack'
import { useTranslation } from 'react-i18next'
import { DaysField } from './DaysField.tsx'
import { MinuteField } from '#src/time/MinuteField.tsx'

/** Minutes of the day, and days of the week on which it begins. */
export interface Hours {
  readonly from: number | null
  readonly to: number | null
  readonly days: readonly number[]
}

/** From one time of the day to another, over midnight where that is earlier, on some days of the week. */
export function HoursFields({
  value,
  faults,
  onChange,
}: {
  value: Hours
  faults: { readonly from?: string | undefined; readonly to?: string | undefined; readonly days?: string | undefined }
  onChange: (next: Partial<Hours>) => void
}) {
  const { t } = useTranslation()
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'flex-start' }}>
      {(['from', 'to'] as const).map((side) => (
        <MinuteField
          key={side}
          label={t(`alarms:hours.${side}`)}
          value={value[side]}
          fault={faults[side]}
          onChange={(minute) => onChange({ [side]: minute })}
        />
      ))}
      <DaysField value={value.days} fault={faults.days} onChange={(days) => onChange({ days })} />
    </Stack>
  )
}
