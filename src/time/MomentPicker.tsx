import { DateTimePicker, type DateTimePickerProps } from '@mui/x-date-pickers/DateTimePicker'
import type { DateTimeValidationError } from '@mui/x-date-pickers/models'
import dayjs from 'dayjs'
import { Dates } from './Dates.tsx'
import { farmClock, farmMoment } from './moment.ts'

type Given = Omit<
  DateTimePickerProps,
  'value' | 'defaultValue' | 'onChange' | 'onAccept' | 'timezone' | 'format' | 'ampm' | 'minDate' | 'maxDate'
>

export type MomentPickerProps = Given & {
  /** NaN is what was half typed. */
  value: number | null
  /** Null where it was emptied, and while it is half typed: then `isHalf`. */
  onChange?: (moment: number | null, isHalf: boolean, fault: DateTimeValidationError) => void
  /** A whole moment was chosen, or typed and left; null where it was emptied. */
  onAccept?: (moment: number | null) => void
  /** `YYYY-MM-DD`: none before it can be chosen. */
  firstDay?: string
}

/** Chooses a moment, ms UTC, by the farm's clock. */
export default function MomentPicker({ value, onChange, onAccept, firstDay, ...given }: MomentPickerProps) {
  return (
    <Dates>
      <DateTimePicker
        {...given}
        timezone="UTC"
        format="YYYY-MM-DD HH:mm"
        ampm={false}
        {...(firstDay && { minDate: dayjs.utc(firstDay) })}
        value={value === null ? null : dayjs.utc(farmClock(value))}
        {...(onChange && {
          onChange: (at, { validationError }) =>
            at?.isValid() ? onChange(farmMoment(at.valueOf()), false, validationError) : onChange(null, at !== null, validationError),
        })}
        {...(onAccept && { onAccept: (at) => (at === null ? onAccept(null) : at.isValid() && onAccept(farmMoment(at.valueOf()))) })}
      />
    </Dates>
  )
}
