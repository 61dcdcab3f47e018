import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker'
import dayjs from 'dayjs'
import { Dates } from '#src/ui/Dates.tsx'

/** When something was done, ms UTC: null is now, NaN what is no moment yet. */
export function ActMoment({
  label,
  hint,
  value,
  fault,
  onChange,
}: {
  label: string
  hint: string
  value: number | null
  fault: string | undefined
  onChange: (at: number | null) => void
}) {
  return (
    <Dates>
      <DateTimePicker
        label={label}
        format="YYYY-MM-DD HH:mm"
        ampm={false}
        disableFuture
        value={value === null || Number.isNaN(value) ? null : dayjs(value)}
        onChange={(next) => onChange(next === null ? null : next.isValid() ? next.valueOf() : Number.NaN)}
        slotProps={{ textField: { size: 'small', fullWidth: true, error: fault !== undefined, helperText: fault ?? hint } }}
      />
    </Dates>
  )
}
