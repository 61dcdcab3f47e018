import { DatePicker, type DatePickerProps } from '@mui/x-date-pickers/DatePicker'
import dayjs from 'dayjs'
import { Dates } from './Dates.tsx'

const DAY_FORMAT = 'YYYY-MM-DD'
const MONTH_FORMAT = 'YYYY-MM'

type Given = Omit<
  DatePickerProps,
  'value' | 'defaultValue' | 'onChange' | 'onAccept' | 'timezone' | 'format' | 'minDate' | 'maxDate' | 'shouldDisableDate' | 'onMonthChange'
>

export type DayPickerProps = Given & {
  value: string | null
  /** Null where it was emptied, and while it is half typed: then `isHalf`. */
  onChange?: (day: string | null, isHalf: boolean) => void
  /** A whole day was chosen, or typed and left. */
  onAccept?: (day: string) => void
  /** The calendar shows a month, `YYYY-MM`. */
  onMonth?: (month: string) => void
  isOffered?: (day: string) => boolean
}

/** Chooses a day of the farm's calendar, `YYYY-MM-DD`. */
export default function DayPicker({ value, onChange, onAccept, onMonth, isOffered, ...given }: DayPickerProps) {
  return (
    <Dates>
      <DatePicker
        {...given}
        timezone="UTC"
        format={DAY_FORMAT}
        value={value === null ? null : dayjs.utc(value)}
        {...(onChange && {
          onChange: (at) => (at?.isValid() ? onChange(at.format(DAY_FORMAT), false) : onChange(null, at !== null)),
        })}
        {...(onAccept && { onAccept: (at) => at?.isValid() && onAccept(at.format(DAY_FORMAT)) })}
        {...(onMonth && { onMonthChange: (shown) => onMonth(shown.format(MONTH_FORMAT)) })}
        {...(isOffered && { shouldDisableDate: (one) => !isOffered(one.format(DAY_FORMAT)) })}
      />
    </Dates>
  )
}
