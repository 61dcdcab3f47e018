import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { TimeField } from '@mui/x-date-pickers/TimeField'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { WEEKDAYS, weekdayText } from '#src/alarms/describeCondition.ts'
import { Dates } from '#src/ui/Dates.tsx'

/** Minutes of the day, and days of the week on which it begins. */
export interface Hours {
  readonly from: number | null
  readonly to: number | null
  readonly days: readonly number[]
}

const HOUR = 60
const timeOf = (minute: number | null) =>
  minute === null
    ? null
    : dayjs()
        .startOf('day')
        .hour(Math.floor(minute / HOUR) % 24)
        .minute(minute % HOUR)

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
  const { t, i18n } = useTranslation()
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'flex-start' }}>
      <Dates>
        {(['from', 'to'] as const).map((side) => (
          <TimeField
            key={side}
            size="small"
            label={t(`alarms:hours.${side}`)}
            format="HH:mm"
            ampm={false}
            value={timeOf(value[side])}
            onChange={(at) => onChange({ [side]: at?.isValid() ? at.hour() * HOUR + at.minute() : null })}
            sx={{ width: 120 }}
            slotProps={{ textField: { error: faults[side] !== undefined, helperText: faults[side] } }}
          />
        ))}
      </Dates>
      <div>
        <ToggleButtonGroup
          size="small"
          value={[...value.days]}
          aria-label={t('alarms:hours.days')}
          onChange={(_, days: number[]) => onChange({ days: days.toSorted((one, other) => one - other) })}
          sx={{ flexWrap: 'wrap' }}
        >
          {WEEKDAYS.map((day) => (
            <ToggleButton key={day} value={day} sx={{ minHeight: 40, minWidth: 44 }}>
              {weekdayText(day, i18n.language)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        {faults.days !== undefined && <FormHelperText error>{faults.days}</FormHelperText>}
      </div>
    </Stack>
  )
}
