import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cameraRecordingCalls } from '#contract/cameras/recording'
import { useCall } from '#src/api/useCall.ts'
import { Dates } from '#src/ui/Dates.tsx'
import { rangeOfDay } from './zonedDay.ts'

const [DAY, MONTH] = ['YYYY-MM-DD', 'YYYY-MM']

/** Chooses a day, `YYYY-MM-DD`, among those on which something is kept of a camera. */
export function DayChoice({
  cameraId,
  zone,
  day,
  onChange,
}: {
  cameraId: number
  zone: string
  day: string
  onChange: (day: string) => void
}) {
  const { t } = useTranslation()
  const [month, setMonth] = useState<string | null>(null)
  // An answer tells of the 31 days before its end: a month of the calendar.
  const last = rangeOfDay(
    dayjs(month ?? day)
      .endOf('month')
      .format(DAY),
    zone,
  )
  const { data } = useCall(cameraRecordingCalls.timeline, { params: { id: cameraId }, query: last }, { enabled: month !== null })
  return (
    <Dates>
      <DatePicker
        label={t('cameras:playback.day')}
        format={DAY}
        disableFuture
        value={dayjs(day)}
        loading={month !== null && !data}
        onOpen={() => setMonth(dayjs(day).format(MONTH))}
        onMonthChange={(shown) => setMonth(shown.format(MONTH))}
        shouldDisableDate={(one) => data !== undefined && !data.days.includes(one.format(DAY))}
        onAccept={(one) => one?.isValid() && data?.days.includes(one.format(DAY)) && onChange(one.format(DAY))}
        slotProps={{
          field: { clearable: false }, // The day that is shown may be one of which nothing is kept.
          textField: { size: 'small', error: false, sx: { width: 168 } },
        }}
      />
    </Dates>
  )
}
