import { Suspense } from 'react'
import type { DayPickerProps } from '#src/time/DayPicker.tsx'
import { lazyPart } from './lazyPart.tsx'
import { PickerOnItsWay } from './PickerOnItsWay.tsx'

/** Also before it is drawn: it may be needed where there is no network. */
export const fetchDayPicker = () => import('#src/time/DayPicker.tsx')
const Picker = lazyPart(fetchDayPicker)

/** Chooses a day of the farm's calendar, `YYYY-MM-DD`. The picker is fetched when the first one is drawn. */
export const DayInput = (props: DayPickerProps) => (
  <Suspense fallback={<PickerOnItsWay label={props.label} sx={props.sx} />}>
    <Picker {...props} />
  </Suspense>
)
