import FormHelperText from '@mui/material/FormHelperText'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useTranslation } from 'react-i18next'
import { WEEKDAYS, weekdayText } from '#src/alarms/describeCondition.ts'

/** Days of the week, 1 Monday to 7 Sunday. */
export function DaysField({
  value,
  fault,
  onChange,
}: {
  value: readonly number[]
  fault?: string | undefined
  onChange: (days: number[]) => void
}) {
  const { t, i18n } = useTranslation()
  return (
    <div>
      <ToggleButtonGroup
        size="small"
        value={[...value]}
        aria-label={t('alarms:hours.days')}
        onChange={(_, days: number[]) => onChange(days.toSorted((one, other) => one - other))}
        sx={{ flexWrap: 'wrap' }}
      >
        {WEEKDAYS.map((day) => (
          <ToggleButton key={day} value={day} sx={{ minHeight: 40, minWidth: 44 }}>
            {weekdayText(day, i18n.language)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {fault !== undefined && <FormHelperText error>{fault}</FormHelperText>}
    </div>
  )
}
