import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cameraRecordingCalls } from '#contract/cameras/recording'
import { useCall } from '#src/api/useCall.ts'
import { DayInput } from '#src/ui/DayInput.tsx'
import { dayAfter, rangeOfDay } from '#src/time/moment.ts'

/** Chooses a day, `YYYY-MM-DD`, among those on which something is kept of a camera. */
export function DayChoice({ cameraId, day, onChange }: { cameraId: number; day: string; onChange: (day: string) => void }) {
  const { t } = useTranslation()
  const [month, setMonth] = useState<string | null>(null)
  // An answer tells of the 31 days before its end: a month of the calendar.
  const first = `${month ?? day.slice(0, 7)}-01`
  const last = rangeOfDay(dayAfter(`${dayAfter(first, 31).slice(0, 7)}-01`, -1))
  const { data } = useCall(cameraRecordingCalls.timeline, { params: { id: cameraId }, query: last }, { enabled: month !== null })
  return (
    <DayInput
      label={t('cameras:playback.day')}
      disableFuture
      value={day}
      loading={month !== null && !data}
      onOpen={() => setMonth(day.slice(0, 7))}
      onMonth={setMonth}
      isOffered={(one) => data === undefined || data.days.includes(one)}
      onAccept={(one) => data?.days.includes(one) && onChange(one)}
      slotProps={{
        field: { clearable: false }, // The day that is shown may be one of which nothing is kept.
        textField: { size: 'small', error: false, sx: { width: 168 } },
      }}
    />
  )
}
