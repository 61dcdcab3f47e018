import { TimeField } from '@mui/x-date-pickers/TimeField'
import dayjs from 'dayjs'
import { Dates } from './Dates.tsx'

const HOUR = 60
const timeOf = (minute: number | null) => (minute === null ? null : dayjs.utc(0).minute(minute % (24 * HOUR)))

/** A minute of the day, written as a time; null where none is. */
export function MinuteField({
  label,
  value,
  fault,
  onChange,
}: {
  label: string
  value: number | null
  fault?: string | undefined
  onChange: (minute: number | null) => void
}) {
  return (
    <Dates>
      <TimeField
        size="small"
        label={label}
        format="HH:mm"
        ampm={false}
        timezone="UTC"
        value={timeOf(value)}
        onChange={(at) => onChange(at?.isValid() ? at.hour() * HOUR + at.minute() : null)}
        sx={{ width: 120 }}
        slotProps={{ textField: { error: fault !== undefined, helperText: fault } }}
      />
    </Dates>
  )
}
